"""The keys of actions: their labels, the bindings of screens and lines, and the user's own keys."""

from collections.abc import Iterable, Mapping

from textual.binding import Binding, BindingType

from lifesat.errors import UserError

from .actions import ACTIONS, FILTERED, SCOPES, Scope, of

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
    """Return the label of a key in the footer and the help.

    Examples
    --------
    >>> key_label("question_mark"), key_label("ctrl+s"), key_label("q")
    ('?', '^s', 'q')
    """
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
