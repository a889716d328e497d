"""Golly, installed and started; one X server for all tests of a process."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.golly import installed
from tests.support.screen import GOLLY, Golly, screen


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    for program, package in (("golly", "golly"), ("Xvfb", "xvfb"), ("xdotool", "xdotool")):
        if not (GOLLY if program == "golly" else shutil.which(program)):
            pytest.skip(f"{program} is not installed; Debian has it in the package {package}")
    with screen() as name:
        yield name


@pytest.fixture
def golly(display: str, tmp_path: Path) -> Iterator[Golly]:
    """A Golly, not yet started, with the scripts installed."""
    running = installed(display, tmp_path)
    yield running
    running.kill()


@pytest.fixture(scope="module")
def reused(display: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Golly]:
    """A Golly for many tests of a module, one after another; each loads its own pattern."""
    running = installed(display, tmp_path_factory.mktemp("golly"))
    running.start()
    yield running
    running.kill()
