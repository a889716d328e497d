"""Predecessors whose live cells lie near the target's: which cells are far, and what is left."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesat import UserError, count, predecessors, smallest
from lifesat.cli import main
from lifesat.life.bounded_grid import BoundedGrid
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import parse_rule
from lifesat.problems.life.window import Window

pytestmark = pytest.mark.quick

BLOCK = Pattern.from_rows(["OO", "OO"])


@given(
    st.integers(0, 2**32 - 1),
    st.tuples(st.integers(1, 6), st.integers(1, 6)),
    st.sampled_from(["dead", "free", "torus"]),
    st.integers(0, 4),
)
def test_distances_are_those_of_a_king(
    seed: int, size: tuple[int, int], outside: str, distance: int
) -> None:
    height, width = size
    cells = np.random.default_rng(seed).choice([0, 1, UNKNOWN], size, p=[0.8, 0.15, 0.05])
    torus = BoundedGrid("T", width, height) if outside == "torus" else None
    window = Window(Pattern.from_array(cells.astype(np.uint8), grid=torus), outside, 3, 2)  # type: ignore[arg-type]
    border = window.border
    alive = [(x, y) for y in range(height) for x in range(width) if cells[y, x]]

    def moves(x: int, y: int, other: tuple[int, int]) -> int:
        across, down = abs(x - other[0]), abs(y - other[1])
        if torus:
            across, down = min(across, width - across), min(down, height - down)
        return max(across, down)

    assert window.far_cells(distance) == {
        (x, y)
        for y in range(-border, height + border)
        for x in range(-border, width + border)
        if all(moves(x, y, cell) > distance for cell in alive)
    }


@pytest.mark.parametrize("within", range(3))
def test_what_is_left_of_all_predecessors(within: int) -> None:
    tub = Pattern.from_rows([".O.", "O.O", ".O."])
    live = [(x, y) for x, y, _ in tub.cells()]

    def near(parent: Pattern) -> bool:
        assert parent.position
        left, top = parent.position
        return all(
            min(max(abs(x + left - a), abs(y + top - b)) for a, b in live) <= within
            for x, y, _ in parent.cells()
        )

    kept = sum(map(near, predecessors(tub)))
    assert count(tub, within=within) == kept == [1, 29, 74][within]


def test_what_differs_is_no_spark_far_away() -> None:
    """A block, of which one row is to be in its predecessor, under a rule where two dots die."""
    block = BLOCK.replace(rule=parse_rule("B2e3-ae/S1c2-a3")[0])
    row = [(0, 0), (1, 0)]
    far = smallest(block, margin=3, different=True, require=row)
    near = smallest(block, margin=3, different=True, require=row, within=1)
    assert far
    assert near
    assert far.population == near.population == 5
    assert {(x, y) for x, y, _ in far.cells()} > {(3, 3), (4, 3), (3, 4), (4, 4)}
    assert not {(x, y) for x, y, _ in near.cells()} > {(3, 3), (4, 3), (3, 4), (4, 4)}


def test_required_cells_that_are_far(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(
        UserError, match=r"the required cell \(5, 1\) is not within 2 of the target"
    ):
        predecessors(BLOCK, margin=4, require=[(5, 1)], within=2)
    with pytest.raises(UserError, match="within is -1"):
        predecessors(BLOCK, within=-1)
    tub = tmp_path / "tub.cells"
    tub.write_text(".O.\nO.O\n.O.\n")
    assert main(["count", str(tub), "--within", "1", "-m3"]) == 0
    assert capsys.readouterr().out == "29\n"
    with pytest.raises(SystemExit):
        main(["count", str(tub), "--within", "x"])
    assert "distance" in capsys.readouterr().err
