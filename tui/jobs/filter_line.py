"""The line in which the user types the filter of the list."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from ..shared.keymap import line_bindings
from ..shared.typing import Line


class FilterLine(Line):
    """The filter; the screen has its actions, and moves the cursor of the list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *line_bindings("filter"),
        Binding("up", "screen.move(-1)", show=False),
        Binding("down", "screen.move(1)", show=False),
        Binding("pageup", "screen.move(-10)", show=False),
        Binding("pagedown", "screen.move(10)", show=False),
    ]

    def __init__(self) -> None:
        super().__init__("", "words of the name, the state or the problem", id="filter")
