"""What numba is told to do less of: kernels compile in half the time that it takes otherwise.

numba optimises every function, turns it into machine code, and optimises it again inside each of
its callers. What only kernels call needs neither: a `Part` is handed to the kernel as it is, and
the kernel is optimised once, as a whole. These few lines lean on the inside of numba (0.61 to
0.68); nothing else in the engine does.
"""

from __future__ import annotations

import gc
from typing import Any

from numba import _dynfunc
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
    """Compiles a kernel with the garbage collector at rest.

    The millions of objects that numba makes on the way stay alive until the end, so looking for
    garbage among them over and over only takes time: a quarter of it all.
    """

    def compile_extra(self, function: Any) -> Any:
        """Compile a Python function."""
        enabled = gc.isenabled()
        gc.disable()
        try:
            return super().compile_extra(function)
        finally:
            if enabled:
                gc.enable()
