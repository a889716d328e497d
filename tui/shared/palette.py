"""All actions of a screen, found by name, and the themes."""

from collections.abc import Iterable
from dataclasses import dataclass

from .actions import Action, of
from .picker import Picker, has_words
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


class Palette(Picker[Entry, Entry]):
    """The actions of the screen `below`, and all themes; the result is the entry to perform."""

    scope = "palette"
    heading = "lifesat · actions"
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

    def matching(self, typed: str) -> list[Entry]:
        """Return the entries that have all words; those that begin with them come first."""
        shown = [entry for entry in self._entries if has_words(typed, entry.words)]
        return sorted(shown, key=lambda entry: not entry.words.lower().startswith(typed.lower()))

    def text(self, row: Entry) -> str:
        """Return the key and the words of an entry."""
        return f"{row.key:<{_KEY_WIDTH}}{row.words}"

    def take(self, row: Entry) -> None:
        """Return the entry."""
        self.dismiss(row)


def _words(action: Action) -> str:
    return f"{action.label}: {action.description}" if action.label else action.description
