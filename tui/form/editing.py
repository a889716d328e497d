"""The screens that edit a target: a board to draw on, and an editor of texts."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rich.text import Text
from textual.events import MouseDown, MouseEvent, MouseMove, MouseUp, Resize
from textual.widget import Widget
from textual.widgets import Static, TextArea

from lifesat.errors import UserError
from lifesat.formats import write_file
from lifesat.life.pattern import UNKNOWN, Pattern

from ..shared.actions import WAYS, those_met
from ..shared.file_names import file_error, file_path
from ..shared.inputs import Lines
from ..shared.screen import Actions, Base
from .draft import LeftBoard, keep_board, read_unfinished

# The states of all cells, and whether the whole board is the target.
_Board = tuple[NDArray[np.uint8], bool]

MAX_SIDE = 256
# How many changes can be undone; a large board takes 64 kB for each.
_MOST_CHANGES = 500
_SIGNS = ("· ", "██", "??")
_AT_CURSOR = ("[]", "▐▌", "[?")
# The columns and rows that each action adds.
_RESIZED = {"wider": (1, 0), "narrower": (-1, 0), "taller": (0, 1), "shorter": (0, -1)}


class Cells(Static, Actions):
    """The board and its cursor; a board that does not fit scrolls with the cursor."""

    def __init__(self, pattern: Pattern | None, left: LeftBoard | None = None) -> None:
        super().__init__("", id="cells")
        self._left_board = left
        self._before: list[_Board] = []
        self._after: list[_Board] = []
        self._drawn_on = Pattern({}, 0, 0) if pattern is None else pattern
        self.states: NDArray[np.uint8] = np.zeros((8, 12), dtype=np.uint8)
        if pattern is not None and pattern.width and pattern.height:
            self.states = pattern.to_array()
        self.x = self.y = 0
        self._left = self._top = 0
        self._painted: int | None = None
        # Only the size of a pattern states something, not that of a new board.
        self.whole = pattern is not None and bool(pattern.width and pattern.height)
        self._first = self.states.copy(), self.whole

    def pattern(self) -> Pattern:
        """Return the cells that belong to the target, with the rule and grid drawn on."""
        about = self._drawn_on
        return Pattern.from_array(self._part(), rule=about.rule, grid=about.grid)

    def _part(self) -> NDArray[np.uint8]:
        """Return the whole board, or the box of the cells that are live or unknown."""
        drawn = self.states > 0
        if self.whole or not drawn.any():
            return self.states
        rows, columns = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
        return self.states[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]

    def do_whole(self) -> None:
        """Include or exclude the empty cells around the drawing."""
        self._keep()
        self.whole = not self.whole
        self.draw()

    def on_resize(self, _event: Resize) -> None:
        """Draw for the new size."""
        self.draw()

    def on_mouse_down(self, event: MouseDown) -> None:
        """Toggle the cell under the mouse, and paint its new state until the button is up."""
        cell = self._under(event)
        if cell is not None:
            self.x, self.y = cell
            self.toggle(1)
            self._painted = int(self.states[self.y, self.x])
            self.capture_mouse()

    def on_mouse_move(self, event: MouseMove) -> None:
        """Paint the cells between the last one and the one under the mouse."""
        cell = self._under(event)
        if self._painted is None or cell is None or cell == (self.x, self.y):
            return
        steps = max(abs(cell[0] - self.x), abs(cell[1] - self.y))
        columns = np.linspace(self.x, cell[0], steps + 1).round().astype(int)
        rows = np.linspace(self.y, cell[1], steps + 1).round().astype(int)
        self.states[rows, columns] = self._painted
        self.x, self.y = cell
        self.draw()

    def on_mouse_up(self, _event: MouseUp) -> None:
        """Stop painting."""
        self._painted = None
        self.release_mouse()

    # ---------------------------------------------------------------- undo and redo

    @property
    def changed(self) -> bool:
        """Whether the board differs from the initial one."""
        states, whole = self._first
        return whole != self.whole or not np.array_equal(states, self.states)

    def met_needs(self) -> set[str]:
        """Return whether there is a change to undo, and one to redo or a drawing to bring back."""
        return those_met({"done": self._before, "undone": self._after or self.offers_left})

    @property
    def offers_left(self) -> bool:
        """Whether there is a kept drawing that has not been brought back."""
        return self._left_board is not None

    def board(self) -> LeftBoard:
        """Return the whole board, with the rule and grid drawn on."""
        about = self._drawn_on
        whole = Pattern.from_array(self.states, rule=about.rule, grid=about.grid)
        return LeftBoard(whole, self.whole)

    def do_undo_drawing(self) -> None:
        """Show the board as it was before the last change."""
        self._show(self._before.pop(), self._after)

    def do_redo(self) -> None:
        """Show the board as it was before the last undo, or else the drawing that was left."""
        if self._after:
            self._show(self._after.pop(), self._before)
        elif self._left_board is not None:
            left, self._left_board = self._left_board, None
            self._drawn_on = left.pattern
            self._show((left.pattern.to_array(), left.whole), self._before)

    def _show(self, board: _Board, other: list[_Board]) -> None:
        other.append((self.states, self.whole))
        self.states, self.whole = board
        self.move(0, 0)

    def _keep(self) -> None:
        """Keep the current board, so that the next change can be undone."""
        self._before.append((self.states.copy(), self.whole))
        del self._before[:-_MOST_CHANGES]
        self._after.clear()

    def _under(self, event: MouseEvent) -> tuple[int, int] | None:
        """Return the column and row of the cell under the mouse, or None outside the board."""
        x, y = (event.x - 1) // 2 + self._left, event.y - 1 + self._top
        height, width = self.states.shape
        return (x, y) if 0 <= x < width and 0 <= y < height else None

    def toggle(self, state: int) -> None:
        """Give the cell under the cursor a state, or make it dead if it already has that state."""
        self._keep()
        self.states[self.y, self.x] = 0 if self.states[self.y, self.x] == state else state
        self.draw()

    def do_cell(self) -> None:
        """Toggle the cell between live and dead."""
        self.toggle(1)

    def do_unknown(self) -> None:
        """Toggle the cell between unknown and dead."""
        self.toggle(UNKNOWN)

    def do_cursor(self, way: str) -> None:
        """Go left, right, up or down."""
        self.move(*WAYS[way])

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor within the board."""
        height, width = self.states.shape
        self.x = max(0, min(width - 1, self.x + dx))
        self.y = max(0, min(height - 1, self.y + dy))
        self.draw()

    def do_resize(self, how: str) -> None:
        """Add a column on the right or a row at the bottom, or remove one."""
        columns, rows = _RESIZED[how]
        height, width = self.states.shape
        new = _grown(height, rows), _grown(width, columns)
        if new == (height, width):
            return
        self._keep()
        states = np.zeros(new, dtype=np.uint8)
        kept = self.states[: new[0], : new[1]]
        states[: kept.shape[0], : kept.shape[1]] = kept
        self.states = states
        self.move(0, 0)

    def do_clear(self) -> None:
        """Make all cells dead."""
        self._keep()
        self.states[:] = 0
        self.draw()

    def draw(self) -> None:
        """Draw the visible part of the board."""
        columns, rows = max(1, self.content_size.width // 2), max(1, self.content_size.height)
        self._left = _follow(self._left, self.x, columns)
        self._top = _follow(self._top, self.y, rows)
        part = self.states[self._top : self._top + rows, self._left : self._left + columns]
        text = Text(no_wrap=True)
        for y, row in enumerate(part.tolist(), self._top):
            for x, state in enumerate(row, self._left):
                here = (x, y) == (self.x, self.y)
                text.append((_AT_CURSOR if here else _SIGNS)[state], "reverse" if here else "")
            text.append("\n")
        self.update(text, layout=False)
        height, width = self._part().shape
        live, unknown = int((self.states == 1).sum()), int((self.states == UNKNOWN).sum())
        what = "whole board" if self.whole else "target"
        self.border_title = f"{what}: {width} x {height} cells, {live} live, {unknown} unknown"
        self.border_subtitle = f"column {self.x}, row {self.y}"


def _grown(side: int, more: int) -> int:
    """Return a side with more cells, at most MAX_SIDE unless it was longer at first."""
    return max(1, min(max(side, MAX_SIDE), side + more))


def _follow(start: int, cursor: int, room: int) -> int:
    """Return the first visible position such that the cursor is visible."""
    return max(min(start, cursor), cursor - room + 1)


class Draw(Base[Pattern]):
    """A board to draw on; its result is the pattern drawn, or None.

    A drawing that is not used is kept, and can be brought back the next time.
    """

    scope = "draw"

    def __init__(self, pattern: Pattern | None) -> None:
        super().__init__()
        self._left = read_unfinished().board
        self._cells = Cells(pattern, self._left)
        self.parts = (self._cells,)
        self._taken = False

    def contents(self) -> Iterable[Widget]:
        """Return the board."""
        yield self._cells

    def on_mount(self) -> None:
        """Write the title, and offer the drawing that was kept."""
        self.laid_out()
        if self._left is not None:
            cells = self._left.pattern
            size = f"{cells.width} x {cells.height} cells, {cells.population:,} live"
            self.say(f"{self.key_labels['redo']} brings back the drawing that was left: {size}")

    def on_unmount(self) -> None:
        """Keep a drawing that is not used, also if the application ends."""
        cells = self._cells
        brought_back = self._left is not None and not cells.offers_left
        try:
            if cells.changed and not self._taken:
                keep_board(cells.board())
            elif brought_back:
                keep_board(None)
        except (UserError, OSError) as error:
            self.lifesat.say_later(f"the drawing is not kept: {error}")

    def laid_out(self) -> None:
        """Fit the title."""
        self.set_title("lifesat · draw the target", "██ live   · dead   ?? unknown")

    def do_take(self) -> None:
        """Return the drawing to the form."""
        self._taken = True
        self.dismiss(self._cells.pattern())


_PLACE = re.compile(r"line (\d+), column (\d+): ")


@dataclass(frozen=True)
class Edited:
    """The result of editing."""

    text: str
    # The file in which the text is saved, or "".
    path: str = ""


class Editor(Base[Edited]):
    """A text area that shows the error of its text and can be saved to a file.

    `error` returns the error message of a text, or "". `ending` is the extension of a new file.
    """

    scope = "edit"
    AUTO_FOCUS = "#lines"

    def __init__(
        self, edited: Edited, title: str, error: Callable[[str], str], ending: str
    ) -> None:
        super().__init__()
        self._saved, self._title, self._error, self._ending = edited, title, error, ending

    def contents(self) -> Iterable[Widget]:
        """Return the text and the verdict on it."""
        lines = Lines(self._saved.text, id="lines")
        lines.show_line_numbers = True
        yield lines
        yield Static("", id="verdict", markup=False)

    def on_mount(self) -> None:
        """Check the text."""
        self.laid_out()
        self._check()

    def laid_out(self) -> None:
        """Fit the title."""
        self.set_title(f"lifesat · {self._title}", self._saved.path)

    @property
    def _area(self) -> Lines:
        return self.query_one(Lines)

    def on_text_area_changed(self, _event: TextArea.Changed) -> None:
        """Check the text."""
        self._check()

    def on_text_area_selection_changed(self, _event: TextArea.SelectionChanged) -> None:
        """Show where the cursor is."""
        line, column = self._area.cursor_location
        self._area.border_subtitle = f"line {line + 1}, column {column + 1}"

    def _check(self) -> None:
        """Show the error with its line and column."""
        error = self._error(self._area.text)
        self._write("#verdict", f"! {error}" if error else "✓ no errors")

    # ---------------------------------------------------------------- keys

    def do_use(self) -> None:
        """Return the text to the form."""
        text = self._area.text
        self.dismiss(self._saved if text == self._saved.text else Edited(text))

    def do_to_error(self) -> None:
        """Move the cursor to the error."""
        place = _PLACE.match(self._error(self._area.text))
        if place is None:
            self.say("no place in this text is wrong")
            return
        last = self._area.document.line_count - 1
        line = min(int(place[1]) - 1, last)
        self._area.move_cursor((line, max(0, int(place[2]) - 1)))

    def do_save_text(self) -> None:
        """Ask for a file and write the text."""
        name = self._saved.path or f"{self._title.replace(' ', '-')}{self._ending}"
        self.ask("Save the text to this file:", name, file_error, self._save)

    def _save(self, name: str) -> None:
        if file_path(name).exists():
            question = f"{name} already exists. Replace it?"
            self.confirm(question, lambda: self._write_to(name, force=True))
        else:
            self._write_to(name)

    def _write_to(self, name: str, *, force: bool = False) -> None:
        text = self._area.text
        write_file(file_path(name), text if text.endswith("\n") else f"{text}\n", force=force)
        self._saved = Edited(text, name)
        self.laid_out()
        self.say(f"saved as {name}")
