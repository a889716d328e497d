"""The scripts in Lua: Golly 5 runs them with Lua 5.5, Golly 3 with 5.3."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.screen import ROOT

FILES = [*sorted((ROOT / "golly_scripts").rglob("*.lua")), ROOT / "tests/support/watch.lua"]
# Comments and strings hold no assignments.
NO_CODE = re.compile(r"--[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'")


def assigned_loop_variables(text: str) -> set[str]:
    """Return the variables of for loops that occur on the left of an assignment."""
    code = NO_CODE.sub(" ", text)
    loops = re.findall(r"\bfor\s+([\w\s,]+?)\s*(?:=|\bin\b)", code)
    names = {name for loop in loops for name in re.findall(r"\w+", loop)}
    code = re.sub(r"\b(?:for|local)\s+[\w\s,]+?\s*(?:=|\bin\b)", " ", code)
    lefts = re.findall(r"(?<![\w.:\[])((?:\w+\s*,\s*)*\w+)\s*=(?!=)", code)
    return names & {name for left in lefts for name in re.findall(r"\w+", left)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_variable_of_a_loop_is_assigned(path: Path) -> None:
    """They are constants since Lua 5.5, and ``global`` is a word of the language."""
    text = path.read_text()
    assert assigned_loop_variables(text) == set()
    assert not re.search(r"\bglobal\b", NO_CODE.sub(" ", text))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("for n = 1, 9 do n = n + 1 end", {"n"}),
        ("for key, each in pairs(t) do print(key) each = 2 end", {"each"}),
        ("for n = 1, 9 do a, n = n, a end", {"n"}),
        ("for n = 1, 9 do t[n] = n t.n = 1 if n == 2 then end end -- n = 3", set()),
        ("for n = 1, 9 do local m = n print('n = 4') end", set()),
    ],
)
def test_such_an_assignment_is_seen(text: str, names: set[str]) -> None:
    assert assigned_loop_variables(text) == names


def test_a_variable_names_the_golly_of_the_tests(tmp_path: Path) -> None:
    other = tmp_path / "golly-5"
    other.write_text("#!/bin/sh\n")
    other.chmod(0o755)
    code = "from tests.support.screen import GOLLY; print(GOLLY)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True,
        env={**os.environ, "GOLLY": str(other)},
    )  # fmt: skip
    assert done.stdout.strip() == str(other)
