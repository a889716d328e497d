"""Lists to choose from, with a line that filters them; the palette of actions is one."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.containers import Horizontal
from textual.events import Click, MouseScrollDown, MouseScrollUp, Resize
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from lifesat.system.printing import printable

from ..board.panel import BoardPanel
from .actions import Action, of
from .inputs import Filter
from .screen import Base


class Menu(Static):
    """Rows with a cursor that the screen moves; `empty` is shown if there are no rows."""

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


Row = TypeVar("Row")
Result = TypeVar("Result")


class Picker(Base[Result], Generic[Row, Result]):
    """A list with a line that filters it, and a picture of the row under the cursor."""

    AUTO_FOCUS = "#filter"
    # The title, the placeholder of the line, and the text of the list if nothing matches.
    heading: str
    prompt: str
    nothing: str
    # Whether there are pictures.
    pictured = True

    def __init__(self) -> None:
        super().__init__()
        # The rows that are shown; None before the list is filtered for the first time.
        self._rows: Sequence[Row] | None = None

    def contents(self) -> Iterable[Widget]:
        """Return the filter, the list, the picture, and words about the row under the cursor."""
        yield Filter("", self.prompt, id="filter")
        with Horizontal(id="choices"):
            yield Menu(self.nothing)
            if self.pictured:
                yield BoardPanel(id="example")
        yield Static("", id="about", markup=False)

    def on_mount(self) -> None:
        """Show all rows."""
        self.laid_out()
        self.refilter()

    def laid_out(self) -> None:
        """Fit the title."""
        self.set_title(self.heading)

    @abstractmethod
    def matching(self, typed: str) -> Sequence[Row]:
        """Return the rows that match the filter."""

    @abstractmethod
    def text(self, row: Row) -> str:
        """Return the text of a row."""

    def first_place(self, rows: Sequence[Row]) -> int:  # noqa: ARG002
        """Return where the cursor stands among rows that are shown anew."""
        return 0

    @property
    def _menu(self) -> Menu:
        return self.query_one(Menu)

    @property
    def _line(self) -> Filter:
        return self.query_one(Filter)

    @property
    def typed(self) -> str:
        """The text of the filter."""
        return self._line.value

    @property
    def chosen(self) -> Row | None:
        """The row under the cursor."""
        return self._rows[self._menu.place] if self._rows else None

    def refilter(self) -> None:
        """Show the rows that match the filter, unless they are shown already."""
        rows = self.matching(self.typed)
        if rows != self._rows:
            place = self.first_place(rows)
            self._rows = rows
            self._menu.show([self.text(row) for row in rows], place)
            self.describe()

    def describe(self) -> None:
        """Show the picture and the words of the row under the cursor."""

    # ---------------------------------------------------------------- keys

    def on_input_changed(self, _event: Input.Changed) -> None:
        """Filter the list."""
        self.refilter()

    def action_row(self, by: int) -> None:
        """Move the cursor by rows."""
        self.refilter()
        self._menu.go(self._menu.place + by)
        self.describe()

    def action_page(self, by: int) -> None:
        """Move the cursor by pages."""
        self.action_row(by * self._menu.page)

    def action_complete(self) -> None:
        """Put the row under the cursor into the line; does nothing for most lists."""

    def on_menu_moved(self, _message: Menu.Moved) -> None:
        """Describe the row to which the mouse has moved the cursor."""
        self.describe()

    def on_menu_chosen(self, _message: Menu.Chosen) -> None:
        """Choose the row that was clicked."""
        self.do_choose()

    def do_choose(self) -> None:
        """Choose the row under the cursor."""
        self.refilter()
        chosen = self.chosen
        if chosen is not None:
            self.take(chosen)

    @abstractmethod
    def take(self, row: Row) -> None:
        """Take the row that was chosen."""


def has_words(typed: str, text: str) -> bool:
    """Return whether a text has all words of a filter, in any order and in either case."""
    return all(word in text.lower() for word in typed.lower().split())


# As wide as most keys; the names stand below each other.
_KEY_WIDTH = 8
PICTURE = "picture of the screen"
"""The entry that saves the screen."""


@dataclass(frozen=True)
class Entry:
    """A line of the palette: an action of the screen, a theme, or the picture of the screen."""

    key: str
    words: str
    action: Action | None = None
    theme: str = ""


class Palette(Picker[Entry, Entry]):
    """The actions of the screen `below`, and all themes; the result is the entry to perform."""

    scope = "palette"
    heading = "lifesat · actions"
    prompt = "type to filter, such as export or theme"
    nothing = "no action matches"
    pictured = False

    def __init__(self, below: Base[object], themes: Iterable[str], theme: str) -> None:
        super().__init__()
        keys = below.key_labels
        self._entries = [
            Entry(keys[action.name], _words(action), action) for action in of(below.scope)
        ]
        for name in sorted(themes):
            current = " (the current one)" * (name == theme)
            self._entries.append(Entry("", f"theme: {name}{current}", theme=name))
        self._entries.append(Entry("", f"{PICTURE}: save it as SVG"))

    def matching(self, typed: str) -> list[Entry]:
        """Return the entries that have all words; those that begin with them come first."""
        shown = [entry for entry in self._entries if has_words(typed, entry.words)]
        return sorted(shown, key=lambda entry: not entry.words.lower().startswith(typed.lower()))

    def text(self, row: Entry) -> str:
        """Return the key and the words of an entry."""
        return f"{row.key:<{_KEY_WIDTH}}{row.words}"

    def take(self, row: Entry) -> None:
        """Return the entry."""
        self.dismiss(row)


def _words(action: Action) -> str:
    return f"{action.label}: {action.description}" if action.label else action.description
