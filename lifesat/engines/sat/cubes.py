"""Cube and conquer: a search split into disjoint cubes that cover it, for many processes.

A cube is a set of literals. Slices search in cubes. When a slice ends and a process is idle, the
slice's cube is split, so only cubes that have turned out to be hard are split. A long listing is
split even if no process is idle: the clauses that block the solutions of one cube then no longer
slow down the solver in the others. Cubes with the most known solutions come first.

References
----------
.. [1] M. Heule, O. Kullmann, S. Wieringa and A. Biere, "Cube and Conquer: Guiding CDCL SAT Solvers
   by Lookaheads", HVC 2011. Here solutions found so far choose the variables, not lookaheads.
"""

import time
from collections import deque
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import Literals
from lifesat.engines.sat.search import (
    EngineProgress,
    Models,
    Packed,
    SearchProgress,
    no_solutions,
    unpack,
)
from lifesat.engines.sat.solver_setup import SolverSetup, prepared
from lifesat.engines.sat.tasks import Cube, Slice, SliceResult, SliceTasks
from lifesat.problems.problem import BranchVariables, Problem

# With this many known solutions, they show which variables split a search evenly.
_ENOUGH_KNOWN = 32
# A variable splits well if this share of the solutions has the rarer of its states.
_EVEN = 0.1


class CubeSplitter:
    """Orders the variables that may split a search, and reads their states from solutions.

    `late` allows variables outside the projection.
    """

    def __init__(self, problem: Problem, *, late: bool) -> None:
        self._projection = problem.projection
        self._groups = problem.later_branch_variables() if late else []
        self._groups.append(_of_projection(problem.branch_variables()))
        # The variables, best first.
        self.cells = [cell for group in self._groups for cell in group.variables]
        sizes = [len(group.variables) for group in self._groups]
        self._group = np.repeat(np.arange(len(sizes)), sizes)

    def states(self, packed: Packed) -> NDArray[np.bool_]:
        """Return which variables are true in solutions, shape ``(solutions, variables)``."""
        models = unpack(packed, self._projection)
        return np.concatenate([group.states(models) for group in self._groups], axis=1)

    def best(self, cube: Cube, states: NDArray[np.bool_]) -> list[int]:
        """Return the variables that a cube does not fix, best first.

        If `states`, the result of the method of this name for the known solutions in the cube, has
        many rows, variables that split the solutions evenly come first.
        """
        order = np.arange(len(self.cells))
        if len(states) >= _ENOUGH_KNOWN:
            shares = states.mean(axis=0)
            rarer = np.minimum(shares, 1 - shares)
            order = np.lexsort((-rarer, self._group, rarer < _EVEN))
        fixed = {abs(literal) for literal in cube}
        return [cell for k in order.tolist() if (cell := self.cells[k]) not in fixed]

    def within(self, packed: Packed, cube: Cube) -> NDArray[np.bool_]:
        """Return which solutions satisfy every literal of a cube."""
        if not cube:
            return np.ones(len(packed), dtype=bool)
        states = self.states(packed)
        places = [self.cells.index(abs(literal)) for literal in cube]
        agree: NDArray[np.bool_] = (states[:, places] == (np.array(cube) > 0)).all(axis=1)
        return agree


def _of_projection(variables: list[int]) -> BranchVariables:
    """Return variables of the projection with the function that reads their states."""
    places = np.array(variables, dtype=np.intp) - 1

    def states(models: Literals) -> NDArray[np.bool_]:
        true: NDArray[np.bool_] = models[:, places] > 0
        return true

    return BranchVariables(variables, states)


# A search with this many solutions is a listing; after this time it is split into 64 cubes.
_LISTED = 1000
_LISTING_SECONDS = 4.0
_LISTING_SPLITS = 6
_MOST_KNOWN = 200_000
_MOST_SPLITS = 12


@dataclass(eq=False)
class OpenCube:
    """A cube that may hold more solutions."""

    cube: Cube
    # The solutions found in the cube.
    known: Packed
    # The token of the last slice in the cube, if any.
    token: str | None = None
    # The slices since the last resumed one that began with a new solver and found nothing.
    restarts: int = 0


class Changes(NamedTuple):
    """Cubes that were closed (exhausted or split), and cubes that others were split into."""

    closed: list[Cube]
    opened: list[Cube]


def cube_splitter(setup: SolverSetup) -> CubeSplitter:
    """Return the splitter for a setup's cubes."""
    problem, _, symmetries, only_first = prepared(setup)
    # A slice that drops all but one solution of an orbit compares first generations only.
    return CubeSplitter(problem, late=symmetries is None or only_first)


@dataclass
class _Found:
    """The solutions that one call of `Cubes.advance` collects."""

    packed: list[Packed] = field(default_factory=list)
    orbit_sizes: list[NDArray[np.intp]] = field(default_factory=list)

    def __len__(self) -> int:
        return sum(map(len, self.packed))


class Cubes:
    """A `lifesat.engines.sat.search.Search` that lists solutions cube by cube.

    At most `max_in_flight` slices, of `seconds` each, run at once; only the executor's `submit` is
    used. `opened` holds disjoint cubes to search, by default one that covers the whole search
    space.
    """

    def __init__(
        self,
        setup: SolverSetup,
        executor: Executor,
        max_in_flight: int,
        opened: list[OpenCube] | None = None,
        seconds: float = 0.5,
    ) -> None:
        # The number of exhausted cubes.
        self.done = 0
        self._conflicts = 0
        self._reached: EngineProgress | None = None
        self._setup = setup
        self._projection = setup.problem.projection
        self._tasks: SliceTasks[OpenCube] = SliceTasks(executor)
        self._max_in_flight = max_in_flight
        self._waiting = deque(
            [OpenCube((), no_solutions(setup.problem))] if opened is None else opened
        )
        self._seconds = seconds
        self._began = time.perf_counter()
        self._changes = Changes([], [])

    @cached_property
    def _splitter(self) -> CubeSplitter:
        """The splitter, made on demand because that takes a while for a large problem."""
        return cube_splitter(self._setup)

    @property
    def complete(self) -> bool:
        """Whether it is proved that there are no more solutions."""
        return not self._waiting and not len(self._tasks)

    @property
    def opened(self) -> list[OpenCube]:
        """The cubes that are not exhausted."""
        return [*self._waiting, *self._tasks.pending()]

    def changes(self) -> Changes:
        """Return the changes since the last call."""
        changes, self._changes = self._changes, Changes([], [])
        return changes

    def progress(self) -> SearchProgress:
        """Return the progress of the search, which has no portfolio members."""
        return SearchProgress(self._conflicts, reached=self._reached)

    def advance(self, seconds: float, /, most: int | None = None) -> Models:
        """Search for about `seconds`, or until `most` solutions have been found."""
        found = _Found()
        end = time.perf_counter() + seconds
        while not self.complete and len(found) != most:
            self._send(None if most is None else most - len(found))
            for opened, result in self._tasks.completed(max(0.0, end - time.perf_counter())):
                self._record(opened, result, found, most)
            if time.perf_counter() >= end:
                break
        packed = np.concatenate([no_solutions(self._setup.problem), *found.packed])
        orbit_sizes = np.concatenate([np.zeros(0, dtype=np.intp), *found.orbit_sizes])
        return Models(unpack(packed, self._projection), orbit_sizes)

    def learn(self, known: Packed) -> None:
        """Exclude solutions that others have found; call this only between slices."""
        for opened in self._waiting:
            opened.known = np.concatenate([opened.known, known])

    def cancel_all(self) -> list[OpenCube]:
        """Cancel running slices and return the cubes that are not exhausted."""
        opened = self.opened
        self._tasks.cancel_all()
        self._waiting.clear()
        return opened

    def _send(self, most: int | None) -> None:
        while self._waiting and len(self._tasks) < self._max_in_flight:
            opened = self._waiting.popleft()
            # A new solver repeats the work of the last one, so it needs more time to get further.
            seconds = self._seconds * 2**opened.restarts
            task = Slice(self._setup, opened.cube, opened.known, seconds, most, opened.token)
            self._tasks.submit(opened, task)

    def _record(
        self, opened: OpenCube, result: SliceResult, found: _Found, most: int | None
    ) -> None:
        """Collect what a slice found, and queue its cube or the parts it is split into."""
        self._conflicts += result.conflicts
        self._reached = result.reached
        wanted = None if most is None else most - len(found)
        packed, orbit_sizes, token = (
            result.packed[:wanted],
            result.orbit_sizes[:wanted],
            result.token,
        )
        found.packed.append(packed)
        found.orbit_sizes.append(orbit_sizes)
        left_over = len(packed) < len(result.packed)
        if result.complete and not left_over:
            self.done += 1
            self._changes.closed.append(opened.cube)
            return
        known = np.concatenate([opened.known, packed])
        # The solutions left over must be found again, by a solver that has not blocked them.
        restarts = 0 if result.resumed else opened.restarts + (not len(packed))
        after = OpenCube(opened.cube, known, None if left_over else token, restarts)
        parts = self._parts(after)
        if len(parts) > 1:
            self._changes.closed.append(opened.cube)
            self._changes.opened.extend(part.cube for part in parts)
        self._waiting.extendleft(reversed(parts))

    def _parts(self, opened: OpenCube) -> list[OpenCube]:
        """Return the cube, or the parts it is split into, most known solutions first."""
        splits = self._splits(opened)
        if not splits:
            return [opened]
        states = self._splitter.states(opened.known)
        cells = self._splitter.best(opened.cube, states)[:splits]
        live = states[:, [self._splitter.cells.index(cell) for cell in cells]]
        parts = []
        for signs in product((-1, 1), repeat=len(cells)):
            inside = (live == (np.array(signs) > 0)).all(axis=1)
            added = tuple(sign * cell for sign, cell in zip(signs, cells, strict=True))
            parts.append(replace(opened, cube=opened.cube + added, known=opened.known[inside]))
        return sorted(parts, key=lambda part: len(part.known), reverse=True)

    def _splits(self, opened: OpenCube) -> int:
        """Return the number of variables to split a cube by, or 0."""
        known = len(opened.known)
        for_listing = _LISTING_SPLITS if known >= _LISTED and not opened.cube else 0
        idle = self._max_in_flight - len(self._tasks) - len(self._waiting) - 1
        if idle > 0:
            shares = idle // (len(self._tasks) + 1)
            return min(max(1, shares.bit_length(), for_listing), _MOST_SPLITS)
        if time.perf_counter() - self._began > _LISTING_SECONDS and for_listing:
            return for_listing
        return int(known > _MOST_KNOWN)
