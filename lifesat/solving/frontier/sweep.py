"""How many: one sweep over the window, carrying a number for each state of the frontier."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from lifesat.solving.frontier import memory
from lifesat.solving.frontier.dense import Dense
from lifesat.solving.frontier.plan import Plan, Step
from lifesat.solving.frontier.sparse import START, Move, move, stride
from lifesat.solving.frontier.weights import Weights, one, padded, shifted

# A state costs about as much time in a sparse frontier as this many in a dense one.
_SPARSE_COST = 16
# A dense frontier is left when less than one in so many states occurs, which is looked at now and
# then.
_THIN = 64
_LOOK_EVERY = 4
# numpy's arrays have at most 32 axes before numpy 2, two of which are not unknowns.
_MAX_DENSE_WIDTH = 30
# Bytes for each child of a sparse step beside its weights: keys, order and their copies.
_KEY_BYTES = 48


def count(plan: Plan, *, by_population: bool = False, most_bytes: int | None = None) -> list[int]:
    """Return the number of solutions, exactly.

    Parameters
    ----------
    plan
        What to sweep.
    by_population
        Whether to tell populations apart.
    most_bytes
        The most bytes to take, or None for no limit.

    Returns
    -------
    list of int
        For ``by_population``, the number of solutions with 0, 1, 2, ... live cells in the first
        generation; otherwise one number.

    Raises
    ------
    OutOfReachError
        If the memory does not suffice.
    """
    if not plan.possible:
        return [0]
    frontier, weights = START, one()
    if by_population:
        weights = replace(weights, limbs=shifted(weights.limbs, plan.given))
    dense: Dense | None = None
    at = 0
    while at < len(plan.steps):
        width = plan.widths[at]
        if dense is None and _fills(len(frontier.keys) * _SPARSE_COST, width):
            memory.check(3 * (weights.limbs[..., 0].nbytes << width), most_bytes)
            dense = Dense(frontier, weights, width)
        if dense is None:
            needed = 2 * len(frontier.keys) * _KEY_BYTES + 6 * weights.limbs.nbytes
            memory.check(needed, most_bytes)
            steps = stride(plan.steps, at)
            at += len(steps)
            moved = move(frontier, steps)
            weights = _carried_along(moved, weights, steps, by_population=by_population)
            frontier = moved.frontier
        else:
            # A copy is made whenever the populations or limbs become more.
            memory.check(3 * dense.weights.limbs.nbytes, most_bytes)
            dense.step(plan.steps[at], by_population=by_population)
            if at % _LOOK_EVERY == 0 and not _fills(dense.occupied() * _THIN, width):
                frontier, weights = dense.thinned()
                dense = None
            at += 1
        if dense is None and len(frontier.keys) == 0:
            return [0]
    # Everything is forgotten now, so that one state is left.
    return (weights if dense is None else dense.weights).numbers()


def _fills(states: int, width: int) -> bool:
    """Whether so many states fill a frontier of that width."""
    return width <= _MAX_DENSE_WIDTH and states > 1 << width


def _carried_along(
    moved: Move, weights: Weights, steps: Sequence[Step], *, by_population: bool
) -> Weights:
    """Return the weights of the next frontier: for each state the sum of those that led to it."""
    bits = len(steps)
    terms = min(1 << sum(len(step.forgotten) for step in steps), max(1, len(moved.born)))
    born = moved.born if moved.order is None else moved.born[moved.order]
    weights = weights.room(terms).taken(born >> bits)
    limbs = weights.limbs
    if by_population:
        for k, step in enumerate(reversed(steps)):
            live = ((born >> k) & 1).astype(bool)
            higher = padded(limbs, step.cells)
            higher[:, :, live] = shifted(limbs[:, :, live], step.cells)
            limbs = higher
    if len(moved.starts) < len(born):
        limbs = np.add.reduceat(limbs, moved.starts, axis=2)
    return Weights(limbs, weights.ceiling * terms)
