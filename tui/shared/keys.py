"""The keys of actions: their labels and bindings, the user's own keys, and the footer."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click
from textual.style import Style
from textual.widgets import Static

from lifesat.errors import UserError

from .actions import ACTIONS, FILTERED, SCOPES, Action, Scope, group, of, way_out

# Keys that screen or tmux intercepts, or that Textual itself binds.
RESERVED = frozenset(
    {"ctrl+a", "ctrl+b", "ctrl+c", "ctrl+p", "ctrl+q", "ctrl+z", "tab", "shift+tab"}
)
# Keys that the list of jobs and the fields of a form handle themselves.
_FILTER_KEYS = frozenset({"up", "down", "pageup", "pagedown", "left", "right", "home", "end"})
_WIDGET_KEYS: dict[Scope, frozenset[str]] = {
    **dict.fromkeys(FILTERED, _FILTER_KEYS),
    "jobs": frozenset({"up", "down", "pageup", "pagedown", "home", "end"}),
    "new": frozenset(
        {"up", "down", "left", "right", "home", "end", "enter", "backspace", "delete"}
    ),
}
_KEY_LABELS = {
    "question_mark": "?", "equals_sign": "=", "full_stop": ".", "comma": ",", "slash": "/",
    "colon": ":", "space": "space",
    "escape": "esc", "left": "←", "right": "→", "up": "↑", "down": "↓", "enter": "enter",
    "plus": "+", "minus": "-", "pageup": "pgup", "pagedown": "pgdn", "less_than_sign": "<",
    "greater_than_sign": ">",
}  # fmt: skip


def bindings(scope: Scope) -> list[BindingType]:
    """Return the bindings of a screen; each calls its ``action_press`` with the action's name.

    On a screen without a filter they have priority, so that keys take effect in order even if they
    arrive together. A filter gets all keys first.
    """
    first = scope not in FILTERED
    own = [
        Binding(
            ",".join(action.keys),
            f"press('{action.name}')",
            action.label,
            id=action.name,
            priority=first,
        )
        for action in of(scope)
    ]
    if not first:
        return list(own)
    focus = {"tab": "screen.tab", "shift+tab": "app.focus_previous"}
    return [*own, *(Binding(key, does, show=False, priority=True) for key, does in focus.items())]


def line_bindings(scope: Scope) -> list[BindingType]:
    """Return the bindings of a text field in the list of jobs, active while it has the focus."""
    return [
        Binding(
            ",".join(action.keys),
            f"screen.press_in_line({action.name!r})",
            action.label,
            id=action.name,
        )
        for action in of(scope)
    ]


def key_label(key: str) -> str:
    """Return the label of a key in the footer and the help, such as ``^s`` for ``ctrl+s``."""
    return _KEY_LABELS.get(key, key).replace("ctrl+", "^")


def remapped(chosen: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return the keys of all actions, with the changes of the user.

    `chosen` has keys by action name, separated by commas. Raises UserError if an action does not
    exist, or a key is reserved or has two meanings on one screen.
    """
    keys = {action.name: action.keys for action in ACTIONS}
    for name, text in chosen.items():
        if name not in keys:
            raise UserError(f"unknown action {name!r}; the actions are {', '.join(keys)}")
        keys[name] = tuple(key.strip() for key in text.split(",") if key.strip())
        if not keys[name]:
            raise UserError(f"the action {name!r} needs a key")
        for key in keys[name]:
            if key in RESERVED:
                raise UserError(f"the key {key} of the action {name!r} is reserved")
    for scope in SCOPES:
        _reject_clashes(scope, keys, chosen)
    return keys


def _reject_clashes(
    scope: Scope, keys: Mapping[str, Iterable[str]], chosen: Mapping[str, str]
) -> None:
    """Reject keys that would have two meanings on one screen."""
    owners: dict[str, str] = {}
    for action in of(scope):
        for key in keys[action.name]:
            where = SCOPES[scope].lower()
            if key in owners:
                names = f"{owners[key]!r} and {action.name!r}"
                raise UserError(f"the key {key} has two meanings in {where}: {names}")
            writes = (len(key) == 1 or key in _KEY_LABELS) and key not in ("escape", "enter")
            typed = scope in FILTERED | {"new", "edit"} and writes
            if action.name in chosen and (key in _WIDGET_KEYS.get(scope, ()) or typed):
                raise UserError(
                    f"the key {key} of the action {action.name!r} has another use in {where}"
                )
            owners[key] = action.name


_ROWS = 2
_BETWEEN_KEYS = "  "
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
        return len(f"{_RULE if self.rule else ''}{self.key} {self.label}{_BETWEEN_KEYS}")


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
    return Content.assemble((_RULE if entry.rule else "", "$secondary"), shown, _BETWEEN_KEYS)
