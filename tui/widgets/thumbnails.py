"""Small pictures of solutions, side by side."""

from collections.abc import Mapping
from typing import NamedTuple

from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from ..pictures import Picture, picture, tile_size

# At least so many pictures are shown, if a drawing is small enough.
_LEAST = 8


class Tile(NamedTuple):
    """A small picture and the words below it."""

    shown: Picture
    words: str


class Thumbnails(Static):
    """Pictures of one extent in rows, one of them chosen.

    Attributes
    ----------
    columns, rows
        How many pictures fit.
    """

    DEFAULT_CSS = "Thumbnails { width: 1fr; height: 1fr; padding: 0 1; text-wrap: nowrap; }"

    class Chosen(Message):
        """A picture was clicked; `position` counts from 0, row by row."""

        def __init__(self, position: int) -> None:
            super().__init__()
            self.position = position

    def __init__(self, *, id: str) -> None:  # noqa: A002  # Textual's name
        super().__init__("", id=id)
        self.columns = self.rows = 1
        self._tile = (1, 1)
        self._left = 0
        self._drawn_text = Text()

    def lines_for(self, example: Picture, style: str, columns: int, lines: int) -> int:
        """Return how many lines whole rows of pictures take in some space, given one of them."""
        each = 1 + tile_size(example, columns, lines, style, _LEAST)[1]
        return max(1, lines // each) * each

    def fit(self, example: Picture, style: str) -> None:
        """Choose the size of the pictures, given one of them."""
        room = max(1, self.content_size.width), max(1, self.content_size.height)
        self._tile = width, height = tile_size(example, *room, style, _LEAST)
        self.columns = max(1, room[0] // (width + 2))
        self.rows = max(1, room[1] // (height + 1))
        self._left = (room[0] - self.columns * (width + 2)) // 2

    def show(self, tiles: Mapping[int, Tile], chosen: int, many: int, style: str) -> None:
        """Show pictures.

        Parameters
        ----------
        tiles
            Those that have been read, by their positions.
        chosen, many
            The chosen position, and the number of positions.
        style
            A style of `lifesat_tui.pictures`.
        """
        text = Text(no_wrap=True)
        for row in range(self.rows):
            positions = range(row * self.columns, min(many, (row + 1) * self.columns))
            drawn = [self._drawn(tiles.get(position), style) for position in positions]
            for lines in zip(*drawn, strict=True):
                text.append(" " * self._left + "  ".join((*lines, "")) + "\n")
            text.append(" " * self._left)
            for position in positions:
                tile = tiles.get(position)
                self._append_words(text, tile.words if tile else "…", position == chosen)
            text.append("\n")
        text.highlight_regex("[·.?░]+", "dim")
        if text != self._drawn_text:
            self._drawn_text = text
            self.update(text, layout=False)

    def _drawn(self, tile: Tile | None, style: str) -> list[str]:
        width, height = self._tile
        lines = [] if tile is None else picture(tile.shown, width, height, style)[0]
        wide = max(map(len, lines), default=0)
        lines = [line.ljust(wide).center(width) for line in lines]
        above = (height - len(lines)) // 2
        blank = " " * width
        return [*[blank] * above, *lines, *[blank] * (height - len(lines) - above)]

    def _append_words(self, text: Text, words: str, chosen: bool) -> None:
        width = self._tile[0]
        words = words if len(words) <= width else words.partition(" ")[0]
        marked = f"▸{words}◂" if chosen else f" {words} "
        text.append(f"{marked[: width + 2]:^{width + 2}}", "bold reverse" if chosen else "bold")

    def on_click(self, event: Click) -> None:
        """Choose the picture under the mouse."""
        width, height = self._tile
        place = event.get_content_offset(self)
        if place is None:
            return
        column, row = (place.x - self._left) // (width + 2), place.y // (height + 1)
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self.post_message(self.Chosen(row * self.columns + column))
