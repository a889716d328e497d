"""The gallery: many solutions of a job at once; only the visible ones are read."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.widget import Widget

from lifesat.jobs.job import Job

from ..kinds.registry import display_of
from ..shared.screen import Base
from .actions import JobActions
from .player import Film, OneSolution
from .tiles import SolutionTiles

if TYPE_CHECKING:
    from .watch import JobWatch, PageRead


class Gallery(Base[int | None]):
    """Small pictures of the solutions of a job; its result is the place of the one to enlarge.

    It begins with the solution at the place `chosen`.
    """

    scope = "gallery"

    def __init__(
        self, job: Job, actions: JobActions, reader: "JobWatch", chosen: int, places: int
    ) -> None:
        super().__init__()
        self.job, self.problem = job, job.problem()
        self.look = display_of(self.problem)
        own = JobActions(self, actions.chosen, actions.silent, actions.shown_solutions)
        self.film = Film(self, self.look, self.show_solution, self.update_frames)
        self.one = OneSolution(self, own, job, self.problem, self.marks_changed)
        self.parts = (self.film, self.one, own)
        self._tiles = SolutionTiles(
            lambda solution: self.look.history(self.problem, solution.boards[0]),
            self.one.numbered,
            reader.show_page,
            lambda: self.lifesat.pictures,
        )
        self._tiles.chosen, self._tiles.places = max(1, chosen), places
        # The number of the solution with which the others are compared, or 0.
        self._compared = 0
        # How far the arrows go depends on the size of the pictures.
        self.holds_keys = True

    def contents(self) -> Iterable[Widget]:
        """Return the pictures."""
        yield self._tiles

    # ---------------------------------------------------------------- display

    def update_places(self, places: int) -> None:
        """Update the number of solutions."""
        self._tiles.update_places(places)

    def read_again(self, places: int) -> None:
        """Read the solutions again, because their order may have changed."""
        self._tiles.read_again(places)

    def show_page(self, message: "PageRead") -> None:
        """Show solutions that were read."""
        self._tiles.show_page(message)
        self.holds_keys = False

    def on_solution_tiles_shown(self) -> None:
        """Show which solutions are visible, and let keys act on the chosen one."""
        read = self._tiles.chosen_solution()
        self.one.solution, self.film.steps = read if read is not None else (None, [])
        self.update_frames()
        self.refresh_keys()

    def show_solution(self) -> None:
        """Show the same step of all solutions."""
        self._tiles.time = self.film.time
        self._tiles.fit_tiles()
        self._tiles.draw_page()

    def update_frames(self) -> None:
        """Show which solutions are visible, and how."""
        title = f"lifesat · {self.job.name} · gallery"
        last = len(self.film.steps) - 1
        words = [f"{self.problem.nouns} {self._tiles.words}"]
        words += [self.look.step_words(self.film.time, last)] * bool(self.film.time)
        words += [f"what differs from {self._compared:,}"] * bool(self._compared)
        self.set_title(title, ", ".join(words))

    def marks_changed(self) -> None:
        """Show which solutions are marked."""
        self._tiles.draw_page()

    # ---------------------------------------------------------------- keys and mouse

    def on_thumbnails_chosen(self, message: SolutionTiles.Chosen) -> None:
        """Choose the solution that was clicked; enlarge it if it was chosen already."""
        place = self._tiles.first + message.position
        if place == self._tiles.chosen:
            self.do_enlarge()
        else:
            self._tiles.choose(place)

    def on_solution_tiles_scrolled(self, message: SolutionTiles.Scrolled) -> None:
        """Go by a row."""
        if message.by > 0:
            self.do_tile_down()
        else:
            self.do_tile_up()

    def do_enlarge(self) -> None:
        """Show the chosen solution alone."""
        self.dismiss(self._tiles.chosen)

    def do_differences(self) -> None:
        """Mark what differs from the chosen solution, or nothing again."""
        if self._compared or self.one.solution is None:
            self._compared, self._tiles.compared = 0, ()
            self.say("nothing is marked")
        else:
            self._compared, self._tiles.compared = self.one.solution.first, self.film.steps
            self.say(f"marked: what differs from number {self._compared:,}")
        self._tiles.draw_page()

    def do_tile_left(self) -> None:
        """Choose the solution before this one."""
        self._tiles.choose(self._tiles.chosen - 1)

    def do_tile_right(self) -> None:
        """Choose the solution after this one."""
        self._tiles.choose(self._tiles.chosen + 1)

    def do_tile_up(self) -> None:
        """Choose the solution above."""
        self._tiles.choose(self._tiles.chosen - self._tiles.columns)

    def do_tile_down(self) -> None:
        """Choose the solution below, or the last if there is none."""
        columns = self._tiles.columns
        if (self._tiles.chosen - 1) // columns < (self._tiles.places - 1) // columns:
            self._tiles.choose(min(self._tiles.places, self._tiles.chosen + columns))

    def do_page_up(self) -> None:
        """Choose a solution one page before."""
        self._tiles.choose(max(1, self._tiles.chosen - self._tiles.page))

    def do_page_down(self) -> None:
        """Choose a solution one page after."""
        self._tiles.choose(min(self._tiles.places, self._tiles.chosen + self._tiles.page))

    def do_tile_first(self) -> None:
        """Choose the first solution."""
        self._tiles.choose(1)

    def do_tile_last(self) -> None:
        """Choose the last solution so far."""
        self._tiles.choose(self._tiles.places)
