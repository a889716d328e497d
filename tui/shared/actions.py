"""The registry of all actions and their keys, and what is built from it.

These are bindings, the user's own keys and the footer; the help and the palette read it too. No
action uses ``ctrl+a`` or ``ctrl+b``, which screen and tmux intercept.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click
from textual.style import Style
from textual.widgets import Static

from lifesat.errors import UserError
from lifesat.plugins import plugins

SCOPES = {
    "jobs": "The list of jobs",
    "filter": "The filter of the list",
    "begin": "The line where a search begins",
    "job": "A job",
    "gallery": "The gallery of solutions",
    "new": "A new search",
    "answer": "An answer",
    "draw": "The drawing board",
    "dialog": "Dialogs",
    "confirm": "Questions",
    "page": "Pages of text",
    "kinds": "The kinds of search",
    "examples": "The examples",
    "files": "The list of files",
    "deleted": "The deleted jobs",
    "palette": "The palette of actions",
    "edit": "The editor",
}
"""The parts of the application that have keys, in words."""

FILTERED = frozenset({"filter", "begin", "kinds", "examples", "files", "deleted", "palette"})
"""The scopes in which the user types text, so that letters cannot be keys."""

NUMBERED = (
    "predecessors",
    "count",
    "orphan proof",
    "still lifes",
    "oscillators",
    "spaceships",
    "agars",
    "eaters",
    *(name for plugin in plugins() for name in plugin.main_forms),
)[:10]
"""The kinds of search with a key of their own in the list of jobs: 1 to 9, then 0."""


WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""The arguments of actions that go somewhere, each with its columns and rows."""


@dataclass(frozen=True)
class Action:
    """An action and its keys."""

    # The name in the configuration file.
    name: str
    # The footer shows the first.
    keys: tuple[str, ...]
    # A word or two for the footer; "" for an action that it does not show.
    label: str
    # A few words for the help and the palette.
    description: str
    # The screens that have the action.
    scopes: tuple[str, ...]
    # The precondition, a key of `NEEDS`; "" for none.
    needs: str = ""
    # The screen's method is called ``do_`` and this, or ``do_`` and the name if this is empty.
    method: str = ""
    # The argument of a method that several actions share; "" for none.
    argument: str = ""

    @property
    def handler(self) -> str:
        """The name of the screen's method that performs the action."""
        return f"do_{self.method or self.name}"

    @property
    def arguments(self) -> tuple[str, ...]:
        """The arguments of that method."""
        return (self.argument,) if self.argument else ()


NEEDS = {
    "job": "there is no job here; {new} starts a new search",
    "row": "there is no job here; {new} starts a new search",
    "jobs": "there are no jobs yet; {new} starts a new search",
    "filter": "all jobs are shown; {find} filters them",
    "at work": "no process is running this job",
    "pausable": "there is nothing to pause: no search is running in this job",
    "deleted": "no job was deleted in the last seven days",
    "idle": "a process is running this job; {stop} stops it",
    "unfinished": "the job has found all solutions",
    "resting": "nothing to resume: the job is running, finished or at its limit",
    "solution": "there is no solution to show",
    "found": "there are no solutions to sort",
    "result": "the job has not found anything yet",
    "later": "this is the last generation",
    "earlier": "this is the first generation",
    "generations": "this solution has only one generation",
    "gallery": "there are no pictures of solutions to compare",
    "exact": "this search cannot be counted cell by cell",
    "countable": "only predecessors one generation back can be counted and drawn at random",
    "cells": "a heat map needs patterns that have been found",
    "target": "this kind of search has no target to draw",
    "subject": "this kind of search has no target to read",
    "search file": "this search cannot be written as a search file, or has an error",
    "last": "there was no other search of this kind",
    "answer": "there is no answer yet",
    "left": "no form was left unfinished",
    "done": "there is nothing to undo",
    "undone": "there is nothing to redo",
}
"""The preconditions of actions, each with the message for when it is not met."""


def those_met(conditions: Mapping[str, object]) -> set[str]:
    """Return the preconditions that hold, keys of `NEEDS`."""
    return {need for need, holds in conditions.items() if holds}


_BOTH = ("jobs", "job")
_ANY_JOB = ("jobs", "job", "answer")
_STEPS = ("job", "answer")
_PLAYED = (*_STEPS, "gallery")
_SOLUTION = ("job", "gallery")
_LETTERS = {"left": "H", "down": "J", "up": "K", "right": "L"}

ACTIONS = (
    Action("open", ("enter",), "open", "open the job, or the form with the example", ("jobs",),
           "row"),
    Action("new", ("n",), "new", "start a new search", ("jobs",)),
    Action("begin", ("colon",), "search for", "go to the line where a search begins", ("jobs",)),
    *(
        Action(f"new_{kind.replace(' ', '_')}", (str(number % 10),), kind,
               "start a new search of this kind", ("jobs",), method="new_of", argument=kind)
        for number, kind in enumerate(NUMBERED, 1)
    ),
    Action("begin_search", ("enter",), "begin", "begin with the file, kind or example in the line",
           ("begin",)),
    Action("complete", ("tab",), "complete",
           "complete the name, then take the next one that matches", ("begin",)),
    Action("leave_line", ("escape",), "the list", "go back to the list", ("begin",)),
    Action("examples", ("f3",), "examples", "show the examples", ("jobs", "begin")),
    Action("find", ("slash",), "filter", "filter the jobs while you type", ("jobs",), "jobs"),
    Action("order", ("o",), "sort", "sort the jobs of each group in the next order", ("jobs",),
           "jobs"),
    Action("preview", ("v",), "preview", "show or hide the preview of the job", ("jobs",), "jobs"),
    Action("select", ("t",), "select", "select the job for d, space and x, or no longer", ("jobs",),
           "job"),
    Action("show_all", ("escape",), "all jobs", "remove the filter", ("jobs",), "filter"),
    Action("keep_filter", ("enter",), "keep", "go back to the list, filtered", ("filter",)),
    Action("drop_filter", ("escape",), "all jobs", "remove the filter", ("filter",),
           method="show_all"),
    Action("animate", ("a",), "play", "play the generations up to the target, or stop", _PLAYED,
           "generations"),
    Action("next", ("right", "j"), "next", "show the next solution", ("job",), "solution"),
    Action("previous", ("left", "k"), "previous", "show the previous solution", ("job",),
           "solution"),
    Action("ten_on", ("pagedown",), "", "go a page of solutions on", ("job",), "solution"),
    Action("ten_back", ("pageup",), "", "go a page of solutions back", ("job",), "solution"),
    Action("copy_answer", ("y",), "copy", "copy the answer to the clipboard", ("answer",),
           "answer"),
    Action("save_answer", ("s",), "save", "save the answer to a file", ("answer",), "answer"),
    Action("pause", ("space",), "pause", "pause or continue the search", _ANY_JOB,
           "pausable"),
    Action("stop", ("x",), "stop", "stop the search; it can be resumed", _ANY_JOB, "at work"),
    Action("resume", ("r",), "resume",
           "continue after a pause, a stop, a failure or a crash", _ANY_JOB, "resting"),
    Action("limit", ("l",), "limit", "change the limit and continue", _BOTH, "unfinished"),
    Action("sample", ("S",), "", "draw 1,000 predecessors of the same target at random", ("job",),
           "countable", method="start_about", argument="sample"),
    Action("count_only", ("C",), "", "count the predecessors of the same target", ("job",),
           "countable", method="start_about", argument="count"),
    Action("forward", ("full_stop",), "forward", "show the next generation", _PLAYED, "later"),
    Action("gallery", ("v",), "gallery", "show many solutions at once", ("job",), "gallery"),
    Action("go", ("g",), "go to", "go to a solution by its number", ("job",), "solution"),
    Action("filter", ("slash", "o"), "sort, filter",
           "sort and filter the solutions", ("job",), "found"),
    Action("enlarge", ("enter",), "enlarge", "show the chosen solution alone", ("gallery",)),
    Action("differences", ("d",), "differences",
           "mark what differs from the chosen solution, or nothing again", ("gallery",),
           "solution"),
    Action("close_gallery", ("v",), "", "return to the single solution", ("gallery",),
           method="leave"),
    Action("tile_left", ("left", "h"), "", "choose the solution to the left", ("gallery",)),
    Action("tile_right", ("right", "l"), "", "choose the solution to the right", ("gallery",)),
    Action("tile_up", ("up", "k"), "", "choose the solution above", ("gallery",)),
    Action("tile_down", ("down", "j"), "", "choose the solution below", ("gallery",)),
    Action("page_up", ("pageup",), "page up", "show the solutions before these", ("gallery",)),
    Action("page_down", ("pagedown",), "page down", "show the solutions after these",
           ("gallery",)),
    Action("tile_first", ("home",), "first", "choose the first solution", ("gallery",)),
    Action("tile_last", ("end",), "last", "choose the last solution so far", ("gallery",)),
    Action("heat", ("h",), "heat map", "show how often each cell is live in all solutions, or one",
           ("job",), "cells"),
    Action("exact", ("equals_sign",), "exact map",
           "count how often each cell is live over all solutions", ("job",), "exact"),
    Action("save", ("s",), "save", "save the solution to a file", _SOLUTION, "solution"),
    Action("copy", ("y",), "copy", "copy the solution to the clipboard", _SOLUTION, "solution"),
    Action("print", ("p",), "print", "print the solution when the application ends", _SOLUTION,
           "solution"),
    Action("favourite", ("f",), "favourite", "mark or unmark the solution as a favourite",
           _SOLUTION, "solution"),
    Action("larger", ("m",), "larger", "show or hide the figures above the pictures", ("job",)),
    Action("pictures", ("b",), "pictures",
           "change the style: automatic, half-blocks, braille, ASCII", _PLAYED),
    Action("freeze", ("z",), "freeze", "freeze or unfreeze the display; the search continues",
           _BOTH, "jobs"),
    Action("export", ("e",), "export", "write the solutions shown to a file or a folder",
           (*_BOTH, "gallery"), "result"),
    Action("duplicate", ("c",), "duplicate", "start a new search with the same settings", _ANY_JOB,
           "job"),
    Action("delete", ("d",), "delete", "delete the job and its solutions, after confirmation",
           _ANY_JOB, "idle"),
    Action("undo", ("u",), "undelete", "restore what was deleted last", ("jobs",), "deleted"),
    Action("deleted", ("U",), "", "list the deleted jobs, any of which can be restored",
           ("jobs",)),
    Action("details", ("i",), "details", "show all details of the job and the log of its process",
           _ANY_JOB, "job"),
    Action("back", ("comma",), "back", "show the previous generation", _PLAYED, "earlier"),
    Action("first", ("home",), "first", "show the first solution", ("job",), "solution"),
    Action("last", ("end",), "last", "show the last solution so far", ("job",), "solution"),
    *(
        Action(f"pan_{way}", (key,), "", f"scroll the picture {way}", _STEPS,
               method="pan", argument=way)
        for way, key in _LETTERS.items()
    ),
    Action("quit", ("q",), "quit", "quit the application; searches continue",
           (*_ANY_JOB, "gallery")),
    Action("leave", ("escape",), "back", "return to the previous screen",
           ("job", "gallery", "new", "answer", "draw", "dialog", "kinds", "examples", "files",
            "deleted", "palette", "edit")),
    Action("choose", ("enter",), "choose", "choose the row under the cursor",
           ("kinds", "examples", "files", "deleted", "palette")),
    Action("kinds", ("f7",), "kind", "choose another kind of search", ("new",)),
    Action("file", ("f6",), "file", "choose a file as the target, with a picture of each",
           ("new", "jobs", "begin"), "subject"),
    Action("edit", ("f8",), "edit", "edit the target, the puzzle or the search file as text",
           ("new",), "subject"),
    Action("last_options", ("f9",), "as last time",
           "set the options of the last search of this kind", ("new",), "last"),
    Action("bring_back", ("ctrl+r",), "bring back", "bring back the form that was left unfinished",
           ("new",), "left"),
    Action("search_file", ("ctrl+t",), "search file",
           "edit the search as a search file, and save it", ("new",), "search file"),
    Action("use", ("ctrl+s",), "use", "use the text in the form", ("edit",)),
    Action("save_text", ("f2",), "save", "save the text to a file", ("edit",)),
    Action("to_error", ("f8",), "to the error", "move the cursor to the error", ("edit",)),
    Action("start", ("ctrl+s", "f5"), "start", "start the search", ("new",)),
    Action("draw", ("f2",), "draw", "draw the target", ("new", "jobs", "begin"), "target"),
    Action("copy_command", ("f3",), "copy command", "copy the equivalent command line", ("new",)),
    Action("advanced", ("f4",), "advanced", "show or hide the advanced fields", ("new",)),
    Action("cell", ("space",), "live/dead", "toggle the cell between live and dead", ("draw",)),
    Action("unknown", ("u", "question_mark"), "unknown",
           "toggle the cell between unknown and dead", ("draw",)),
    *(
        Action(f"cursor_{way}", (way, key.lower()), "", f"move one cell {way}", ("draw",),
               method="cursor", argument=way)
        for way, key in _LETTERS.items()
    ),
    Action("wider", ("greater_than_sign",), "wider", "add a column on the right", ("draw",),
           method="resize", argument="wider"),
    Action("narrower", ("less_than_sign",), "narrower", "remove the last column", ("draw",),
           method="resize", argument="narrower"),
    Action("taller", ("plus",), "taller", "add a row at the bottom", ("draw",),
           method="resize", argument="taller"),
    Action("shorter", ("minus",), "shorter", "remove the last row", ("draw",),
           method="resize", argument="shorter"),
    Action("clear", ("x",), "clear", "make all cells dead", ("draw",)),
    Action("whole", ("w",), "whole board", "make the whole board the target, or not", ("draw",)),
    Action("undo_drawing", ("z", "ctrl+u"), "undo", "undo the last change", ("draw",), "done"),
    Action("redo", ("Z", "ctrl+r"), "redo",
           "do again what was undone, or bring back the drawing that was left", ("draw",),
           "undone"),
    Action("take", ("enter", "ctrl+s"), "use", "use the drawing as the target", ("draw",)),
    Action("accept", ("enter", "ctrl+s"), "ok", "confirm", ("dialog",)),
    Action("close", ("escape", "enter", "q"), "close", "close the page", ("page",)),
    Action("yes", ("y",), "yes", "do it", ("confirm",)),
    Action("no", ("escape", "n"), "no", "return without doing it", ("confirm",)),
    Action("help", ("question_mark", "f1"), "help", "list all keys",
           (*_ANY_JOB, "gallery")),
    Action("help_form", ("f1",), "help", "list all keys",
           ("new", "draw", "kinds", "examples", "files", "deleted", "edit", "begin"),
           method="help"),
)  # fmt: skip

BY_NAME = {action.name: action for action in ACTIONS}

_GROUPS = (
    (
        "open new find order preview keep_filter begin_search begin next previous gallery go "
        "filter enlarge differences tile_first tile_last page_up page_down start file draw "
        "examples edit kinds last_options cell unknown take"
    ),
    "pause stop resume limit",
    "forward back animate heat exact",
    "copy_answer save_answer save copy print favourite export duplicate delete undo details",
)
_PLACES = {name: place for place, names in enumerate(_GROUPS) for name in names.split()}
_WAYS_OUT = frozenset(
    {
        "help", "help_form", "leave", "close", "no", "quit", "show_all", "drop_filter",
        "leave_line",
    }
)  # fmt: skip

ASKING = frozenset({"new", "begin", "find", "go", "limit", "save", "save_answer", "export"})
"""The actions after which the user types text."""

_BESIDE_THE_LINE = frozenset({"draw", "file", "examples"})


def beside_the_line(action: Action) -> bool:
    """Return whether an action begins a search and is shown beside the line for new searches."""
    return action.name in _BESIDE_THE_LINE or action.method == "new_of"


def group(action: Action) -> int:
    """Return the position of an action's group in the footer; the ways out come last."""
    if way_out(action):
        return len(_GROUPS) + 1
    return _PLACES.get(action.name, len(_GROUPS))


def way_out(action: Action) -> bool:
    """Return whether the footer always shows an action: help, or a way out of a screen."""
    return action.name in _WAYS_OUT


def of(scope: str) -> list[Action]:
    """Return the actions of a screen, in the order of the registry."""
    return [action for action in ACTIONS if scope in action.scopes]


# Keys that screen or tmux intercepts, or that Textual itself binds.
RESERVED = frozenset(
    {"ctrl+a", "ctrl+b", "ctrl+c", "ctrl+p", "ctrl+q", "ctrl+z", "tab", "shift+tab"}
)
# Keys that the list of jobs and the fields of a form handle themselves.
_FILTER_KEYS = frozenset({"up", "down", "pageup", "pagedown", "left", "right", "home", "end"})
_WIDGET_KEYS: dict[str, frozenset[str]] = {
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


def bindings(scope: str) -> list[BindingType]:
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


def line_bindings(scope: str) -> list[BindingType]:
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
    scope: str, keys: Mapping[str, Iterable[str]], chosen: Mapping[str, str]
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


def _content(entry: Entry) -> Content:
    """Return an entry as text, which carries its action for a click."""
    meta = Style.from_meta({_ACTION: entry.action})
    shown = Content.assemble((entry.key, "bold $accent"), f" {entry.label}").stylize(meta)
    return Content.assemble((_RULE if entry.rule else "", "$secondary"), shown, _BETWEEN_KEYS)
