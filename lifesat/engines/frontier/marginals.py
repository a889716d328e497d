"""Marginals: for each cell, how many solutions have it live, by a sweep forward and one back.

The sweep forward counts, for each state of the frontier, the ways to reach it from the start, and
keeps the transitions. The sweep back counts the ways from each state to the end. The number of
solutions that pass through a state is the product of the two, and the state says which cells of the
frontier are live. Every cell stays in the frontier for about two rows, so one product in two rows
is enough, and only the counts for these are kept.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import TRUE, is_variable
from lifesat.engines.frontier.blocks import Block, Blocks
from lifesat.engines.frontier.constraint_state import ConstraintState, constraints_of
from lifesat.engines.frontier.counts import terms
from lifesat.engines.frontier.plan import Plan, Step
from lifesat.engines.frontier.progress import Report, SweepProgress, SweepReporter, report_nothing
from lifesat.engines.frontier.sparse import batch_steps
from lifesat.engines.frontier.store import Store
from lifesat.engines.frontier.support import (
    UNLIMITED,
    Limits,
    check_reach,
    corner_of,
    first_of,
    supports_frontier,
)
from lifesat.engines.frontier.transitions import Transition
from lifesat.engines.frontier.weights import Weights, inner_products, one
from lifesat.errors import UserError
from lifesat.problems.life.window import Cell
from lifesat.problems.problem import Problem

Numbers = NDArray[np.object_]


@dataclass(frozen=True, eq=False)
class Marginals:
    """For each cell, how many predecessors, or other solutions, have it live at first.

    Attributes
    ----------
    live
        The number of solutions with each cell of the first generation live: Python integers,
        shape ``(height, width)``, indexed ``[row, column]``.
    total
        The number of solutions.
    corner
        The column and row ``(x, y)`` of the top left cell; ``(0, 0)`` is that of the target's
        box, or of the box of an object.
    """

    live: Numbers
    total: int
    corner: Cell

    def fractions(self) -> Numbers:
        """Return the exact probability that each cell is live.

        Returns
        -------
        ndarray of object
            Instances of ``fractions.Fraction``, in the shape of `live`.

        Raises
        ------
        UserError
            If there is no predecessor.
        """
        self._require_one()
        quotients = np.empty(self.live.shape, dtype=object)
        quotients[...] = [
            [Fraction(live, self.total) for live in row] for row in self.live.tolist()
        ]
        return quotients

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """The probability that each cell is live, each the float nearest to the exact one.

        Raises
        ------
        UserError
            If there is no predecessor.
        """
        self._require_one()
        # Python rounds the quotient of two integers of any size once.
        return np.array([[live / self.total for live in row] for row in self.live.tolist()])

    def _require_one(self) -> None:
        if not self.total:
            raise UserError("there is no predecessor, so no cell has a probability")


def count_marginals(
    problem: Problem, limits: Limits = UNLIMITED, report: Report = report_nothing
) -> Marginals:
    """Return the exact number of solutions with each cell live at first, and of all solutions.

    Raises OutOfReachError if a limit is exceeded or no sweep supports the problem.

    Examples
    --------
    >>> from lifesat import Pattern
    >>> from lifesat.problems.life.predecessor import Predecessor
    >>> marginals = count_marginals(Predecessor(Pattern.from_rows(["OO", "OO"]), margin=0))
    >>> marginals.live.tolist(), marginals.total
    ([[4, 4], [4, 4]], 5)
    """
    swept = check_reach(problem, limits.memory)
    live, total = np.zeros(first_of(swept).shape, dtype=object), 0
    # The constraint state says whether a parent differs from the target.
    unequal = () if supports_frontier(swept) else swept.unequal
    for sign, plan, first in terms(swept, unequal):
        sweep = _Sweep(plan, constraints_of(swept, plan.given), limits, report)
        total += sign * sweep.total
        live[first == TRUE] += sign * sweep.total
        if sweep.total:
            unknown = is_variable(first)
            numbers = sweep.live_counts()
            each = numbers[np.abs(first[unknown])]
            live[unknown] += sign * np.where(first[unknown] > 0, each, sweep.total - each)
    return Marginals(live, total, corner_of(swept))


class _Sweep:
    """Sweeps forward and keeps what the sweep back needs."""

    def __init__(
        self, plan: Plan, constraints: ConstraintState | None, limits: Limits, report: Report
    ) -> None:
        self._most_bytes = limits.memory
        self._store = Store(limits)
        self._began = time.monotonic()
        self._report = report
        self._unknowns = max((step.unknown for step in plan.steps), default=0)
        steps = [step for step in plan.steps if constraints or not step.is_free]
        self._steps = len(steps)
        self._batches = _batches(steps, singly=constraints is not None)
        changes = (1 - len(step.forgotten) for batch in self._batches for step in batch)
        self._held = tuple(accumulate(changes, initial=0))
        self._looks = _looks(self._batches)
        self._kept: list[Blocks] = []
        self._transitions: list[Transition] = []
        # A cell that no check depends on is live in every second solution.
        self._free = len(plan.steps) - len(steps)
        # The number of solutions.
        self.total = 0
        last = self._last(constraints) if plan.possible else None
        if last is None:
            return
        keys, weights = last.joined()
        accepted = np.ones(len(keys), dtype=bool)
        if constraints is not None:
            accepted = constraints.accepts(keys >> len(last.held))
        self._ends = Weights(accepted.astype(np.uint64)[None, None], 1)
        self._paths = sum(weights.exactly(np.flatnonzero(accepted)))
        self.total = self._paths << self._free

    def _last(self, constraints: ConstraintState | None) -> Blocks | None:
        """Sweep forward and return the last frontier, or None if no state is left."""
        start = 0 if constraints is None else constraints.start
        state = Blocks((), [Block(np.array([start], dtype=np.int64), one())])
        visited, reporter = 0, SweepReporter(self._report_there, self._held, self._store)
        for batch, look in zip(self._batches, self._looks, strict=True):
            transition = Transition(batch, state, self._store)
            self._transitions.append(transition)
            state = state.after(
                batch,
                self._store,
                constraints=constraints,
                record=transition.record,
                report=partial(reporter.part, len(batch)),
            )
            if not len(state):
                return None
            visited += len(batch)
            reporter.step(visited, len(state))
            if look:
                self._kept.append(state)
        return state

    def _report_there(self, progress: SweepProgress) -> None:
        """Report the way forward; the way back takes about as long."""
        left = progress.seconds_left
        if left is not None:
            left += left + time.monotonic() - self._began
        self._report(progress._replace(seconds_left=left))

    def _report_back(self, progress: SweepProgress) -> None:
        """Report the way back, where `visited` counts the unknowns that are left."""
        self._report(progress._replace(visited=self._steps - progress.visited, back=True))

    def live_counts(self) -> Numbers:
        """Return how many solutions have each unknown of the first generation live, by its number.

        There must be at least one solution.
        """
        live = np.full(self._unknowns + 1, self.total >> 1, dtype=object)
        after, left = self._ends, self._steps
        reporter = SweepReporter(self._report_back, self._held[::-1], self._store)
        for batch, look in zip(reversed(self._batches), reversed(self._looks), strict=True):
            if look:
                for unknown, number in zip(look, self._through(look, after), strict=True):
                    live[unknown] = number << self._free
            after = self._transitions.pop().before(after, self._paths, self._most_bytes)
            left -= len(batch)
            reporter.step(self._steps - left, after.limbs.shape[2])
        if after.numbers() != [self._paths]:
            raise AssertionError("the sweeps forward and back count different numbers")
        return live

    def _through(self, look: Sequence[int], after: Weights) -> list[int]:
        """Return, for each unknown in `look`, how many paths pass through states with it live.

        The states are those of the last frontier that was kept, which is then dropped; `after`
        holds the ways from them to the end.
        """
        kept = self._kept.pop()
        bits = [len(kept.held) - 1 - kept.held.index(unknown) for unknown in look]
        numbers = [0] * len(look)
        begin = 0
        for keys, weights in kept.blocks:
            ways = Weights(after.limbs[:, :, begin : begin + len(keys)], after.ceiling)
            begin += len(keys)
            some = inner_products(weights, ways, keys, bits, self._paths)
            numbers = [number + more for number, more in zip(numbers, some, strict=True)]
        return numbers


def _batches(steps: Sequence[Step], *, singly: bool) -> list[tuple[Step, ...]]:
    """Return the steps in batches, with every unknown in the frontier after its batch.

    An unknown that would be forgotten before is forgotten in the next batch instead. With `singly`,
    every batch has one step.
    """
    batches: list[tuple[Step, ...]] = []
    late: tuple[int, ...] = ()
    at = 0
    while at < len(steps):
        batch = (steps[at],) if singly else batch_steps(steps, at)
        at += len(batch)
        visited = {step.unknown for step in batch}
        forgotten = (*late, *(unknown for step in batch for unknown in step.forgotten))
        late = tuple(unknown for unknown in forgotten if unknown in visited)
        gone = tuple(unknown for unknown in forgotten if unknown not in visited)
        first, *others = (step._replace(forgotten=()) for step in batch)
        batches.append((first._replace(forgotten=gone), *others))
    return batches


def _looks(batches: Sequence[Sequence[Step]]) -> list[list[int]]:
    """Return for each batch the unknowns of the first generation to count after it.

    Each is counted once, and in few places.
    """
    looks: list[list[int]] = []
    waiting: list[int] = []
    for place, batch in enumerate(batches):
        waiting += [step.unknown for step in batch if step.cells]
        following = batches[place + 1] if place + 1 < len(batches) else ()
        gone = {unknown for step in following for unknown in step.forgotten}
        if following and gone.isdisjoint(waiting):
            looks.append([])
        else:
            looks.append(waiting)
            waiting = []
    return looks
