"""How many, or any: one sweep over the window, with a number for each state of the frontier."""

import numpy as np

from lifesat.solving.frontier.blocks import Block, Blocks
from lifesat.solving.frontier.dense import Dense
from lifesat.solving.frontier.plan import Plan
from lifesat.solving.frontier.sparse import stride
from lifesat.solving.frontier.store import Store
from lifesat.solving.frontier.weights import Weights, one, shifted

# A state costs about as much time in a sparse frontier as this many in a dense one.
_SPARSE_COST = 16
# A dense frontier is left when less than one in so many states occurs, which is looked at now and
# then.
_THIN = 64
_LOOK_EVERY = 4
# numpy's arrays have at most 32 axes before numpy 2, two of which are not unknowns.
_MAX_DENSE_WIDTH = 30


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
    limbs = shifted(one().limbs, plan.given if by_population else 0)
    end = _swept(plan, Weights(limbs, 1), by_population=by_population, most_bytes=most_bytes)
    return [0] if end is None else end.numbers()


def exists(plan: Plan, most_bytes: int | None = None) -> bool:
    """Whether there is a solution; takes an eighth of the memory that counting takes.

    Parameters, errors
        As for `count`.
    """
    # The sum of truth values is their disjunction, and nothing else changes.
    weights = Weights(one().limbs.astype(bool), 1)
    end = _swept(plan, weights, by_population=False, most_bytes=most_bytes)
    return end is not None and any(end.numbers())


def _swept(
    plan: Plan, weights: Weights, *, by_population: bool, most_bytes: int | None
) -> Weights | None:
    """Return the weights of the last frontier, which has one state or none."""
    if not plan.possible:
        return None
    state: Blocks | Dense = Blocks((), [Block(np.zeros(1, dtype=np.int64), weights)])
    store = Store(most_bytes)
    at = 0
    while at < len(plan.steps):
        width = plan.widths[at]
        if isinstance(state, Dense):
            thin = at % _LOOK_EVERY == 0 and not _fills(state.occupied() * _THIN, width)
            if thin or not _fits(state.weights.limbs.nbytes, most_bytes):
                state = state.thinned()
        elif _fills(len(state) * _SPARSE_COST, width) and _fits(
            state.state_bytes << width, most_bytes
        ):
            state = Dense(state, width)
        if isinstance(state, Dense):
            state.step(plan.steps[at], by_population=by_population)
            at += 1
        elif len(state):
            steps = stride(plan.steps, at)
            state = state.after(steps, store, by_population=by_population, most_bytes=most_bytes)
            at += len(steps)
        else:
            return None
    if isinstance(state, Dense):
        return state.weights
    return state.joined().weights if len(state) else None


def _fills(states: int, width: int) -> bool:
    """Whether so many states fill a frontier of that width."""
    return width <= _MAX_DENSE_WIDTH and states > 1 << width


def _fits(size: int, most_bytes: int | None) -> bool:
    """Whether a dense frontier of so many bytes fits, with a copy made when its limbs get more."""
    return most_bytes is None or 3 * size <= most_bytes
