"""The column-triples encoding: three shared unary counts say all that matters about nine cells.

The three cells of a vertical triple are counted in unary: at least one, two, three of them live.
The three triples around a cell, with the cell itself, decide its next state; each triple is shared
by the three cells that see it. So there are three auxiliary variables for each cell and no totals
over eight neighbours, as the cardinality encoding has (TAOCP 7.2.2.2, exercise 65b; see
`bailleux_boufkhad`).
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.encodings.transition import (
    Transition,
    add_outcome,
    has_repeats,
)
from lifesat.cnf.formula import Formula, Template
from lifesat.cnf.minimal_cover import minimal_cover
from lifesat.cnf.spacetime import FALSE, TRUE, Literals, SpaceTime
from lifesat.life.rule import Rule

NAME = "column_triples"

_PAIR = Template([(-1, 3), (-2, 3), (1, 2, -3), (-1, -2, 4), (1, -4), (2, -4)])
_TRIPLE = Template(
    [
        *[(-1, 4), (-2, 4), (-3, 4), (1, 2, 3, -4)],
        *[(-1, -2, 5), (-1, -3, 5), (-2, -3, 5), (1, 2, -5), (1, 3, -5), (2, 3, -5)],
        *[(-1, -2, -3, 6), (1, -6), (2, -6), (3, -6)],
    ]
)
# The intervals in which the counts of the left, middle and right triple and of the cell may lie.
_OF_COUNTS = np.array([(low, high) for low in range(4) for high in range(low, 4)])
_INTERVALS = (_OF_COUNTS, _OF_COUNTS, _OF_COUNTS, np.array([(0, 0), (1, 1), (0, 1)]))


def rule_error(rule: Rule) -> str | None:
    """Return why `rule` cannot be encoded, or None."""
    return None if rule.is_life_like else "it is not a life-like rule (B and S digits)"


def add_step(formula: Formula, spacetime: SpaceTime, t: int, rule: Rule) -> None:
    """Add clauses that make layer ``t + 1`` of `spacetime` the successor of layer `t`."""
    transition = Transition.of(spacetime, t, rule)
    counts = _triple_counts(formula, spacetime, t, transition)
    width = transition.constrained.shape[1]
    around = [counts[:, dx : dx + width][transition.constrained] for dx in range(3)]
    centre = transition.blocks[..., 4][transition.constrained]
    inputs = np.column_stack([*around, centre])
    add_outcome(formula, inputs, transition.successors, outcome_templates(rule))


def _triple_counts(
    formula: Formula, spacetime: SpaceTime, t: int, transition: Transition
) -> Literals:
    """Return the unary counts of the vertical triples next to constrained cells.

    Shape ``(height, width + 2, 3)``, with one more column on each side; `FALSE` where unused.
    """
    height, width = transition.constrained.shape
    padded = spacetime.surrounded(t, 1)
    triples = np.stack([padded[dy : dy + height] for dy in range(3)], axis=-1)
    needed = np.zeros((height, width + 2), dtype=bool)
    for dx in range(3):
        needed[:, dx : dx + width] |= transition.constrained
    counts = np.full((height, width + 2, 3), FALSE, dtype=np.int32)
    if has_repeats(padded):
        distinct, back = _distinct(triples[needed])
        counts[needed] = _unary_counts(formula, distinct)[back]
    else:
        counts[needed] = _unary_counts(formula, triples[needed])
    return counts


def _distinct(triples: Literals) -> tuple[Literals, NDArray[np.intp]]:
    """Return the distinct triples, in order of occurrence, and the index of each triple."""
    _, first, back = np.unique(
        np.sort(triples, axis=1), axis=0, return_index=True, return_inverse=True
    )
    order = np.argsort(first)
    return triples[first[order]], np.argsort(order)[back.ravel()]


def _unary_counts(formula: Formula, triples: Literals) -> Literals:
    """Return literals for "at least 1, 2, 3 of the three cells of each row are live"."""
    known_last = np.argsort(np.abs(triples) == TRUE, axis=1, kind="stable")
    ordered = np.take_along_axis(triples, known_last, axis=1)
    variables = (np.abs(triples) < TRUE).sum(axis=1)
    live = (triples == TRUE).sum(axis=1)
    counts = np.full_like(triples, FALSE)
    for count, template in ((1, None), (2, _PAIR), (3, _TRIPLE)):
        rows = np.flatnonzero(variables == count)
        inputs = ordered[rows, :count]
        unary = inputs if template is None else formula.fresh(len(rows), count)
        if template is not None:
            formula.add_template(template, np.column_stack([inputs, unary]))
        for k in range(count):
            counts[rows, live[rows] + k] = unary[:, k]
    for k in range(3):
        counts[live > k, k] = TRUE
    return counts


@lru_cache
def outcome_templates(rule: Rule) -> tuple[Template, Template]:
    """Return the clauses over three unary counts and the cell, for a dead and a live successor.

    The inputs are the counts of the left, middle and right triple (1 to 3, 4 to 6, 7 to 9) and the
    cell itself (10). Counts of the middle triple that contradict the cell cannot occur; for the
    clauses they are don't-cares.
    """
    points = np.indices((4, 4, 4, 2)).reshape(4, -1).T
    points = points[(points[:, 3] <= points[:, 1]) & (points[:, 1] <= points[:, 3] + 2)]
    neighbours = points[:, :3].sum(axis=1) - points[:, 3]
    live = np.where(
        points[:, 3] == 1,
        np.isin(neighbours, sorted(rule.survival)),
        np.isin(neighbours, sorted(rule.birth)),
    )
    shape = [len(intervals) for intervals in _INTERVALS]
    numbers = np.indices(shape).reshape(len(shape), -1)
    boxes = np.stack([i[n] for i, n in zip(_INTERVALS, numbers, strict=True)], axis=1)
    inside = np.ones((len(boxes), len(points)), dtype=bool)
    for count, interval in zip(points.T, boxes.transpose(1, 2, 0)[..., None], strict=True):
        inside &= (interval[0] <= count) & (count <= interval[1])
    bounded, cell = boxes[:, :3] != (0, 3), boxes[:, 3, 0] == boxes[:, 3, 1]
    costs = bounded.sum(axis=(1, 2)) + cell  # the lengths of the clauses
    templates = []
    for forbidden in (live, ~live):
        allowed = _maximal(~np.any(inside & ~forbidden, axis=1).reshape(shape)).ravel()
        chosen = minimal_cover(inside[allowed][:, forbidden], costs[allowed])
        templates.append(Template(map(_clause, boxes[allowed][chosen].tolist())))
    return templates[0], templates[1]


def _maximal(allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which allowed boxes would not be allowed if one of their intervals were longer.

    Axes are the numbers of intervals in `_INTERVALS`; every box in an allowed box is allowed.
    """
    maximal = allowed.copy()
    for axis, intervals in enumerate(_INTERVALS):
        low, high = intervals.T
        longer = (low <= low[:, None]) & (high >= high[:, None]) & ~np.eye(len(low), dtype=bool)
        maximal &= ~np.moveaxis(np.tensordot(longer, allowed, (1, axis)), 0, axis)
    return maximal


def _clause(box: list[list[int]]) -> list[int]:
    """Return the clause that is false exactly if every count lies in its interval of `box`."""
    clause = []
    for triple, (low, high) in enumerate(box[:3]):
        if low > 0:
            clause.append(-(3 * triple + low))
        if high < 3:
            clause.append(3 * triple + high + 1)
    low, high = box[3]
    if low == high:
        clause.append(-10 if low else 10)
    return clause
