"""Catalysts: still lifes that a pattern hits and that recover, as blocks of space-time."""

import numpy as np
from numpy.typing import NDArray

from lifesat.errors import UserError
from lifesat.life.evolution import step
from lifesat.life.rule import Rule
from lifesat.problems.life.box import inner, neighbourhoods, with_ring
from lifesat.problems.life.constraints import Population
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.problems.problem import Boards

PATTERN, FREE, STANDING, LATER, FIXED = range(1, 6)
"""States of cells but 0, those of LifeHistory: of the pattern, and four of the still life.

A cell of the still life is unknown, live, live but dead in generation 0, or live in all.
"""


def catalyst_block(
    states: Boards,
    rule: Rule,
    generations: int,
    contact: tuple[int, int] | None = None,
    recovered: int = 4,
) -> SpaceTimeSearch:
    """Return the search for a still life that is active for a while, and then stands again.

    Parameters
    ----------
    states
        The states of all cells in generation 0, shape ``(height, width)``; nothing leaves the box.
    rule
        A rule of two states without B0.
    generations
        The last generation. The two layers after it have the still life alone.
    contact
        The first and the last generation in which the first cell may become active, as
        `lifesat.problems.life.constraints.Population` defines it. Before, the pattern and the still
        life are as they would be each without the other. None for any.
    recovered
        In how many generations, up to the last, no cell is active.

    Raises
    ------
    UserError
        If nothing is unknown, if the times contradict each other, or if the pattern leaves the box.
    """
    first, last = contact or (0, generations - recovered)
    _check(states, generations, first, last, recovered)
    rows, columns = np.nonzero(states == FREE)
    still = np.where(states > PATTERN, "1", "0").astype(f"<U{len(f's{rows[-1]}_{columns.max()}')}")
    still[rows, columns] = [f"s{y}_{x}" for y, x in zip(rows.tolist(), columns, strict=True)]
    # The pattern alone, and the cells that may be in another state than the pattern and the still
    # life bring about, each alone. Cells around the box are dead, or there is no solution.
    alone, changed = states == PATTERN, states == LATER
    beside = _near(with_ring(states > PATTERN, (1, 1)))
    layers = [np.select([states == LATER, states == PATTERN], ["0", "1"], still)]
    for t in range(1, generations + 1):
        alone, changed = (with_ring(cells, (1, 1)) for cells in (alone, changed))
        changed = _near(changed)
        if t >= first:
            changed |= _near(alone) & beside
        # What follows from changed cells is changed too, so they need no state.
        alone = (step(alone.astype(np.uint8), rule, "dead") > 0) & ~changed
        born = alone.sum()
        alone, changed = inner(alone, 1), inner(changed, 1)
        if born > alone.sum():
            raise UserError(f"the pattern leaves the box in generation {t}; give a larger margin")
        layers.append(np.select([states == FIXED, changed, alone], ["1", "*", "1"], still))
    bounds = (
        *([Population(0, 0, tuple(range(first)), active=True)] if first else []),
        Population(1, None, tuple(range(first, last + 1)), active=True),
        Population(0, 0, tuple(range(generations + 1 - recovered, generations + 1)), active=True),
    )
    return SpaceTimeSearch(
        tuple(
            tuple(" ".join(row) for row in layer.tolist())
            for layer in (*layers, np.char.add(still, "'"), still)
        ),
        rule_name=rule.name,
        population=tuple(map(str, bounds)),
        counted_generation=generations + 2,
    )


def _check(states: Boards, generations: int, first: int, last: int, recovered: int) -> None:
    """Reject states and times that leave nothing to search for."""
    if not (states == PATTERN).any():
        raise UserError("there is no pattern that could hit a still life; its cells have state 1")
    if not (states == FREE).any():
        raise UserError("no cell of the still life is unknown; give some the state 2")
    if not first <= last <= generations - recovered:
        raise UserError(
            f"the still life cannot be hit from generation {first} to {last} and be as it was in "
            f"the last {recovered} of {generations} generations"
        )
    if first and (states == LATER).any():
        raise UserError(
            "cells of state 4 are active in generation 0, so the contact cannot be later"
        )


def _near(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which cells are marked or beside a marked cell."""
    near: NDArray[np.bool_] = np.any(neighbourhoods(with_ring(cells, (1, 1))), axis=0)
    return near
