"""A field that offers a few choices, one of which is shown."""

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Click
from textual.message import Message
from textual.widgets import Static


class Choice(Static, can_focus=True):
    """One of a few words; left, right and space choose another."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space", "turn(1)", "next choice", show=False, priority=True),
        Binding("left", "turn(-1)", "choice before", show=False, priority=True),
    ]
    DEFAULT_CSS = """
    Choice { width: 1fr; height: 1; }
    Choice:focus { text-style: bold reverse; }
    """

    @dataclass
    class Changed(Message):
        """Another word was chosen."""

        choice: "Choice"
        value: str

    def __init__(self, choices: tuple[str, ...], value: str, *, id: str) -> None:  # noqa: A002
        super().__init__("", id=id, markup=False)
        self._choices = choices
        self.value = value

    def on_mount(self) -> None:
        """Show the word."""
        self._write()

    def set(self, value: str) -> None:
        """Show another word, without a message."""
        self.value = value
        self._write()

    def action_turn(self, by: int) -> None:
        """Choose the next word, or the one before."""
        place = self._choices.index(self.value) + by
        self.set(self._choices[place % len(self._choices)])
        self.post_message(self.Changed(self, self.value))

    def on_click(self, _event: Click) -> None:
        """Choose the next word."""
        self.action_turn(1)

    def _write(self) -> None:
        self.update(f"◂ {self.value} ▸")
