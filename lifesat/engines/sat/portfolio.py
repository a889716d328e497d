"""A portfolio: several setups search for the same solution at once, and the first answer wins.

A solver that is called often takes longer, so where a process can be killed, it solves in one call
and its slice ends with the answer. Where tasks cannot be killed, slices and calls become longer and
longer: they are few, and an abandoned one ends before long.

In a search for the best solution, every solution found bounds all members, and the search ends when
one member proves that there is nothing better. A member learns the bound before its next slice, so
here, too, slices end by themselves.

The time that a solver takes to find one solution has a heavy tail [1]_; another encoding, solver or
seed is often many times faster, and which one cannot be predicted.

References
----------
.. [1] C. P. Gomes and B. Selman, "Algorithm Portfolios", Artificial Intelligence 126, 2001.
"""

import math
import time
from collections.abc import Iterable
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.sat.executors import Pool
from lifesat.engines.sat.search import EngineProgress, Models, Packed, SearchProgress, among, unpack
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.sat.tasks import Slice, SliceResult, SliceTasks
from lifesat.problems.problem import Compared
from lifesat.system.machine import memory_limit
from lifesat.system.processes import CALLS_END_WITH_PARENT

# The slices of a search for the best, and of tasks that cannot be killed. A cluster gives up a
# machine that is silent for five minutes, and a call to a solver holds Python's GIL.
_FIRST_SECONDS = 1.0
_LONGEST_SECONDS = 60.0
# A slice of a member that reports its progress ends with the first call after this time.
_REPORT_SECONDS = 1.0
# Of the setups that need too much memory, at most this many are passed over: every combination of
# encoding and solver, and the default solver with other restarts.
_MOST_PASSED_OVER = 7


@dataclass
class _Member:
    """A setup, and the length of its next slice."""

    setup: SolverSetup
    seconds: float


class Portfolio:
    """A `Search` for one solution or a few, by several setups of one problem.

    Only the executor's `submit` is used, unless it is a `Pool`. Known solutions are not found
    again. The first slice lasts `seconds`; None means ``math.inf`` if any solution will do and the
    processes can be killed during a call, otherwise a second. `several` continues the search after
    its first solution, although none is the best.
    """

    def __init__(
        self,
        members: list[SolverSetup],
        executor: Executor,
        known: Packed,
        seconds: float | None = None,
        *,
        several: bool = False,
    ) -> None:
        # Whether it is proved that there are no more solutions, or no better ones.
        self.complete = False
        self._several = several
        self._conflicts = 0
        self._reached: EngineProgress | None = None
        self._problem = members[0].problem
        self._projection = self._problem.projection
        self._goal = members[0].goal
        if seconds is None:
            killable = isinstance(executor, Pool) and CALLS_END_WITH_PARENT
            seconds = math.inf if killable and self._goal is None else _FIRST_SECONDS
        self._executor = executor
        self._tasks: SliceTasks[_Member] = SliceTasks(executor)
        self._known = known
        for setup in members:
            self._send(_Member(setup, seconds), None)

    def progress(self) -> SearchProgress:
        """Return the conflicts of slices that have ended, and the progress of the best member."""
        return SearchProgress(self._conflicts, len(self._tasks), self._reached)

    def advance(self, seconds: float, /, most: int | None = None) -> Models:
        """Search for about `seconds`, or until a member has an answer; `most` is at least 1."""
        end = time.perf_counter() + seconds
        while True:
            for member, result in self._tasks.completed(max(0.0, end - time.perf_counter())):
                self._conflicts += result.conflicts
                if result.reached:
                    self._reached = max(self._reached or result.reached, result.reached)
                if len(result.packed) or result.complete:
                    return self._answer(member, result, most)
                if math.isfinite(member.seconds) and not member.setup.engine.steps_are_short:
                    member.seconds = min(2 * member.seconds, _LONGEST_SECONDS)
                self._send(member, result.token)
            if time.perf_counter() >= end:
                none = np.zeros((0, self._projection), dtype=np.int32)
                return Models(none, np.zeros(0, dtype=np.intp))

    def learn(self, known: Packed) -> None:
        """Exclude solutions that others have found."""
        self._known = np.concatenate([self._known, known])

    def suspended(self) -> AbstractContextManager[None]:
        """Return a context in which the processes of a pool are stopped."""
        return self._executor.suspended() if isinstance(self._executor, Pool) else nullcontext()

    def _answer(self, member: _Member, result: SliceResult, most: int | None) -> Models:
        """Return what a member found, and continue if there may be something better."""
        found = result.packed[:most]
        if self._goal is not None:
            # Another member may have found a better one meanwhile.
            found = found[self._better(found)]
        elif self._several:
            found = found[~among(found, self._known)]
        self.learn(found)
        self.complete = result.complete and (self._goal is not None or not len(found))
        if self.complete or (self._goal is None and not self._several):
            self._tasks.cancel_all()
        else:
            self._send(member, result.token)
        return Models(unpack(found, self._projection), result.orbit_sizes[: len(found)])

    def _better(self, found: Packed) -> NDArray[np.bool_]:
        """Return which solutions are better than all known ones."""
        better: NDArray[np.bool_] = np.ones(len(found), dtype=bool)
        if len(self._known):
            least = min(self._costs(self._known))
            better = np.array([costs < least for costs in self._costs(found)], dtype=bool)
        return better

    def _costs(self, packed: Packed) -> list[tuple[int, ...]]:
        """Return the costs of solutions; smaller is better."""
        problem = self._problem
        if not isinstance(problem, Compared) or self._goal is None:
            raise TypeError(f"{problem.nouns} are not compared")
        boards = problem.boards(unpack(packed, self._projection))
        return [tuple(costs) for costs in problem.costs(boards, self._goal).tolist()]

    def _send(self, member: _Member, token: str | None) -> None:
        calls = member.seconds
        # A strip takes a call or several; between calls, a member can tell how far it is.
        seconds = min(calls, _REPORT_SECONDS) if member.setup.engine.slices_report else calls
        task = Slice(member.setup, (), self._known, seconds, 1, token, call_seconds=calls)
        self._tasks.submit(member, task)


def fitting_setups(setups: Iterable[SolverSetup], number: int) -> list[SolverSetup]:
    """Return up to `number` setups of one problem that fit in memory together.

    There may be infinitely many setups. The first is always among those returned, which share its
    limit of memory.
    """
    wanted = list(islice(setups, number + _MOST_PASSED_OVER))
    left = memory_limit(wanted[0].memory)
    chosen: list[SolverSetup] = []
    for each in wanted:
        if len(chosen) < number and (each.bytes <= left or not chosen):
            chosen.append(each)
            left -= each.bytes
    return [replace(each, memory=each.bytes + max(0, left) // len(chosen)) for each in chosen]
