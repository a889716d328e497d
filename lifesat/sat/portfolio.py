"""A portfolio: several methods search for the same solution at once, and the first answer wins.

A solver that is called often takes longer, so where a process can be killed, it solves in one call
and its slice ends with the answer. Where tasks cannot be killed, slices and calls become longer and
longer: they are few, and one that nobody waits for any more ends before long.

If the best solution is sought, every solution found bounds all members, and the search ends when
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
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from itertools import count, islice, product

import numpy as np
from numpy.typing import NDArray

from lifesat.problems.life.base import PopulationBounded
from lifesat.sat.executors import CALLS_END_WITH_PARENT, Pool
from lifesat.sat.method import Method, bytes_of
from lifesat.sat.packed import Packed, unpack
from lifesat.sat.rewind_support import REWIND_SEED, rewind_variants, supports_rewind
from lifesat.sat.search import Models, Reached, Scope, SearchProgress
from lifesat.sat.slices import Slice, SliceResult
from lifesat.sat.solver import OTHER_RESTARTS
from lifesat.sat.strips import STRIPS_SEED
from lifesat.sat.strips_support import benefits_from_strips, prefers_strips
from lifesat.sat.task_pool import SliceTasks
from lifesat.sat.windows_support import supports_windows
from lifesat.system.machine import half_of_the_machine

# The slices of a search for the best, and of tasks that cannot be killed. A machine of a cluster
# that is not heard of for five minutes is given up, and while a solver is called it holds Python's
# lock.
_FIRST_SECONDS = 1.0
_LONGEST_SECONDS = 60.0
# A slice of a member that says how far it has come ends with the first call after this time.
_REPORT_SECONDS = 1.0
_REPORTING: tuple[Scope, ...] = ("strips", "particles", "orphans")
# In a larger window, one formula takes far longer than strips (docs/large-boards.md).
_MOST_CELLS_FOR_ONE_FORMULA = 2500
# In the order of docs/choice-of-encoding.md.
_SOLVERS = ("cadical195", "glucose4")
# Of the methods that need too much memory, at most this many are passed over: every combination of
# encoding and solver, and the default solver with other restarts.
_MOST_PASSED_OVER = 7


@dataclass
class _Member:
    """A method, and the length of its next slice."""

    method: Method
    seconds: float


class Portfolio:
    """Searches for one solution by several methods; see `lifesat.sat.search.Search`.

    Parameters
    ----------
    members
        The methods, all for the same problem.
    executor
        Any executor; only its method `submit` is used, unless it is a `Pool`.
    known
        Solutions that are not found again, packed.
    seconds
        The length of the first slice, or None: ``math.inf`` if any solution will do and the
        executor is a pool whose processes can be killed during a call, otherwise a second.

    Attributes
    ----------
    complete
        Whether it is proved that there are no more solutions, or no better ones.
    """

    def __init__(
        self,
        members: list[Method],
        executor: Executor,
        known: Packed,
        seconds: float | None = None,
    ) -> None:
        self.complete = False
        self._conflicts = 0
        self._reached: Reached | None = None
        self._problem = members[0].problem
        self._projection = self._problem.projection
        self._goal = members[0].goal
        if seconds is None:
            killable = isinstance(executor, Pool) and CALLS_END_WITH_PARENT
            seconds = math.inf if killable and self._goal is None else _FIRST_SECONDS
        self._executor = executor
        self._tasks: SliceTasks[_Member] = SliceTasks(executor)
        self._known = known
        for method in members:
            self._send(_Member(method, seconds), None)

    def progress(self) -> SearchProgress:
        """Return the conflicts of slices that have ended, and how far the best member has come."""
        return SearchProgress(self._conflicts, len(self._tasks), self._reached)

    def advance(self, seconds: float, /, most: int | None = None) -> Models:
        """Search for about `seconds`, or until there is a solution; `most` is at least 1."""
        end = time.perf_counter() + seconds
        while True:
            for member, result in self._tasks.completed(max(0.0, end - time.perf_counter())):
                self._conflicts += result.conflicts
                if result.reached:
                    self._reached = max(self._reached or result.reached, result.reached)
                if len(result.packed) or result.complete:
                    return self._answer(member, result, most)
                if math.isfinite(member.seconds):
                    member.seconds = min(2 * member.seconds, _LONGEST_SECONDS)
                self._send(member, result.token)
            if time.perf_counter() >= end:
                none = np.zeros((0, self._projection), dtype=np.int32)
                return Models(none, np.zeros(0, dtype=np.intp))

    def learn(self, known: Packed) -> None:
        """Pass over solutions that others have found."""
        self._known = np.concatenate([self._known, known])

    def suspended(self) -> AbstractContextManager[None]:
        """Return a context in which the processes of a pool rest."""
        return self._executor.suspended() if isinstance(self._executor, Pool) else nullcontext()

    def _answer(self, member: _Member, result: SliceResult, most: int | None) -> Models:
        """Return what was found, and continue if there may be something better."""
        found = result.packed[:most]
        if self._goal is not None:
            # Another member may have found a better one meanwhile.
            found = found[self._better(found)]
            self.learn(found)
        self.complete = result.complete and (self._goal is not None or not len(found))
        if self._goal is None or self.complete:
            self._tasks.cancel_all()
        else:
            self._send(member, result.token)
        return Models(unpack(found, self._projection), result.orbits[: len(found)])

    def _better(self, found: Packed) -> NDArray[np.bool_]:
        """Return which solutions are better than all known ones."""
        better: NDArray[np.bool_] = np.ones(len(found), dtype=bool)
        if len(self._known):
            least = min(self._costs(self._known))
            better = np.array([costs < least for costs in self._costs(found)], dtype=bool)
        return better

    def _costs(self, packed: Packed) -> list[tuple[int, ...]]:
        """Return what makes solutions better if it is smaller."""
        problem = self._problem
        if not isinstance(problem, PopulationBounded) or self._goal is None:
            raise TypeError(f"{problem.nouns} are not compared")
        boards = problem.boards(unpack(packed, self._projection))
        return [tuple(costs) for costs in problem.costs(boards, self._goal).tolist()]

    def _send(self, member: _Member, token: str | None) -> None:
        calls = member.seconds
        # A strip takes a call or several; between calls, a member can tell how far it is.
        seconds = min(calls, _REPORT_SECONDS) if member.method.scope in _REPORTING else calls
        task = Slice(member.method, (), self._known, seconds, 1, token, call_seconds=calls)
        self._tasks.submit(member, task)


def methods(method: Method, number: int) -> list[Method]:
    """Return the method itself, and others that differ in encoding, solver, options and seed.

    Parameters
    ----------
    method
        The first member. All members together take at most its memory.
    number
        The number of methods wanted; there are fewer if more do not fit in memory.
    """
    left = method.memory or half_of_the_machine()
    chosen: list[Method] = []
    for each in islice(_all_methods(method), number + _MOST_PASSED_OVER):
        needed = bytes_of(each)
        if len(chosen) < number and (needed <= left or not chosen):
            chosen.append(each)
            left -= needed
    return [replace(each, memory=bytes_of(each) + max(0, left) // len(chosen)) for each in chosen]


def _all_methods(method: Method) -> Iterator[Method]:
    """Yield the method itself, then others without end."""
    yield method
    others = {
        "generation": _beside_rewind,
        "strips": _beside_strips,
        "particles": _beside_particles,
    }.get(method.scope, _beside_one)
    yield from others(method)


def _beside_one(method: Method) -> Iterator[Method]:
    """Yield other methods than one formula, and other formulas and seeds, without end."""
    if method.scope == "windows" or (method.goal == "fewest" and supports_windows(method.problem)):
        yield replace(method, scope="orphans" if method.scope == "windows" else "windows")
    if not method.stable:
        method = replace(method, stable=True)
        yield method
    if method.solver.startswith("cadical"):
        yield replace(method, seed=method.seed + OTHER_RESTARTS)
    any_one = not (method.goal or method.alike or method.up_to_symmetry)
    if method.scope == "board" and any_one and benefits_from_strips(method.problem):
        yield replace(method, scope="strips", seed=STRIPS_SEED, inprocessing=False)
    if method.scope == "board" and any_one and supports_rewind(method.problem):
        yield replace(method, scope="generation", seed=REWIND_SEED)
    encodings = method.problem.encodings
    for seed in count(1):
        for solver, encoding in product(_SOLVERS, encodings):
            # These seeds of the method itself would repeat the first two members but for the phase.
            if seed > OTHER_RESTARTS + 1 or (solver, encoding) != (method.solver, method.encoding):
                yield replace(method, encoding=encoding, solver=solver, seed=seed)


def _beside_rewind(method: Method) -> Iterator[Method]:
    """Yield other methods than one generation at a time, then ways to do that, without end."""
    # Hardly anything else than formulas of all generations proves that there is none.
    strips = prefers_strips(method.problem)
    scope: Scope = "strips" if strips else "board"
    seed = STRIPS_SEED if strips else 0
    yield replace(method, scope=scope, seed=seed, inprocessing=not strips)
    for encoding, seed in rewind_variants(method.problem):
        if (encoding, seed) != (method.encoding, method.seed):
            yield replace(method, encoding=encoding, seed=seed)


def _beside_particles(method: Method) -> Iterator[Method]:
    """Yield strips, and what is tried beside them; or other seeds, without end."""
    if not method.alike:
        # Where particles get stuck, strips go on with the best seed.
        strips = replace(method, scope="strips", seed=STRIPS_SEED + 1, inprocessing=False)
        yield strips
        yield from _beside_strips(strips)
    yield from (replace(method, seed=seed) for seed in count(method.seed + 1))


def _beside_strips(method: Method) -> Iterator[Method]:
    """Yield one formula for a board that is small enough, then other seeds, without end."""
    if not method.alike and method.problem.projection <= _MOST_CELLS_FOR_ONE_FORMULA:
        yield replace(method, scope="board", seed=0, inprocessing=True)
    yield from (replace(method, seed=seed) for seed in count(method.seed + 1))
