"""One line of a form: a label, what is typed or chosen, and a word about it or what is wrong."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Label, Static

from .board import BoardPanel
from .choice import Choice
from .typing import Line, Lines

# Shows where an empty field is, without colours too.
_EMPTY = "_" * 12


class Field(Horizontal):
    """A line of the form.

    Parameters
    ----------
    name
        The name of the draft's field.
    label, hint
        What stands before and behind it.
    value
        The text to begin with.
    choices
        What can be chosen; empty for a text.
    """

    DEFAULT_CSS = """
    Field { height: 1; }
    Field Label { width: 15; }
    Field Input, Field Choice { width: 26; }
    Field .hint { width: 1fr; padding: 0 1; text-style: dim; }
    Field.-wrong .hint { text-style: bold; color: $error; }
    Field:focus-within Label { text-style: bold underline; }
    """

    def __init__(
        self, name: str, label: str, hint: str, value: str, choices: tuple[str, ...] = ()
    ) -> None:
        super().__init__(id=f"field-{name}")
        self.field = name
        self._label, self._hint, self._value, self._choices = label, hint, value, choices
        self._fault = ""

    def compose(self) -> ComposeResult:
        """Lay out the line."""
        yield Label(self._label)
        if self._choices:
            yield Choice(self._choices, self._value, id=self.field)
        else:
            yield Line(self._value, _EMPTY, id=self.field)
        yield Static(self._hint, classes="hint", markup=False)

    def tell(self, fault: str) -> None:
        """Show what is wrong, or the hint if nothing is."""
        if fault != self._fault:
            self._fault = fault
            self.set_class(bool(fault), "-wrong")
            hint = self.query_one(".hint", Static)
            hint.update(f"! {fault}" if fault else self._hint, layout=False)


class TextField(Horizontal):
    """The lines into which a pattern is pasted."""

    DEFAULT_CSS = """
    TextField { height: 7; }
    TextField Label { width: 15; }
    TextField TextArea { width: 2fr; height: 7; }
    TextField BoardPanel { width: 1fr; height: 7; }
    TextField:focus-within Label { text-style: bold underline; }
    """

    def __init__(self, value: str) -> None:
        super().__init__(id="field-text")
        self.field = "text"
        self._value = value

    def compose(self) -> ComposeResult:
        """Lay out the text and the picture of the pattern."""
        yield Label("pattern")
        yield Lines(self._value, id="text")
        yield BoardPanel(id="preview")
