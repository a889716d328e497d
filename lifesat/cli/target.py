"""Options that say what is sought, shared by every command about a target."""

from __future__ import annotations

import argparse
import re

from lifesat import defaults
from lifesat.cli import diagnostics
from lifesat.errors import UserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lifesat.pattern import Pattern
    from lifesat.problems.predecessor import Cell, Outside, Predecessor


def count(least: int, what: str, digits: int = 9) -> Callable[[str], int]:
    """Return an argparse type: a whole number of at most `digits` digits, at least `least`."""

    def parse(text: str) -> int:
        if not re.fullmatch(rf"[0-9]{{1,{digits}}}", text) or int(text) < least:
            right = f"a whole number from {least}"
            if len(text) > digits:
                right += f" of at most {digits} digits"
            raise argparse.ArgumentTypeError(f"{text!r} is no {what}: {right}")
        return int(text)

    return parse


def seconds(text: str) -> float:
    """Parse a time limit for argparse."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)([smhd]?)", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is no time: seconds such as 30, or 5m, 2h, 1d")
    return float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[match[2]]


def size(text: str) -> tuple[int, int]:
    """Parse ``W,H`` for argparse."""
    match = re.fullmatch(r"([1-9][0-9]{0,5})[,x]([1-9][0-9]{0,5})", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: width and height such as 25,20")
    return int(match[1]), int(match[2])


def add_target_options(parser: argparse.ArgumentParser) -> None:
    """Add TARGET and all options that say what is sought."""
    parser.add_argument("target", metavar="TARGET", help="pattern file, or - for standard input")
    sought = parser.add_argument_group("what is sought")
    sought.add_argument(
        "--generations",
        "-g",
        type=count(1, "number of generations"),
        default=1,
        metavar="N",
        help="how many generations back (default 1)",
    )
    sought.add_argument(
        "--outside",
        choices=("dead", "free", "torus"),
        help="what lies beyond the edges: dead cells (default), anything (free), or the opposite "
        "edge (torus; the default for a target whose rule has a :T grid)",
    )
    sought.add_argument(
        "--margin",
        "-m",
        type=count(0, "margin"),
        default=1,
        metavar="M",
        help="with dead outside: cells by which earlier generations may exceed the target's box on "
        "every side (default 1)",
    )
    sought.add_argument(
        "--size", type=size, metavar="W,H", help="size of the torus, if the file does not say it"
    )
    sought.add_argument("--rule", metavar="RULE", help="use this rule, not the file's")
    sought.add_argument(
        "--unknown",
        action="store_true",
        help="read ? as a cell that may have any state; in LifeHistory files, state 0",
    )
    _add_first_generation(sought)
    add_common_options(parser)


def add_common_options(parser: argparse.ArgumentParser) -> None:
    """Add what every command that makes a formula of Life can be told."""
    parser.add_argument(
        "--quiet", "-q", action="store_true", help="nothing on standard error but errors"
    )
    parser.add_argument(
        "--encoding",
        choices=defaults.ENCODINGS,
        help=f"how Life becomes clauses (default {defaults.ENCODING}, or for rules that are not "
        "life-like truth_table)",
    )


def add_population_options(sought: argparse._ArgumentGroup, cells: str) -> None:
    """Add the bounds on how many `cells` there are."""
    population = count(0, "population")
    sought.add_argument(
        "--min-population", type=population, default=0, metavar="N", help=f"at least N {cells}"
    )
    sought.add_argument("--max-population", type=population, metavar="N", help=f"at most N {cells}")


def add_symmetry_option(sought: argparse._ArgumentGroup, what: str) -> None:
    """Add the choice of a symmetry; `what` says what it asks for."""
    names = "C1 (default), C2, C4, D2_+, D2_x, D4_+, D4_x or D8"
    sought.add_argument("--symmetry", default="C1", metavar="NAME", help=f"{what}: {names}")


def _add_first_generation(sought: argparse._ArgumentGroup) -> None:
    """Add the options that say what the first generation must be."""
    add_population_options(sought, "live cells in the first generation")
    sought.add_argument(
        "--different", action="store_true", help="not the target itself (as a still life would be)"
    )
    sought.add_argument(
        "--require",
        metavar="CELLS",
        help="pattern file: these cells of the first generation are live",
    )
    sought.add_argument(
        "--forbid",
        metavar="CELLS",
        help="pattern file: these cells of the first generation are dead",
    )
    add_symmetry_option(sought, "at least this symmetry about the middle of the window")


def read_problem(options: argparse.Namespace) -> Predecessor:
    """Return the problem that the options of `add_target_options` state.

    Raises
    ------
    UserError
        If a file cannot be read, if the parts do not fit together, or if the encoding that is named
        cannot express the rule.
    """
    from lifesat.problems.predecessor import Predecessor

    target = _target(options)
    problem = Predecessor(
        target=target,
        generations=options.generations,
        outside=_outside(options, target),
        margin=options.margin,
        least=options.min_population,
        most=options.max_population,
        different=options.different,
        require=_cells(options.require, target),
        forbid=_cells(options.forbid, target),
        symmetry=options.symmetry,
    )
    if options.encoding and (fault := problem.encoding_fault(options.encoding)):
        raise UserError(fault)
    return problem


def _target(options: argparse.Namespace) -> Pattern:
    from lifesat.formats import read_file
    from lifesat.pattern import life_history_target
    from lifesat.rules import BoundedGrid, parse_rule

    target = read_file(options.target, unknown=options.unknown)
    if not options.quiet:
        diagnostics.warn(options.target, target)
    if target.rule.family == "life-history":
        target = life_history_target(target, unknown=options.unknown)
    if options.rule:
        rule, grid = parse_rule(options.rule)
        target = target.replace(rule=rule, grid=grid)
    if options.size:
        if options.outside not in (None, "torus"):
            raise UserError("--size is the size of a torus; it needs --outside torus")
        width, height = options.size
        grid = BoundedGrid("T", width, height)
        target = target.replace(grid=grid)
    if options.outside in ("dead", "free"):
        target = target.replace(grid=None)
    return target


def _outside(options: argparse.Namespace, target: Pattern) -> Outside:
    if options.outside:
        chosen: Outside = options.outside
        return chosen
    return "torus" if target.grid and target.grid.kind == "T" else "dead"


def _cells(path: str | None, target: Pattern) -> frozenset[Cell]:
    """Return the live cells of a file, from the target's top left cell.

    Two files that both say where they lie are laid over each other accordingly; otherwise their top
    left corners meet.
    """
    from lifesat.formats import read_file

    if path is None:
        return frozenset()
    pattern = read_file(path)
    dx = dy = 0
    if pattern.position and target.position:
        dx = pattern.position[0] - target.position[0]
        dy = pattern.position[1] - target.position[1]
    return frozenset((x + dx, y + dy) for x, y, _ in pattern.cells())
