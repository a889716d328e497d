"""The gallery: many solutions of a job at once; only the visible ones are read."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.widget import Widget

from ..keymap import bindings
from ..widgets.solution_tiles import SolutionTiles
from .base import Base

if TYPE_CHECKING:
    from lifesat.queries.events import Solutions

    from ..messages import PageRead
    from ..pictures import Picture


class Gallery(Base[int | None]):
    """Small pictures of the solutions of a job; its result is the place of the one to enlarge.

    Parameters
    ----------
    name, nouns
        The name of the job, and what its solutions are called.
    draw
        Returns the picture of a solution.
    request
        Asks for consecutive solutions, by the place of the first and how many; they come to
        `show_page`.
    chosen, places
        The place of the solution to begin with, and how many there are.
    """

    scope = "gallery"
    BINDINGS: ClassVar[list[BindingType]] = bindings("gallery")

    def __init__(
        self,
        name: str,
        nouns: str,
        draw: "Callable[[Solutions], Picture]",
        request: Callable[[int, int], None],
        chosen: int,
        places: int,
    ) -> None:
        super().__init__()
        self._job_name, self._nouns = name, nouns
        self._tiles = SolutionTiles(draw, request, lambda: self.lifesat.pictures)
        self._tiles.chosen, self._tiles.places = max(1, chosen), places
        # How far the arrows go depends on the size of the pictures.
        self.holds_keys = True

    def contents(self) -> Iterable[Widget]:
        """Return the pictures."""
        yield self._tiles

    # ---------------------------------------------------------------- display

    def update_places(self, places: int) -> None:
        """Take notice that there are more solutions, or fewer in another view."""
        self._tiles.update_places(places)

    def read_again(self, places: int) -> None:
        """Read the solutions again, because their order may have changed."""
        self._tiles.read_again(places)

    def show_page(self, message: "PageRead") -> None:
        """Show solutions that were read."""
        self._tiles.show_page(message)
        self.holds_keys = False

    def on_solution_tiles_shown(self) -> None:
        """Say which solutions are shown."""
        title = f"lifesat · {self._job_name} · gallery"
        self.set_title(title, f"{self._nouns} {self._tiles.words}")

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
