"""What every encoding does first: find the cells whose next state is still a question."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.encodings.cover import implicants
from lifesat.formula import Formula, Template
from lifesat.neighbourhoods import TURNS
from lifesat.rules import Rule
from lifesat.spacetime import ANY, FALSE, TRUE, Literals, SpaceTime, is_variable

# What each of nine digits counts in base three.
_PLACES = 3 ** np.arange(8, -1, -1, dtype=np.uint16)


@dataclass(frozen=True)
class Transition:
    """One generation to the next.

    Attributes
    ----------
    blocks
        The nine cells around each cell of the earlier layer, shape ``(height, width, 9)``.
    constrained
        Where the next state is asked for, does not follow from known cells alone, and is not
        asked for elsewhere in the same words, shape ``(height, width)``.
    successors
        The literals of the constrained cells in the later layer, in row-major order.
    """

    blocks: Literals
    constrained: NDArray[np.bool_]
    successors: Literals

    @classmethod
    def of(cls, spacetime: SpaceTime, t: int, rule: Rule) -> "Transition":
        """Return the transition from layer `t` of `spacetime` to layer ``t + 1``."""
        blocks = spacetime.neighbourhoods(t)
        later = spacetime.literals[t + 1]
        constrained = (later != ANY) & ~_settled(blocks, later, rule)
        if has_repeats(spacetime.literals[t]):
            constrained[constrained] = _first_of_kind(blocks[constrained], later[constrained], rule)
        return cls(blocks, constrained, later[constrained])


def has_repeats(layer: Literals) -> bool:
    """Return whether a variable stands in several places, as it does where a symmetry is given."""
    variables = layer[is_variable(layer)]
    return bool(np.bincount(np.abs(variables)).max(initial=0) > 1)


def successor_table(rule: Rule) -> NDArray[np.bool_]:
    """Return the next state of the middle cell for all blocks: shape ``(2,) * 9``, row-major."""
    return np.frombuffer(rule.table, dtype=bool).reshape((2,) * 9)


def add_outcome(
    formula: Formula, inputs: Literals, successors: Literals, templates: tuple[Template, Template]
) -> None:
    """Tie each row of `inputs` to its successor.

    Parameters
    ----------
    inputs
        Shape ``(cells, number of inputs)``.
    successors
        Shape ``(cells,)``.
    templates
        The clauses over the inputs that hold when the successor is dead, and when it is live.
    """
    joined = np.column_stack([inputs, successors])
    last = joined.shape[1]
    variable = np.abs(successors) != TRUE
    for template, state, sign in zip(templates, (FALSE, TRUE), (1, -1), strict=True):
        formula.add_template(template, inputs[successors == state])
        if variable.any():
            formula.add_template(template.with_literal(sign * last), joined[variable])


def _settled(blocks: Literals, later: Literals, rule: Rule) -> NDArray[np.bool_]:
    """Return where the known cells of a block force just the known successor."""
    dead, live = _forced(rule)
    digits = np.where(np.abs(blocks) == TRUE, blocks == TRUE, np.uint16(2))
    block = digits @ _PLACES
    settled: NDArray[np.bool_] = np.where(later == TRUE, live[block], dead[block])
    settled &= np.abs(later) == TRUE
    return settled


def _first_of_kind(blocks: Literals, successors: Literals, rule: Rule) -> NDArray[np.bool_]:
    """Return which rows differ from all before them, however their blocks are turned.

    Only the turns count that the rule does not tell apart: then the clauses would say the same.
    """
    least = blocks
    for turn in rule.turns:
        turned = blocks[:, TURNS[turn]]
        place = np.argmax(turned != least, axis=1)[:, None]
        smaller = np.take_along_axis(turned, place, 1) < np.take_along_axis(least, place, 1)
        least = np.where(smaller, turned, least)
    rows = np.column_stack([least, successors])
    first: NDArray[np.bool_] = np.zeros(len(rows), dtype=bool)
    first[np.unique(rows, axis=0, return_index=True)[1]] = True
    return first


@lru_cache
def _forced(rule: Rule) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return whether partly known blocks make their cell dead, and live, whatever the rest is.

    Each has shape ``(3 ** 9,)``; a block is a number of nine digits, row by row: 0, 1, or 2 for an
    unknown cell.
    """
    live = successor_table(rule)
    return implicants(~live).ravel(), implicants(live).ravel()
