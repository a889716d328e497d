"""The screen for drawing a target."""

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import BindingType
from textual.widget import Widget

from lifesat.errors import UserError
from lifesat.life.pattern import UNKNOWN, Pattern

from ..shared.keymap import bindings
from ..shared.screen import Base
from .cells import Cells
from .unfinished import keep_board, read_unfinished


class Draw(Base[Pattern]):
    """A board to draw on; its result is the pattern drawn, or None.

    A drawing that is not used is kept, and can be brought back the next time.
    """

    scope = "draw"
    BINDINGS: ClassVar[list[BindingType]] = bindings("draw")

    def __init__(self, pattern: Pattern | None) -> None:
        super().__init__()
        self._left = read_unfinished().board
        self._cells = Cells(pattern, self._left)
        self._taken = False

    def contents(self) -> Iterable[Widget]:
        """Return the board."""
        yield self._cells

    def on_mount(self) -> None:
        """Write the title, and offer the drawing that was kept."""
        super().on_mount()
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

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that the board meets."""
        met = super().met_needs()
        met |= {"done"} if self._cells.can_undo else set()
        return met | ({"undone"} if self._cells.can_redo else set())

    def laid_out(self) -> None:
        """Fit the title."""
        self.set_title("lifesat · draw the target", "██ live   · dead   ?? unknown")

    def do_cell(self) -> None:
        """Toggle the cell between live and dead."""
        self._cells.toggle(1)

    def do_unknown(self) -> None:
        """Toggle the cell between unknown and dead."""
        self._cells.toggle(UNKNOWN)

    def do_cursor_left(self) -> None:
        """Go left."""
        self._cells.move(-1, 0)

    def do_cursor_right(self) -> None:
        """Go right."""
        self._cells.move(1, 0)

    def do_cursor_up(self) -> None:
        """Go up."""
        self._cells.move(0, -1)

    def do_cursor_down(self) -> None:
        """Go down."""
        self._cells.move(0, 1)

    def do_wider(self) -> None:
        """Add a column."""
        self._cells.grow(1, 0)

    def do_narrower(self) -> None:
        """Remove a column."""
        self._cells.grow(-1, 0)

    def do_taller(self) -> None:
        """Add a row."""
        self._cells.grow(0, 1)

    def do_shorter(self) -> None:
        """Remove a row."""
        self._cells.grow(0, -1)

    def do_clear(self) -> None:
        """Make all cells dead."""
        self._cells.clear()

    def do_whole(self) -> None:
        """Include or exclude the empty cells around the drawing."""
        self._cells.toggle_whole()

    def do_undo_drawing(self) -> None:
        """Undo the last change."""
        self._cells.undo()

    def do_redo(self) -> None:
        """Redo what was undone, or bring back the drawing that was kept."""
        self._cells.redo()

    def do_take(self) -> None:
        """Return the drawing to the form."""
        self._taken = True
        self.dismiss(self._cells.pattern())
