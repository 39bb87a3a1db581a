"""What a run was made on."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def machine() -> str:
    """Return the processor and how many cores there are."""
    name = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        name = next(li.partition(":")[2].strip() for li in lines if li.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{name}, {os.cpu_count()} cores, {platform.system()}"
