"""All cores: a search split into cubes, disjoint and together complete.

A cube is a set of literals of cells. Slices work in cubes; when a slice is over and
somebody has nothing to do, the cube is split, so only what turned out hard is ever divided. A long
listing is split even where nobody is idle: the clauses that block what one part has no longer slow
the solver down in the others. The parts with the most known solutions come first.
"""

import time
from collections import deque
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.solving.enumerate import Models
from lifesat.solving.flights import Flights
from lifesat.solving.slices import Cube, Method, Packed, Report, Slice, prepared, unpack
from lifesat.solving.splitting import Splitting

# What has so many solutions is a listing; one that lasts so long is split into 64 parts.
_LISTED = 1000
_LISTING_SECONDS = 4.0
_LISTING_SPLITS = 6
_MOST_KNOWN = 200_000
_MOST_SPLITS = 12


@dataclass(eq=False)
class Open:
    """A cube that is not known to be exhausted.

    Attributes
    ----------
    cube
        Its literals.
    known
        The solutions found in it.
    token
        Where the slice before left off; None if there was none.
    """

    cube: Cube
    known: Packed
    token: tuple[int, int] | None = None


class Changes(NamedTuple):
    """What became of cubes.

    Attributes
    ----------
    ended
        Those that were exhausted or split.
    begun
        Those that others were split into.
    """

    ended: list[Cube]
    begun: list[Cube]


def splitting(method: Method) -> Splitting:
    """Return by which cells a search is split."""
    problem, _, symmetries, only_first = prepared(method)
    # A slice that drops all but the first solution of an orbit looks at first generations alone.
    return Splitting(problem, late=symmetries is None or only_first)


@dataclass
class _Found:
    """What one call of `Cubes.advance` brings together."""

    packed: list[Packed] = field(default_factory=list)
    orbits: list[NDArray[np.intp]] = field(default_factory=list)

    def __len__(self) -> int:
        return sum(map(len, self.packed))


class Cubes:
    """Lists solutions by slices in cubes; see `lifesat.solving.enumerate.Enumeration`.

    Parameters
    ----------
    method
        What is solved and how.
    executor
        Any executor; `submit` is all that is used of it.
    max_in_flight
        How many slices may be under way at once.
    opened
        The cubes to work in: disjoint, and complete together with what has been found before.
    seconds
        How long a slice lasts.

    Attributes
    ----------
    conflicts
        Conflicts met so far.
    done
        How many cubes have been exhausted.
    """

    def __init__(
        self,
        method: Method,
        executor: Executor,
        max_in_flight: int,
        opened: list[Open] | None = None,
        seconds: float = 0.5,
    ) -> None:
        self.conflicts = 0
        self.done = 0
        self._method = method
        self._projection = prepared(method).problem.projection
        self._splitting = splitting(method)
        self._width = (self._projection + 7) // 8
        self._flights: Flights[Open] = Flights(executor)
        self._max_in_flight = max_in_flight
        self._waiting = deque([Open((), self._none())] if opened is None else opened)
        self._seconds = seconds
        self._began = time.perf_counter()
        self._changes = Changes([], [])

    @property
    def complete(self) -> bool:
        """Whether it is proved that there are no more."""
        return not self._waiting and not len(self._flights)

    @property
    def opened(self) -> list[Open]:
        """The cubes that are not exhausted."""
        return [*self._waiting, *self._flights.senders()]

    def changes(self) -> Changes:
        """Return what became of cubes since this was asked last."""
        changes, self._changes = self._changes, Changes([], [])
        return changes

    def advance(self, seconds: float, most: int | None = None) -> Models:
        """Go on for about `seconds`, or until `most` solutions have been found."""
        found = _Found()
        end = time.perf_counter() + seconds
        while not self.complete and len(found) != most:
            self._send(None if most is None else most - len(found))
            for opened, report in self._flights.landed(max(0.0, end - time.perf_counter())):
                self._land(opened, report, found, most)
            if time.perf_counter() >= end:
                break
        packed = np.concatenate([self._none(), *found.packed])
        orbits = np.concatenate([np.zeros(0, dtype=np.intp), *found.orbits])
        return Models(unpack(packed, self._projection), orbits)

    def learn(self, known: Packed) -> None:
        """Take note of solutions that others have found, between slices."""
        for opened in self._waiting:
            opened.known = np.concatenate([opened.known, known])

    def recall(self) -> list[Open]:
        """Give up the slices under way and return the cubes that are not exhausted."""
        opened = self.opened
        self._flights.recall()
        self._waiting.clear()
        return opened

    def _send(self, most: int | None) -> None:
        while self._waiting and len(self._flights) < self._max_in_flight:
            opened = self._waiting.popleft()
            task = Slice(self._method, opened.cube, opened.known, self._seconds, most, opened.token)
            self._flights.send(opened, task)

    def _land(self, opened: Open, report: Report, found: _Found, most: int | None) -> None:
        """Take what a slice found, and send its cube on if there may be more in it."""
        self.conflicts += report.conflicts
        wanted = None if most is None else most - len(found)
        packed, orbits, token = report.packed[:wanted], report.orbits[:wanted], report.token
        found.packed.append(packed)
        found.orbits.append(orbits)
        left_over = len(packed) < len(report.packed)
        if report.complete and not left_over:
            self.done += 1
            self._changes.ended.append(opened.cube)
            return
        known = np.concatenate([opened.known, packed])
        # What was left over will be found again, by a solver that has not blocked it.
        after = Open(opened.cube, known, None if left_over else token)
        parts = self._parts(after)
        if len(parts) > 1:
            self._changes.ended.append(opened.cube)
            self._changes.begun.extend(part.cube for part in parts)
        self._waiting.extendleft(reversed(parts))

    def _parts(self, opened: Open) -> list[Open]:
        """Return the cube, or what it is split into."""
        splits = self._splits(opened)
        if not splits:
            return [opened]
        states = self._splitting.states(opened.known)
        cells = self._splitting.best(opened.cube, states)[:splits]
        live = states[:, [self._splitting.cells.index(cell) for cell in cells]]
        parts = []
        for signs in product((-1, 1), repeat=len(cells)):
            inside = (live == (np.array(signs) > 0)).all(axis=1)
            added = tuple(sign * cell for sign, cell in zip(signs, cells, strict=True))
            parts.append(Open(opened.cube + added, opened.known[inside], opened.token))
        return sorted(parts, key=lambda part: len(part.known), reverse=True)

    def _splits(self, opened: Open) -> int:
        """Return by how many cells to split a cube."""
        known = len(opened.known)
        for_listing = _LISTING_SPLITS if known >= _LISTED and not opened.cube else 0
        idle = self._max_in_flight - len(self._flights) - len(self._waiting) - 1
        if idle > 0:
            shares = idle // (len(self._flights) + 1)
            return min(max(1, shares.bit_length(), for_listing), _MOST_SPLITS)
        if time.perf_counter() - self._began > _LISTING_SECONDS and for_listing:
            return for_listing
        return int(known > _MOST_KNOWN)

    def _none(self) -> Packed:
        return np.zeros((0, self._width), dtype=np.uint8)
