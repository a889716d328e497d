"""What the scripts do not do: one sentence in the status bar, and nothing else has changed."""

import json
import sys

import pytest

from tests.support.golly import interpreter
from tests.support.screen import Golly

FIND = ("find-predecessors", "Find predecessors")
TUB = "x = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n"
ALL = "g.select(g.getrect())"

# A pattern, what is done to it, and what is said before any question.
REFUSED = {
    "no pattern": ("x = 0, y = 0, rule = B3/S23\n!\n", "", "there is no pattern in this layer"),
    "an enormous selection": (
        TUB,
        "g.select({0,0,1000,1001})",
        "too large: 1,000 x 1,001 cells, and the limit is 1,000,000",
    ),
    "ten layers": (
        TUB,
        f"{ALL} for n = 1, 9 do g.addlayer() end g.setlayer(0)",
        "all 10 layers are in use: delete one",
    ),
    "several states": (
        "x = 3, y = 1, rule = WireWorld\nABC!\n",
        ALL,
        "rule WireWorld has 4 states; this needs a rule of two states",
    ),
    "a boundary": (
        "x = 3, y = 1, rule = LifeHistory\nAFC!\n",
        ALL,
        "cell (1, 0) has state 6, which is neither a live nor a dead cell of B3/S23",
    ),
}

# A pattern, what is done to it, the answer, and what the question then says.
ASKED_AGAIN = {
    "an empty selection": (TUB, "g.select({9,9,2,2})", "1", "nothing is live, and the empty"),
    "no torus": (TUB, ALL, "1 0 torus", "a torus needs two sizes"),
    "births everywhere": (
        "x = 2, y = 2, rule = B03/S23\n2o$2o!\n",
        ALL,
        "1",
        "has births without neighbours",
    ),
    "too large": (TUB, ALL, "1 999999 dead all", "is too large; the limit is"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_one_sentence_says_why_not(reused: Golly, case: str) -> None:
    golly = reused
    pattern, done, sentence = REFUSED[case]
    golly.load(pattern)
    golly.probe(f"{done} return 'true'")
    before = golly.layers()
    golly.begin(FIND[0])
    *said, last, end = golly.finish()
    assert last.kind == "exit"
    assert last.text.startswith("lifesat: ")
    assert len(last.text) <= 90
    # A dialog says what the status bar has no room for.
    notes = [each.text for each in said if each.kind == "note"]
    assert sentence in (notes or [last.text])[0]
    assert "\n" not in last.text
    assert "golly_" not in last.text  # the folder for temporary files
    assert end.text in ("", "GOLLY: ABORT SCRIPT")
    assert golly.layers() == before
    assert golly.processes() == []


@pytest.mark.parametrize("case", ASKED_AGAIN)
def test_a_rejected_answer_is_asked_again(reused: Golly, case: str) -> None:
    golly = reused
    pattern, done, answer, sentence = ASKED_AGAIN[case]
    golly.load(pattern)
    golly.probe(f"{done} return 'true'")
    before = golly.layers()
    prompt = golly.rejected(*FIND, answer)
    assert sentence in prompt
    assert "golly_" not in prompt  # the folder for temporary files
    assert "--" not in prompt
    assert golly.layers() == before
    assert golly.processes() == []


@pytest.mark.parametrize("what", ["missing", "without lifesat", "broken"])
def test_a_lifesat_that_is_not_there_is_named(golly: Golly, what: str) -> None:
    golly.start(TUB)
    golly.select_all()
    configuration = golly.scripts / ".bridge/lifesat_golly/lifesat.json"
    then, sentence = {
        "missing": ("", "/nowhere/python: not found"),
        "without lifesat": (
            "echo python: No module named lifesat >&2; exit 1",
            "No module named lifesat; if it has moved, run: lifesat golly install",
        ),
        "broken": ("exit 99", "lifesat ended without a message"),
    }[what]
    python = interpreter(golly, then) if then else "/nowhere/python"
    configuration.write_text(json.dumps({"python": python}))
    golly.begin(FIND[0])
    if what != "missing":
        golly.answer(FIND[1], None)
    *_, last, _ = golly.finish()
    assert last.kind == "exit"
    assert sentence in last.text
    assert "lifesat golly install" in last.text
    assert len(golly.layers()) == 1
    assert golly.processes() == []


def test_a_failure_is_said_in_its_own_words(golly: Golly) -> None:
    golly.start(TUB)
    golly.select_all()
    python = interpreter(golly, "echo lifesat: nothing works >&2; exit 4")
    (golly.scripts / ".bridge/lifesat_golly/lifesat.json").write_text(
        json.dumps({"python": python})
    )
    golly.begin(FIND[0])
    golly.answer(FIND[1], None)
    *_, last, _ = golly.finish()
    assert (last.kind, last.text) == ("exit", "lifesat: nothing works")


def test_scripts_that_were_only_unpacked_find_lifesat(golly: Golly) -> None:
    golly.start(TUB)
    golly.select_all()
    (golly.scripts / ".bridge/lifesat_golly/lifesat.json").unlink()
    lifesat = golly.home / ".local/bin/lifesat"
    lifesat.parent.mkdir(parents=True)
    lifesat.write_text(f'#!/bin/sh\nexec {sys.executable} -P -m lifesat "$@"\n')
    lifesat.chmod(0o755)
    assert golly.run(*FIND, None).startswith("lifesat: 1 predecessor")
