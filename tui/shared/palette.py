"""All actions of a screen, found by name, and the themes."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import BindingType

from .actions import Action, of
from .keys import bindings
from .picker import Picker
from .screen import Base

# As wide as most keys; the names stand below each other.
_KEY_WIDTH = 8
PICTURE = "picture of the screen"
"""The entry that saves the screen."""


@dataclass(frozen=True)
class Entry:
    """A line of the palette: an action of the screen, a theme, or the picture of the screen."""

    key: str
    words: str
    action: Action | None = None
    theme: str = ""


class Palette(Picker[Entry]):
    """The actions of the screen `below`, and all themes; the result is the entry to perform."""

    scope = "palette"
    BINDINGS: ClassVar[list[BindingType]] = bindings("palette")
    prompt = "type to filter, such as export or theme"
    nothing = "no action matches"
    pictured = False

    def __init__(self, below: Base[object], themes: Iterable[str], theme: str) -> None:
        super().__init__()
        keys = below.key_labels
        self._entries = [
            Entry(keys[action.name], _words(action), action) for action in of(below.scope)
        ]
        for name in sorted(themes):
            current = " (the current one)" * (name == theme)
            self._entries.append(Entry("", f"theme: {name}{current}", theme=name))
        self._entries.append(Entry("", f"{PICTURE}: save it as SVG"))
        self._shown: list[Entry] | None = None

    def on_mount(self) -> None:
        """Show everything."""
        super().on_mount()
        self.laid_out()
        self.refilter()

    def laid_out(self) -> None:
        """Fit the title."""
        self.set_title("lifesat · actions")

    def refilter(self) -> None:
        """Show the entries that have all words of the filter; those that begin with it first."""
        typed = self.typed.lower()
        shown = [e for e in self._entries if all(w in e.words.lower() for w in typed.split())]
        shown.sort(key=lambda entry: not entry.words.lower().startswith(typed))
        if shown != self._shown:
            self._shown = shown
            self.menu.show([f"{entry.key:<{_KEY_WIDTH}}{entry.words}" for entry in shown])

    def describe(self) -> None:
        """Show nothing else."""

    def do_choose(self) -> None:
        """Return the entry under the cursor."""
        self.refilter()
        if self._shown:
            self.dismiss(self._shown[self.menu.place])


def _words(action: Action) -> str:
    return f"{action.label}: {action.description}" if action.label else action.description
