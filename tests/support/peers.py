"""A pytest plugin: other programs that read, write and run patterns, as fixtures."""

import shutil
import subprocess
import warnings
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.support.golly import Bgolly

PATTERNS = Path("/usr/share/golly/Patterns")  # where Debian's package installs them
RULES = "/usr/share/golly/Rules/"


@pytest.fixture(scope="session")
def bgolly() -> Bgolly:
    """Run bgolly on a file and return what it writes to another."""
    if not shutil.which("bgolly"):
        pytest.skip("bgolly is not installed; Debian has it in the package golly")

    def run(source: Path, target: Path, *options: str) -> str:
        command = ["bgolly", "-q", "-q", "-s", RULES, "-o", str(target), *options, str(source)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
        if not target.exists():
            return f"error: {ended.stdout}{ended.stderr}"
        return target.read_text()

    return run


@pytest.fixture(scope="session")
def golly_patterns() -> Path:
    """Return the folder of patterns that come with Golly."""
    if not PATTERNS.is_dir():
        pytest.skip("Golly's patterns are not installed; Debian has them in the package golly")
    return PATTERNS


@pytest.fixture(scope="session")
def lifelib_pattern() -> Callable[[str], Any]:
    """Return the function that makes a pattern of lifelib from RLE; compiles for half a minute."""
    if not find_spec("lifelib") or not shutil.which("g++"):
        pytest.skip("lifelib is not installed (python-lifelib on PyPI, and a C++ compiler)")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        session = import_module("lifelib").load_rules("b3s23")
        make: Callable[[str], Any] = session.lifetree(n_layers=1).pattern
    return make
