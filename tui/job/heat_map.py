"""The heat map of a job: how often each cell is live in its solutions."""

import time
from typing import Any

from lifesat.jobs.summary import Summary
from lifesat.problems.problem import Problem

from ..board.panel import BoardPanel
from ..board.pictures import HEAT, HEAT_ASCII
from ..kinds.display import Display
from .heat import Heat

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
