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
    home = tmp_path / "home"
    assert main(["golly", "install", "--folder", str(home / ".golly" / "Scripts" / "lifesat")]) == 0
    running = Golly(display, home)
    yield running
    running.kill()
