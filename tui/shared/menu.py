"""A list to choose from, above which the user types a filter."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.events import Click, MouseScrollDown, MouseScrollUp, Resize
from textual.message import Message
from textual.widgets import Static

from lifesat.system.printing import printable


class Menu(Static):
    """Rows with a cursor that the screen moves; `empty` is shown if there are no rows."""

    DEFAULT_CSS = "Menu { width: 1fr; height: 1fr; padding: 0 1; }"

    @dataclass
    class Moved(Message):
        """The mouse has moved the cursor."""

    @dataclass
    class Chosen(Message):
        """The user clicked the row under the cursor."""

    def __init__(self, empty: str) -> None:
        super().__init__("", id="menu", markup=False)
        self._empty = empty
        self._rows: Sequence[str] = ()
        self._first = 0
        self.place = 0

    @property
    def page(self) -> int:
        """The number of visible rows."""
        return max(1, self.content_size.height)

    def show(self, rows: Sequence[str], place: int = 0) -> None:
        """Show rows, with the cursor at a place."""
        self._rows = rows
        self.go(place)

    def go(self, place: int) -> None:
        """Move the cursor to a place, or to the nearest row."""
        self.place = max(0, min(place, len(self._rows) - 1))
        self._draw()

    def on_resize(self, _event: Resize) -> None:
        """Draw for the new size."""
        self._draw()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Go down."""
        event.stop()
        self._mouse(self.place + 1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Go up."""
        event.stop()
        self._mouse(self.place - 1)

    def on_click(self, event: Click) -> None:
        """Go to the row under the mouse; choose it if the cursor is there."""
        row = self._first + event.y
        if row == self.place and self._rows:
            self.post_message(self.Chosen())
        elif row < len(self._rows):
            self._mouse(row)

    def _mouse(self, place: int) -> None:
        self.go(place)
        self.post_message(self.Moved())

    def _draw(self) -> None:
        if not self._rows:
            self.update(Text(self._empty), layout=False)
            return
        width = max(1, self.content_size.width)
        self._first = max(min(self._first, self.place), self.place - self.page + 1)
        self._first = max(0, min(self._first, len(self._rows) - self.page))
        text = Text(no_wrap=True, overflow="ellipsis")
        visible = self._rows[self._first : self._first + self.page]
        for number, row in enumerate(visible, self._first):
            words = printable(row)
            if cell_len(words) > width:
                words = f"{set_cell_size(words, width - 1)}…"
            text.append(set_cell_size(words, width), "bold reverse" if number == self.place else "")
            text.append("\n")
        self.update(text, layout=False)
