"""The heat map of a job: how often each cell is live in its solutions."""

from lifesat.jobs.job import Job
from lifesat.problems.life.predecessor import Predecessor

from ..actions import BY_NAME
from ..exact import ExactCount, has_exact_map
from ..heat import Heat
from ..kinds.display import LifeDisplay
from ..messages import ExactCounted
from ..pictures import HEAT, HEAT_ASCII
from ..widgets.board import BoardPanel
from .browsing import Browsing

# In narrower terminals the heat map has the room of the picture beside it, so that its title fits.
_ROOM_FOR_BOTH = 116
# The columns of a picture's frame that are not for its text.
_FRAME = 6
_READING = "reading the solutions …"


class HeatMapBrowsing(Browsing):
    """A screen that shows one solution of a job at a time, or the heat map of all."""

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        self._heat_wanted = False
        self._heat: Heat | None = None
        # Waits for the job that counts for the exact map.
        self._counting: ExactCount | None = None

    @property
    def _exact(self) -> bool:
        """Whether the map covers all predecessors, counted without a list."""
        return self._heat_wanted and self._heat is not None and self._heat.exact > 0

    @property
    def shows_heat(self) -> bool:
        """Whether the heat map is on the screen."""
        return self._heat_wanted and self._heat is not None

    @property
    def heat_needed(self) -> bool:
        """Whether the solutions have to be counted for the heat map."""
        return self._heat_wanted

    @property
    def _heat_time(self) -> int:
        """The generation of the heat map; a solution may have more of them than the exact map."""
        return 0 if self._heat is None else min(self._time, len(self._heat.live) - 1)

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that the job and what is shown meet."""
        met = super().met_needs()
        if "found" in met and isinstance(self.kind, LifeDisplay):
            met.add("cells")
        if isinstance(self.kind, LifeDisplay) and has_exact_map(self.problem):
            met.add("exact")
        if self._exact:
            met -= {"later", "earlier", "generations"}
        # Actions on a solution need one on the screen.
        return met - {"solution"} if self._heat_wanted else met

    def laid_out(self) -> None:
        """Fit the pictures to the new size."""
        if self._heat_wanted:
            self.show_solution()

    # ---------------------------------------------------------------- display

    def show_heat(self, heat: Heat) -> None:
        """Show a heat map if it is still wanted."""
        if self._exact and not heat.exact:
            return
        self._heat = heat
        if self._heat_wanted:
            self.show_solution()

    def show_solution(self) -> None:
        """Draw the current generation of the solution or of the heat map."""
        if not self._heat_wanted or not self.query(BoardPanel):
            super().show_solution()
            return
        shown, target = self.query_one("#parent", BoardPanel), self.query_one("#target", BoardPanel)
        self.draw_heat(shown)
        room = self.app.size.width >= _ROOM_FOR_BOTH
        target.display = room and self._reference is not None
        style = self.lifesat.pictures
        target.show(None if self._reference is None else self._reference[1], style=style)
        self.update_frames()

    def draw_heat(self, shown: BoardPanel) -> None:
        """Draw the heat map in a frame."""
        style, summary = self.lifesat.pictures, self.chosen()
        if self._heat is None:
            shown.show(None, _READING)
        elif not self._heat.total:
            reading = summary is not None and self._heat.read < summary.progress.found
            shown.show(None, _READING if reading else "no solution matches the filter")
        else:
            heat_style = HEAT_ASCII if style == "ascii" else HEAT
            shown.show(self._heat.board(self._heat_time), style=heat_style)

    def heat_words(self) -> tuple[str, str]:
        """Return which solutions count, and what it means that all agree in a cell."""
        summary = self.chosen()
        if self._heat is None or not self._heat.total or summary is None:
            return "", ""
        # A search for the best solution is complete when that one is found.
        complete = summary.state == "complete" and not self.best_last
        return self._heat.words(self.problem, summary.progress.found, complete=complete)

    def update_frames(self) -> None:
        """Write the texts of the frames."""
        if not self._heat_wanted:
            super().update_frames()
            return
        shown, target = self.query_one("#parent", BoardPanel), self.query_one("#target", BoardPanel)
        which, same = self.heat_words()
        if self._heat is None or not which:
            shown.set_titles(self.problem.nouns)
            return
        board = self._heat.board(self._heat_time)
        many, of = int((board < 2).sum()), int((self._heat.live[self._heat_time] >= 0).sum())
        signs = "O ." if self.lifesat.pictures == "ascii" else "██ ·"
        about = f"{signs}: {same}, {many:,} of {of:,} cells"
        if len(self._heat.live) > 1:
            about = f"{self.kind.step_words(self._heat_time, len(self._heat.live) - 1)}; {about}"
        if len(about) > shown.size.width - _FRAME:
            about = about.rpartition(",")[0]
        shown.set_titles(f"share in {shown.unit()} of {which}", shown.part() or about)
        if self._reference is not None:
            target.set_titles(self._reference[0], target.part())

    def play_ended(self) -> None:
        """Say what the last generation has reached, unless it is that of the heat map."""
        if not self._heat_wanted:
            super().play_ended()

    # ---------------------------------------------------------------- keys

    def action_press(self, name: str) -> None:
        """Perform an action, or say why it is not possible."""
        if self._heat_wanted and BY_NAME[name].needs == "solution":
            key = self.key_labels["heat"]
            self.say(f"this is the heat map; {key} shows single {self.problem.nouns}", error=True)
        else:
            super().action_press(name)

    def do_heat(self) -> None:
        """Show the heat map, or one solution again."""
        if self._exact or not self._heat_wanted:
            self._heat = None
        self._heat_wanted = not self._heat_wanted
        self.reader.heat(wanted=self.heat_needed)
        if self._heat_wanted:
            nouns, key = self.problem.nouns, self.key_labels["heat"]
            self.say(f"how many {nouns} have each cell live; {key} shows single {nouns} again")
        self.show_solution()

    def do_exact(self) -> None:
        """Count all predecessors cell by cell, and show that heat map."""
        if not isinstance(self.problem, Predecessor) or self._counting is not None:
            return
        self._counting = ExactCount(self.job.name, self.problem, self.post_message)
        self._counting.start()
        self.say(f"counting all {self.problem.nouns} …")

    def on_exact_counted(self, message: ExactCounted) -> None:
        """Show the exact map, or say why there is none."""
        self._counting = None
        if message.heat is None:
            self.say(message.said, error=True)
        else:
            self.stop_playing()
            self._heat_wanted, self._time = True, 0
            self.show_heat(message.heat)
            key = self.key_labels["heat"]
            kept = f"the job {message.said} keeps it"
            self.say(f"{key} returns to single {self.problem.nouns}; {kept}")
        self.refresh_keys()

    def on_unmount(self) -> None:
        """Stop waiting for the count; its job continues."""
        if self._counting is not None:
            self._counting.end()

    def do_leave(self) -> None:
        """Go from the heat map to the solutions, and from there to the previous screen."""
        if self._heat_wanted:
            self.do_heat()
        else:
            super().do_leave()
