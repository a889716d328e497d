"""The screen for drawing a target."""

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import BindingType
from textual.widget import Widget

from lifesat.life.pattern import UNKNOWN, Pattern

from ..keymap import bindings
from ..widgets.cells import Cells
from .base import Base


class Draw(Base[Pattern]):
    """A board to draw on; its result is the pattern drawn, or None.

    Parameters
    ----------
    pattern
        The initial drawing, or None.
    """

    scope = "draw"
    BINDINGS: ClassVar[list[BindingType]] = bindings("draw")

    def __init__(self, pattern: Pattern | None) -> None:
        super().__init__()
        self._pattern = pattern

    def contents(self) -> Iterable[Widget]:
        """Return the board."""
        yield Cells(self._pattern)

    def on_mount(self) -> None:
        """Write the title."""
        super().on_mount()
        self.set_title("lifesat · draw the target", "██ live   · dead   ?? unknown")

    def laid_out(self) -> None:
        """Fit the title."""
        self.set_title("lifesat · draw the target", "██ live   · dead   ?? unknown")

    @property
    def _cells(self) -> Cells:
        return self.query_one(Cells)

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
        """Count the empty cells around the drawing as part of the target, or not."""
        self._cells.toggle_whole()

    def do_take(self) -> None:
        """Return the drawing to the form."""
        self.dismiss(self._cells.pattern())
