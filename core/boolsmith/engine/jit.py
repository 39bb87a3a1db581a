"""How kernels are compiled: one decorator for entry points, one for what they call.

With BOOLSMITH_DEBUG=1 the same source is compiled with bounds checks and its own assertions, and
nothing is cached; the tests run that build. Kernels raise AssertionError themselves: pytest
rewrites assert statements, and a rewritten kernel would be compiled a second time.

With BOOLSMITH_PLAIN_NUMBA=1, or where `numba_internals` does not fit the numba at hand, kernels
are compiled by what numba documents alone: that takes longer, and they do the same.
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

PLAIN = os.environ.get("BOOLSMITH_PLAIN_NUMBA") == "1"
internals: Any = None
if not PLAIN:
    try:  # first, as it imports numba faster
        from boolsmith.engine import numba_internals as internals
    except (ImportError, AttributeError, TypeError):
        internals = None

import numba  # noqa: E402
from llvmlite import ir  # noqa: E402
from numba import types  # noqa: E402
from numba.core import cgutils  # noqa: E402
from numba.extending import intrinsic  # noqa: E402

Function = TypeVar("Function", bound=Callable[..., Any])

DEBUG = os.environ.get("BOOLSMITH_DEBUG") == "1"

_OPTIONS = {"nogil": True, "error_model": "numpy", "boundscheck": DEBUG}
_INNER = {**_OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


@cache
def cache_folder() -> Path:
    """Return where compiled kernels are kept: a folder of its own for each state of the sources."""
    here = Path(__file__).parent
    sources = [*sorted(here.glob("*.py")), here.parent / "acceptances.py"]  # what is compiled
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    name = f"kernels-{digest}" if internals else f"kernels-plain-{digest}"
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or home / "boolsmith") / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir()) / f"boolsmith-{name}"
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def kernel(function: Function) -> Function:
    """Compile an entry point, kept on disk until any source of the engine changes.

    numba's own cache looks only at the file of the entry point, not at what it calls, so the
    folder carries a digest of all of them.
    """
    dispatcher = numba.njit(**_OPTIONS, **(internals.KERNEL if internals else {}))(function)
    if not DEBUG:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(cache_folder())
        try:
            (internals.keep_on_disk if internals else _keep_on_disk)(dispatcher)
        finally:
            numba.config.CACHE_DIR = before
    return dispatcher  # type: ignore[no-any-return]


def _keep_on_disk(dispatcher: Any) -> None:
    dispatcher.enable_caching()


def inner(function: Function, *, spliced: bool = False) -> Function:
    """Compile a function that only kernels call: it becomes a part of them.

    It can look at parts of arrays, but not make new ones: a kernel makes them and hands them on.
    """
    options = {**_INNER, **(internals.INNER if internals else {})}
    if spliced:
        options["forceinline"] = True
    return numba.njit(**options)(function)  # type: ignore[no-any-return]


def spliced(function: Function) -> Function:
    """Compile the same, but always put into its callers: the moves, short and made often."""
    return inner(function, spliced=True)


def is_compiled(dispatcher: Any) -> bool:
    """Return whether a kernel is ready without compiling: in this process, or on disk."""
    if dispatcher.signatures:
        return True
    return any(cache_folder().glob(f"**/*{dispatcher.py_func.__name__}*.nbc"))


@intrinsic  # type: ignore[untyped-decorator]
def popcount(typingctx: Any, word: Any) -> Any:
    """Return how many bits of an unsigned 64-bit word are set."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def call_at(typingctx: Any, address: Any, numbers: Any) -> Any:
    """Return what the C function of doubles at `address` gives for a tuple of numbers."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        values = cgutils.unpack_tuple(builder, args[1])
        function = ir.FunctionType(ir.DoubleType(), [ir.DoubleType()] * len(values))
        return builder.call(builder.inttoptr(args[0], ir.PointerType(function)), values)

    doubles = types.UniTuple(types.float64, len(numbers))
    return types.float64(types.intp, doubles), codegen


if internals is not None:
    try:
        internals.check(kernel, inner)
    except Exception:  # whatever it is that this numba does otherwise
        internals = None
        cache_folder.cache_clear()
