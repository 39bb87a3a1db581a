"""What leans on the inside of numba: kernels compile and load in half the time by it.

numba optimises every function, turns it into machine code, and optimises it again inside each of
its callers. What only kernels call needs neither: a `Part` is handed to the kernel as it is, and
the kernel is optimised once, as a whole. Known to work with numba 0.61 to 0.68; with any other,
`check` tries it once. `jit.py` does without this file where it cannot be imported.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Leave garbage where it is for a while.

    The many objects that numba makes while it is imported, or while it compiles, stay alive until
    the end, so looking for garbage among them over and over only takes time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


with collector_at_rest():
    import numba
    from numba import _dynfunc
    from numba.core.caching import FunctionCache
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler

_TRIED = ((0, 61), (0, 68))  # the first and the last version that all this is known to work with


def load_array_functions() -> None:
    """Load the part of numba that looks for SciPy's linear algebra, without letting it look.

    It only asks whether that is there, which it is, as scikit-learn needs it; loading it to find
    out would be a fifth of the time to the first move. Whoever uses it loads it then.
    """
    if "scipy.linalg" in sys.modules or "numba.np.arraymath" in sys.modules:
        return
    from numba.np import linalg

    look = linalg.ensure_blas
    linalg.ensure_blas = _take_for_granted
    try:
        from numba.np import arraymath
    finally:
        linalg.ensure_blas = look
    arraymath.ensure_blas = look


def _take_for_granted() -> None:
    """Stand in for the look at whether linear algebra is there."""


class Part(JITCodeLibrary):  # type: ignore[misc]
    """The code of a function that is linked into kernels and never run by itself."""

    def finalize(self) -> None:
        """Take in the parts that this one calls, without optimising anything."""
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True


def _no_entry(library: Part, description: Any, environment: Any) -> Any:
    """Return a function object that numba knows the part by; it cannot be called."""
    module, name = description.lookup_module(), description.qualname
    return _dynfunc.make_function(module, name, "part of a kernel", 0, environment, (library,))


class PartCompiler(Compiler):  # type: ignore[misc]
    """Compiles a function into a part."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        super().__init__(typing, target, library or Part(target.codegen(), "part"), *rest)
        self.state.targetctx = self.state.targetctx.subtarget(get_executable=_no_entry)


class KernelCompiler(Compiler):  # type: ignore[misc]
    """Compiles a kernel with the garbage collector at rest, which saves a quarter of the time."""

    def compile_extra(self, function: Any) -> Any:
        """Compile a Python function."""
        with collector_at_rest():
            return super().compile_extra(function)


class KernelCache(FunctionCache):  # type: ignore[misc]
    """Loads kernels from disk; with the first, numba loads all that it can compile."""

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the kernel for a signature, None if it is not on disk."""
        with collector_at_rest():
            load_array_functions()
            return super().load_overload(signature, target)


INNER = {
    "no_rewrites": True,
    "pipeline_class": PartCompiler,
    # A part has no arrays of its own, only views: counting who holds them took up to half the time.
    "_nrt": False,
}
KERNEL = {"no_rewrites": True, "pipeline_class": KernelCompiler}


def keep_on_disk(dispatcher: Any) -> None:
    """Let a kernel be loaded from numba's folder of the moment, and be kept there."""
    dispatcher._cache = KernelCache(dispatcher.py_func)


def check(kernel: Callable[..., Any], inner: Callable[..., Any]) -> None:
    """Raise if a numba of an unknown version does not compile a small kernel with a part."""
    version = tuple(int(number) for number in numba.__version__.split(".")[:2])
    if _TRIED[0] <= version <= _TRIED[1]:
        return

    @inner
    def first_of(values):  # type: ignore[no-untyped-def]
        return values[:1][0]

    @kernel
    def twice_the_first(values):  # type: ignore[no-untyped-def]
        return 2 * first_of(values)

    import numpy as np

    if twice_the_first(np.arange(3, 5)) != 6:
        raise AttributeError("numba compiles parts of kernels in another way")
