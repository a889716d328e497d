"""How long a sweep will go on, as it guesses itself."""

import numpy as np
import pytest

from lifesat.frontier.counts import count_parents
from lifesat.frontier.plan import make_plan
from lifesat.frontier.progress import Pace, SweepProgress
from lifesat.life.arrays import from_array
from lifesat.life.bounded_grid import BoundedGrid
from lifesat.problems.life.predecessor import Predecessor
from tests.support.predecessors import soup

SECONDS = 0.01
"""The time that a state takes by the clock of these tests."""

BOARDS = {
    "dead": Predecessor(from_array(np.zeros((8, 8))), margin=0),
    "soup": soup(12, 10, 3),
    "torus": Predecessor(
        from_array(np.zeros((5, 5)), grid=BoundedGrid("T", 5, 5)), outside="torus"
    ),
}


@pytest.mark.parametrize("board", BOARDS)
def test_a_guess_is_of_the_right_size(monkeypatch: pytest.MonkeyPatch, board: str) -> None:
    """Every state takes the same time here, so it is known how long the sweep goes on."""
    problem = BOARDS[board]
    seen: list[SweepProgress] = []
    count_parents(problem, report=seen.append)
    steps = np.diff([state.visited for state in seen], prepend=0)
    times = np.cumsum([SECONDS * n * state.states for n, state in zip(steps, seen, strict=True)])
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    pace = Pace(make_plan(problem.spacetime, problem.first, problem.target.rule).held)
    for state, time in zip(seen, times.tolist(), strict=True):
        now = time
        guess = pace.seconds_left(state.visited, state.states)
        assert (guess is None) == (now < 3)
        if guess is not None and times[-1] / 5 < now < times[-1] * 4 / 5:
            assert 0.1 < guess / (times[-1] - now) < 10, state
    assert guess == 0


def test_words() -> None:
    progress = SweepProgress(12, 36, 1234)
    assert progress.words == "12 of 36 cells, 1,234 states"
    for seconds, words in (
        (0.1, "1 s"),
        (119, "119 s"),
        (130, "2 min"),
        (9e3, "2 h"),
        (9e6, "104 d"),
    ):
        assert progress._replace(seconds_left=seconds).words.endswith(
            f" states, about {words} left"
        )
    progress = progress._replace(back=True, filed=3_210_000_000)
    assert progress.words.endswith(
        "going back: 12 of 36 cells, 1,234 states, 3.2 GB of temporary files"
    )
