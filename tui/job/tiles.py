"""Small pictures of the solutions of a job, side by side; only the visible ones are read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.style import Style
from rich.text import Text
from textual.events import Click, MouseScrollDown, MouseScrollUp, Resize
from textual.message import Message
from textual.widgets import Static

from ..board.panel import Framed
from ..board.pictures import BETWEEN, Picture, differing, marked_spans, picture, spans_of, tile_size

if TYPE_CHECKING:
    from lifesat.queries.events import Solutions

    from .watch import PageRead


# At least this many pictures are shown, if a drawing is small enough.
_LEAST = 8
# A picture stands between the sides of its frame, and a column lies between two frames.
_GAP = " " * (BETWEEN[0] - 2)


class Tile(NamedTuple):
    """A small picture and the words below it."""

    shown: Picture
    words: str


class Thumbnails(Static):
    """Pictures of one extent in rows, with a frame around the chosen one."""

    DEFAULT_CSS = """
    Thumbnails { width: 1fr; height: 1fr; padding: 0 1; text-wrap: nowrap; }
    Thumbnails > .thumbnails--chosen { color: $primary; text-style: bold; }
    Thumbnails > .thumbnails--marked { color: $warning; text-style: bold; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"thumbnails--chosen", "thumbnails--marked"}

    class Chosen(Message):
        """A picture was clicked; `position` counts from 0, row by row."""

        def __init__(self, position: int) -> None:
            super().__init__()
            self.position = position

    def __init__(self, *, id: str) -> None:  # noqa: A002  # Textual's name
        super().__init__("", id=id)
        # How many pictures fit.
        self.columns = self.rows = 1
        self._tile = (1, 1)
        self._left = 0
        self._drawn_text = Text()

    def lines_for(self, example: Picture, style: str, columns: int, lines: int) -> int:
        """Return how many lines whole rows of pictures take in a space, given one of them."""
        each = BETWEEN[1] + tile_size(example, columns, lines, style, _LEAST)[1]
        return max(1, lines // each) * each

    @property
    def _pitch(self) -> tuple[int, int]:
        """The distance from a picture to the next one, to the right and down."""
        return self._tile[0] + BETWEEN[0], self._tile[1] + BETWEEN[1]

    def fit(self, example: Picture, style: str) -> None:
        """Choose the size of the pictures, given one of them."""
        room = max(1, self.content_size.width), max(1, self.content_size.height)
        self._tile = tile_size(example, *room, style, _LEAST)
        across, down = self._pitch
        self.columns, self.rows = max(1, room[0] // across), max(1, room[1] // down)
        self._left = (room[0] - self.columns * across) // 2

    def show(self, tiles: Mapping[int, Tile], chosen: int, many: int, style: str) -> None:
        """Show the pictures that have been read, by position.

        `chosen` is a position, and `many` the number of positions.
        """
        text = Text(no_wrap=True)
        for row in range(self.rows):
            positions = range(row * self.columns, min(many, (row + 1) * self.columns))
            drawn = [self._framed(tiles.get(p), style, chosen=p == chosen) for p in positions]
            for lines in zip(*drawn, strict=True):
                text.append(" " * self._left)
                text.append_text(Text(_GAP).join(lines)).append("\n")
        if text != self._drawn_text:
            self._drawn_text = text
            self.update(text, layout=False)

    def _framed(self, tile: Tile | None, style: str, *, chosen: bool) -> list[Text]:
        """Return the lines of a picture and its frame, which only the chosen one shows."""
        width = self._tile[0]
        line = self._part("chosen") if chosen else Style.null()
        words = tile.words if tile else "…"
        words = f"▸{words}◂" if chosen else words
        words = words if len(words) <= width + 2 else words[: width + 2]
        sides = "│" if chosen else " "
        top = f"╭{'─' * width}╮" if chosen else " " * (width + 2)
        bottom = f"{words:─^{width}}" if chosen else f"{words:^{width}}"
        if len(bottom) == width:
            bottom = f"╰{bottom}╯" if chosen else f" {bottom} "
        middle = [
            Text.assemble((sides, line), each, (sides, line)) for each in self._drawn(tile, style)
        ]
        return [Text(top, line), *middle, Text(f"{bottom:^{width + 2}}", line or "bold")]

    def _drawn(self, tile: Tile | None, style: str) -> list[Text]:
        """Return the lines of a picture, all of one length."""
        width, height = self._tile
        if tile is None:
            return [Text(" " * width)] * height
        lines, (x, y, columns, rows) = picture(tile.shown, width, height, style)
        text = Text("\n".join(lines))
        text.highlight_regex("[·.?░]+", "dim")
        for span, start, end in spans_of(tile.shown, lines, x, y):
            text.stylize(span, start, end)
        if not isinstance(tile.shown, str):
            board = tile.shown[y : y + rows, x : x + columns]
            for start, end in marked_spans(board, lines, (tile.shown, width, height, style)):
                text.stylize(self._part("marked"), start, end)
        drawn = list(text.split("\n", allow_blank=True))[: len(lines)]
        left = (width - max(map(len, lines), default=0)) // 2
        for each in drawn:
            each.pad_left(left)
            each.pad_right(width - len(each))
        above, blank = (height - len(drawn)) // 2, Text(" " * width)
        return [*[blank] * above, *drawn, *[blank] * (height - len(drawn) - above)]

    def _part(self, name: str) -> Style:
        return self.get_component_rich_style(f"thumbnails--{name}", partial=True)

    def on_click(self, event: Click) -> None:
        """Choose the picture under the mouse."""
        across, down = self._pitch
        place = event.get_content_offset(self)
        if place is None:
            return
        column, row = (place.x - self._left) // across, place.y // down
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self.post_message(self.Chosen(row * self.columns + column))


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
