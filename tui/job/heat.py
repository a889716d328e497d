"""Heat maps: how often each cell is live in the solutions of a job, or over all predecessors."""

import time
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray
from textual.message import Message

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.jobs.follow import follow, solutions_of
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Journal, Row
from lifesat.jobs.paths import job_folder
from lifesat.jobs.summary import Summary
from lifesat.life.pattern import UNKNOWN
from lifesat.problems.life.predecessor import Predecessor, finds_boards
from lifesat.problems.problem import Problem
from lifesat.queries.events import Done, Known
from lifesat.queries.marginals import CountMarginals
from lifesat.queries.sentences import proved_none

from ..board.panel import BoardPanel
from ..board.pictures import HEAT, HEAT_ASCII, Board, shares
from ..form.draft import free_name
from ..kinds.kind import Display
from ..kinds.registry import display_of
from ..kinds.targets import PARTS, exact_shares
from ..shared.progress_text import counted
from ..shared.threads import Post, Watch
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


@dataclass
class ExactCounted(Message):
    """The predecessors have been counted cell by cell, or cannot be."""

    heat: Heat | None
    # The name of the job that has counted, or why there is no heat map.
    said: str


def has_exact_map(problem: Problem) -> TypeGuard[Predecessor]:
    """Return whether a job can count the predecessors of a problem cell by cell."""
    return finds_boards(problem) and problem.generations == 1


def exact_heat(live: NDArray[Any], total: int) -> Heat:
    """Return the heat map of all predecessors, given in how many each cell is live.

    Only cells that are always or never live are shown as such.
    """
    return Heat((exact_shares(live, total),), PARTS, 0, exact=total)


class ExactCount(Watch):
    """Counts predecessors in a job and posts the heat map.

    The job's name is derived from `name`, and a job that has this query already is used again.
    """

    def __init__(self, name: str, problem: Predecessor, post: Post) -> None:
        super().__init__(post)
        self._base = f"{name}-heat-map"
        self._query = CountMarginals(problem)

    def run(self) -> None:
        """Wait for the counts and post the heat map."""
        try:
            self._post(self._counted())
        except UserError as error:
            self._post(ExactCounted(None, str(error)))

    def _counted(self) -> ExactCounted:
        job = self._job()
        done = None
        for event in follow(job, stop=self._ended.is_set):
            if isinstance(event, Known) and event.state.marginals:
                found: Any = self._query.marginals(event.state)
                return ExactCounted(exact_heat(found.live, found.total), job.name)
            done = event
        if isinstance(done, Done) and done.status == "none":
            return ExactCounted(None, proved_none(self._query.problem))
        return ExactCounted(None, f"the job {job.name} is stopped")

    def _job(self) -> Job:
        """Return a job with this query that is running or has its answer; start one if needed."""
        if job_folder(self._base).exists():
            job = Job(self._base)
            if job.query() == self._query:
                if not (job.at_work() or job.summary().nothing_left):
                    job.resume()
                return job
        job = Job.create(free_name(self._base), self._query, Options(limit=None))
        job.start()
        return job


# The columns of a picture's frame that are not for its text.
_FRAME = 6
_READING = "reading the solutions …"
# The map beside a solution is drawn again after this time, or when the number of solutions has
# grown by this factor, since every picture is sent.
_STALE_SECONDS = 60.0
_MUCH_MORE = 8


class HeatMap:
    """The newest heat map of a job, which pictures show it, and what they say about it.

    `improves` is whether each solution is better than the one before.
    """

    def __init__(self, problem: Problem, kind: Display[Any], *, improves: bool) -> None:
        self._problem, self._kind, self._improves = problem, kind, improves
        # Whether it is shown in place of a solution, and whether beside one.
        self.alone = self.beside = False
        self.heat: Heat | None = None
        # When it was last drawn beside a solution, of how many solutions, and of which, in words.
        self._drawn_at, self._drawn, self._drawn_of = 0.0, 0, ""

    @property
    def exact(self) -> bool:
        """Whether the map that is shown covers all predecessors, counted without a list."""
        return self.alone and self.heat is not None and self.heat.exact > 0

    @property
    def shown(self) -> bool:
        """Whether it is on the screen in place of a solution."""
        return self.alone and self.heat is not None

    @property
    def needed(self) -> bool:
        """Whether the solutions have to be counted for it."""
        return self.alone or self.beside

    def time(self, generation: int) -> int:
        """Return the generation of the map; a solution may have more of them than the exact map."""
        return 0 if self.heat is None else min(generation, len(self.heat.live) - 1)

    def take(self, heat: Heat) -> bool:
        """Keep a new map, unless the exact one is shown; return whether it was kept."""
        if self.exact and not heat.exact:
            return False
        self.heat = heat
        return True

    def toggle(self) -> None:
        """Show it in place of a solution, or no longer."""
        if self.exact or not self.alone:
            self.heat = None
        self.alone = not self.alone

    # ---------------------------------------------------------------- display

    def draw(self, panel: BoardPanel, generation: int, style: str, summary: Summary | None) -> None:
        """Draw a generation of the map in a frame."""
        if self.heat is None:
            panel.show(None, _READING)
        elif not self.heat.total:
            reading = summary is not None and self.heat.read < summary.progress.found
            panel.show(None, _READING if reading else "no solution matches the filter")
        else:
            heat_style = HEAT_ASCII if style == "ascii" else HEAT
            panel.show(self.heat.board(self.time(generation)), style=heat_style)

    def write_titles(
        self, panel: BoardPanel, generation: int, style: str, summary: Summary | None
    ) -> None:
        """Write the texts of the frame if the map is shown in place of a solution."""
        which, same = self._words(summary)
        if self.heat is None or not which:
            panel.set_titles(self._problem.nouns)
            return
        shown = self.time(generation)
        board = self.heat.board(shown)
        many, of = int((board < 2).sum()), int((self.heat.live[shown] >= 0).sum())
        signs = "O ." if style == "ascii" else "██ ·"
        about = f"{signs}: {same}, {many:,} of {of:,} cells"
        if len(self.heat.live) > 1:
            about = f"{self._kind.step_words(shown, len(self.heat.live) - 1)}; {about}"
        if len(about) > panel.size.width - _FRAME:
            about = about.rpartition(",")[0]
        panel.set_titles(f"share in {panel.unit()} of {which}", panel.part() or about)

    def draw_beside(
        self, panel: BoardPanel, generation: int, style: str, summary: Summary | None
    ) -> None:
        """Draw the map beside a solution."""
        if self.heat is not None:
            self._drawn_at, self._drawn = time.monotonic(), self.heat.total
        self.draw(panel, generation, style, summary)
        self._drawn_of, _ = self._words(summary)
        self.write_titles_beside(panel, generation)

    def write_titles_beside(self, panel: BoardPanel, generation: int) -> None:
        """Write which solutions count, and the unit of the numbers, which depends on their size."""
        which = self._drawn_of
        short = which.replace(f" {self._problem.nouns}", "")
        unit = panel.unit() if which else ""
        title = f"heat map, {unit}" if unit else "heat map"
        if self.heat is not None and self.time(generation):
            title += f", generation {self.time(generation)}"
        panel.set_titles(title, short if len(which) > panel.size.width - _FRAME else which)

    def stale(self, summary: Summary | None) -> bool:
        """Return whether the map beside a solution has to be drawn again."""
        if self.heat is None:
            return False
        ended = (
            summary is not None
            and summary.process is None
            and self.heat.read >= summary.progress.found
        )
        late = time.monotonic() > self._drawn_at + _STALE_SECONDS
        return ended or late or self.heat.total >= _MUCH_MORE * self._drawn

    def _words(self, summary: Summary | None) -> tuple[str, str]:
        """Return which solutions count, and what it means that all agree in a cell."""
        if self.heat is None or not self.heat.total or summary is None:
            return "", ""
        # A search for the best solution is complete when that one is found.
        complete = summary.state == "complete" and not self._improves
        return self.heat.words(self._problem, summary.progress.found, complete=complete)
