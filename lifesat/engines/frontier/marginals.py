"""Marginals: for each cell, how many parents have it live, by a sweep forward and one back.

The sweep forward counts, for each state of the frontier, the ways to reach it from the start, and
keeps the transitions. The sweep back counts the ways from each state to the end. The number of
parents that pass through a state is the product of the two, and the state says which cells of the
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
from lifesat.engines.frontier.constraint_state import ConstraintState
from lifesat.engines.frontier.plan import Step, make_plan
from lifesat.engines.frontier.progress import Report, SweepProgress, SweepReporter, report_nothing
from lifesat.engines.frontier.sparse import batch_steps
from lifesat.engines.frontier.store import Store
from lifesat.engines.frontier.support import UNLIMITED, Limits, check_reach
from lifesat.engines.frontier.transitions import Transition
from lifesat.engines.frontier.weights import Weights, inner_products, one
from lifesat.errors import UserError
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import Cell

Numbers = NDArray[np.object_]


@dataclass(frozen=True, eq=False)
class Marginals:
    """For each cell, how many predecessors of a pattern have it live.

    Attributes
    ----------
    live
        The number of predecessors with each cell of the window live: Python integers, shape
        ``(height, width)``, indexed ``[row, column]``.
    total
        The number of predecessors.
    corner
        The column and row ``(x, y)`` of the window's top left cell; ``(0, 0)`` is the top left
        cell of the target's box.
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
    problem: Predecessor, limits: Limits = UNLIMITED, report: Report = report_nothing
) -> Marginals:
    """Return the exact number of parents with each cell live, and of all parents.

    Raises OutOfReachError if a limit is exceeded or the problem goes back more than one generation.

    Examples
    --------
    >>> from lifesat import Pattern
    >>> marginals = count_marginals(Predecessor(Pattern.from_rows(["OO", "OO"]), margin=0))
    >>> marginals.live.tolist(), marginals.total
    ([[4, 4], [4, 4]], 5)
    """
    check_reach(problem, limits.memory)
    sweep = _Sweep(problem, limits, report)
    live = np.zeros(problem.target_states.shape, dtype=object)
    live[problem.first == TRUE] = sweep.total
    if sweep.total:
        unknown = is_variable(problem.first)
        numbers = np.array([0, *sweep.live_counts()], dtype=object)
        live[unknown] = numbers[problem.first[unknown]]
    row, column = problem.window.place(0, 0)
    return Marginals(live, sweep.total, (-column, -row))


class _Sweep:
    """Sweeps forward and keeps what the sweep back needs."""

    def __init__(self, problem: Predecessor, limits: Limits, report: Report) -> None:
        self._most_bytes = limits.memory
        self._store = Store(limits)
        self._began = time.monotonic()
        self._report = report
        self._unknowns = problem.projection
        plan = make_plan(problem.spacetime, problem.first, problem.target.rule)
        constraints = ConstraintState(problem) if problem.constrains_boards else None
        steps = [step for step in plan.steps if constraints or not step.is_free]
        self._steps = len(steps)
        self._batches = _batches(steps, singly=constraints is not None)
        changes = (1 - len(step.forgotten) for batch in self._batches for step in batch)
        self._held = tuple(accumulate(changes, initial=0))
        self._looks = _looks(self._batches)
        self._kept: list[Blocks] = []
        self._transitions: list[Transition] = []
        # A cell that no check depends on is live in every second parent.
        self._free = len(plan.steps) - len(steps)
        # The number of parents.
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

    def live_counts(self) -> list[int]:
        """Return how many parents have each unknown live; there must be at least one parent."""
        live = [self.total >> 1] * self._unknowns
        after, left = self._ends, self._steps
        reporter = SweepReporter(self._report_back, self._held[::-1], self._store)
        for batch, look in zip(reversed(self._batches), reversed(self._looks), strict=True):
            if look:
                for unknown, number in zip(look, self._through(look, after), strict=True):
                    live[unknown - 1] = number << self._free
            after = self._transitions.pop().before(after, self._paths, self._most_bytes)
            left -= len(batch)
            reporter.step(self._steps - left, after.limbs.shape[2])
        if after.numbers() != [self._paths]:
            raise AssertionError("the sweeps forward and back count different numbers of parents")
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
    """Return for each batch the unknowns to count after it: each once, and in few places."""
    looks: list[list[int]] = []
    waiting: list[int] = []
    for place, batch in enumerate(batches):
        waiting += [step.unknown for step in batch]
        following = batches[place + 1] if place + 1 < len(batches) else ()
        gone = {unknown for step in following for unknown in step.forgotten}
        if following and gone.isdisjoint(waiting):
            looks.append([])
        else:
            looks.append(waiting)
            waiting = []
    return looks
