"""What numba is told to do less of: kernels compile and load in half the time of otherwise.

numba optimises every function, turns it into machine code, and optimises it again inside each of
its callers. What only kernels call needs neither: a `Part` is handed to the kernel as it is, and
the kernel is optimised once, as a whole. These few lines lean on the inside of numba (0.61 to
0.68); nothing else in the engine does.
"""

from __future__ import annotations

from typing import Any

from boolsmith.engine.quickly import collector_at_rest, load_array_functions

with collector_at_rest():
    from numba import _dynfunc
    from numba.core.caching import FunctionCache
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler


class Part(JITCodeLibrary):  # type: ignore[misc]
    """The code of a function that is linked into kernels and never run by itself."""

    def finalize(self) -> None:
        """Take in the parts that this one calls, without optimising anything."""
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True


def _no_entry(library: Part, description: Any, environment: Any) -> Any:
    """A function object that numba knows the part by; it cannot be called."""
    module, name = description.lookup_module(), description.qualname
    return _dynfunc.make_function(module, name, "part of a kernel", 0, environment, (library,))


class PartCompiler(Compiler):  # type: ignore[misc]
    """Compiles a function into a part."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        super().__init__(typing, target, library or Part(target.codegen(), "part"), *rest)
        self.state.targetctx = self.state.targetctx.subtarget(get_executable=_no_entry)


class KernelCompiler(Compiler):  # type: ignore[misc]
    """Compiles a kernel with the garbage collector at rest, which is a quarter of the time."""

    def compile_extra(self, function: Any) -> Any:
        """Compile a Python function."""
        with collector_at_rest():
            return super().compile_extra(function)


class KernelCache(FunctionCache):  # type: ignore[misc]
    """Loads kernels from disk; with the first, numba loads all that it can compile."""

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The kernel for a signature, None if it is not on disk."""
        with collector_at_rest():
            load_array_functions()
            return super().load_overload(signature, target)
