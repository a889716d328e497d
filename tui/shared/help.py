"""The help page, made from the registry of actions."""

from collections.abc import Mapping

from .actions import SCOPES, Scope, of
from .keymap import key_label
from .settings import configuration_file

_FORM = "tab and shift+tab move between fields; left and right change a choice."


def help_text(scope: Scope, keys: Mapping[str, tuple[str, ...]]) -> str:
    """Return the help text: the keys of all screens, those of `scope` first."""
    lines = []
    for name in sorted(SCOPES, key=lambda other: other != scope):
        lines += [SCOPES[name], ""]
        lines += [
            f"  {', '.join(map(key_label, keys[action.name])):<12} {action.description}"
            for action in of(name)
        ]
        lines += [f"  {_FORM}"] if name == "new" else []
        lines.append("")
    lines += [
        "Everywhere",
        "",
        f"  {'^p':<12} search all actions by name, and choose a theme",
        f"  {'^q':<12} quit the application; searches continue",
        "",
        f"To change keys, add a table [keys] to {configuration_file()}. The actions are:",
        "",
    ]
    names = sorted({action.name for scope in SCOPES for action in of(scope)})
    lines += [f"  {', '.join(names[k : k + 5])}" for k in range(0, len(names), 5)]
    return "\n".join(lines)
