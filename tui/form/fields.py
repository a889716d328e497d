"""One line of the form: a label, an input, and a hint or an error message."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Label, Static

from ..board.panel import BoardPanel
from ..kinds.fields import FormField
from ..shared.choice import Choice, Opener
from ..shared.typing import Line, Lines
from .amount import Amount

# Makes an empty field visible without colours.
_EMPTY = "_" * 12


class _Labelled(Horizontal):
    """A field of the form; its label is marked while it has the focus.

    Textual's own class for that, ``focus-within``, stays at the field that lost the focus.
    """

    DEFAULT_CSS = """
    _Labelled Label { width: 15; }
    _Labelled.-focused Label { text-style: bold underline; }
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

    DEFAULT_CSS = """
    Field { height: auto; }
    Field Input, Field Choice { width: 26; }
    Field Amount { width: auto; min-width: 26; }
    Field .hint { width: 1fr; padding: 0 1; text-style: dim; text-wrap: nowrap;
        text-overflow: ellipsis; }
    Field.-wrong .hint { text-style: bold; color: $error; }
    """

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
        return Line(self._text, _EMPTY, id=self.field.name, file=self.field.file)

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

    DEFAULT_CSS = """
    TextField { height: 6; }
    TextField TextArea { width: 1fr; height: 100%; }
    TextField BoardPanel { width: 1fr; height: 100%; }
    """

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
