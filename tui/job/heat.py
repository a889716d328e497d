"""Heat maps of a job's solutions: how often each cell is live, counted in batches."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lifesat.jobs.follow import solutions_of
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Journal, Row
from lifesat.life.pattern import UNKNOWN
from lifesat.problems.problem import Problem

from ..board.heat_pictures import Board, shares
from ..kinds.display import LifeDisplay
from ..kinds.registry import display_of
from ..shared.progress_text import counted
from .solutions import Index, View

# The largest number of solutions, and about the largest number of cells, to read at once.
_BATCH = 1024
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
            return f"all {counted(str(self.exact), problem.noun)}, counted", "forced"
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
        kind = display_of(problem)
        if not isinstance(kind, LifeDisplay):
            raise TypeError(f"{problem.nouns} are not patterns")
        self._kind = kind
        self._problem = problem
        self._view = view
        self._filtered = view.filtered
        # The identity alone, unless every image counts.
        self._images = np.arange(problem.projection)[None]
        listed = job.query().limited
        if listed and job.options().up_to_symmetry and not self._filtered:
            # They may permute further variables, which follow those of the projection.
            self._images = problem.symmetries()[:, : problem.projection]
        self._batch = max(1, min(_BATCH, _CELLS_AT_ONCE // max(1, problem.projection)))
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
            generations = self._kind.generations(self._problem, boards)
            if not self._live:
                first = [each[0].astype(np.int64) for each in generations]
                self._live = [np.where(cells < UNKNOWN, 0, -cells) for cells in first]
            for t, cells in enumerate(generations):
                count = (weights @ (cells == 1).reshape(len(rows), -1)).reshape(cells[0].shape)
                self._live[t] += np.where(self._live[t] < 0, 0, count)


def same_filter(view: View, other: View) -> bool:
    """Return whether two views show the same solutions, whatever their order."""
    return view == replace(other, order=view.order)
