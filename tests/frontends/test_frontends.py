"""What every frontend uses loads only what it needs."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("lifesat.frontends.options.option", ("argparse", "dataclasses", "numpy")),
        ("lifesat.frontends.options.table", ("argparse", "dataclasses", "numpy")),
        ("lifesat.frontends.output.exit_codes", ("argparse", "dataclasses", "numpy", "typing")),
        ("lifesat.frontends.input.target", ("argparse", "pysat", "textual")),
        ("lifesat.frontends.input.objects", ("argparse", "textual")),
        ("lifesat.puzzles.reading", ("argparse", "textual")),
    ],
)
def test_imports(module: str, absent: tuple[str, ...]) -> None:
    code = f"import sys; import {module}; print([m for m in {absent} if m in sys.modules])"
    words = [sys.executable, "-S", "-c", f"import sys; sys.path = {sys.path}; {code}"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_command_lines_of_most_commands_load_no_numpy() -> None:
    """The parsers of all commands are made without what the searches need."""
    code = (
        "import sys; from lifesat.cli import parser; parser(); "
        "print([m for m in ('numpy', 'pysat', 'textual') if m in sys.modules])"
    )
    words = [sys.executable, "-S", "-c", f"import sys; sys.path = {sys.path}; {code}"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
