"""One line of a form: a label, what is typed or chosen, and a word about it or what is wrong."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Label, Static

from ..kinds.fields import FormField
from .board import BoardPanel
from .choice import Choice
from .typing import Line, Lines

# Shows where an empty field is, without colours too.
_EMPTY = "_" * 12


class Field(Horizontal):
    """A line of the form.

    Parameters
    ----------
    field
        What it is for.
    text
        The text to begin with.
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
        self._said = field.hint

    def compose(self) -> ComposeResult:
        """Lay out the line."""
        yield Label(self.field.label)
        if self.field.choices:
            yield Choice(self.field.choices, self._text, id=self.field.name)
        else:
            yield Line(self._text, _EMPTY, id=self.field.name)
        yield Static(self._said, classes="hint", markup=False)

    def tell(self, fault: str) -> None:
        """Show what is wrong, or the hint if nothing is."""
        self.set_class(bool(fault), "-wrong")
        self.hint(f"! {fault}" if fault else self.field.hint)

    def hint(self, words: str) -> None:
        """Show words behind the field."""
        if words != self._said:
            self._said = words
            self.query_one(".hint", Static).update(words, layout=False)

    def cut(self) -> str:
        """Return the words behind the field if they are not all to be seen."""
        room = self.query_one(".hint", Static).content_size.width
        return self._said if len(self._said) > room else ""


class TextField(Horizontal):
    """The lines into which something is pasted, and its picture, which a file has as well."""

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
        """Lay out the text and the picture."""
        yield Label(self.field.label)
        yield Lines(self._text, id=self.field.name)
        yield BoardPanel(id="preview")
