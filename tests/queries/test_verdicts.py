"""The sentence at the end of a search."""

import numpy as np
import pytest

from lifesat.problems.life.still_life import StillLife
from lifesat.queries.query import Query
from lifesat.queries.run import State
from lifesat.queries.sentences import Outcome
from lifesat.queries.solutions import BestSolution, ListSolutions

pytestmark = pytest.mark.quick

BOX = StillLife(3, 3)
ALL = ListSolutions(BOX)
FEWEST, MOST = BestSolution(BOX, "fewest"), BestSolution(BOX, "most")


@pytest.mark.parametrize(
    ("query", "outcome", "sentence"),
    [
        (ALL, Outcome("complete", 2, 2), "2 still lifes, and no others (1 s): {}"),
        (
            ALL,
            Outcome("complete", 2, 9, True),
            "2 still lifes up to symmetry, 9 in all, and no others",
        ),
        (
            FEWEST,
            Outcome("complete", 3, 3, best=np.eye(1, 9, dtype=np.uint8)),
            "1 still life with 1 live cell, the fewest, which is proved (1 s): {}",
        ),
        (
            MOST,
            Outcome("complete", 3, 3),
            "1 still life with the most live cells, which is proved (1 s): {}",
        ),
        (
            MOST,
            Outcome("stopped", 3, 3, best=np.ones((2, 2), dtype=np.uint8)),
            "1 still life with 4 live cells, the most so far (1 s); there may be a better one",
        ),
        (ALL, Outcome("limit", 1, 1), "1 still life (1 s); there may be more"),
        (
            ALL,
            Outcome("time_limit", 1234, 1234),
            "1,234 still lifes within the time limit (1 s); there may be more",
        ),
        (
            ALL,
            Outcome("stopped", 1, 1, reason="the job goes on"),
            "1 still life when interrupted (1 s); there may be more; the job goes on",
        ),
        (ALL, Outcome("failed", 1, 1), "1 still life before the failure (1 s); there may be more"),
        (
            ALL,
            Outcome("killed", 1, 1),
            "1 still life before its process died (1 s); there may be more",
        ),
        (
            ALL,
            Outcome("time_limit", 0, 0),
            "the time limit was reached before any still life was found or ruled out (1 s)",
        ),
        (
            MOST,
            Outcome("stopped", 0, 0),
            "the search was interrupted before any still life was found or ruled out (1 s)",
        ),
    ],
)
def test_verdicts(query: Query, outcome: Outcome, sentence: str) -> None:
    said = query.ending(State(), outcome, " (1 s)")
    assert said.startswith(sentence.format(BOX.conditions()))


def test_the_lower_bound_of_a_search_that_ended_early() -> None:
    said = FEWEST.ending(State(), Outcome("stopped", 3, 3, bound=4))
    assert said.endswith("a better one, but none has fewer than 4 live cells")


def test_none_says_for_what_it_is_proved() -> None:
    said = ALL.ending(State(), Outcome("none", 0, 0))
    assert said.startswith(f"no still life: proved for {BOX.conditions()}")
