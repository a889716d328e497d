"""Plug-ins: packages that add problems, queries, commands, options and forms.

A plug-in is a package with a module ``plugin``, which holds a `Plugin` named ``PLUGIN`` and imports
nothing else. lifesat looks for its own, `PACKAGES`. Other distributions name theirs by an entry
point of the group ``lifesat.plugins``; these are looked for only when a name is not known, because
that takes longer than many commands.
"""

from functools import cache
from importlib import import_module

PACKAGES = ("lifesat.puzzles", "lifesat.knuth")
"""The plug-ins that lifesat brings; each may be missing."""


class Plugin:
    """What a plug-in adds; places are written as ``module:name`` and loaded when needed.

    Parameters
    ----------
    problems, queries
        The places of classes of problems and queries, by their names in JSON.
    commands
        For each command its group in the overview, a line of help and its module, which has
        ``configure(parser)``.
    options
        The module with the options of these commands, a tuple named ``OPTIONS``; "" for none.
    forms
        The places of the kinds of search that the terminal application offers.
    main_forms
        The names of those that have a key of their own and are tried for pasted texts.
    """

    def __init__(
        self,
        *,
        problems: dict[str, str] | None = None,
        queries: dict[str, str] | None = None,
        commands: dict[str, tuple[str, str, str]] | None = None,
        options: str = "",
        forms: tuple[str, ...] = (),
        main_forms: tuple[str, ...] = (),
    ) -> None:
        self.problems = problems or {}
        self.queries = queries or {}
        self.commands = commands or {}
        self.options = options
        self.forms = forms
        self.main_forms = main_forms


@cache
def plugins() -> tuple[Plugin, ...]:
    """Return the plug-ins that lifesat brings."""
    found = []
    for package in PACKAGES:
        try:
            found.append(import_module(f"{package}.plugin").PLUGIN)
        except ModuleNotFoundError as error:
            if error.name != package:
                raise
    return tuple(found)


@cache
def installed_plugins() -> tuple[Plugin, ...]:
    """Return the plug-ins of other distributions."""
    from importlib.metadata import entry_points  # noqa: PLC0415  # slow to load

    return tuple(each.load() for each in entry_points(group="lifesat.plugins"))


def loaded(place: str) -> object:
    """Return what is at a place, such as ``lifesat.puzzles.sudoku.problem:Sudoku``."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
