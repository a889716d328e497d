"""Small pictures of solutions, side by side."""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from rich.style import Style
from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from .pictures import BETWEEN, Picture, marked_spans, picture, spans_of, tile_size

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
