"""What failed runs once more, and counts as passed if it passes then."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Each of these tests fails in its first run.
ONCE = """
import pathlib, pytest

@pytest.mark.parametrize("number", range({failures}))
def test_once(number):
    marker = pathlib.Path(f"seen{{number}}")
    seen = marker.exists()
    marker.touch()
    assert seen

def test_never_repeated():
    marker = pathlib.Path("once")
    assert not marker.exists()
    marker.touch()
"""
ALWAYS = "def test_fails():\n    assert False\n"
INTERRUPTED = "def test_fails():\n    assert False\n\ndef test_it():\n    raise KeyboardInterrupt\n"


@pytest.mark.parametrize("options", [["--hypothesis-profile=weekly"], ["-n1"]])
def test_two_failures_are_repeated(tmp_path: Path, options: list[str]) -> None:
    code, names = session(tmp_path, ONCE.format(failures=2), *options)
    assert code == 0
    assert names == ["test_it.py::test_once[0]", "test_it.py::test_once[1]"]


@pytest.mark.parametrize(
    ("tests", "code"),
    [
        pytest.param(ONCE.format(failures=3), pytest.ExitCode.TESTS_FAILED, id="three"),
        pytest.param(ALWAYS, pytest.ExitCode.TESTS_FAILED, id="always"),
        pytest.param(INTERRUPTED, pytest.ExitCode.INTERRUPTED, id="interrupted"),
    ],
)
def test_other_failures_remain(tmp_path: Path, tests: str, code: int) -> None:
    assert session(tmp_path, tests) == (code, [])


def session(folder: Path, tests: str, *options: str) -> tuple[int, list[str]]:
    """Run pytest on these tests; return its exit code and the names of those repeated."""
    (folder / "test_it.py").write_text(tests)
    words = ["-c", os.devnull, "--rootdir", ".", "-p", "tests.support.repeat", "--repeated=names"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, *options],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
        capture_output=True,
    )
    names = folder / "names"
    return done.returncode, names.read_text().splitlines() if names.exists() else []
