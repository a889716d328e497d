"""Counting: one sweep over the window with a weight for each state of the frontier."""

from functools import partial

import numpy as np

from lifesat.engines.frontier.blocks import Block, Blocks
from lifesat.engines.frontier.checkpoint import Checkpoint, Reached, key_of
from lifesat.engines.frontier.folding import fold_of, products
from lifesat.engines.frontier.merging import Merging
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
    populations: int = 1,
    limits: Limits = UNLIMITED,
    report: Report = report_nothing,
    checkpoint: Checkpoint | None = None,
) -> list[int]:
    """Return the exact number of solutions.

    With several `populations`, the list has the numbers with 0, 1, 2, ... live cells in the first
    generation; the last population takes what is above it. With a `checkpoint`, a sweep that was
    stopped, or killed, goes on from there. Raises OutOfReachError if a limit is exceeded.
    """
    checkpoint = checkpoint or Checkpoint()
    key = key_of(plan, populations)
    numbers = checkpoint.finished(key)
    if numbers is None:
        numbers = _Sweep(plan, key, populations, Store(limits), checkpoint).numbers(report)
        checkpoint.finish(key, numbers)
    return numbers


class _Sweep:
    """A sweep, over half of the window if its other half is the reflection."""

    def __init__(
        self, plan: Plan, key: str, populations: int, store: Store, checkpoint: Checkpoint
    ) -> None:
        self._plan = plan
        self._key = key
        self._populations = populations
        self._store = store
        self._checkpoint = checkpoint
        self._fold = fold_of(plan) if populations == 1 else None
        self._merging = Merging(plan, populations)
        # The steps after which frontiers are needed in the end.
        self._ends = sorted({*self._fold.steps} if self._fold else {len(plan.steps)})

    def numbers(self, report: Report) -> list[int]:
        """Return the numbers of solutions, a list with the number for each population."""
        *halves, (_, state) = self._frontiers(report)
        if not len(state):
            return [0]
        if self._fold is None:
            return state.joined().weights.numbers()
        first = halves[0][1] if halves else state
        return [products(first, state, self._fold.images, self._merging)]

    def _frontiers(self, report: Report) -> list[Reached]:
        """Return the frontiers that are needed in the end; an empty one is the last."""
        reached = self._checkpoint.frontiers(self._key, self._store) or [(0, self._start())]
        at, state = reached.pop()
        held = self._plan.held[: self._ends[-1] + 1]
        reporter = SweepReporter(report, held, self._store, at)
        try:
            while at < self._ends[-1] and len(state):
                if at in self._ends:
                    reached.append((at, state))
                end = min(end for end in [*self._ends, *self._merging.ends] if at < end)
                steps = batch_steps(self._plan.steps[:end], at)
                state = state.after(
                    steps,
                    self._store,
                    populations=self._populations,
                    report=partial(reporter.part, len(steps)),
                )
                at += len(steps)
                state = self._merging.after(at, state, self._store)
                self._checkpoint.keep(self._key, [*reached, (at, state)])
                reporter.step(at, len(state))
        except StoppedError:
            self._checkpoint.save(self._key, [*reached, (at, state)])
            raise
        return [*reached, (at, state)]

    def _start(self) -> Blocks:
        if not self._plan.possible:
            return Blocks((), [])
        population = min(self._plan.given, self._populations - 1)
        weights = Weights(shifted(one().limbs, population), 1)
        return Blocks((), [Block(np.zeros(1, dtype=np.int64), weights)])
