"""The lines of the form: a label, an input, and a hint or an error message."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Click, Key
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Label, Static

from ..board.panel import BoardPanel
from ..kinds.fields import LIMIT_WORDS, FormField, HowMany
from ..shared.file_names import file_completion
from ..shared.inputs import Choice, Line, Lines, Opener

_ONE, _ALL, _USUAL = "1", "", "1000"
_MOST_DIGITS = 15
_AMOUNTS: dict[str, HowMany] = {
    _ONE: "one",
    _ALL: "all",
    "smallest": "smallest",
    "largest": "largest",
    "count": "count",
    "marginals": "marginals",
}
# They have forms of other kinds, and stand in a line of their own.
_WITH_KINDS = ("sample", "nearest")
_IN_WORDS = (*LIMIT_WORDS, "nearest")


class Amount(Choice):
    """A choice of how many solutions, with all choices visible; a number can be typed.

    The value is the number in digits, "" for all, or a word for the best or a question about all.
    `fixed` is the current choice in a form of its own kind; "" in a form that offers several.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("backspace,delete", "shorten", "shorten the number", show=False, priority=True),
    ]

    @dataclass
    class Switched(Message):
        """The user made a choice that a form of another kind states."""

        amount: HowMany
        # The number of solutions to list or to draw, "" for all, or a word.
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

    def put(self, value: str) -> None:
        """Change the choice without posting a message."""
        if _is_number(value):
            self._number = value
        self._typing = False
        super().put(value)

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
        self.put(value)
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
        """Return the choices with their words: lists, and below them the others."""
        first = _USUAL if self._fixed else self._offered
        sample = self._offered if self._fixed else _USUAL
        words = {"first": f"first {int(first):,}", "sample": f"sample {int(sample):,}"}
        shown = {
            amount: f"({'•' if amount == self.amount else ' '}) {words.get(amount, amount)}"
            for amount in self._amounts
        }
        below = [amount for amount in self._amounts if amount in _IN_WORDS]
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


# Makes an empty field visible without colours.
_NO_TEXT = "_" * 12


class _Labelled(Horizontal):
    """A field of the form; its label is marked while it has the focus.

    Textual's own class for that, ``focus-within``, stays at the field that lost the focus.
    """

    def __init__(self, field: FormField, text: str) -> None:
        super().__init__(id=f"field-{field.name}")
        self.field = field
        self._text = text

    def on_descendant_focus(self) -> None:
        """Mark the label."""
        self.add_class("-focused")

    def on_descendant_blur(self) -> None:
        """Remove the mark."""
        self.remove_class("-focused")


class Field(_Labelled):
    """A line of the form."""

    def __init__(self, field: FormField, text: str) -> None:
        super().__init__(field, text)
        self._words = field.hint

    def compose(self) -> ComposeResult:
        """Lay out the line."""
        yield Label(self.field.label)
        yield self.control()
        yield Static(self._words, classes="hint", markup=False)

    def control(self) -> Widget:
        """Return the input."""
        if self.field.choices:
            return Choice(self.field.choices, self._text, id=self.field.name)
        if self.field.amount:
            amount, kind = self.field.amount, self.field.kind_of_amount
            return Amount(self._text, amount, kind, id=self.field.name)
        complete = file_completion if self.field.file else None
        return Line(self._text, _NO_TEXT, id=self.field.name, complete=complete)

    def show_error(self, error: str) -> None:
        """Show an error message, or the hint if `error` is empty."""
        self.set_class(bool(error), "-wrong")
        self.hint(f"! {error}" if error else self.field.hint)

    def hint(self, words: str) -> None:
        """Show words to the right of the field, or their first clause if they do not fit."""
        if words != self._words:
            self._words = words
            line = self.query_one(".hint", Static)
            short = len(words) > line.content_size.width > 0
            line.update(words.partition(";")[0] if short else words, layout=False)

    def truncated_words(self) -> str:
        """Return the words to the right of the field if they do not fit, else ""."""
        # There is none while the screen is being removed.
        hints = self.query(".hint")
        return (
            self._words if any(len(self._words) > each.content_size.width for each in hints) else ""
        )


class KindField(Field):
    """The kind of search, which has a screen of its own."""

    def control(self) -> Widget:
        """Return the name of the kind."""
        return Opener(self._text, "kinds", id=self.field.name)


class TextField(_Labelled):
    """A text area with a picture of its contents; a file shows the picture only."""

    def compose(self) -> ComposeResult:
        """Lay out the text area and the picture."""
        yield Label(self.field.label)
        yield Lines(self._text, id=self.field.name, recognised=True)
        yield BoardPanel(id="preview")

    @property
    def lines(self) -> int:
        """The number of lines that the text needs, or its picture if it is beside it."""
        texts = [area.wrapped_document.height for area in self.query(Lines)]
        pictures = [panel.rows for panel in self.query(BoardPanel) if panel.display]
        return max([*texts, *pictures], default=0)
