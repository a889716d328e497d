"""Counting: one sweep over the window with a weight for each state of the frontier."""

from functools import partial

import numpy as np

from lifesat.engines.frontier.blocks import Block, Blocks
from lifesat.engines.frontier.checkpoint import Checkpoint, key_of
from lifesat.engines.frontier.plan import Plan
from lifesat.engines.frontier.progress import Report, SweepReporter, report_nothing
from lifesat.engines.frontier.sparse import batch_steps
from lifesat.engines.frontier.store import Store
from lifesat.engines.frontier.support import UNLIMITED, Limits
from lifesat.engines.frontier.weights import Weights, one, shifted
from lifesat.errors import StoppedError


def count(
    plan: Plan,
    *,
    by_population: bool = False,
    limits: Limits = UNLIMITED,
    report: Report = report_nothing,
    checkpoint: Checkpoint | None = None,
) -> list[int]:
    """Return the exact number of solutions.

    The list has one number, or with `by_population` the numbers with 0, 1, 2, ... live cells in the
    first generation. With a `checkpoint`, a sweep that was stopped, or killed, goes on from there.
    Raises OutOfReachError if a limit is exceeded.
    """
    checkpoint = checkpoint or Checkpoint()
    key = key_of(plan, by_population=by_population)
    numbers = checkpoint.finished(key)
    if numbers is None:
        end = _swept(plan, key, report, by_population, limits, checkpoint)
        numbers = [0] if end is None else end.numbers()
        checkpoint.finish(key, numbers)
    return numbers


def _swept(
    plan: Plan,
    key: str,
    report: Report,
    by_population: bool,
    limits: Limits,
    checkpoint: Checkpoint,
) -> Weights | None:
    """Return the weights of the last frontier, which has one state, or None if no state is left."""
    store = Store(limits)
    weights = Weights(shifted(one().limbs, plan.given if by_population else 0), 1)
    start = Blocks((), [Block(np.zeros(1, dtype=np.int64), weights)] if plan.possible else [])
    at, state = checkpoint.frontier(key, store) or (0, start)
    reporter = SweepReporter(report, plan.held, store, at)
    try:
        while at < len(plan.steps) and len(state):
            steps = batch_steps(plan.steps, at)
            state = state.after(
                steps,
                store,
                by_population=by_population,
                report=partial(reporter.part, len(steps)),
            )
            at += len(steps)
            checkpoint.keep(key, at, state)
            reporter.step(at, len(state))
    except StoppedError:
        checkpoint.save(key, at, state)
        raise
    return state.joined().weights if len(state) else None
