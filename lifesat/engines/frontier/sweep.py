"""Counting: one sweep over the window with a weight for each state of the frontier."""

import hashlib
import time
from collections.abc import Sequence
from functools import partial
from itertools import zip_longest

import numpy as np

from lifesat.engines.frontier.blocks import Block, Blocks
from lifesat.engines.frontier.checkpoint import Checkpoint, Reached, key_of
from lifesat.engines.frontier.folding import fold_of, products
from lifesat.engines.frontier.merging import Merging
from lifesat.engines.frontier.plan import Plan
from lifesat.engines.frontier.progress import (
    Report,
    SweepProgress,
    SweepReporter,
    report_nothing,
)
from lifesat.engines.frontier.sparse import batch_steps
from lifesat.engines.frontier.store import Store
from lifesat.engines.frontier.support import UNLIMITED, Limits
from lifesat.engines.frontier.weights import Weights, one, shifted
from lifesat.errors import StoppedError

# About how many states of a frontier are taken at a time, if no two have a common one after them.
_STATES_AT_ONCE = 1 << 21


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
        self._end = self._fold.steps[1] if self._fold else len(plan.steps)

    def numbers(self, report: Report) -> list[int]:
        """Return the numbers of solutions, a list with the number for each population."""
        kept = self._checkpoint.frontiers(self._key, self._store) or [(0, self._start())]
        if self._fold is None:
            ends = [self._plan.held_to_the_end]
            (reached,) = self._frontiers(self._key, kept, ends, report)
            return self._in_parts(reached, report)
        *halves, (_, second) = self._frontiers(self._key, kept, self._fold.steps, report)
        if not len(second):
            return [0]
        first = halves[0][1] if halves else second
        return [products(first, second, self._fold.images, self._merging)]

    def _in_parts(self, reached: Reached, report: Report) -> list[int]:
        """Return the numbers of solutions that go on from a frontier, taking some states at a time.

        No two states ever have a common one after them, if the frontier is held to the end.
        """
        at, state = reached
        most = max(1, _STATES_AT_ONCE >> (max(self._plan.held[at:]) - self._plan.held[at]))
        parts = [*state.parts(most)]
        if len(parts) == 1:
            return self._last_numbers(self._key, [(at, parts[0])], report)
        began = time.monotonic()
        numbers: list[int] = [0]
        for number, part in enumerate(parts):
            digest = hashlib.sha256(part.joined().keys.tobytes()).hexdigest()
            key = f"{self._key} {digest}"
            some = self._checkpoint.finished(key)
            if some is None:
                kept = self._checkpoint.frontiers(key, self._store) or [(at, part)]
                report_part = partial(_report_part, report, at, number, began, len(parts))
                some = self._last_numbers(key, kept, report_part)
                self._checkpoint.finish(key, some)
            numbers = [sum(pair) for pair in zip_longest(numbers, some, fillvalue=0)]
        return numbers

    def _last_numbers(self, key: str, kept: list[Reached], report: Report) -> list[int]:
        """Return the numbers of the one state that is left in the end."""
        ((_, last),) = self._frontiers(key, kept, [self._end], report)
        return last.joined().weights.numbers() if len(last) else [0]

    def _frontiers(
        self, key: str, kept: list[Reached], ends: Sequence[int], report: Report
    ) -> list[Reached]:
        """Return the frontiers after some numbers of steps; an empty one is the last."""
        *reached, (at, state) = kept
        reporter = SweepReporter(report, self._plan.held[: self._end + 1], self._store, at)
        try:
            while at < ends[-1] and len(state):
                if at in ends:
                    reached.append((at, state))
                end = min(end for end in [*ends, *self._merging.ends] if at < end)
                steps = batch_steps(self._plan.steps[:end], at)
                state = state.after(
                    steps,
                    self._store,
                    populations=self._populations,
                    report=partial(reporter.part, len(steps)),
                )
                at += len(steps)
                state = self._merging.after(at, state, self._store)
                self._checkpoint.keep(key, [*reached, (at, state)])
                reporter.step(at, len(state))
        except StoppedError:
            self._checkpoint.save(key, [*reached, (at, state)])
            raise
        return [*reached, (at, state)]

    def _start(self) -> Blocks:
        if not self._plan.possible:
            return Blocks((), [])
        population = min(self._plan.given, self._populations - 1)
        weights = Weights(shifted(one().limbs, population), 1)
        return Blocks((), [Block(np.zeros(1, dtype=np.int64), weights)])


def _report_part(
    report: Report, at: int, number: int, began: float, parts: int, progress: SweepProgress
) -> None:
    """Report the progress of one of several parts that go on after `at` steps."""
    left = progress.unknowns - at
    share = (number + (progress.visited - at) / left) / parts
    seconds = (time.monotonic() - began) * (1 / share - 1) if share else None
    report(progress._replace(visited=at + int(share * left), seconds_left=seconds))
