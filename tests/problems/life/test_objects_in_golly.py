"""Still lifes, oscillators and spaceships of other rules, run by bgolly."""

from pathlib import Path

import pytest

from lifesat.life.pattern import Pattern
from lifesat.problems.life.periodic import Oscillator, Periodic, Spaceship
from lifesat.problems.life.still_life import StillLife
from tests.support.golly import Bgolly, run_by_golly
from tests.support.rules import LOPSIDED
from tests.support.still_lifes import listed

Cells = set[tuple[int, int]]

# So far apart that nothing meets within the longest period.
APART = 40


@pytest.mark.parametrize(
    "problem",
    [
        StillLife(6, 5, min_population=9, rule_name="B36/S23"),
        StillLife(6, 5, min_population=9, rule_name="B3-n/S2-i34q"),
        StillLife(6, 5, min_population=6, rule_name="B3/S23H"),
        Oscillator(6, 6, 2, rule_name="B3678/S34678"),
        Oscillator(5, 5, 4, rule_name="B36/S125"),
        Oscillator(6, 6, 4, rule_name="B2/S34H"),
        Oscillator(5, 5, 4, rule_name="B36/S125", glide="flip_x"),
        Oscillator(4, 4, 2, rule_name=LOPSIDED),
        Spaceship(4, 5, 4, (-1, 1), rule_name="B36/S23"),
        Spaceship(6, 4, 5, (1, 0), rule_name="B3/S2-i34q"),
        Spaceship(4, 6, 1, (1, 0), rule_name="B2/S"),
    ],
    ids=str,
)
def test_what_is_found_comes_back_in_golly(
    problem: StillLife | Periodic, bgolly: Bgolly, tmp_path: Path
) -> None:
    boards, _ = listed(problem, limit=20)
    assert len(boards)
    patterns = [problem.pattern(board) for board in boards]
    period, (right, down) = 1, (0, 0)
    if isinstance(problem, Periodic):
        period, (right, down) = problem.period, problem.shift
    start = {(x + APART * n, y) for n, p in enumerate(patterns) for x, y, _ in p.cells()}
    before = Pattern.from_cells(start, rule=problem.rule_name)
    histories = [run_by_golly(bgolly, tmp_path, before, t) for t in range(1, period + 1)]
    for t, after in enumerate(histories, 1):
        left, top = after.position or (0, 0)
        live = {(x + left, y + top) for x, y, _ in after.cells()}
        for n in range(len(patterns)):
            first, now = one(start, n), one(live, n)
            assert (now == {(x + right, y + down) for x, y in first}) == (t == period)


def one(cells: Cells, number: int) -> Cells:
    """The cells of one object."""
    return {cell for cell in cells if number == (cell[0] + APART // 2) // APART}
