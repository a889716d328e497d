"""Golly's programs, to compare with."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from lifesat.cli import main
from lifesat.formats import read_text, write_text
from lifesat.life.pattern import Pattern
from tests.support.screen import Golly

Bgolly = Callable[..., str]


def run_by_golly(bgolly: Bgolly, folder: Path, pattern: Pattern, generations: int) -> Pattern:
    """Macrocells say where the cells lie."""
    source, target = folder / "source.rle", folder / "target.mc"
    source.write_text(write_text(pattern))
    algorithm = ["-a", "Generations"] if pattern.rule.family == "generations" else ["-h"]
    return read_text(bgolly(source, target, *algorithm, "-m", str(generations)))


def installed(display: str, folder: Path) -> Golly:
    """Make a home for a Golly, with the scripts in it."""
    golly = Golly(display, folder / "home")
    with patch.dict(os.environ, HOME=str(golly.home)):
        assert main(["golly", "install", "--language", "lua"]) == 0
    return golly


def interpreter(golly: Golly, then: str) -> str:
    """Make an interpreter that behaves until it is to run lifesat."""
    path = golly.home / "python"
    path.write_text(
        f'#!/bin/sh\ncase "$*" in *"-m lifesat"*) {then};; esac\nexec {sys.executable} "$@"\n'
    )
    path.chmod(0o755)
    return str(path)
