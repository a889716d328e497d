"""Sweeps over half of a window, and of states up to symmetry, against sweeps without these."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from lifesat.engines.frontier import blocks, folding, merging, sweep, weights
from lifesat.engines.frontier.counts import count_boards, count_by_population, terms
from lifesat.engines.frontier.folding import fold_of
from lifesat.engines.frontier.plan import Plan
from lifesat.engines.frontier.support import Swept
from lifesat.life.pattern import Pattern
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.periodic import Oscillator, Spaceship
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.still_life import StillLife


def dead(width: int, height: int, rule: str = "B3/S23") -> Predecessor:
    return Predecessor(Pattern.from_rows(["." * width] * height, rule=rule), margin=0)


def torus(width: int, height: int) -> Predecessor:
    target = Pattern.from_rows(["." * width] * height, rule=f"B3/S23:T{width},{height}")
    return Predecessor(target, outside="torus")


# A problem, the steps before the two frontiers that are multiplied, and the number of symmetries
# of its lines.
SYMMETRIC: Sequence[tuple[Swept, tuple[int, int] | None, int]] = [
    (dead(5, 6), (20, 20), 1),
    (dead(5, 7), (20, 25), 1),
    (dead(7, 4), (16, 20), 1),
    (dead(4, 6, rule="B36/S23"), (16, 16), 1),
    (replace(dead(4, 4), generations=2), (24, 24), 1),
    (StillLife(5, 6, min_population=1), (20, 20), 1),
    (Oscillator(4, 5, period=2), (24, 32), 3),
    (Oscillator(3, 4, period=3), (27, 27), 5),
    (Oscillator(5, 5, period=2, glide="flip_x"), (15, 20), 1),
    (Spaceship(5, 4, period=1, shift=(1, 0), rule_name="B2/S"), None, 1),
    (torus(4, 4), None, 7),
    (torus(3, 5), None, 5),
    (Agar(3, 4, 2), None, 11),
]


@pytest.fixture(params=["whole", "in parts", "in short limbs"])
def small_parts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut frontiers into parts, or numbers into short limbs."""
    if request.param == "in parts":
        monkeypatch.setattr(blocks, "_PART_BYTES", 1)
        monkeypatch.setattr(blocks, "_FEWEST", 20)
        monkeypatch.setattr(merging, "_MOST_STATES", 40)
        monkeypatch.setattr(folding, "_CHUNK", 30)
        monkeypatch.setattr(sweep, "_STATES_AT_ONCE", 1000)
    if request.param == "in short limbs":
        monkeypatch.setattr(weights, "_BASE_BITS", 4)
        monkeypatch.setattr(weights, "_WORD", 1 << 24)


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize(("problem", "steps", "symmetries"), SYMMETRIC, ids=str)
def test_symmetries_change_no_number(
    monkeypatch: pytest.MonkeyPatch,
    problem: Swept,
    steps: tuple[int, int] | None,
    symmetries: int,
) -> None:
    plan = next(terms(problem, ())).plan
    fold = fold_of(plan)
    assert (fold and fold.steps) == steps
    assert len(plan.symmetries) == symmetries
    torus = problem.spacetime.joined
    assert plan.held_to_the_end == (plan.line_ends[1] if torus else len(plan.steps))
    numbers = count_boards(problem), count_by_population(problem)
    monkeypatch.setattr(Plan, "reflection", None)
    monkeypatch.setattr(Plan, "symmetries", ())
    assert (count_boards(problem), count_by_population(problem)) == numbers
    assert sum(numbers[1]) == numbers[0]
