"""Which cells of a parent force its child: by every way to fill in the others."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from lifesat.engines.rewinds.search import forcing_cells
from lifesat.life.bounded_grid import parse_grid
from lifesat.life.evolution import step
from lifesat.life.pattern import UNKNOWN
from lifesat.life.rule import LIFE, Rule, parse_rule
from lifesat.problems.life.surroundings import Surroundings, grid_outside
from tests.support import plain
from tests.support.rules import LOPSIDED

Cells = NDArray[np.uint8]

KLEIN = ("K4*,3", "T4,3+1", "P4,3")


def around(outside: str, parent: Cells) -> Surroundings | None:
    """What lies around a parent: nothing known, dead cells, or those that a grid joins."""
    if outside == "free":
        return None
    return Surroundings(grid_outside(outside, *parent.shape))


def successors(parents: Cells, rule: Rule, outside: str) -> Cells:
    """The next generation of parents; with dead outside, a ring around them too."""
    if outside in KLEIN:
        return step(parents, rule, parse_grid(outside) or "dead")
    if outside == "free":
        return plain.next_boards(parents, rule, torus=False)[:, 1:-1, 1:-1]
    if outside == "dead":
        parents = np.pad(parents, ((0, 0), (1, 1), (1, 1)))
    return plain.next_boards(parents, rule, torus=outside == "torus")


def forces(parent: Cells, child: Cells, rule: Rule, outside: str) -> bool:
    """Whether a parent becomes what is known of its child, however its unknown cells are filled."""
    rows, columns = np.nonzero(parent == UNKNOWN)
    filled = np.repeat(parent[None], 1 << len(rows), axis=0)
    filled[:, rows, columns] = plain.all_boards(1, len(rows))[:, 0] if len(rows) else 0
    later = successors(filled, rule, outside)
    expected = np.pad(child, 1) if outside == "dead" else child
    return bool(((later == expected) | (expected == UNKNOWN)).all())


@given(
    outside=st.sampled_from(["dead", "free", "torus", *KLEIN]),
    rule=st.sampled_from([LIFE, parse_rule("B36/S23")[0], parse_rule(LOPSIDED)[0]]),
    seed=st.integers(0, 1 << 30),
    height=st.integers(3, 4),
    width=st.integers(3, 4),
)
def test_no_cell_can_be_spared(
    outside: str, rule: Rule, seed: int, height: int, width: int
) -> None:
    chance = np.random.default_rng(seed)
    if outside in KLEIN:
        height, width = 3, 4
    parent = (chance.random((height, width)) < 0.4).astype(np.uint8)
    (later,) = successors(parent[None], rule, outside)
    child = np.where(chance.random(later.shape) < 0.3, UNKNOWN, later).astype(np.uint8)
    if outside == "dead":
        child = child[1:-1, 1:-1]
        if later.sum() != later[1:-1, 1:-1].sum():
            return  # it is not dead outside
    needed = forcing_cells(parent, child, rule, around(outside, parent))
    assert ((needed == parent) | (needed == UNKNOWN)).all()
    assert forces(needed, child, rule, outside)
    for y, x in np.argwhere(needed != UNKNOWN):
        fewer = needed.copy()
        fewer[y, x] = UNKNOWN
        assert not forces(fewer, child, rule, outside)


@pytest.mark.parametrize("outside", ["dead", "torus"])
def test_what_is_unknown_needs_nothing(outside: str) -> None:
    parent = np.zeros((4, 5), dtype=np.uint8)
    child = np.full((4, 5), UNKNOWN, dtype=np.uint8)
    needed = forcing_cells(parent, child, LIFE, around(outside, parent))
    assert (needed[1:-1, 1:-1] == UNKNOWN).all()
