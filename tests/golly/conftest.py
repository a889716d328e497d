"""Golly, installed and started; one X server for all tests of a process."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from lifesat.cli import main
from tests.formats.conftest import missing
from tests.golly.screen import GOLLY, Golly, screen


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    for program, package in (("golly", "golly"), ("Xvfb", "xvfb"), ("xdotool", "xdotool")):
        if not (GOLLY if program == "golly" else shutil.which(program)):
            missing(f"{program} is not installed; Debian has it in the package {package}")
    with screen() as name:
        yield name


@pytest.fixture
def golly(display: str, tmp_path: Path) -> Iterator[Golly]:
    """A Golly, not yet started, with the scripts installed."""
    running = installed(display, tmp_path)
    yield running
    running.kill()


def installed(display: str, folder: Path) -> Golly:
    """Make a home for a Golly, with the scripts in it."""
    golly = Golly(display, folder / "home")
    assert main(["golly", "install", "--folder", str(golly.scripts)]) == 0
    return golly
