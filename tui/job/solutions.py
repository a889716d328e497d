"""The solutions of a job: their order and filter, the favourites, and how often cells are live."""

import re
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from lifesat.jobs.follow import solutions_of
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Journal, Row
from lifesat.life.pattern import UNKNOWN
from lifesat.problems.life.base import LifeProblem
from lifesat.problems.problem import Boards, Problem
from lifesat.system.files import write_bytes

from ..board.pictures import Board, shares
from ..kinds.registry import display_of
from ..shared.progress_text import counted

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


# The largest number of solutions, and about the largest number of cells, to read at once.
_HEAT_BATCH = 1024
_CELLS_AT_ONCE = 1 << 21

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Heat:
    """How often each cell is live."""

    # For each generation, the number of solutions in which each cell is live. Cells that are
    # unknown or not shown have their state with a minus sign.
    live: tuple[Counts, ...]
    # The number of solutions. In a search up to symmetry, all images of a solution count.
    total: int
    # How many solutions of the job were read.
    read: int
    # Whether only solutions that match a filter count, without their images.
    filtered: bool = False
    # The number of all solutions if they were counted without a list, else 0. The other counts are
    # then in parts of `total`.
    exact: int = 0

    def board(self, generation: int) -> Board:
        """Return the heat map of a generation; only cells that never differ are dead or live."""
        live = self.live[generation]
        board = shares(live / max(1, self.total))
        board[live == 0] = 0
        board[live == self.total] = 1
        board[live < 0] = -live[live < 0]
        return board

    def words(self, problem: Problem, found: int, *, complete: bool) -> tuple[str, str]:
        """Return which solutions count, and what it means that all of them agree in a cell.

        `found` is the number of solutions of the job, and `complete` whether these are all there
        are.
        """
        if self.exact:
            return f"all {counted(self.exact, problem.noun)}, counted", "forced"
        noun = problem.noun if self.total == 1 else problem.nouns
        if self.filtered:
            match = "matches" if self.total == 1 else "match"
            so_far = "" if complete and self.read == found else " so far"
            which = f"the {self.total:,} {noun} that {match} the filter{so_far}"
            return which, "the same in all that match"
        if self.read < found:
            return f"the {self.total:,} {noun} read so far", "the same in all read so far"
        if not complete:
            return f"the {self.total:,} {noun} found so far", "the same in all found so far"
        return f"all {self.total:,} {noun}" if self.total > 1 else f"the only {noun}", "forced"


class HeatCounter:
    """Counts the live cells in the solutions of a job that match the filter of a view."""

    def __init__(self, job: Job, problem: Problem, view: View) -> None:
        self._display = display_of(problem)
        self._problem = problem
        self._view = view
        self._filtered = view.filtered
        # The identity alone, unless every image counts.
        self._images = np.arange(problem.projection)[None]
        listed = job.query().limited
        if listed and job.options().up_to_symmetry and not self._filtered:
            # They may permute further variables, which follow those of the projection.
            self._images = problem.symmetries()[:, : problem.projection]
        self._batch = max(1, min(_HEAT_BATCH, _CELLS_AT_ONCE // max(1, problem.projection)))
        self._live: list[Counts] = []
        self._total = 0
        self.read = 0

    def extend(self, journal: Journal, index: Index) -> bool:
        """Count the next batch of solutions, and return whether there were any.

        With a filter, only solutions in the index can be counted.
        """
        most = self._batch
        if self._filtered:
            most = min(most, index.known - self.read)
        rows = journal.solutions(self.read, most) if most else []
        if not rows:
            return False
        weights = np.ones(len(rows), dtype=np.int64)
        if self._filtered:
            weights[:] = index.shown(self._view)[self.read : self.read + len(rows)]
        elif len(self._images) > 1:
            weights[:] = [row.orbit for row in rows]
        self._count(rows, weights)
        self.read += len(rows)
        return True

    def result(self) -> Heat:
        """Return the counts so far."""
        # Each image was counted once for each symmetry that maps a solution to it.
        live = tuple(np.where(each < 0, each, each // len(self._images)) for each in self._live)
        return Heat(live, self._total, self.read, self._filtered)

    def _count(self, rows: list[Row], weights: Counts) -> None:
        self._total += int(weights.sum())
        for image in self._images:
            boards = solutions_of(self._problem, rows, image).boards
            generations = self._display.generations(self._problem, boards)
            if not self._live:
                first = [each[0].astype(np.int64) for each in generations]
                self._live = [np.where(cells < UNKNOWN, 0, -cells) for cells in first]
            for t, cells in enumerate(generations):
                count = (weights @ (cells == 1).reshape(len(rows), -1)).reshape(cells[0].shape)
                self._live[t] += np.where(self._live[t] < 0, 0, count)


def same_filter(view: View, other: View) -> bool:
    """Return whether two views show the same solutions, whatever their order."""
    return view == replace(other, order=view.order)


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
