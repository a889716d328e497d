"""The resources of this machine."""

import os
from contextlib import suppress

_IF_UNKNOWN = 4 << 30


def _half_of_memory() -> int:
    """Return half of the machine's memory in bytes, or 4 GiB if that is unknown."""
    with suppress(AttributeError, ValueError, OSError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    return _IF_UNKNOWN


def memory_limit(memory: int | None) -> int:
    """Return the limit that a user gave, or half of the machine's memory, in bytes."""
    return memory or _half_of_memory()


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
