"""The keys explained, from the registry."""

from collections.abc import Mapping

from .actions import SCOPES, Scope, of, spoken
from .settings import configuration_file

_FORM = "tab and shift+tab go from field to field; left and right change a choice."


def explained(scope: Scope, keys: Mapping[str, tuple[str, ...]]) -> str:
    """Return the keys of all screens, those of one screen first."""
    lines = []
    for name in sorted(SCOPES, key=lambda other: other != scope):
        lines += [SCOPES[name], ""]
        lines += [
            f"  {', '.join(map(spoken, keys[action.name])):<12} {action.description}"
            for action in of(name)
        ]
        lines += [f"  {_FORM}"] if name == "new" else []
        lines.append("")
    lines += [
        "Everywhere",
        "",
        f"  {'^p':<12} every action by its name, and themes",
        f"  {'^q':<12} end the application; searches go on",
        "",
        f"Keys can be changed in {configuration_file()}, in a table [keys], by these names:",
        "",
    ]
    names = sorted({action.name for scope in SCOPES for action in of(scope)})
    lines += [f"  {', '.join(names[k : k + 5])}" for k in range(0, len(names), 5)]
    return "\n".join(lines)
