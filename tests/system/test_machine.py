"""What the machine has, also where the system does not say."""

import os

import pytest

from lifesat.system.machine import memory_limit

pytestmark = pytest.mark.quick

GIB = 1 << 30


def test_half_of_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 16 * GIB // 4096}
    monkeypatch.setattr(os, "sysconf", sizes.get)
    assert memory_limit(None) == 8 * GIB
    assert memory_limit(None) == 8 * GIB
    assert memory_limit(3 * GIB) == 3 * GIB


@pytest.mark.parametrize("error", [AttributeError, ValueError, OSError])
def test_a_system_that_does_not_say_its_memory(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """Windows has no such function, and others may not know the name."""

    def unknown(name: str) -> int:
        raise error(name)

    monkeypatch.setattr(os, "sysconf", unknown)
    assert memory_limit(None) == 4 * GIB
