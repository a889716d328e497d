"""Twenty answers of a new user to find-predecessors, and what the status bar then says."""

from pathlib import Path

import pytest

from tests.support.screen import Golly

pytestmark = pytest.mark.weekly

INVADER = (Path(__file__).parents[2] / "examples" / "space-invader.rle").read_text()
ONE = "1 predecessor ("
UNKNOWN = "is not a known word; known words: dead, free, torus, bounded, all, grid"

# An answer, what is said in the end, and whether there is a layer with what was found.
ANSWERS = {
    "": (ONE, True),
    "1": (ONE, True),
    "2": (ONE, True),
    "3": (ONE, True),
    "FREE": (ONE, True),
    "8 free": (ONE, True),
    "different": (ONE, True),
    "1, 1, free, 3, grid": ("3 predecessors (", True),
    "1 1 dead 5 grid": ("5 predecessors (", True),
    "all grid": ("2,680 predecessors, and no others (", True),
    "max-outside=4 all": ("1 predecessor, and no others (", True),
    "max-outside=3": ("no such predecessor within margin 1 (", False),
    "smallest": ("1 predecessor with 33 live cells, the fewest, which is proved", True),
    "1 0": ("no predecessor within margin 0 (", False),
}

# An answer that is rejected, and why.
REJECTED = {
    "1 1 torus 1": "a torus needs two sizes and no shift",
    "d2_x": "symmetry D2_x needs a square box, not 13x10",
    "10 generations": f"'generations' {UNKNOWN}",
    "help": f"'help' {UNKNOWN}",
    "max-outside": f"'max-outside' {UNKNOWN}",
    "different=1": f"'different=1' {UNKNOWN}",
    "1.5": "'1.5' is not a whole number from 0 to 999,999,999",
    "0": "the generations and the number of parents must be at least 1",
    "1 1 dead 1 1": "too many numbers; give at most 3",
    "dead free": "'dead' and 'free' exclude each other; give only one",
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_what_comes_of_an_answer(reused: Golly, answer: str) -> None:
    golly = reused
    golly.load(INVADER)
    golly.probe("g.select(g.getrect()) return 'true'")
    golly.begin("find-predecessors")
    # The first one is what is offered.
    golly.answer("Find predecessors", answer or None)
    said = [each.text for each in golly.finish() if each.kind in ("show", "exit")]
    sentence, found = ANSWERS[answer]
    assert said[-1].startswith(f"lifesat: {sentence}")
    assert len(said[-1]) <= 90
    assert len(golly.layers()) == 1 + found


@pytest.mark.parametrize("answer", REJECTED)
def test_what_is_wrong_with_an_answer(reused: Golly, answer: str) -> None:
    reused.load(INVADER)
    said = reused.rejected("find-predecessors", "Find predecessors", answer)
    assert said.startswith(REJECTED[answer])
    assert len(reused.layers()) == 1
