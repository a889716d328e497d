"""Dialogs: yes or no, one line of text, pages of text."""

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Input, Static

from lifesat.errors import UserError

from .file_names import file_path
from .inputs import Line
from .keys import bindings
from .screen import Dialog


class Confirm(Dialog[bool]):
    """A question to answer with yes or no."""

    scope = "confirm"
    BINDINGS: ClassVar[list[BindingType]] = bindings("confirm")

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def contents(self) -> Iterable[Widget]:
        """Return the question."""
        with Vertical(id="question"):
            yield Static(self._question, markup=False)

    def do_yes(self) -> None:
        """Answer yes."""
        self.dismiss(True)

    def do_no(self) -> None:
        """Answer no."""
        self.dismiss(False)


class Ask(Dialog[str]):
    """A request for one line of text, checked as the user types.

    `check` returns an error message for a text, or "".
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("dialog")
    AUTO_FOCUS = "Input"

    def __init__(self, question: str, value: str, check: Callable[[str], str]) -> None:
        super().__init__()
        self._question, self._value, self._check = question, value, check

    def contents(self) -> Iterable[Widget]:
        """Return the request and the field."""
        with Vertical(id="question"):
            yield Static(self._question, markup=False)
            yield Line(self._value)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Check the text."""
        self.say(self._check(event.value.strip()), error=True)

    def on_input_submitted(self, _event: Input.Submitted) -> None:
        """Accept the text."""
        self.do_accept()

    def do_accept(self) -> None:
        """Accept the text if it is valid."""
        text = self.query_one(Input).value.strip()
        error = self._check(text)
        if error:
            self.say(error, error=True)
        else:
            self.dismiss(text)


class Page(Dialog[None]):
    """A scrollable text, which the keys of the actions `opened_by` close too."""

    scope = "page"
    BINDINGS: ClassVar[list[BindingType]] = bindings("page")
    AUTO_FOCUS = "VerticalScroll"

    def __init__(self, heading: str, text: str, *opened_by: str) -> None:
        super().__init__()
        self._heading, self._text, self._opened_by = heading, text, opened_by

    def contents(self) -> Iterable[Widget]:
        """Return the text."""
        with VerticalScroll(id="page"):
            yield Static(self._text, markup=False)

    def on_mount(self) -> None:
        """Write the heading."""
        super().on_mount()
        self.set_title(self._heading)

    def on_key(self, event: Key) -> None:
        """Close the page at the key that opened it."""
        keys = self.lifesat.settings.keys
        if any(event.key in keys[name] for name in self._opened_by):
            event.stop()
            self.dismiss()

    def do_close(self) -> None:
        """Close the page."""
        self.dismiss()


def file_error(path: str) -> str:
    """Return an error message for the name of a file to write, or ""."""
    try:
        is_file = path and not file_path(path).is_dir()
    except UserError as error:
        return str(error)
    return "" if is_file else "enter the name of a file"
