"""How much memory there is."""

from __future__ import annotations

import os

__all__ = ["free_memory", "memory_allowed"]


def free_memory() -> int:
    """Give the bytes of memory that are free, as far as the system tells (else 4 GiB)."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 4 << 30


def memory_allowed(limit: int | None) -> int:
    """Give the bytes that may be held: the limit, or half of what is free now if there is none."""
    return free_memory() // 2 if limit is None else limit
