"""Counting: one sweep over the window with a weight for each state of the frontier."""

from functools import partial

import numpy as np

from lifesat.engines.frontier.blocks import Block, Blocks
from lifesat.engines.frontier.plan import Plan
from lifesat.engines.frontier.progress import Report, SweepReporter, report_nothing
from lifesat.engines.frontier.sparse import batch_steps
from lifesat.engines.frontier.store import Store
from lifesat.engines.frontier.support import UNLIMITED, Limits
from lifesat.engines.frontier.weights import Weights, one, shifted


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


def _swept(
    plan: Plan, weights: Weights, report: Report, *, by_population: bool, limits: Limits
) -> Weights | None:
    """Return the weights of the last frontier, which has one state, or None if no state is left."""
    state = Blocks((), [Block(np.zeros(1, dtype=np.int64), weights)] if plan.possible else [])
    store = Store(limits)
    reporter = SweepReporter(report, plan.held, store)
    at = 0
    while at < len(plan.steps) and len(state):
        steps = batch_steps(plan.steps, at)
        state = state.after(
            steps,
            store,
            by_population=by_population,
            report=partial(reporter.part, len(steps)),
        )
        at += len(steps)
        reporter.step(at, len(state))
    return state.joined().weights if len(state) else None
