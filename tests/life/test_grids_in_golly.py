"""Bounded grids against bgolly: soups on every kind, run forward."""

import random
from pathlib import Path

import numpy as np
import pytest

from lifesat.life.pattern import Pattern
from lifesat.life.rule import parse_rule
from tests.support.golly import Bgolly, run_by_golly

GRIDS = [
    "P6,5", "P1,7", "P6,0", "P0,5", "T6,5", "T7,0", "T0,6", "T6+2,5", "T6-1,5", "T6,5+2", "T1,5+1",
    "T6,5-2", "K6*,5", "K6,5*", "K6*+1,5", "K5*+1,6", "K5,6*+1", "K2*,3", "C6,5", "C5,5", "C1,4",
    "S6", "S5", "S1",
]  # fmt: skip


@pytest.mark.parametrize("grid", GRIDS)
def test_soups(grid: str, bgolly: Bgolly, tmp_path: Path) -> None:
    chance = random.Random(grid)
    for name in ("B3/S23", "B36/S125", "B2-a/S12", "/2/3"):
        rule, bounds = parse_rule(f"{name}:{grid}")
        assert bounds is not None
        if 0 in rule.birth and not (bounds.width and bounds.height):
            continue
        width, height = bounds.width or chance.randint(1, 7), bounds.height or chance.randint(1, 7)
        states = [[chance.randrange(rule.states) for _ in range(width)] for _ in range(height)]
        corner = -(bounds.width // 2), -(bounds.height // 2)
        soup = Pattern.from_array(np.array(states), rule=rule, grid=bounds, position=corner)
        for generations in (1, 2, 7):
            later = soup.evolve(generations)
            assert cells(later) == cells(run_by_golly(bgolly, tmp_path, soup, generations)), name


def cells(pattern: Pattern) -> set[tuple[int, int, int]]:
    """The cells that are not dead, at their places in the universe."""
    left, top = pattern.position or (0, 0)
    return {(x + left, y + top, state) for x, y, state in pattern.cells()}
