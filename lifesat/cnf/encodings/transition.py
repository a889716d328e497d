"""The common part of all encodings: the cells that need clauses."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula, Template
from lifesat.cnf.minimal_cover import implicants
from lifesat.cnf.spacetime import FALSE, TRUE, Literals, SpaceTime, is_variable
from lifesat.life.rule import Rule
from lifesat.life.symmetry import source_cells

# The place values of nine digits in base three.
_PLACES = 3 ** np.arange(8, -1, -1, dtype=np.uint16)

# Which partly known blocks force their cell to be dead, and to be live.
Forced = tuple[NDArray[np.bool_], NDArray[np.bool_]]


@dataclass(frozen=True)
class Transition:
    """The cells of two successive generations that an encoding must relate."""

    # The nine cells around each cell of the earlier layer, shape (height, width, 9).
    blocks: Literals
    # The cells that need clauses, shape (height, width): their next state is constrained and does
    # not follow from known cells, and no other cell has the same clauses.
    constrained: NDArray[np.bool_]
    # The literals of the constrained cells in the later layer, in row-major order.
    successors: Literals

    @classmethod
    def of(cls, spacetime: SpaceTime, t: int, rule: Rule) -> "Transition":
        """Return the transition from layer `t` of `spacetime` to layer ``t + 1``."""
        return cls.among(spacetime, t, _forced(rule), rule.symmetries)

    @classmethod
    def among(
        cls, spacetime: SpaceTime, t: int, forced: Forced, symmetries: Iterable[str]
    ) -> "Transition":
        """Return the transition under all rules with the same `forced_blocks` and symmetries.

        `symmetries` are names in `lifesat.life.symmetry.TRANSFORMS`, a group of symmetries of every
        rule.
        """
        blocks = spacetime.neighbourhoods(t)
        later = spacetime.literals[t + 1]
        constrained = spacetime.binds(t + 1) & ~_is_implied(blocks, later, forced)
        if has_repeats(spacetime.literals[t]):
            first = _first_of_kind(blocks[constrained], later[constrained], symmetries)
            constrained[constrained] = first
        return cls(blocks, constrained, later[constrained])


def has_repeats(layer: Literals) -> bool:
    """Return whether a variable occurs several times, as it does in symmetric layers."""
    variables = layer[is_variable(layer)]
    return bool(np.bincount(np.abs(variables)).max(initial=0) > 1)


def successor_table(rule: Rule) -> NDArray[np.bool_]:
    """Return the next state for every block, shape ``(2,) * 9``, cells in row-major order."""
    return np.frombuffer(rule.table, dtype=bool).reshape((2,) * 9)


def add_outcome(
    formula: Formula, inputs: Literals, successors: Literals, templates: tuple[Template, Template]
) -> None:
    """Add the clauses that relate each row of `inputs` to its successor.

    The templates are those of a dead and of a live successor; `inputs` has shape
    ``(cells, number of inputs)``.
    """
    joined = np.column_stack([inputs, successors])
    last = joined.shape[1]
    variable = np.abs(successors) != TRUE
    for template, state, sign in zip(templates, (FALSE, TRUE), (1, -1), strict=True):
        formula.add_template(template, inputs[successors == state])
        if variable.any():
            formula.add_template(template.with_literal(sign * last), joined[variable])


def _is_implied(blocks: Literals, later: Literals, forced: Forced) -> NDArray[np.bool_]:
    """Return which known successors follow from the known cells of their blocks."""
    dead, live = forced
    digits = np.where(np.abs(blocks) == TRUE, blocks == TRUE, np.uint16(2))
    block = digits @ _PLACES
    implied: NDArray[np.bool_] = np.where(later == TRUE, live[block], dead[block])
    implied &= np.abs(later) == TRUE
    return implied


def _first_of_kind(
    blocks: Literals, successors: Literals, symmetries: Iterable[str]
) -> NDArray[np.bool_]:
    """Return which rows differ from all previous rows up to the symmetries of the rule.

    Rows that are equal up to a symmetry of the rule have equivalent clauses.
    """
    least = blocks
    for transform in symmetries:
        transformed = blocks[:, source_cells(transform, 3)]
        place = np.argmax(transformed != least, axis=1)[:, None]
        smaller = np.take_along_axis(transformed, place, 1) < np.take_along_axis(least, place, 1)
        least = np.where(smaller, transformed, least)
    rows = np.column_stack([least, successors])
    first: NDArray[np.bool_] = np.zeros(len(rows), dtype=bool)
    first[np.unique(rows, axis=0, return_index=True)[1]] = True
    return first


@lru_cache
def _forced(rule: Rule) -> Forced:
    live = successor_table(rule)
    return forced_blocks(~live, live)


def forced_blocks(dead: NDArray[np.bool_], live: NDArray[np.bool_]) -> Forced:
    """Return which partly known blocks force their cell to be dead, and to be live, in all rules.

    `dead` and `live`, shape ``(2,) * 9``, mark the blocks after which the cell is so. The results,
    shape ``(3 ** 9,)``, number blocks by nine digits, row by row: 0, 1, or 2 for an unknown cell.
    """
    return implicants(dead).ravel(), implicants(live).ravel()
