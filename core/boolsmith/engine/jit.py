"""How kernels are compiled: one decorator for entry points, one for what they call.

With BOOLSMITH_DEBUG=1 the same source is compiled with bounds checks and its own assertions, and
nothing is cached; the tests run that build. Kernels raise AssertionError themselves: pytest
rewrites assert statements, and a rewritten kernel would be compiled a second time.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from boolsmith.engine.compilers import KernelCache, KernelCompiler, PartCompiler  # isort: skip
import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

Function = TypeVar("Function", bound=Callable[..., Any])

DEBUG = os.environ.get("BOOLSMITH_DEBUG") == "1"

_OPTIONS = {"nogil": True, "error_model": "numpy", "boundscheck": DEBUG, "no_rewrites": True}
_PART = {
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": PartCompiler,
    # A part has no arrays of its own, only views: counting who holds them took up to half the time.
    "_nrt": False,
}
_KERNEL = {"pipeline_class": KernelCompiler}


@cache
def cache_folder() -> Path:
    """Where compiled kernels are kept: a folder of its own for each state of the sources."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or home / "boolsmith") / f"kernels-{digest}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir()) / f"boolsmith-kernels-{digest}"
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def kernel(function: Function) -> Function:
    """Compile an entry point, kept on disk until any source of the engine changes.

    numba's own cache looks only at the file of the entry point, not at what it calls, so the
    folder carries a digest of all of them.
    """
    dispatcher = numba.njit(**_OPTIONS, **_KERNEL)(function)
    if not DEBUG:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(cache_folder())
        try:
            dispatcher._cache = KernelCache(function)
        finally:
            numba.config.CACHE_DIR = before
    return dispatcher  # type: ignore[no-any-return]


def inner(function: Function) -> Function:
    """Compile a function that only kernels call: it becomes a part of them.

    It can look at parts of arrays, but not make new ones: a kernel makes them and hands them on.
    """
    return numba.njit(**_OPTIONS, **_PART)(function)  # type: ignore[no-any-return]


def spliced(function: Function) -> Function:
    """The same, but always put into its callers: the moves, which are short and made often."""
    options = {**_OPTIONS, **_PART, "forceinline": True}
    return numba.njit(**options)(function)  # type: ignore[no-any-return]


def is_compiled(dispatcher: Any) -> bool:
    """Whether a kernel is ready without compiling: in this process, or on disk."""
    if dispatcher.signatures:
        return True
    return any(cache_folder().glob(f"**/*{dispatcher.py_func.__name__}*.nbc"))


@intrinsic  # type: ignore[untyped-decorator]
def popcount(typingctx: Any, word: Any) -> Any:
    """How many bits of an unsigned 64-bit word are set."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def call_metric(typingctx: Any, address: Any, tp: Any, fp: Any, fn: Any, tn: Any) -> Any:
    """Call the C function of four doubles at `address`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        double = ir.DoubleType()
        pointer = ir.PointerType(ir.FunctionType(double, [double] * 4))
        return builder.call(builder.inttoptr(args[0], pointer), args[1:])

    return types.float64(types.intp, *[types.float64] * 4), codegen
