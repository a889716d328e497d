"""The list of examples."""

from typing import ClassVar

from textual.binding import BindingType

from ..board.panel import BoardPanel
from ..shared.keymap import bindings
from ..shared.picker import Picker
from .draft import check
from .examples import EXAMPLES, Example
from .screen import START, New

_TITLE_WIDTH = max(len(example.title) for example in EXAMPLES) + 2


class ExampleList(Picker[None]):
    """The examples; the chosen one is shown in the form, where enter starts it."""

    scope = "examples"
    BINDINGS: ClassVar[list[BindingType]] = bindings("examples")
    prompt = "type to filter, such as eater"
    nothing = "no example matches"

    def __init__(self) -> None:
        super().__init__()
        self._examples: list[Example] | None = None

    def on_mount(self) -> None:
        """Show all examples."""
        super().on_mount()
        self.laid_out()
        self.refilter()

    def laid_out(self) -> None:
        """Fit the title."""
        self.set_title("lifesat · examples")

    def refilter(self) -> None:
        """Show the examples that have all words of the filter."""
        words = self.typed.lower().split()
        examples = [
            example
            for example in EXAMPLES
            if all(word in f"{example.title} {example.words}".lower() for word in words)
        ]
        if examples != self._examples:
            self._examples = examples
            self.menu.show([f"{each.title:<{_TITLE_WIDTH}}{each.words}" for each in examples], 0)
            self.describe()

    @property
    def chosen(self) -> Example | None:
        """The example under the cursor."""
        return self._examples[self.menu.place] if self._examples else None

    def describe(self) -> None:
        """Show the target or the puzzle of the example, and its command."""
        panel = self.query_one("#example", BoardPanel)
        if self.chosen is None:
            panel.show(None)
            self._write("#about", "")
            return
        draft = self.chosen.draft()
        checked = check(draft)
        shown, words = draft.search.preview(checked.subject)
        panel.show(draft.search.emblem if shown is None else shown, style=self.lifesat.pictures)
        panel.set_titles(draft.kind, words)
        self._write("#about", draft.search.details)

    def do_choose(self) -> None:
        """Show the form with the example under the cursor."""
        self.refilter()
        if self.chosen is not None and not self._dismissed:
            self._dismissed = True
            self.app.switch_screen(New(self.chosen.draft(), focus=START))
