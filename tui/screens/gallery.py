"""The gallery: many solutions of a job at once, of which only the visible ones are read."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.events import MouseScrollDown, MouseScrollUp
from textual.widget import Widget

from ..keymap import bindings
from ..widgets.thumbnails import Thumbnails, Tile
from .base import Base

if TYPE_CHECKING:
    from lifesat.jobs.events import Solutions

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
        self._draw, self._request = draw, request
        self._chosen, self._places = max(1, chosen), places
        # The first place on the screen, and the pictures by their places.
        self._first = 1
        self._tiles: dict[int, Tile] = {}
        self._asked: tuple[int, int] | None = None
        # How far the arrows go depends on the size of the pictures.
        self.holds_keys = True

    def contents(self) -> Iterable[Widget]:
        """Return the pictures."""
        yield Thumbnails()

    @property
    def _thumbnails(self) -> Thumbnails:
        return self.query_one(Thumbnails)

    @property
    def _page(self) -> int:
        return self._thumbnails.columns * self._thumbnails.rows

    # ---------------------------------------------------------------- display

    def on_thumbnails_fitted(self) -> None:
        """Show as many pictures as fit."""
        if self.query(Thumbnails):
            self._fit_tiles()
            self._show()

    def update_places(self, places: int) -> None:
        """Take notice that there are more solutions, or fewer in another view."""
        if places != self._places and self.query(Thumbnails):
            self._places = places
            self._show()

    def read_again(self, places: int) -> None:
        """Read the solutions again, because their order may have changed."""
        if self.query(Thumbnails):
            self._places = places
            self._request(self._first, self._page)

    def show_page(self, message: "PageRead") -> None:
        """Show solutions that were read."""
        if not self.query(Thumbnails):
            return
        self._places = message.places
        first_ones = not self._tiles
        self._tiles = {
            message.first + k: Tile(self._draw(solution), _words(solution))
            for k, solution in enumerate(message.solutions)
        }
        if first_ones:
            self._fit_tiles()
        self._show()
        self.holds_keys = False

    def _fit_tiles(self) -> None:
        for tile in self._tiles.values():
            self._thumbnails.fit(tile.shown, self.lifesat.pictures)
            return

    def _show(self) -> None:
        """Show the page with the chosen solution; ask for what has not been read."""
        self._chosen = max(1, min(self._chosen, self._places))
        columns, page = self._thumbnails.columns, self._page
        # Whole rows scroll, as few as possible.
        row, top = (self._chosen - 1) // columns, (self._first - 1) // columns
        top = max(min(top, row), row - self._thumbnails.rows + 1)
        self._first = top * columns + 1
        many = max(0, min(page, self._places - self._first + 1))
        wanted = range(self._first, self._first + many)
        asked = self._first, many
        if any(place not in self._tiles for place in wanted) and asked != self._asked:
            self._asked = asked
            self._request(*asked)
        elif many and all(place in self._tiles for place in wanted):
            self._asked = None
        tiles = {p - self._first: self._tiles[p] for p in wanted if p in self._tiles}
        position = self._chosen - self._first
        self._thumbnails.show(tiles, position, many, self.lifesat.pictures)
        last = self._first + many - 1
        shown = f"{self._first:,}-{last:,} of {self._places:,}" if many else "none"
        self.set_title(f"lifesat · {self._job_name} · gallery", f"{self._nouns} {shown}")

    # ---------------------------------------------------------------- keys and mouse

    def _choose(self, place: int) -> None:
        if 1 <= place <= self._places:
            self._chosen = place
            self._show()

    def on_thumbnails_chosen(self, message: Thumbnails.Chosen) -> None:
        """Choose the solution that was clicked; enlarge it if it was chosen already."""
        place = self._first + message.position
        if place == self._chosen:
            self.do_enlarge()
        else:
            self._choose(place)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Go down by a row."""
        event.stop()
        self.do_tile_down()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Go up by a row."""
        event.stop()
        self.do_tile_up()

    def do_enlarge(self) -> None:
        """Show the chosen solution alone."""
        self.dismiss(self._chosen)

    def do_tile_left(self) -> None:
        """Choose the solution before this one."""
        self._choose(self._chosen - 1)

    def do_tile_right(self) -> None:
        """Choose the solution after this one."""
        self._choose(self._chosen + 1)

    def do_tile_up(self) -> None:
        """Choose the solution above."""
        self._choose(self._chosen - self._thumbnails.columns)

    def do_tile_down(self) -> None:
        """Choose the solution below, or the last if there is none."""
        columns = self._thumbnails.columns
        if (self._chosen - 1) // columns < (self._places - 1) // columns:
            self._choose(min(self._places, self._chosen + columns))

    def do_page_up(self) -> None:
        """Choose a solution one page before."""
        self._choose(max(1, self._chosen - self._page))

    def do_page_down(self) -> None:
        """Choose a solution one page after."""
        self._choose(min(self._places, self._chosen + self._page))

    def do_tile_first(self) -> None:
        """Choose the first solution."""
        self._choose(1)

    def do_tile_last(self) -> None:
        """Choose the last solution so far."""
        self._choose(self._places)


def _words(solution: "Solutions") -> str:
    return f"{solution.first:,}"
