"""Text inputs and choices, in which keys take effect in the order in which they arrive."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType, NoBinding
from textual.events import Click, Key, Paste
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Input, Static, TextArea

from lifesat.formats.detection import plain_text

BETWEEN_FIELDS: tuple[BindingType, ...] = (
    Binding("up", "app.focus_previous", show=False),
    Binding("down", "app.focus_next", show=False),
)
"""The keys that go from one field of a form to another."""

# Matches a whole pattern, puzzle or search file, even on one line.
_WHOLE = re.compile(
    r"^\s*x\s*=\s*\d|[bo$]!\s*$|^\s*x[pqs]\d+_\w+\s*$|/object[/?]|\[(?:code|rle)|```|\{\{|cells\s*="
    r"|^\s*[\d.]{16,}\s*$",
    re.IGNORECASE,
)


def _is_for_the_screen(text: str) -> bool:
    """Return whether a pasted text is more than a word or a line."""
    return "\n" in plain_text(text).strip() or _WHOLE.search(text) is not None


class _Suggester(Suggester):
    """Completes a text by a function, which returns None if it cannot."""

    def __init__(self, complete: Callable[[str], str | None]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        """Return the text, completed."""
        return self._complete(value)


class _InOrder(Widget):
    """Runs the binding of a key immediately.

    If several keys arrive together, as over a slow line, Textual would insert the letters before it
    runs the bindings of editing keys.
    """

    async def _on_key(self, event: Key) -> None:
        try:
            bound = self._bindings.get_bindings_for_key(event.key)
        except NoBinding:
            return
        # An action may decline, as copying does without a selection.
        if await self.app.run_action(bound[0].action, self):
            event.stop()
            event.prevent_default()


class Line(Input, _InOrder):
    """One line; pasted patterns and pasted text of several lines go to the screen.

    `empty` is shown in place of an empty text. `complete` returns a longer text to offer, or None.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*BETWEEN_FIELDS]

    def __init__(
        self,
        value: str,
        empty: str = "",
        *,
        id: str = "line",  # noqa: A002
        complete: Callable[[str], str | None] | None = None,
    ) -> None:
        suggester = None if complete is None else _Suggester(complete)
        super().__init__(
            value, empty, id=id, compact=True, select_on_focus=False, suggester=suggester
        )
        self.cursor_blink = False

    def put(self, text: str) -> None:
        """Replace the text; the cursor goes to its end."""
        self.value = text
        self.cursor_position = len(text)

    def _on_paste(self, event: Paste) -> None:
        if _is_for_the_screen(event.text):
            event.prevent_default()


class Filter(Line):
    """The line that filters a `Menu`, whose cursor its arrows move; enter chooses.

    The screen has ``action_row``, which moves the cursor by rows, ``action_page`` by pages, and
    ``action_complete``.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "screen.row(-1)", show=False),
        Binding("down", "screen.row(1)", show=False),
        Binding("pageup", "screen.page(-1)", show=False),
        Binding("pagedown", "screen.page(1)", show=False),
        Binding("enter", "screen.press('choose')", show=False),
        Binding("tab", "screen.complete", show=False),
    ]


class Lines(TextArea, _InOrder):
    """Several lines.

    With `recognised`, pasted patterns and pasted text of several lines go to the screen, and
    everything while there is no text.
    """

    def __init__(self, value: str, *, id: str, recognised: bool = False) -> None:  # noqa: A002
        super().__init__(value, id=id, soft_wrap=True)
        self.cursor_blink = False
        self._recognised = recognised

    @property
    def value(self) -> str:
        """The text."""
        return self.text

    def put(self, text: str) -> None:
        """Replace the text."""
        self.load_text(text)

    async def _on_paste(self, event: Paste) -> None:
        if self._recognised and (not self.text.strip() or _is_for_the_screen(event.text)):
            event.prevent_default()
        else:
            event.stop()

    def action_cursor_up(self, select: bool = False) -> None:
        """Go up a line, from the first one to the field above."""
        if self.cursor_at_first_line and not select:
            self.screen.focus_previous()
        else:
            super().action_cursor_up(select)

    def action_cursor_down(self, select: bool = False) -> None:
        """Go down a line, from the last one to the field below."""
        if self.cursor_at_last_line and not select:
            self.screen.focus_next()
        else:
            super().action_cursor_down(select)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines; blank ones until Textual knows the colours, without which it fails."""
        if self.rich_style.bgcolor is None:
            return [Strip.blank(crop.width)] * crop.height
        return super().render_lines(crop)


class Choice(Static, can_focus=True):
    """A choice from a few words; left, right and space change it, enter leaves it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space", "step(1)", "next choice", show=False, priority=True),
        Binding("left", "step(-1)", "previous choice", show=False, priority=True),
        *BETWEEN_FIELDS,
        Binding("enter", "app.focus_next", show=False),
    ]

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

    def put(self, value: str) -> None:
        """Change the choice without posting a message."""
        self.value = value
        self._write()

    def action_step(self, by: int) -> None:
        """Go to the next or the previous word."""
        place = self._choices.index(self.value) + by
        self.put(self._choices[place % len(self._choices)])
        self.post_message(self.Changed(self, self.value))

    def on_click(self, _event: Click) -> None:
        """Choose the next word."""
        self.action_step(1)

    def _write(self) -> None:
        self.update(f"◂ {self.value} ▸")


Control = Line | Lines | Choice
"""An input of a form, with its `value`, which `put` replaces."""


class Opener(Static, can_focus=True):
    """The name of a choice; enter performs an action of the screen, which offers the others."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *BETWEEN_FIELDS,
        Binding("enter,space,right", "open", "choose", show=False, priority=True),
    ]

    def __init__(self, name: str, action: str, *, id: str) -> None:  # noqa: A002
        super().__init__(f"{name} ▸", id=id, markup=False)
        self._action = action

    async def action_open(self) -> None:
        """Perform the action."""
        await self.run_action(f"screen.press({self._action!r})")

    async def on_click(self, _event: Click) -> None:
        """Perform the action."""
        await self.action_open()
