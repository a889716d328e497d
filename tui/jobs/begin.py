"""The line where a search begins, with the name of a file, a kind of search or an example."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Paste
from textual.widget import Widget
from textual.widgets import Label, Static

from lifesat.errors import UserError

from ..form.draft import Draft, free_name, read_recent
from ..form.lists import Kinds
from ..form.recognise import draft_of_file, file_preview, recognised
from ..form.screen import START, New
from ..kinds.kind import Kind
from ..kinds.registry import KINDS
from ..shared.actions import (
    NUMBERED,
    KeyRows,
    beside_the_line,
    key_label,
    line_bindings,
    of,
)
from ..shared.file_names import file_completion, file_named, file_path, files_like
from ..shared.inputs import Line
from ..shared.screen import Base, Part
from .examples import EXAMPLES, Example, ExampleList

# In lower terminals the line has no frame and no keys beside it.
_FRAMED_HEIGHT = 30
# The columns of the frame.
_FRAME = 4

Beginning = Kind[Any] | Example | Path

_NAMED: dict[str, Kind[Any] | Example] = {
    **KINDS,
    **{each.title.lower(): each for each in EXAMPLES if each.title.lower() not in KINDS},
}


def new_draft() -> Draft:
    """Return the draft of a new search with the kind and the file used last."""
    return read_recent().begun(free_name("search"))


def draft_of_target() -> Draft:
    """Return the draft of a new search for predecessors."""
    return Draft(typed=new_draft().typed)


def completion(text: str) -> str | None:
    """Complete a text to the name of a file, kind or example; return None if there is none.

    >>> completion("osc"), completion("space in"), completion("no such thing")
    ('oscillators', 'space invader', None)
    """
    word = text.strip().lower()
    if not word or word in _NAMED or file_named(text):
        return None
    names = (text + name[len(word) :] for name in _NAMED if name.startswith(word))
    return file_completion(text) or next(names, None)


def candidates(text: str) -> list[str]:
    """Return the names that begin with a text or contain it, best first.

    >>> candidates("sudo"), candidates("invader")
    (['sudoku', 'sudoku count'], ['space invader'])
    """
    word = text.strip().lower()
    if not word:
        return []
    begin = [name for name in _NAMED if name.startswith(word)]
    files = files_like(text)
    first = [name for name in files if name.startswith(text)]
    have = [name for name in _NAMED if word in name]
    return list(dict.fromkeys([*first, *begin, *have, *files]))


def beginning(text: str) -> Beginning | None:
    """Return the file, kind or example that a name or a part of it stands for, or None.

    A digit stands for the kind of search with that key.

    >>> beginning("4").name, beginning("orphan").name, beginning("invader").title
    ('still lifes', 'orphan proof', 'Space invader')
    """
    path = file_named(text)
    if path:
        return Path(path)
    word = text.strip().lower()
    if word.isdecimal() and len(word) == 1:
        return KINDS[NUMBERED[int(word) - 1]]
    found = (_named(name) for name in (text.strip(), *candidates(text)))
    return next((begun for begun in found if begun is not None), None)


def _named(name: str) -> Beginning | None:
    """Return the kind, example or file of this name, or None."""
    return _NAMED.get(name.lower()) or (Path(name) if _exists(name) else None)


def words_about(begun: Beginning | None) -> str:
    """Return a few words about a file, kind or example; "" for None."""
    match begun:
        case Kind():
            return f"{begun.name}: {begun.description}"
        case Example():
            return f"example {begun.title}: {begun.words}"
        case Path() if _is_folder(begun):
            return "a folder; enter lists its files"
        case Path():
            _, title, words = file_preview(str(begun), new_draft())
            return f"{begun.name}: {words}" + (f", {title}" if title.startswith("for ") else "")
    return ""


def form_of(begun: Beginning | None, text: str) -> tuple[Draft, str] | None:
    """Return the draft of a new search and the form's first action, or None.

    `begun` is what `text` names, if anything; else the text may be a pattern on one line. The
    action may be "".
    """
    match begun:
        case Kind():
            return Draft(begun.name, new_draft().typed), ""
        case Example():
            return begun.draft(), ""
        case Path() if _is_folder(begun):
            draft = draft_of_target()
            return replace(draft, typed={**draft.typed, "path": f"{begun}/"}), "file"
        case Path():
            return draft_of_file(str(begun)), ""
    found = recognised(text, draft_of_target())
    return None if found is None else (found, "")


def _exists(name: str) -> bool:
    try:
        return bool(name) and file_path(name).exists()
    except UserError:
        return False


def _is_folder(path: Path) -> bool:
    return path.expanduser().is_dir()


_MOST_NAMES = 30
_EMPTY = "a file, a kind of search, an example; or paste a pattern"


class BeginLine(Line):
    """The line; the screen has its actions and takes what is pasted."""

    BINDINGS: ClassVar[list[BindingType]] = line_bindings("begin")

    def __init__(self) -> None:
        super().__init__("", _EMPTY, id="begin-line", complete=completion)
        self._offered: list[str] = []

    def complete(self) -> bool:
        """Take the first name that matches, or the next one; return whether any matches."""
        names = self._offered
        if len(names) < 2 or self.value not in names:
            names = self._offered = candidates(self.value)
        if names:
            at = names.index(self.value) + 1 if self.value in names else 0
            self.put(names[at % len(names)])
        return bool(names)

    def _on_paste(self, event: Paste) -> None:
        # Otherwise the line decides.
        if file_named(event.text):
            event.prevent_default()


class BeginPanel(Vertical):
    """The line where a search begins, words about what is typed there, and keys."""

    def __init__(self, key: str) -> None:
        super().__init__(id="begin")
        self._key = key
        self.border_title = "new search"

    def compose(self) -> Iterable[Widget]:
        """Lay out the line, the words and the keys."""
        with Horizontal(id="begin-row"):
            yield Label(key_label(self._key))
            yield BeginLine()
            yield Static("", id="begin-words", markup=False)
        yield Static("", id="begin-names", markup=False)
        yield KeyRows()

    def show_names(self, text: str) -> None:
        """Show the names that match what is typed."""
        names = candidates(text)
        self.set_class(bool(names), "-typing")
        self.query_one("#begin-names", Static).update(
            Text("  ".join(names[:_MOST_NAMES]), no_wrap=True, overflow="ellipsis")
        )

    def on_descendant_focus(self) -> None:
        """Mark the frame."""
        self.add_class("-focused")

    def on_descendant_blur(self) -> None:
        """Remove the mark."""
        self.remove_class("-focused")


class Begin(Part[Base[Any]]):
    """The ways to begin a search in the list of jobs: typed, drawn, by a key, or an example.

    `leave` lets keys go to the list.
    """

    def __init__(self, screen: Base[Any], leave: Callable[[], None]) -> None:
        super().__init__(screen)
        self._leave = leave

    @property
    def typing(self) -> bool:
        """Whether keys go to the line where a search begins."""
        return isinstance(self.screen.focused, BeginLine)

    def met_needs(self) -> set[str]:
        """Return the preconditions of actions that are met."""
        return {"target", "subject"}

    def fit_panel(self) -> None:
        """Give the line a frame and keys if there is room."""
        size = self.screen.app.size
        for panel in self.screen.query(BeginPanel):
            panel.set_class(size.height >= _FRAMED_HEIGHT, "-framed")
            actions = [action for action in of("jobs") if beside_the_line(action)]
            met, keys = self.screen.met_needs(), self.screen.lifesat.settings.keys
            panel.query_one(KeyRows).show(actions, met, keys, size.width - _FRAME)

    @property
    def _line(self) -> BeginLine:
        return self.screen.query_one(BeginLine)

    def do_begin(self) -> None:
        """Go to the line."""
        self.screen.set_focus(self._line)

    def do_begin_search(self) -> None:
        """Open the form with the file, kind, example or pattern in the line."""
        text = self._line.value
        if not text.strip():
            self.do_new()
            return
        begun = beginning(text)
        found = form_of(begun, text)
        if found is None:
            words = f"there is no file, kind of search or example {text.strip()!r}"
            self.screen.say(words, error=True)
        else:
            self.open_form(*found, focus=START if isinstance(begun, Example) else "")

    def do_complete(self) -> None:
        """Complete the name in the line; go back to the list if there is nothing to complete."""
        if not self._line.value:
            self._leave()
        elif not self._line.complete():
            words = f"no file, kind of search or example matches {self._line.value!r}"
            self.screen.say(words, error=True)

    def do_leave_line(self) -> None:
        """Go back to the list."""
        self._line.value = ""
        self._leave()

    def open_form(self, draft: Draft, first: str = "", *, focus: str = "") -> None:
        """Open the form, perform the action `first` there, and focus on a field."""
        self._leave_line()
        self.screen.app.push_screen(New(draft, first, focus))

    def _leave_line(self) -> None:
        """Go back to the list from the line, if keys go there."""
        if self.typing:
            self.do_leave_line()

    def do_new(self) -> None:
        """Show the kinds of search, which lead to an empty form."""
        self._leave_line()
        self.screen.app.push_screen(Kinds(new_draft(), New))

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
        self.screen.app.push_screen(ExampleList())
