"""Every key of the application, in one registry.

Bindings, footer, help, palette and remapping all read it. Keys are never ``ctrl+a`` or ``ctrl+b``:
screen and tmux take those.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from textual.binding import Binding, BindingType

from lifesat.errors import UserError

Scope = Literal["jobs", "job", "new", "answer", "draw", "dialog"]

SCOPES: dict[Scope, str] = {
    "jobs": "The list of jobs",
    "job": "A job",
    "new": "A new search",
    "answer": "An answer",
    "draw": "The drawing board",
    "dialog": "Questions",
}

# Keys that screen and tmux take, or that mean the same in every Textual application.
TAKEN = frozenset({"ctrl+a", "ctrl+b", "ctrl+c", "ctrl+p", "ctrl+q", "tab", "shift+tab"})
# What the list of jobs and the fields of a form do with keys themselves.
_OWN: dict[Scope, frozenset[str]] = {
    "jobs": frozenset({"up", "down", "pageup", "pagedown", "home", "end"}),
    "new": frozenset(
        {"up", "down", "left", "right", "home", "end", "enter", "backspace", "delete"}
    ),
}
_SPOKEN = {
    "question_mark": "?", "full_stop": ".", "comma": ",", "slash": "/", "space": "space",
    "escape": "esc", "left": "←", "right": "→", "up": "↑", "down": "↓", "enter": "enter",
    "plus": "+", "minus": "-", "pageup": "pgup", "pagedown": "pgdn", "less_than_sign": "<",
    "greater_than_sign": ">",
}  # fmt: skip


@dataclass(frozen=True)
class Action:
    """Something that a key does.

    Attributes
    ----------
    name
        Its name in the configuration file; the screen's method is ``do_`` and this name.
    keys
        The keys, the one that is shown first.
    label
        A word or two for the footer.
    description
        A sentence for the help and the palette.
    scopes
        The screens on which it is.
    needs
        What must hold for it to be possible: a key of `NEEDS`, or "" for always.
    """

    name: str
    keys: tuple[str, ...]
    label: str
    description: str
    scopes: tuple[Scope, ...]
    needs: str = ""

    @property
    def handler(self) -> str:
        """The name of the method that does it."""
        return f"do_{self.name}"


NEEDS = {
    "job": "there is no job here; {new} begins one",
    "at work": "no process is at work on this job",
    "idle": "a process is at work on this job; {stop} stops it",
    "unfinished": "the job has found all there is",
    "resting": "there is nothing to resume: the job is at work, at its limit or at its end",
    "solution": "there is no solution to show",
    "found": "the job has not found anything yet",
    "later": "this is the last generation",
    "earlier": "this is the first generation",
    "generations": "there is one picture alone to show",
    "target": "this kind of search has no target to draw",
    "asked": "the answer is there already",
    "answer": "there is no answer yet",
}
"""What an action may need, and what is said when it does not hold."""

_BOTH: tuple[Scope, ...] = ("jobs", "job")

ACTIONS = (
    Action("open", ("enter",), "open", "show the job and follow it", ("jobs",), "job"),
    Action("new", ("n",), "new", "begin a new search", ("jobs",)),
    Action("next", ("right", "j"), "next", "the next solution", ("job",), "solution"),
    Action("previous", ("left", "k"), "previous", "the solution before", ("job",), "solution"),
    Action("pause", ("space",), "pause", "pause the search, or go on after a pause", _BOTH,
           "at work"),
    Action("stop", ("x",), "stop", "stop the search; it can be resumed", _BOTH, "at work"),
    Action("resume", ("r",), "resume",
           "go on after a pause, a stop, a failure or a crash", _BOTH, "resting"),
    Action("limit", ("l",), "limit", "set another limit", _BOTH, "unfinished"),
    Action("forward", ("full_stop",), "forward", "one generation on", ("job",), "later"),
    Action("animate", ("a",), "animate", "run through the generations, or stop", ("job",),
           "generations"),
    Action("go", ("g",), "go to", "go to a solution by its number", ("job",), "solution"),
    Action("filter", ("slash", "o"), "sort, filter",
           "sort solutions by population or size, and show some of them", ("job",), "found"),
    Action("save", ("s",), "save", "save the solution as a file", ("job",), "solution"),
    Action("copy", ("y",), "copy", "copy the solution as RLE to the clipboard", ("job",),
           "solution"),
    Action("print", ("p",), "print", "print the solution when the application ends", ("job",),
           "solution"),
    Action("favourite", ("f",), "favourite", "mark the solution, or take the mark away", ("job",),
           "solution"),
    Action("larger", ("m",), "larger", "give the pictures the whole screen, or not", ("job",)),
    Action("pictures", ("b",), "pictures",
           "draw in another way: what fits, half-blocks, braille, ASCII", ("job",)),
    Action("freeze", ("z",), "freeze", "freeze the display, or let it go on; the search does",
           _BOTH),
    Action("export", ("e",), "export", "write all solutions to a file or a folder", _BOTH,
           "found"),
    Action("duplicate", ("c",), "duplicate", "begin a new search from this one", _BOTH, "job"),
    Action("delete", ("d",), "delete", "delete the job and all it found; asks first", _BOTH,
           "idle"),
    Action("details", ("i",), "details", "everything about the job, and what its process said",
           _BOTH, "job"),
    Action("back", ("comma",), "back", "one generation back", ("job",), "earlier"),
    Action("first", ("home",), "first", "the first solution", ("job",), "solution"),
    Action("last", ("end",), "last", "the last solution so far", ("job",), "solution"),
    Action("pan_left", ("H",), "", "show what lies left of the picture", ("job",)),
    Action("pan_down", ("J",), "", "show what lies below the picture", ("job",)),
    Action("pan_up", ("K",), "", "show what lies above the picture", ("job",)),
    Action("pan_right", ("L",), "", "show what lies right of the picture", ("job",)),
    Action("quit", ("q",), "quit", "end the application; searches go on", _BOTH),
    Action("end", ("x",), "stop", "stop without an answer", ("answer",), "asked"),
    Action("copy_answer", ("y",), "copy", "copy the answer to the clipboard", ("answer",),
           "answer"),
    Action("save_answer", ("s",), "save", "save the answer as a file", ("answer",), "answer"),
    Action("leave", ("escape",), "back", "go back", ("job", "new", "answer", "draw", "dialog")),
    Action("start", ("ctrl+s", "f5"), "start", "start the search", ("new",)),
    Action("draw", ("f2",), "draw", "draw the target", ("new",), "target"),
    Action("copy_command", ("f3",), "copy command", "copy the equivalent command line", ("new",)),
    Action("advanced", ("f4",), "advanced", "show more fields, or fewer", ("new",)),
    Action("cell", ("space",), "live/dead", "make the cell live, or dead", ("draw",)),
    Action("unknown", ("u", "question_mark"), "unknown", "let the cell have any state", ("draw",)),
    Action("cursor_left", ("left", "h"), "", "one cell to the left", ("draw",)),
    Action("cursor_down", ("down", "j"), "", "one cell down", ("draw",)),
    Action("cursor_up", ("up", "k"), "", "one cell up", ("draw",)),
    Action("cursor_right", ("right", "l"), "", "one cell to the right", ("draw",)),
    Action("wider", ("greater_than_sign",), "wider", "one column more", ("draw",)),
    Action("narrower", ("less_than_sign",), "narrower", "one column fewer", ("draw",)),
    Action("taller", ("plus",), "taller", "one row more", ("draw",)),
    Action("shorter", ("minus",), "shorter", "one row fewer", ("draw",)),
    Action("clear", ("x",), "clear", "make all cells dead", ("draw",)),
    Action("take", ("enter", "ctrl+s"), "take", "take the drawing as the target", ("draw",)),
    Action("accept", ("enter", "ctrl+s"), "accept", "accept", ("dialog",)),
    Action("help", ("question_mark", "f1"), "help", "explain the keys", (*_BOTH, "answer")),
    Action("help_form", ("f1",), "help", "explain the keys", ("new", "draw")),
)  # fmt: skip

BY_NAME = {action.name: action for action in ACTIONS}


def of(scope: Scope) -> list[Action]:
    """Return the actions of a screen, in the order of the registry."""
    return [action for action in ACTIONS if scope in action.scopes]


def bindings(scope: Scope) -> list[BindingType]:
    """Return the bindings of a screen; each calls its ``action_press`` with the action's name.

    All have priority, so that keys which come in one piece over a slow line take effect in order.
    """
    ours = [
        Binding(
            ",".join(action.keys),
            f"press('{action.name}')",
            action.label,
            id=action.name,
            priority=True,
        )
        for action in of(scope)
    ]
    focus = {"tab": "app.focus_next", "shift+tab": "app.focus_previous"}
    return [*ours, *(Binding(key, does, show=False, priority=True) for key, does in focus.items())]


def spoken(key: str) -> str:
    """Return the name of a key as the footer writes it.

    Examples
    --------
    >>> spoken("question_mark"), spoken("ctrl+s"), spoken("q")
    ('?', '^s', 'q')
    """
    return _SPOKEN.get(key, key).replace("ctrl+", "^")


def remapped(chosen: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return the keys of all actions, some of them changed.

    Parameters
    ----------
    chosen
        For some actions, by name, their new keys, divided by commas.

    Raises
    ------
    UserError
        If there is no such action, or a key would mean two things on one screen or is taken.
    """
    keys = {action.name: action.keys for action in ACTIONS}
    for name, text in chosen.items():
        if name not in keys:
            raise UserError(f"there is no action {name!r}; there are {', '.join(keys)}")
        keys[name] = tuple(key.strip() for key in text.split(",") if key.strip())
        if not keys[name]:
            raise UserError(f"the action {name!r} needs a key")
        for key in keys[name]:
            if key in TAKEN:
                raise UserError(f"the key {key} of the action {name!r} is taken by the terminal")
    for scope in SCOPES:
        _refuse_clashes(scope, keys, chosen)
    return keys


def _refuse_clashes(
    scope: Scope, keys: Mapping[str, Iterable[str]], chosen: Mapping[str, str]
) -> None:
    """Refuse a key that would mean two things on one screen."""
    owners: dict[str, str] = {}
    for action in of(scope):
        for key in keys[action.name]:
            where = SCOPES[scope].lower()
            if key in owners:
                raise UserError(
                    f"the key {key} would mean both {owners[key]!r} and {action.name!r} in {where}"
                )
            typed = scope == "new" and (len(key) == 1 or key in _SPOKEN) and key != "escape"
            if action.name in chosen and (key in _OWN.get(scope, ()) or typed):
                raise UserError(
                    f"the key {key} of the action {action.name!r} is needed within {where}"
                )
            owners[key] = action.name
