"""Heat maps on the screen of a job, and that of all solutions, which another job counts."""

import time
from dataclasses import dataclass
from typing import Any, TypeGuard

from numpy.typing import NDArray
from textual.message import Message

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.jobs.follow import follow
from lifesat.jobs.job import Job
from lifesat.jobs.paths import job_folder
from lifesat.problems.life.predecessor import Predecessor, finds_boards
from lifesat.problems.problem import Problem
from lifesat.queries.events import Done, Known
from lifesat.queries.marginals import CountMarginals
from lifesat.queries.sentences import proved_none

from ..board.panel import BoardPanel
from ..board.pictures import HEAT, HEAT_ASCII
from ..form.draft import free_name
from ..kinds.targets import PARTS, exact_shares
from ..shared.threads import Post, Watch
from .player import SolutionsView
from .solutions import Heat


@dataclass
class ExactCounted(Message):
    """The solutions have been counted cell by cell, or cannot be."""

    heat: Heat | None
    # The name of the job that has counted, or why there is no heat map.
    said: str


def one_generation_back(problem: Problem) -> TypeGuard[Predecessor]:
    """Return whether a problem asks for predecessors one generation back."""
    return finds_boards(problem) and problem.generations == 1


def exact_heat(live: NDArray[Any], total: int) -> Heat:
    """Return the heat map of all solutions, given in how many each cell is live.

    Only cells that are always or never live are shown as such.
    """
    return Heat((exact_shares(live, total),), PARTS, 0, exact=total)


class ExactCount(Watch):
    """Counts solutions in a job and posts the heat map.

    The job's name is derived from `name`, and a job that has this query already is used again.
    """

    def __init__(self, name: str, problem: Problem, post: Post) -> None:
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
    """The newest heat map of the job on a screen, which pictures show it, and what they say.

    `improves` is whether each solution is better than the one before.
    """

    def __init__(self, screen: SolutionsView[Any], *, improves: bool) -> None:
        self._screen, self._improves = screen, improves
        # Whether it is shown in place of a solution, and whether beside one.
        self.alone = self.beside = False
        self.heat: Heat | None = None
        # When it was last drawn beside a solution, of how many solutions, and of which, in words.
        self._drawn_at, self._drawn, self._drawn_of = 0.0, 0, ""

    @property
    def exact(self) -> bool:
        """Whether the map that is shown covers all solutions, counted without a list."""
        return self.alone and self.heat is not None and self.heat.exact > 0

    @property
    def shown(self) -> bool:
        """Whether it is on the screen in place of a solution."""
        return self.alone and self.heat is not None

    @property
    def needed(self) -> bool:
        """Whether the solutions have to be counted for it."""
        return self.alone or self.beside

    @property
    def time(self) -> int:
        """The generation of the map; a solution may have more of them than the exact map."""
        return 0 if self.heat is None else min(self._screen.film.time, len(self.heat.live) - 1)

    @property
    def _ascii(self) -> bool:
        return self._screen.lifesat.pictures == "ascii"

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

    def draw(self, panel: BoardPanel) -> None:
        """Draw a generation of the map in a frame."""
        summary = self._screen.chosen()
        if self.heat is None:
            panel.show(None, _READING)
        elif not self.heat.total:
            reading = summary is not None and self.heat.read < summary.progress.found
            panel.show(None, _READING if reading else "no solution matches the filter")
        else:
            panel.show(self.heat.board(self.time), style=HEAT_ASCII if self._ascii else HEAT)

    def write_titles(self, panel: BoardPanel) -> None:
        """Write the texts of the frame if the map is shown in place of a solution."""
        which, same = self._words()
        if self.heat is None or not which:
            panel.set_titles(self._screen.problem.nouns)
            return
        shown = self.time
        board = self.heat.board(shown)
        many, of = int((board < 2).sum()), int((self.heat.live[shown] >= 0).sum())
        signs = "O ." if self._ascii else "██ ·"
        about = f"{signs}: {same}, {many:,} of {of:,} cells"
        if len(self.heat.live) > 1:
            about = f"{self._screen.look.step_words(shown, len(self.heat.live) - 1)}; {about}"
        if len(about) > panel.size.width - _FRAME:
            about = about.rpartition(",")[0]
        panel.set_titles(f"share in {panel.unit()} of {which}", panel.part() or about)

    def draw_beside(self, panel: BoardPanel) -> None:
        """Draw the map beside a solution."""
        if self.heat is not None:
            self._drawn_at, self._drawn = time.monotonic(), self.heat.total
        self.draw(panel)
        self._drawn_of, _ = self._words()
        self.write_titles_beside(panel)

    def write_titles_beside(self, panel: BoardPanel) -> None:
        """Write which solutions count, and the unit of the numbers, which depends on their size."""
        which = self._drawn_of
        short = which.replace(f" {self._screen.problem.nouns}", "")
        unit = panel.unit() if which else ""
        title = f"heat map, {unit}" if unit else "heat map"
        if self.time:
            title += f", generation {self.time}"
        panel.set_titles(title, short if len(which) > panel.size.width - _FRAME else which)

    @property
    def stale(self) -> bool:
        """Whether the map beside a solution has to be drawn again."""
        summary = self._screen.chosen()
        if self.heat is None:
            return False
        ended = (
            summary is not None
            and summary.process is None
            and self.heat.read >= summary.progress.found
        )
        late = time.monotonic() > self._drawn_at + _STALE_SECONDS
        return ended or late or self.heat.total >= _MUCH_MORE * self._drawn

    def _words(self) -> tuple[str, str]:
        """Return which solutions count, and what it means that all agree in a cell."""
        summary = self._screen.chosen()
        if self.heat is None or not self.heat.total or summary is None:
            return "", ""
        # A search for the best solution is complete when that one is found.
        complete = summary.state == "complete" and not self._improves
        return self.heat.words(self._screen.problem, summary.progress.found, complete=complete)
