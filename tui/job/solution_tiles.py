"""Small pictures of the solutions of a job; only the visible ones are read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.events import MouseScrollDown, MouseScrollUp, Resize
from textual.message import Message

from ..board.framed import Framed
from ..board.pictures import differing
from ..board.thumbnails import Thumbnails, Tile

if TYPE_CHECKING:
    from lifesat.queries.events import Solutions

    from ..board.pictures import Picture
    from .watch import PageRead


class SolutionTiles(Thumbnails, Framed):
    """A page of solutions, one of them chosen.

    `request` asks for consecutive solutions by the place of the first and their number; they arrive
    in `show_page`. `steps` returns the pictures of a solution, all played at once, `words` the text
    below the solution with a number, and `style` a key of `lifesat_tui.board.pictures.STYLES`.
    """

    class Shown(Message):
        """The page has changed, or was drawn for a new size."""

    @dataclass
    class Scrolled(Message):
        """The wheel was turned: 1 for down, -1 for up."""

        by: int

    def __init__(
        self,
        steps: "Callable[[Solutions], Sequence[Picture]]",
        words: Callable[[int], str],
        request: Callable[[int, int], None],
        style: Callable[[], str],
        *,
        id: str = "thumbnails",  # noqa: A002  # Textual's name
    ) -> None:
        super().__init__(id=id)
        self._steps, self._words, self._request, self._style = steps, words, request, style
        # The place of the chosen solution, from 1, the number of all, and the first on the page.
        self.chosen, self.places, self.first = 1, 0, 1
        # The step that is shown of each solution.
        self.time = 0
        # The steps of the solution with which the others are compared, or none.
        self.compared: Sequence[Picture] = ()
        self._read: dict[int, tuple[Solutions, Sequence[Picture]]] = {}
        self._asked: tuple[int, int] | None = None

    @property
    def page(self) -> int:
        """The number of pictures that fit."""
        return self.columns * self.rows

    @property
    def words(self) -> str:
        """Which solutions are shown, such as ``1-12 of 74``."""
        last = min(self.places, self.first + self.page - 1)
        return f"{self.first:,}-{last:,} of {self.places:,}" if self.places else "none"

    def chosen_solution(self) -> "tuple[Solutions, Sequence[Picture]] | None":
        """Return the chosen solution and the pictures of its steps; None if it is not read."""
        return self._read.get(self.chosen)

    def choose(self, place: int) -> None:
        """Choose a solution, if there is one at this place, and show its page."""
        if 1 <= place <= self.places:
            self.chosen = place
            self.draw_page()

    def update_places(self, places: int) -> None:
        """Update the number of solutions."""
        if places != self.places:
            self.places = places
            self.draw_page()

    def read_again(self, places: int) -> None:
        """Read the solutions again, because their order may have changed."""
        self.places = places
        self._request(self.first, self.page)

    def show_page(self, message: "PageRead") -> None:
        """Show solutions that were read."""
        self.places = message.places
        first_ones = not self._read
        self._read = {
            message.first + k: (solution, self._steps(solution))
            for k, solution in enumerate(message.solutions)
        }
        if first_ones:
            self.fit_tiles()
        self.draw_page()

    def on_resize(self, _event: Resize) -> None:
        """Show as many pictures as fit."""
        self.fit_tiles()
        self.draw_page()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Post that the wheel was turned."""
        event.stop()
        self.post_message(self.Scrolled(1))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Post that the wheel was turned."""
        event.stop()
        self.post_message(self.Scrolled(-1))

    def fit_tiles(self) -> None:
        """Choose the size of the pictures according to one of them."""
        for _, steps in self._read.values():
            self.fit(steps[0], self._style())
            return

    def _tile_at(self, place: int) -> Tile:
        solution, steps = self._read[place]
        shown = steps[min(self.time, len(steps) - 1)]
        if self.compared:
            shown = differing(shown, self.compared[min(self.time, len(self.compared) - 1)])
        return Tile(shown, self._words(solution.first))

    def draw_page(self) -> None:
        """Show the page with the chosen solution; request what has not been read."""
        if not self.content_size:
            return  # a later event knows the size
        self.chosen = max(1, min(self.chosen, self.places))
        # Whole rows scroll, as few as possible.
        row, top = (self.chosen - 1) // self.columns, (self.first - 1) // self.columns
        top = max(min(top, row), row - self.rows + 1)
        self.first = top * self.columns + 1
        many = max(0, min(self.page, self.places - self.first + 1))
        wanted = range(self.first, self.first + many)
        asked = self.first, many
        if any(place not in self._read for place in wanted) and asked != self._asked:
            self._asked = asked
            self._request(*asked)
        elif many and all(place in self._read for place in wanted):
            self._asked = None
        tiles = {p - self.first: self._tile_at(p) for p in wanted if p in self._read}
        self.show(tiles, self.chosen - self.first, many, self._style())
        self.post_message(self.Shown())
