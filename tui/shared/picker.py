"""The common part of the screens with a list to choose from."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import TypeVar

from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Static

from ..board.panel import BoardPanel
from .menu import Menu
from .screen import Base
from .typing import Filter

Result = TypeVar("Result")


class Picker(Base[Result]):
    """A list with a line that filters it, and a picture of the row under the cursor."""

    AUTO_FOCUS = "#filter"
    # The placeholder of the line, and the text of the list if nothing matches.
    prompt: str
    nothing: str
    # Whether there are pictures.
    pictured = True

    def contents(self) -> Iterable[Widget]:
        """Return the filter, the list, the picture, and words about the row under the cursor."""
        yield Filter("", self.prompt, id="filter")
        with Horizontal(id="choices"):
            yield Menu(self.nothing)
            if self.pictured:
                yield BoardPanel(id="example")
        yield Static("", id="about", markup=False)

    @property
    def menu(self) -> Menu:
        """The list."""
        return self.query_one(Menu)

    @property
    def typed(self) -> str:
        """The text of the filter."""
        return self.query_one("#filter", Input).value

    @abstractmethod
    def refilter(self) -> None:
        """Show the rows that match the filter, unless they are shown already."""

    @abstractmethod
    def describe(self) -> None:
        """Show the picture and the words of the row under the cursor."""

    # ---------------------------------------------------------------- keys

    def on_input_changed(self, _event: Input.Changed) -> None:
        """Filter the list."""
        self.refilter()

    def action_row(self, by: int) -> None:
        """Move the cursor by rows."""
        self.refilter()
        self.menu.go(self.menu.place + by)
        self.describe()

    def action_page(self, by: int) -> None:
        """Move the cursor by pages."""
        self.action_row(by * self.menu.page)

    def action_complete(self) -> None:
        """Put the row under the cursor into the line; does nothing for most lists."""

    def on_menu_moved(self, _message: Menu.Moved) -> None:
        """Describe the row to which the mouse has moved the cursor."""
        self.describe()

    def on_menu_chosen(self, _message: Menu.Chosen) -> None:
        """Choose the row that was clicked."""
        self.do_choose()

    @abstractmethod
    def do_choose(self) -> None:
        """Choose the row under the cursor."""
