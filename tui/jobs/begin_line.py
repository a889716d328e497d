"""Where a search begins: a line for the name of a file or a kind, and the keys beside it."""

from collections.abc import Collection, Iterable, Mapping
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Paste
from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Label, Static

from ..shared.actions import Action
from ..shared.file_names import file_named
from ..shared.footer import KeyRows
from ..shared.keymap import key_label, line_bindings
from ..shared.typing import Line
from .beginnings import candidates, completion

_MOST_NAMES = 30
_EMPTY = "a file, a kind of search, an example; or paste a pattern"


class _Suggester(Suggester):
    """Completes the names of files, kinds of search and examples."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        """Return the first name that begins like the text, or None."""
        return completion(value)


class BeginLine(Line):
    """The line; the screen has its actions and takes what is pasted."""

    BINDINGS: ClassVar[list[BindingType]] = line_bindings("begin")

    def __init__(self) -> None:
        super().__init__("", _EMPTY, id="begin-line")
        self.suggester = _Suggester()
        self._offered: list[str] = []

    def complete(self) -> bool:
        """Take the first name that matches, or the next one; return whether any matches."""
        names = self._offered
        if len(names) < 2 or self.value not in names:
            names = self._offered = candidates(self.value)
        if names:
            at = names.index(self.value) + 1 if self.value in names else 0
            self.value = names[at % len(names)]
            self.cursor_position = len(self.value)
        return bool(names)

    def _on_paste(self, event: Paste) -> None:
        if file_named(event.text):
            event.prevent_default()
        else:
            super()._on_paste(event)


class BeginPanel(Vertical):
    """The line where a search begins, words about what is typed there, and keys."""

    DEFAULT_CSS = """
    BeginPanel { height: auto; padding: 0 1; }
    BeginPanel #begin-row { height: 1; }
    BeginPanel Label { width: 2; color: $accent; text-style: bold; }
    BeginPanel BeginLine { width: 1fr; }
    BeginPanel #begin-words { width: auto; max-width: 60%; text-style: bold; }
    BeginPanel KeyRows { display: none; padding: 0; }
    BeginPanel #begin-names { display: none; height: 1; color: $text-muted; }
    BeginPanel.-typing #begin-names { display: block; }
    BeginPanel.-framed { border: solid $secondary;
        border-title-color: $foreground; }
    BeginPanel.-framed KeyRows { display: block; }
    BeginPanel.-framed.-typing KeyRows { display: none; }
    BeginPanel.-framed.-focused { border: solid $primary; }
    """

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

    def show_keys(
        self,
        actions: Collection[Action],
        met: Collection[str],
        keys: Mapping[str, tuple[str, ...]],
        width: int,
    ) -> None:
        """Show the keys that begin a search."""
        self.query_one(KeyRows).show(actions, met, keys, width)

    def on_descendant_focus(self) -> None:
        """Mark the frame."""
        self.add_class("-focused")

    def on_descendant_blur(self) -> None:
        """Remove the mark."""
        self.remove_class("-focused")
