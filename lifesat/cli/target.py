"""Options that state a problem, shared by several commands: about a target, or objects in a box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.arguments import add
from lifesat.errors import UserError
from lifesat.frontends.options.table import from_values
from lifesat.system.printing import printable

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from lifesat.frontends.input.target import PredecessorRequest, TargetRequest
    from lifesat.life.pattern import Pattern
    from lifesat.problems.life.predecessor import Predecessor


READING = ("format", "rule", "unknown", "states", "clip")
"""The options that say how TARGET is read."""

WHERE = ("outside", "margin", "size")
"""The options that say what lies outside, with the word ``what`` about the margin."""

POPULATION = ("min_population", "max_population")
"""The bounds on the number of ``cells``."""


def add_target_options(parser: argparse.ArgumentParser, *, encoded: str | None = "") -> None:
    """Add TARGET and all options that state a problem about it.

    `encoded` says in the help of ``--encoding`` when the command makes a formula: "" for always, or
    None for never, without that option.
    """
    add(parser, "target")
    add_problem_options(parser, encoded=encoded)


def add_problem_options(parser: argparse.ArgumentParser, *, encoded: str | None = "") -> None:
    """Add the options that state a problem, with `encoded` as in `add_target_options`."""
    group = parser.add_argument_group("problem")
    margin = "earlier generations may exceed the target's box"
    add(group, "generations", *WHERE, when="with dead outside: ", what=margin)
    add(group, *READING)
    add(group, *POPULATION, cells="live cells in the first generation")
    add(group, "max_outside", "different", "require", "forbid", "given", "within")
    add(group, "symmetry", what="at least this symmetry about the middle of the window")
    add(parser, "quiet")
    if encoded is not None:
        add(parser, "encoding", when=encoded)


def read_problem(options: argparse.Namespace) -> Predecessor:
    """Return the problem that a target and the options of `add_target_options` state.

    Raises `UserError` if the parts do not fit together, or the encoding cannot express the rule.
    """
    return predecessor_request(options).problem(read_target(options))


def predecessor_request(options: argparse.Namespace) -> PredecessorRequest:
    """Return what the options of `add_target_options` ask; reads the files that they name."""
    from lifesat.formats import read_file
    from lifesat.frontends.input.target import PredecessorRequest, TargetRequest

    values = dict(vars(options))
    for name, none in (("require", ()), ("forbid", ()), ("project", None)):
        path = values.pop(name, None)
        values[name] = none if path is None else read_file(path)
        if name == "project" and path is not None and not values[name].population:
            raise UserError(
                f"{printable(path)} has no live cells, which name the cells to project on"
            )
    if values.get("given") is not None:
        values["given"] = TargetRequest(values["given"], unknown=True).read()
    return from_values(PredecessorRequest, values)


def read_target(options: argparse.Namespace) -> Pattern:
    """Return the target that TARGET and the options `READING` state.

    Assumptions of the file's reader are reported on standard error.
    """
    target = _target_request(options.target, options).read()
    if not options.quiet:
        diagnostics.warn(options.target, target)
    return target


def read_targets(
    paths: Iterable[str], options: argparse.Namespace
) -> Iterator[tuple[str, Pattern]]:
    """Yield all targets in files, read as by `read_target`, each with a name.

    The name is that of the file, with escapes for unprintable characters. If a file has several
    targets, ``#`` and a number follow, and targets without a name get this one.
    """
    from lifesat.formats.reading import source_name

    for path in paths:
        targets = list(_target_request(path, options).read_all())
        for number, target in enumerate(targets, 1):
            if not options.quiet:
                diagnostics.warn(path, target)
            several = len(targets) > 1
            name = printable(source_name(path) + (f"#{number}" if several else ""))
            yield name, target.replace(name=name) if several and not target.name else target


def _target_request(path: str, options: argparse.Namespace) -> TargetRequest:
    from lifesat.frontends.input.target import TargetRequest

    return from_values(TargetRequest, vars(options) | {"path": path})


def add_box_options(parser: argparse.ArgumentParser, box: str) -> argparse._ArgumentGroup:
    """Add W,H and the options for the objects in that box, and return their group."""
    add(parser, "box", what=box)
    group = parser.add_argument_group("problem")
    add(group, "objects.rule")
    add(group, "symmetry", what="at least this symmetry")
    add(group, *POPULATION, cells="live cells")
    add(parser, "up_to_symmetry", whole="the box that leave the rest unchanged")
    return group
