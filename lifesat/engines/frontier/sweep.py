"""Counting: one sweep over the window with a weight for each state of the frontier."""

from functools import partial

import numpy as np

from lifesat.engines.frontier.blocks import Block, Blocks
from lifesat.engines.frontier.dense import Dense
from lifesat.engines.frontier.plan import Plan
from lifesat.engines.frontier.progress import Report, SweepReporter, report_nothing
from lifesat.engines.frontier.sparse import batch_steps
from lifesat.engines.frontier.store import Store
from lifesat.engines.frontier.support import UNLIMITED, Limits
from lifesat.engines.frontier.weights import Weights, one, shifted

# The time for a state in a sparse frontier, relative to a dense one.
_SPARSE_COST = 16
# A dense frontier is converted to a sparse one if fewer than one in `_THIN` states occur; this is
# checked every few steps.
_THIN = 64
_LOOK_EVERY = 4
# Arrays have at most 32 axes before numpy 2; two of them are not unknowns.
_MAX_DENSE_WIDTH = 30


def count(
    plan: Plan,
    *,
    by_population: bool = False,
    limits: Limits = UNLIMITED,
    report: Report = report_nothing,
) -> list[int]:
    """Return the exact number of solutions.

    The list has one number, or with `by_population` the numbers with 0, 1, 2, ... live cells in the
    first generation. Raises OutOfReachError if a limit is exceeded.
    """
    limbs = shifted(one().limbs, plan.given if by_population else 0)
    end = _swept(plan, Weights(limbs, 1), report, by_population=by_population, limits=limits)
    return [0] if end is None else end.numbers()


def exists(plan: Plan, limits: Limits = UNLIMITED) -> bool:
    """Return whether there is a solution, in an eighth of the memory of `count`."""
    # The sum of truth values is their disjunction, and nothing else changes.
    weights = Weights(one().limbs.astype(bool), 1)
    end = _swept(plan, weights, report_nothing, by_population=False, limits=limits)
    return end is not None and any(end.numbers())


def _swept(
    plan: Plan, weights: Weights, report: Report, *, by_population: bool, limits: Limits
) -> Weights | None:
    """Return the weights of the last frontier, which has one state, or None if no state is left."""
    if not plan.possible:
        return None
    state: Blocks | Dense = Blocks((), [Block(np.zeros(1, dtype=np.int64), weights)])
    store, most_bytes = Store(limits), limits.memory
    reporter = SweepReporter(report, plan.held, store)
    at = 0
    while at < len(plan.steps):
        width = plan.widths[at]
        if isinstance(state, Dense):
            sparse = at % _LOOK_EVERY == 0 and not _fills(state.occupied() * _THIN, width)
            if sparse or not _fits(state.weights.limbs.nbytes, most_bytes):
                state = state.to_sparse()
        elif _fills(len(state) * _SPARSE_COST, width) and _fits(
            state.state_bytes << width, most_bytes
        ):
            state = Dense(state, width)
        if isinstance(state, Dense):
            state.step(plan.steps[at], by_population=by_population)
            at += 1
        elif len(state):
            steps = batch_steps(plan.steps, at)
            state = state.after(
                steps,
                store,
                by_population=by_population,
                most_bytes=most_bytes,
                report=partial(reporter.part, len(steps)),
            )
            at += len(steps)
        else:
            return None
        reporter.step(at, len(state))
    if isinstance(state, Dense):
        return state.weights
    return state.joined().weights if len(state) else None


def _fills(states: int, width: int) -> bool:
    """Return whether a frontier of this width is better dense for this number of states."""
    return width <= _MAX_DENSE_WIDTH and states > 1 << width


def _fits(size: int, most_bytes: int | None) -> bool:
    """Return whether a dense frontier of `size` bytes fits, including the copy when it grows."""
    return most_bytes is None or 3 * size <= most_bytes
