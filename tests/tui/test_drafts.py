"""The form: what it says of mistakes, and that its command line begins the very same search."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat import Pattern
from lifesat.jobs.job import Job
from lifesat.jobs.options import Options
from lifesat.problems.eater import Eater
from lifesat.problems.predecessor import Predecessor
from tui.draft import Checked, Draft, check, command, draft_of, free_name
from tui.screens.new import New

GLIDER = "x = 3, y = 3, rule = B3/S23\nbob$2bo$3o!"
TORUS = "x = 3, y = 3, rule = B3/S23:T8,6\nbob$2bo$3o!"
TARGET = Draft(name="one", text=GLIDER)


@pytest.mark.parametrize(
    "draft",
    [
        TARGET,
        replace(TARGET, limit="7", margin="0", time="2m", workers="1"),
        replace(TARGET, outside="free", generations="2", least="3", most="20", limit="1"),
        replace(TARGET, outside="torus", size="6,5", symmetry="yes", different="yes"),
        replace(TARGET, text=TORUS, outside="torus"),
        replace(TARGET, text=TORUS, outside="dead"),
        replace(TARGET, text="x = 3, y = 1\no?o!", unknown="yes", encoding="truth_table"),
        replace(TARGET, text="!Name: it's 100%\n.O.\nO\\O".replace("\\", "."), rule="B36/S23"),
        replace(TARGET, text=".OO\n...\n", solver="glucose4", limit="3"),
        replace(TARGET, source="file", path="a file.rle"),
        replace(TARGET, kind="orphan proof", time="30"),
        replace(TARGET, kind="eaters", box="8,9", generations="4", phase="2",
                corner="upper-left", most="12", limit="1"),
    ],
    ids=str,
)  # fmt: skip
def test_the_command_line_begins_the_same_search(draft: Draft, home: Path, tmp_path: Path) -> None:
    (tmp_path / "a file.rle").write_text(GLIDER)
    checked = check(draft)
    assert not checked.faults
    words = command(draft)
    assert "\n" not in words
    tools = Path(sys.executable).parent
    path = {"PATH": f"{tools}:{os.environ['PATH']}"}
    subprocess.run(
        ["bash", "-c", words], env={**os.environ, **path}, check=True, capture_output=True
    )
    job = Job("one")
    job.stop()
    assert checked.problem is not None
    assert checked.options is not None
    assert job.problem().to_json() == checked.problem.to_json()
    # The command line gives a sweep half of the machine's memory; a job needs far less.
    assert replace(job.options(), memory=None) == checked.options


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"text": "x = 3, y = 3\nbob$2bq$3o!"}, "text", "2:"),
        ({"text": ""}, "text", "paste a pattern"),
        ({"source": "file", "path": "nowhere.rle"}, "path", "No such file"),
        ({"source": "file"}, "path", "give the name of a file"),
        ({"generations": "0"}, "generations", "whole number from 1"),
        ({"generations": "two"}, "generations", "whole number from 1"),
        ({"margin": "-1"}, "margin", "whole number from 0"),
        ({"limit": "0"}, "limit", "whole number from 1"),
        ({"time": "soon"}, "time", "seconds such as 30"),
        ({"workers": "0"}, "workers", "whole number from 1"),
        ({"rule": "B9/S23"}, "rule", "B9/S23"),
        ({"outside": "torus", "size": "8"}, "size", "width and height"),
        ({"outside": "torus"}, "problem", "a torus needs two sizes"),
        ({"least": "9", "most": "3"}, "problem", "at least 9 and at most 3"),
        ({"name": ""}, "name", "needs a name"),
        ({"name": "a/b"}, "name", "no name for a job"),
        ({"kind": "eaters", "box": "3,3"}, "problem", "no room"),
        ({"kind": "eaters", "box": ""}, "problem", "give the box"),
    ],
    ids=str,
)
def test_mistakes(changes: dict[str, str], field: str, words: str, home: Path) -> None:
    checked = check(replace(TARGET, **changes))
    assert words in checked.faults[field]
    assert checked.problem is None or checked.options is None


def test_a_name_is_taken_once(tub: Job) -> None:
    assert "already" in check(replace(TARGET, name="tub")).faults["name"]
    assert free_name("tub") == "tub-2"


@pytest.mark.parametrize(
    "problem",
    [
        Predecessor(Pattern.from_rows([".O", "?."], position=(4, -2), name="x"), generations=3),
        Predecessor(Pattern.from_rows(["OO"]), outside="free", least=2, most=9, different=True),
        Eater(8, 7, 5, "upper-right", 3, most=20),
    ],
    ids=lambda problem: problem.kind,
)
def test_a_search_becomes_a_draft_and_the_same_search_again(
    problem: Predecessor | Eater, home: Path
) -> None:
    options = replace(_checked(TARGET)[1], limit=12, seconds=90.0, sweep=False)
    draft = draft_of("other", problem, options)
    again, how = _checked(draft)
    assert json.loads(again) == json.loads(problem.to_json())
    assert how == options


def _checked(draft: Draft) -> tuple[str, Options]:
    checked = check(draft)
    assert checked.problem is not None, checked.faults
    assert checked.options is not None
    return checked.problem.to_json(), checked.options


@given(st.builds(Draft, **{name: st.text(max_size=12) for name in (
    "name", "text", "generations", "margin", "limit", "time", "size", "rule", "least", "most",
    "workers", "box")}, kind=st.sampled_from(["predecessors", "orphan proof", "eaters"]),
    outside=st.sampled_from(["dead", "free", "torus"])))  # fmt: skip
def test_anything_may_be_typed(draft: Draft) -> None:
    checked = check(draft)
    assert isinstance(checked, Checked)
    assert bool(checked.faults) == (checked.options is None)
    assert all("\n" not in fault for fault in checked.faults.values() if fault)
    command(draft)


def test_the_form_has_a_line_for_every_field() -> None:
    from tui.draft import FIELDS  # noqa: PLC0415
    from tui.screens.new import _ADVANCED, _ORDER, _WORDS  # noqa: PLC0415

    shown = set(_ORDER + _ADVANCED)
    assert shown == set().union(*FIELDS.values()) == set(_WORDS) | {"text"}
    assert New.scope == "new"
