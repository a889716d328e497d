"""One line of the form: a label, an input, and a hint or an error message."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Label, Static

from ..kinds.fields import FormField
from .board import BoardPanel
from .choice import Choice
from .typing import Line, Lines

# Makes an empty field visible without colours.
_EMPTY = "_" * 12


class Field(Horizontal):
    """A line of the form.

    Parameters
    ----------
    field
        The field of the form.
    text
        The initial text.
    """

    DEFAULT_CSS = """
    Field { height: 1; }
    Field Label { width: 15; }
    Field Input, Field Choice { width: 26; }
    Field .hint { width: 1fr; padding: 0 1; text-style: dim; text-wrap: nowrap;
        text-overflow: ellipsis; }
    Field.-wrong .hint { text-style: bold; color: $error; }
    Field:focus-within Label { text-style: bold underline; }
    """

    def __init__(self, field: FormField, text: str) -> None:
        super().__init__(id=f"field-{field.name}")
        self.field = field
        self._text = text
        self._words = field.hint

    def compose(self) -> ComposeResult:
        """Lay out the line."""
        yield Label(self.field.label)
        if self.field.choices:
            yield Choice(self.field.choices, self._text, id=self.field.name)
        else:
            yield Line(self._text, _EMPTY, id=self.field.name)
        yield Static(self._words, classes="hint", markup=False)

    def show_fault(self, fault: str) -> None:
        """Show an error message, or the hint if `fault` is empty."""
        self.set_class(bool(fault), "-wrong")
        self.hint(f"! {fault}" if fault else self.field.hint)

    def hint(self, words: str) -> None:
        """Show words to the right of the field."""
        if words != self._words:
            self._words = words
            self.query_one(".hint", Static).update(words, layout=False)

    def truncated_words(self) -> str:
        """Return the words to the right of the field if they do not fit, else ""."""
        room = self.query_one(".hint", Static).content_size.width
        return self._words if len(self._words) > room else ""


class TextField(Horizontal):
    """A text area with a picture of its contents; a file shows the picture only."""

    DEFAULT_CSS = """
    TextField { height: 7; }
    TextField Label { width: 15; }
    TextField TextArea { width: 2fr; height: 7; }
    TextField BoardPanel { width: 1fr; height: 7; }
    TextField:focus-within Label { text-style: bold underline; }
    """

    def __init__(self, field: FormField, text: str) -> None:
        super().__init__(id=f"field-{field.name}")
        self.field = field
        self._text = text

    def compose(self) -> ComposeResult:
        """Lay out the text area and the picture."""
        yield Label(self.field.label)
        yield Lines(self._text, id=self.field.name)
        yield BoardPanel(id="preview")
