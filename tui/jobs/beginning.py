"""Starting a search from the list of jobs: typed, pasted, drawn, by a key, or an example."""

from abc import abstractmethod

from textual import on
from textual.widgets import Input

from ..form.draft import Draft
from ..form.examples import Example, ExampleList
from ..form.kinds_list import Kinds
from ..form.recognise import Pasting
from ..form.screen import START, New
from ..shared.actions import beside_the_line, of
from ..shared.screen import Result
from .begin import (
    BeginLine,
    BeginPanel,
    beginning,
    draft_of_target,
    form_of,
    new_draft,
    words_about,
)
from .selecting import Selecting

# In lower terminals the line has no frame and no keys beside it.
_FRAMED_HEIGHT = 30
# The columns of the frame.
_FRAME = 4


class Beginning(Pasting[Result], Selecting[Result]):
    """The part of the list of jobs where a search begins."""

    @property
    def beginning(self) -> bool:
        """Whether keys go to the line where a search begins."""
        return isinstance(self.focused, BeginLine)

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that are met."""
        return super().met_needs() | {"target", "subject"}

    def fit_panel(self) -> None:
        """Give the line a frame and keys if there is room."""
        for panel in self.query(BeginPanel):
            panel.set_class(self.app.size.height >= _FRAMED_HEIGHT, "-framed")
            actions = [action for action in of("jobs") if beside_the_line(action)]
            width = self.app.size.width - _FRAME
            panel.show_keys(actions, self.met_needs(), self.lifesat.settings.keys, width)

    # ---------------------------------------------------------------- the line

    def do_begin(self) -> None:
        """Go to the line."""
        self.set_focus(self.query_one(BeginLine))

    @on(Input.Changed, "#begin-line")
    def describe_beginning(self, event: Input.Changed) -> None:
        """Show what the search would begin with, and which names match."""
        self.query_one(BeginPanel).show_names(event.value)
        self._write("#begin-words", words_about(beginning(event.value)))

    def do_begin_search(self) -> None:
        """Open the form with the file, kind, example or pattern in the line."""
        text = self.query_one(BeginLine).value
        if not text.strip():
            self.do_new()
            return
        begun = beginning(text)
        found = form_of(begun, text)
        if found is None:
            self.say(f"there is no file, kind of search or example {text.strip()!r}", error=True)
        else:
            self.open_form(*found, focus=START if isinstance(begun, Example) else "")

    def action_tab(self) -> None:
        """Complete the name in the line, or go to the next widget."""
        if self.beginning:
            self.action_press("complete")
        else:
            super().action_tab()

    def do_complete(self) -> None:
        """Complete the name in the line; go back to the list if there is nothing to complete."""
        line = self.query_one(BeginLine)
        if not line.value:
            self.focus_list()
        elif not line.complete():
            self.say(f"no file, kind of search or example matches {line.value!r}", error=True)

    def do_leave_line(self) -> None:
        """Go back to the list."""
        self.query_one(BeginLine).value = ""
        self.focus_list()

    @abstractmethod
    def focus_list(self) -> None:
        """Let keys go to the list."""

    # ---------------------------------------------------------------- other ways

    def open_form(self, draft: Draft, first: str = "", *, focus: str = "") -> None:
        """Open the form, perform the action `first` there, and focus on a field."""
        self._leave_line()
        self.app.push_screen(New(draft, first, focus))

    def _leave_line(self) -> None:
        """Go back to the list from the line, if keys go there."""
        if self.beginning:
            self.do_leave_line()

    def do_new(self) -> None:
        """Show the kinds of search, which lead to an empty form."""
        self._leave_line()
        self.app.push_screen(Kinds(new_draft(), New))

    def do_new_of(self, kind: str) -> None:
        """Open an empty form of a kind of search."""
        self.open_form(Draft(kind, new_draft().typed))

    def do_draw(self) -> None:
        """Draw a target in a new form."""
        self.open_form(draft_of_target(), "draw")

    def do_file(self) -> None:
        """Choose a file in a new form."""
        self.open_form(draft_of_target(), "file")

    def do_examples(self) -> None:
        """Show the examples."""
        self._leave_line()
        self.app.push_screen(ExampleList())

    def draft_for_pasted(self) -> Draft:
        """Return the first draft of a search for predecessors."""
        return draft_of_target()

    def take_recognised(self, found: Draft) -> None:
        """Open the form with the pasted text."""
        self.open_form(found)

    def action_press_in_line(self, name: str) -> None:
        """Perform an action of a line."""
        self.action_press(name)
