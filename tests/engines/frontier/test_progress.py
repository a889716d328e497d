"""How long a sweep will go on, as it guesses itself."""

from collections.abc import Callable

import numpy as np
import pytest

from lifesat.engines.frontier import blocks, progress, sweep
from lifesat.engines.frontier.counts import count_boards
from lifesat.engines.frontier.marginals import count_marginals
from lifesat.engines.frontier.plan import make_plan
from lifesat.engines.frontier.progress import Pace, SweepProgress
from lifesat.life.bounded_grid import BoundedGrid
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from tests.support.predecessors import soup

SECONDS = 0.01
"""The time that a state takes by the clock of these tests."""

BOARDS = {
    "dead": Predecessor(Pattern.from_array(np.zeros((8, 8))), margin=0),
    "soup": soup(12, 10, 3),
    "torus": Predecessor(
        Pattern.from_array(np.zeros((5, 5)), grid=BoundedGrid("T", 5, 5)), outside="torus"
    ),
}


@pytest.mark.parametrize("board", BOARDS)
def test_a_guess_is_of_the_right_size(monkeypatch: pytest.MonkeyPatch, board: str) -> None:
    """Every state takes the same time here, so it is known how long the sweep goes on."""
    # In parts, the time that is left is guessed from the parts that are done.
    monkeypatch.setattr(sweep, "_STATES_AT_ONCE", 1 << 40)
    problem = BOARDS[board]
    reported: list[SweepProgress] = []
    count_boards(problem, report=reported.append)
    # Within a step the number of states is that before it.
    seen = list({state.visited: state for state in reported}.values())
    steps = np.diff([state.visited for state in seen], prepend=0)
    times = np.cumsum([SECONDS * n * state.states for n, state in zip(steps, seen, strict=True)])
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    plan = make_plan(problem.spacetime, problem.first, problem.target.rule)
    # The sweep of a symmetric board ends below its middle.
    pace = Pace(plan.held[: seen[-1].unknowns + 1])
    for state, time in zip(seen, times.tolist(), strict=True):
        now = time
        guess = pace.seconds_left(state.visited, state.states)
        assert (guess is None) == (now < 3)
        if guess is not None and times[-1] / 5 < now < times[-1] * 4 / 5:
            assert 0.1 < guess / (times[-1] - now) < 10, state
    assert guess == pytest.approx(0, abs=1e-6)


def test_a_torus_is_told_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "_STATES_AT_ONCE", 1 << 14)
    monkeypatch.setattr(progress, "_FIRST_SECONDS", 0.0)
    reported: list[SweepProgress] = []
    count_boards(BOARDS["torus"], report=reported.append)
    visited = [state.visited for state in reported]
    assert visited == sorted(visited)
    assert len(visited) > 3 * 25
    assert visited[-1] == 25
    assert reported[-1].seconds_left == 0


@pytest.mark.parametrize("work", [count_boards, count_marginals])
def test_long_steps_are_told_part_by_part(
    monkeypatch: pytest.MonkeyPatch, work: Callable[..., object]
) -> None:
    """On a large board, a step takes minutes."""
    monkeypatch.setattr(blocks, "_PART_BYTES", 1 << 16)
    monkeypatch.setattr(progress, "_FIRST_SECONDS", 0.0)
    reported: list[SweepProgress] = []
    work(BOARDS["soup"], report=reported.append)
    there = [state for state in reported if not state.back]
    assert len(there) > 3 * there[-1].unknowns
    assert [state.visited for state in there] == sorted(state.visited for state in there)
    assert all(state.seconds_left is not None and state.seconds_left >= 0 for state in reported)
    back = [state.visited for state in reported if state.back]
    assert back == sorted(back, reverse=True)
    assert (back[-1:] == [0]) == (work is count_marginals)


def test_a_guess_within_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 1,023 states to come in all, 512 are those of the step that is half done."""
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    pace = Pace([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
    now = 1.0
    assert pace.seconds_left_within(1, 0.5) is None
    now = 10.0
    guess = pace.seconds_left_within(1, 0.5)
    assert guess == pytest.approx(10 * (1023 / 256 - 1))


def test_a_plan_that_no_frontier_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused at the 62nd cell, and not by an overflow before."""
    monkeypatch.setattr(progress, "_FIRST_SECONDS", 0.0)
    pace = Pace([*range(5001)])
    assert pace.seconds_left(40, 1 << 40) is not None
    assert pace.seconds_left_within(3, 0.5) is not None


def test_words() -> None:
    reported = SweepProgress(12, 36, 1234)
    assert reported.words == "12 of 36 cells, 1,234 states"
    for seconds, words in (
        (0.1, "about 1 s"),
        (119, "about 119 s"),
        (130, "about 2 min"),
        (9e3, "about 2 h"),
        (9e6, "about 104 d"),
        (1e9, "about 32 years"),
        (1e200, "over 100 years"),
    ):
        assert reported._replace(seconds_left=seconds).words.endswith(f" states, {words} left")
    reported = reported._replace(back=True, file_bytes=3_210_000_000)
    assert reported.words.endswith(
        "going back: 12 of 36 cells, 1,234 states, 3.2 GB of temporary files"
    )
