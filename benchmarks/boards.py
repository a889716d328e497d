"""Targets for the benchmarks; those made by chance follow from a seed."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lifesat.defaults import ENCODING
from lifesat.formats import read_file
from lifesat.life.bounded_grid import BoundedGrid
from lifesat.life.evolution import evolve
from lifesat.life.life_history import life_history_target
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import Outside

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"

_SOUP_DENSITY = 0.4
_KAGGLE_SIDE = 25
_KAGGLE_WARM_UP = 5


def example(name: str, outside: Outside = "dead") -> Predecessor:
    """Return the parents, with no margin, of one of the examples."""
    return Predecessor(read_file(EXAMPLES / f"{name}.rle"), outside=outside, margin=0)


def soup(width: int, seed: int, generations: int = 1, *, height: int | None = None) -> Predecessor:
    """Return the predecessors of what a random soup, density 0.4, becomes.

    The target is a square unless it has another height. The soup keeps as many cells away from its
    edges as generations are to be undone.
    """
    shape = (height or width) - 2 * generations, width - 2 * generations
    cells = _random(shape, _SOUP_DENSITY, np.random.default_rng(seed))
    target = evolve(np.pad(cells, generations), LIFE, generations)
    return Predecessor(Pattern.from_array(target), generations)


def dead(side: int) -> Predecessor:
    """Return the predecessors of a square of dead cells, all of them within it."""
    return Predecessor(Pattern.from_array(np.zeros((side, side))), margin=0)


def noise(side: int, seed: int) -> Predecessor:
    """Return the parents of random cells, half of them live; there may be none."""
    return Predecessor(Pattern.from_array(_random((side, side), 0.5, np.random.default_rng(seed))))


def kaggle(generations: int, seed: int) -> Predecessor:
    """Return a board as in the contest "Conway's Reverse Game of Life 2020".

    A 25x25 torus is filled at a density between 1 and 99 %, runs for five generations, and then for
    those which are to be undone; boards that have died out are drawn again.
    """
    chance = np.random.default_rng(seed)
    target = np.zeros((_KAGGLE_SIDE, _KAGGLE_SIDE), dtype=np.uint8)
    while not target.any():
        start = _random(target.shape, chance.uniform(0.01, 0.99), chance)
        target = evolve(start, LIFE, _KAGGLE_WARM_UP + generations, "torus")
    grid = BoundedGrid("T", _KAGGLE_SIDE, _KAGGLE_SIDE)
    return Predecessor(Pattern.from_array(target, grid=grid), generations, "torus")


def orphan(number: int) -> Predecessor:
    """Return the parents of Garden of Eden 2, 5 or 6, by a number from 0."""
    return read_orphan(f"Garden of Eden {(2, 5, 6)[number]}")


def read_orphan(name: str, generations: int = 1) -> Predecessor:
    """Return the problem of the predecessors of an orphan, which has none."""
    target = read_file(EXAMPLES / f"{name.lower().replace(' ', '-')}.rle")
    return Predecessor(target, generations, outside="free")


def garden_of_eden_10() -> Predecessor:
    """Return the problem of the parents of Garden of Eden 10, its whole box, which has none."""
    pattern = read_file(EXAMPLES / "garden-of-eden-10.rle")
    return Predecessor(life_history_target(pattern, unknown=False), outside="free")


def clauses(problem: Predecessor) -> list[list[int]]:
    """Return the clauses of a problem, for programs that take nothing else."""
    return [clause for block in problem.formula(ENCODING).blocks() for clause in block.tolist()]


def _random(
    shape: tuple[int, ...], density: float, chance: np.random.Generator
) -> NDArray[np.uint8]:
    return (chance.random(shape) < density).astype(np.uint8)
