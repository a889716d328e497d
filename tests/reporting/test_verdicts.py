"""The sentence at the end of a search."""

import numpy as np
import pytest

from lifesat.problems.life.still_life import StillLife
from lifesat.reporting.verdicts import Outcome, verdict

pytestmark = pytest.mark.quick

BOX = StillLife(3, 3)


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (Outcome("complete", 2, 2), "2 still lifes, and no others (1 s): {}"),
        (Outcome("complete", 2, 9, True), "2 still lifes up to symmetry, 9 in all, and no others"),
        (
            Outcome("complete", 3, 3, goal="fewest", best=np.eye(1, 9, dtype=np.uint8)),
            "1 still life with 1 live cell, the fewest, which is proved (1 s): {}",
        ),
        (
            Outcome("complete", 3, 3, goal="most"),
            "1 still life with the most live cells, which is proved (1 s): {}",
        ),
        (
            Outcome("stopped", 3, 3, goal="most", best=np.ones((2, 2), dtype=np.uint8)),
            "1 still life with 4 live cells, the most so far (1 s); there may be a better one",
        ),
        (Outcome("limit", 1, 1), "1 still life (1 s); there may be more"),
        (
            Outcome("time_limit", 1234, 1234),
            "1,234 still lifes within the time limit (1 s); there may be more",
        ),
        (
            Outcome("stopped", 1, 1, reason="the job goes on"),
            "1 still life when interrupted (1 s); there may be more; the job goes on",
        ),
        (Outcome("failed", 1, 1), "1 still life before the failure (1 s); there may be more"),
        (Outcome("killed", 1, 1), "1 still life before its process died (1 s); there may be more"),
        (
            Outcome("time_limit", 0, 0),
            "the time limit was reached before any still life was found or ruled out (1 s)",
        ),
        (
            Outcome("stopped", 0, 0, goal="most"),
            "the search was interrupted before any still life was found or ruled out (1 s)",
        ),
    ],
)
def test_verdicts(outcome: Outcome, sentence: str) -> None:
    said = verdict(BOX, outcome, " (1 s)")
    assert said.startswith(sentence.format(BOX.conditions()))


def test_the_lower_bound_of_a_search_that_ended_early() -> None:
    outcome = Outcome("stopped", 3, 3, goal="fewest", bound=4)
    assert verdict(BOX, outcome).endswith("a better one, but none has fewer than 4 live cells")


def test_none_says_for_what_it_is_proved() -> None:
    assert verdict(BOX, Outcome("none", 0, 0)).startswith(
        f"no still life: proved for {BOX.conditions()}"
    )
