"""A field with a few choices, and one whose choices have a screen of their own."""

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from .typing import BETWEEN_FIELDS


class Choice(Static, can_focus=True):
    """A choice from a few words; left, right and space change it, enter leaves it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space", "step(1)", "next choice", show=False, priority=True),
        Binding("left", "step(-1)", "previous choice", show=False, priority=True),
        *BETWEEN_FIELDS,
        Binding("enter", "app.focus_next", show=False),
    ]
    DEFAULT_CSS = """
    Choice { width: 1fr; height: 1; }
    Choice:focus { text-style: bold reverse; }
    """

    @dataclass
    class Changed(Message):
        """The user changed the choice."""

        choice: "Choice"
        value: str

    def __init__(self, choices: tuple[str, ...], value: str, *, id: str) -> None:  # noqa: A002
        super().__init__("", id=id, markup=False)
        self._choices = choices
        self.value = value

    def on_mount(self) -> None:
        """Show the current word."""
        self._write()

    def set(self, value: str) -> None:
        """Change the choice without posting a message."""
        self.value = value
        self._write()

    def action_step(self, by: int) -> None:
        """Go to the next or the previous word."""
        place = self._choices.index(self.value) + by
        self.set(self._choices[place % len(self._choices)])
        self.post_message(self.Changed(self, self.value))

    def on_click(self, _event: Click) -> None:
        """Choose the next word."""
        self.action_step(1)

    def _write(self) -> None:
        self.update(f"◂ {self.value} ▸")


class Opener(Static, can_focus=True):
    """The name of a choice; enter performs an action of the screen, which offers the others."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *BETWEEN_FIELDS,
        Binding("enter,space,right", "open", "choose", show=False, priority=True),
    ]
    DEFAULT_CSS = """
    Opener { width: 26; height: 1; }
    Opener:focus { text-style: bold reverse; }
    """

    def __init__(self, name: str, action: str, *, id: str) -> None:  # noqa: A002
        super().__init__(f"{name} ▸", id=id, markup=False)
        self._action = action

    async def action_open(self) -> None:
        """Perform the action."""
        await self.run_action(f"screen.press({self._action!r})")

    async def on_click(self, _event: Click) -> None:
        """Perform the action."""
        await self.action_open()
