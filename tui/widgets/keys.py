"""The footer: the keys that work now, as many as fit."""

from collections.abc import Collection, Mapping

from rich.text import Text
from textual.widgets import Static

from ..actions import Action, key_label

_ROWS = 2
_GAP = "  "


def lines(
    actions: Collection[Action],
    met: Collection[str],
    keys: Mapping[str, tuple[str, ...]],
    width: int,
    rows: int = _ROWS,
) -> list[list[tuple[str, str]]]:
    """Return the rows of the footer: keys with their labels.

    Entries are never cut. Those that do not fit are left out, but the key for help always fits.
    """
    possible = [a for a in actions if a.label and (not a.needs or a.needs in met)]
    entries = [(key_label(keys[a.name][0]), a.label) for a in possible]
    helps = [entry for entry in entries if entry[1] == "help"]
    others = [entry for entry in entries if entry[1] != "help"]
    room = sum(_width(entry) for entry in helps)
    result: list[list[tuple[str, str]]] = [[]]
    used = 0
    for entry in others:
        last = len(result) == rows
        if used + _width(entry) > width - (room if last else 0):
            if last:
                break
            result.append([])
            used = 0
        result[-1].append(entry)
        used += _width(entry)
    result[-1] += helps
    return result


def _width(entry: tuple[str, str]) -> int:
    return len(entry[0]) + 1 + len(entry[1]) + len(_GAP)


class Keys(Static):
    """The footer."""

    DEFAULT_CSS = "Keys { dock: bottom; height: auto; max-height: 2; padding: 0 1; }"

    def __init__(self) -> None:
        super().__init__("")
        self._shown: list[list[tuple[str, str]]] = []

    def show(
        self,
        actions: Collection[Action],
        met: Collection[str],
        keys: Mapping[str, tuple[str, ...]],
        width: int,
    ) -> None:
        """Show the keys that work now; send nothing to the terminal if they have not changed."""
        rows = lines(actions, met, keys, width - 2)
        if rows == self._shown:
            return
        self._shown = rows
        text = Text(no_wrap=True, overflow="ellipsis")
        for number, row in enumerate(rows):
            text.append("\n" if number else "")
            for key, label in row:
                text.append(key, "bold underline")
                text.append(f" {label}{_GAP}")
        self.update(text)
