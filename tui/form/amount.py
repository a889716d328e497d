"""A field for how many solutions: one, the first N, a sample, all, or only the best."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from textual.binding import Binding, BindingType
from textual.events import Click, Key
from textual.message import Message

from ..kinds.fields import GOALS, HowMany
from ..shared.choice import Choice

_ONE, _ALL, _USUAL = "1", "", "1000"
_MOST_DIGITS = 15
_AMOUNTS: dict[str, HowMany] = {
    _ONE: "one",
    _ALL: "all",
    "smallest": "smallest",
    "largest": "largest",
}
# They have forms of other kinds, and stand in a line of their own.
_WITH_KINDS = ("sample", "nearest")
_BEST = (*GOALS, "nearest")


class Amount(Choice):
    """A choice of how many solutions, with all choices visible; a number can be typed.

    The value is the number in digits, "" for all, or a word for the best. `fixed` is the current
    choice in a form of its own kind; "" in a form for lists or the best of all.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("backspace,delete", "shorten", "shorten the number", show=False, priority=True),
    ]
    DEFAULT_CSS = "Amount { width: 1fr; }"

    @dataclass
    class Switched(Message):
        """The user made a choice that a form of another kind states."""

        amount: HowMany
        # The number of solutions to list or to draw, "" for all, or a word for the best.
        value: str

    def __init__(
        self,
        value: str,
        amounts: tuple[HowMany, ...],
        fixed: HowMany | Literal[""],
        *,
        id: str,  # noqa: A002  # Textual's name
    ) -> None:
        super().__init__(amounts, value, id=id)
        self._amounts, self._fixed = amounts, fixed
        # The number that is offered, whatever is chosen, and whether it is being typed.
        self._number = value if _is_number(value) else _USUAL
        self._typing = False

    @property
    def amount(self) -> HowMany:
        """The current choice."""
        if self._fixed:
            return self._fixed
        return _AMOUNTS.get(self.value, "first")

    @property
    def _offered(self) -> str:
        """The number of the first solutions or of the sample."""
        if self._fixed:
            return self.value if self.value.isdecimal() else _USUAL
        return self._number if _is_number(self._number) else _USUAL

    def set(self, value: str) -> None:
        """Change the choice without posting a message."""
        if _is_number(value):
            self._number = value
        self._typing = False
        super().set(value)

    def action_step(self, by: int) -> None:
        """Go to the next or the previous choice."""
        self._choose(self._amounts[(self._amounts.index(self.amount) + by) % len(self._amounts)])

    def _choose(self, amount: HowMany) -> None:
        if amount == self.amount:
            return
        number = self._offered if amount == "first" and not self._fixed else _USUAL
        value = next((value for value, each in _AMOUNTS.items() if each == amount), number)
        if self._fixed or amount in _WITH_KINDS:
            self.post_message(self.Switched(amount, value))
        else:
            self._take(value)

    def _take(self, value: str) -> None:
        self.set(value)
        self.post_message(self.Changed(self, value))

    def on_key(self, event: Key) -> None:
        """Type a number."""
        typed = event.character is not None and event.character in "0123456789"
        if typed and event.character and self.amount != "nearest":
            event.stop()
            digits = (self._number if self._typing else "") + event.character
            if digits.lstrip("0"):
                self._type(digits.lstrip("0")[:_MOST_DIGITS])

    def action_shorten(self) -> None:
        """Remove the last digit of the number."""
        if self._typing or self.amount in ("first", "sample"):
            self._type(self.value[:-1])

    def _type(self, digits: str) -> None:
        """Take a number while the user types it; without digits nothing is typed yet."""
        self._take(digits)
        self._number, self._typing = digits or self._number, bool(digits)

    def on_blur(self) -> None:
        """Start a new number the next time."""
        self._typing = False

    def on_click(self, event: Click) -> None:
        """Select the choice that was clicked, not the next one as `Choice` does."""
        event.prevent_default()
        place = event.get_content_offset(self)
        if place is None or place.y >= len(self._lines()):
            return
        column = 0
        for amount, word in self._lines()[place.y]:
            column += len(word) + 2
            if place.x < column:
                self._choose(amount)
                return

    def _lines(self) -> list[list[tuple[HowMany, str]]]:
        """Return the choices with their words: lists, and below them the best."""
        first = _USUAL if self._fixed else self._offered
        sample = self._offered if self._fixed else _USUAL
        words = {"first": f"first {int(first):,}", "sample": f"sample {int(sample):,}"}
        shown = {
            amount: f"({'•' if amount == self.amount else ' '}) {words.get(amount, amount)}"
            for amount in self._amounts
        }
        below = [amount for amount in self._amounts if amount in _BEST]
        lines = [
            [amount for amount in self._amounts if amount not in below],
            *([below] if below else []),
        ]
        return [[(amount, shown[amount]) for amount in line] for line in lines]

    def _write(self) -> None:
        lines = self._lines()
        self.styles.height = len(lines)
        self.update("\n".join("  ".join(word for _, word in line) for line in lines))


def _is_number(value: str) -> bool:
    """Return whether a value is a number that is not one of the other choices."""
    return value.isdecimal() and value != _ONE
