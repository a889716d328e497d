"""How many solutions to list or to draw: one, the first so many, a sample, or all."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from textual.binding import Binding, BindingType
from textual.events import Click, Key
from textual.message import Message

from .choice import Choice

Way = Literal["one", "first", "sample", "all"]

_ONE, _ALL, _USUAL = "1", "", "1000"
_MOST_DIGITS = 15


class Amount(Choice):
    """A choice of how many solutions, all of whose words are visible; a number can be typed.

    The value is the number in digits, or "" for all.

    Parameters
    ----------
    value
        The initial value.
    sampling
        Whether a sample can be chosen.
    drawn
        Whether a sample is chosen, so that the number is that of the sample.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("backspace,delete", "shorten", "shorten the number", show=False, priority=True),
    ]
    DEFAULT_CSS = "Amount { width: 1fr; }"

    @dataclass
    class Switched(Message):
        """The user chose a sample, or a list instead of one.

        Attributes
        ----------
        drawn
            Whether a sample was chosen.
        value
            The number of solutions to list or to draw, or "" for all.
        """

        drawn: bool
        value: str

    def __init__(self, value: str, *, id: str, sampling: bool, drawn: bool) -> None:  # noqa: A002
        ways: tuple[Way, ...] = ("one", "first", *(("sample",) if sampling else ()), "all")
        super().__init__(ways, value, id=id)
        self._ways, self._drawn = ways, drawn
        # The number that is offered, whatever is chosen, and whether it is being typed.
        self._number = _USUAL if value in (_ONE, _ALL) else value
        self._typing = False

    @property
    def way(self) -> Way:
        """Which of the choices is chosen."""
        if self._drawn:
            return "sample"
        return {_ONE: "one", _ALL: "all"}.get(self.value, "first")  # type: ignore[return-value]

    @property
    def _offered(self) -> str:
        """The number of the first solutions or of the sample."""
        if self._drawn:
            return self.value or _USUAL
        return _USUAL if self._number in (_ONE, _ALL) else self._number

    def set(self, value: str) -> None:
        """Change the choice without posting a message."""
        if value not in (_ONE, _ALL):
            self._number = value
        self._typing = False
        super().set(value)

    def action_step(self, by: int) -> None:
        """Go forward or backward through the choices."""
        self._choose(self._ways[(self._ways.index(self.way) + by) % len(self._ways)])

    def _choose(self, way: Way) -> None:
        listed = way == "first" and not self._drawn
        value = {"one": _ONE, "all": _ALL}.get(way, self._offered if listed else _USUAL)
        if way == self.way:
            return
        if self._drawn or way == "sample":
            self.post_message(self.Switched(way == "sample", value))
        else:
            self._take(value)

    def _take(self, value: str) -> None:
        self.set(value)
        self.post_message(self.Changed(self, value))

    def on_key(self, event: Key) -> None:
        """Type a number."""
        if event.character is not None and event.character in "0123456789":
            event.stop()
            digits = (self._number if self._typing else "") + event.character
            if digits.lstrip("0"):
                self._type(digits.lstrip("0")[:_MOST_DIGITS])

    def action_shorten(self) -> None:
        """Remove the last digit of the number."""
        if self._typing or self.way in ("first", "sample"):
            self._type(self.value[:-1])

    def _type(self, digits: str) -> None:
        """Take a number that is being typed; nothing is typed yet if there are no digits."""
        self._take(digits)
        self._number, self._typing = digits or self._number, bool(digits)

    def on_blur(self) -> None:
        """Begin another number the next time."""
        self._typing = False

    def on_click(self, event: Click) -> None:
        """Choose what was clicked, and not the next one, as `Choice` does."""
        event.prevent_default()
        place, column = event.get_content_offset(self), 0
        for way, word in zip(self._ways, self._words(), strict=True):
            column += len(word) + 2
            if place is not None and place.x < column:
                self._choose(way)
                return

    def _words(self) -> list[str]:
        first = _USUAL if self._drawn else self._offered
        sample = self._offered if self._drawn else _USUAL
        words = {"first": f"first {int(first):,}", "sample": f"sample {int(sample):,}"}
        return [f"({'•' if way == self.way else ' '}) {words.get(way, way)}" for way in self._ways]

    def _write(self) -> None:
        self.update("  ".join(self._words()))
