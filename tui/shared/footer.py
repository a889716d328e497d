"""The footer: the keys that work now, in groups, as many as fit."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from textual.content import Content
from textual.events import Click
from textual.style import Style
from textual.widgets import Static

from .actions import Action, group, way_out
from .keymap import key_label

_ROWS = 2
_GAP = "  "
_RULE = "│ "
# The name of an entry's action in its style; a link would be drawn in a way of its own.
_ACTION = "lifesat_action"


class Entry(NamedTuple):
    """A key in the footer."""

    key: str
    label: str
    # The name of the action that a click performs.
    action: str
    # Whether a rule stands before the key, since another group begins.
    rule: bool

    @property
    def width(self) -> int:
        """The number of characters."""
        return len(f"{_RULE if self.rule else ''}{self.key} {self.label}{_GAP}")


def lines(
    actions: Collection[Action],
    met: Collection[str],
    keys: Mapping[str, tuple[str, ...]],
    width: int,
    rows: int = _ROWS,
) -> list[list[Entry]]:
    """Return the rows of the footer.

    Entries are never cut. Those that do not fit are left out, but the ways out and the key for help
    always fit.
    """
    possible = [a for a in actions if a.label and (not a.needs or a.needs in met)]
    others = sorted((a for a in possible if not way_out(a)), key=group)
    result: list[list[Entry]] = [[]]
    last_ones = _entries([a for a in possible if way_out(a)], others, keys)
    room = sum(entry.width for entry in last_ones)
    for entry in _entries(others, [], keys):
        last = len(result) == rows
        if _used(result[-1]) + entry.width > width - (room if last else 0):
            if last:
                break
            result.append([])
        # No rule stands at the beginning of a row.
        result[-1].append(entry if result[-1] else entry._replace(rule=False))
    if _used(result[-1]) + room > width:
        result.append([])
        last_ones[:1] = [entry._replace(rule=False) for entry in last_ones[:1]]
    result[-1] += last_ones
    return result


def _entries(
    actions: Collection[Action], before: Collection[Action], keys: Mapping[str, tuple[str, ...]]
) -> list[Entry]:
    """Return the entries of actions, with rules between groups and after those before."""
    entries = []
    latest = -1 if before else None
    for action in actions:
        rule = latest is not None and group(action) != latest
        latest = group(action)
        entries.append(Entry(key_label(keys[action.name][0]), action.label, action.name, rule))
    return entries


def _used(row: Collection[Entry]) -> int:
    return sum(entry.width for entry in row)


class KeyRows(Static):
    """Keys in rows; a click on one presses it."""

    DEFAULT_CSS = "KeyRows { height: auto; max-height: 2; padding: 0 1; }"

    def __init__(self) -> None:
        super().__init__("")
        self._shown: list[list[Entry]] = []

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
        self.update(Content("\n").join(Content.assemble(*map(_content, row)) for row in rows))

    async def on_click(self, event: Click) -> None:
        """Perform the action that was clicked."""
        action = event.style.meta.get(_ACTION)
        if action is not None:
            await self.run_action(f"screen.press({action!r})")


class Keys(KeyRows):
    """The footer."""

    DEFAULT_CSS = "Keys { dock: bottom; }"


def _content(entry: Entry) -> Content:
    """Return an entry as text, which carries its action for a click."""
    meta = Style.from_meta({_ACTION: entry.action})
    shown = Content.assemble((entry.key, "bold $accent"), f" {entry.label}").stylize(meta)
    return Content.assemble((_RULE if entry.rule else "", "$secondary"), shown, _GAP)
