"""Which solutions of a job are shown: their order, their filter and the favourites."""

import re
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from lifesat.jobs.follow import solutions_of
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Journal
from lifesat.problems.life.base import LifeProblem
from lifesat.problems.problem import Boards, Problem
from lifesat.system.files import write_bytes

ORDERS = {
    "number": "as found",
    "population": "fewest {} first",
    "-population": "most {} first",
    "size": "smallest box first",
    "-size": "largest box first",
}
"""The orders of solutions, in words; ``{}`` stands for what is counted."""

_BATCH = 4096

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class View:
    """A selection of solutions and their order."""

    # A key of `ORDERS`.
    order: str = "number"
    # Bounds on the population or another measure.
    least: int | None = None
    most: int | None = None
    # Upper bounds on the bounding box.
    width: int | None = None
    height: int | None = None
    # The numbers of the marked solutions, to show only these; None for all.
    favourites: frozenset[int] | None = None

    @property
    def plain(self) -> bool:
        """Whether it shows all solutions in the order in which they were found."""
        return self == View()

    @property
    def filtered(self) -> bool:
        """Whether it leaves out solutions."""
        return replace(self, order="number") != View()

    def words(self, measure: str) -> str:
        """Return the view in words, "" if it is plain; `measure` is what is counted."""
        parts = [] if self.order == "number" else [ORDERS[self.order].format(measure)]
        if self.least is not None:
            parts.append(f"at least {self.least} {measure}")
        if self.most is not None:
            parts.append(f"at most {self.most} {measure}")
        if self.width is not None:
            parts.append(f"at most {self.width} wide")
        if self.height is not None:
            parts.append(f"at most {self.height} high")
        if self.favourites is not None:
            parts.append("favourites")
        return ", ".join(parts)


@dataclass
class Index:
    """The population (or another measure) and the bounding box of every solution read so far."""

    populations: list[NDArray[np.int32]] = field(default_factory=list)
    widths: list[NDArray[np.int32]] = field(default_factory=list)
    heights: list[NDArray[np.int32]] = field(default_factory=list)
    known: int = 0

    def extend(self, journal: Journal, problem: Problem) -> bool:
        """Read the next few thousand solutions and return whether there were any."""
        rows = journal.solutions(self.known, _BATCH)
        if not rows:
            return False
        widths = heights = np.zeros(len(rows), dtype=np.int32)
        if isinstance(problem, LifeProblem):
            widths, heights = box_sizes(solutions_of(problem, rows).boards)
        self.populations.append(np.array([row.population for row in rows], dtype=np.int32))
        self.widths.append(widths)
        self.heights.append(heights)
        self.known += len(rows)
        return True

    def shown(self, view: View) -> NDArray[np.bool_]:
        """Return for each solution whether it is in a view."""
        populations, widths, heights = self._columns()
        shown = np.ones(self.known, dtype=bool)
        for values, least, most in (
            (populations, view.least, view.most),
            (widths, None, view.width),
            (heights, None, view.height),
        ):
            if least is not None:
                shown &= values >= least
            if most is not None:
                shown &= values <= most
        if view.favourites is not None:
            numbers = np.arange(1, self.known + 1)
            shown &= np.isin(numbers, np.array(sorted(view.favourites), dtype=np.int64))
        return shown

    def numbers(self, view: View) -> Numbers:
        """Return the numbers of the solutions in a view, in order."""
        populations, widths, heights = self._columns()
        shown, numbers = self.shown(view), np.arange(1, self.known + 1)
        keys = {"population": populations, "size": widths * heights, "number": numbers}
        key = keys[view.order.removeprefix("-")]
        key = -key if view.order.startswith("-") else key
        order = np.argsort(key[shown], kind="stable")
        result: Numbers = numbers[shown][order]
        return result

    def _columns(self) -> list[NDArray[np.int32]]:
        """Return the populations, widths and heights of all solutions."""
        none = np.zeros(0, dtype=np.int32)
        return [
            np.concatenate([none, *each]) for each in (self.populations, self.widths, self.heights)
        ]


def box_sizes(boards: Boards) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the widths and heights of the boxes of the live cells, of shape ``(boards,)``.

    Solutions with several generations have the box of all of them.

    >>> box_sizes(np.array([[[0, 1, 1], [0, 0, 0]], [[0, 0, 0], [0, 0, 0]]], dtype=np.uint8))
    (array([2, 0], dtype=int32), array([1, 0], dtype=int32))
    """
    live = boards == 1
    live = live.any(axis=tuple(range(1, live.ndim - 2)))
    return _extents(live.any(axis=1)), _extents(live.any(axis=2))


def _extents(live: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return the distance from the first true value of each row to the last, inclusive."""
    first = live.argmax(axis=1)
    behind = live[:, ::-1].argmax(axis=1)
    return np.where(live.any(axis=1), live.shape[1] - behind - first, 0).astype(np.int32)


_FILE = "favourites"
_NUMBER = re.compile(r"[0-9]{1,18}")


def favourites(job: Job) -> frozenset[int]:
    """Return the numbers of the marked solutions of a job."""
    try:
        text = (job.folder / _FILE).read_text(encoding="ascii", errors="replace")
    except OSError:
        return frozenset()
    return frozenset(int(line) for line in text.split() if _NUMBER.fullmatch(line))


def mark(job: Job, number: int) -> frozenset[int]:
    """Mark or unmark a solution and return the numbers of all marked solutions."""
    marks = favourites(job) ^ {number}
    text = "".join(f"{mark}\n" for mark in sorted(marks))
    write_bytes(job.folder / _FILE, text.encode("ascii"), force=True)
    return marks
