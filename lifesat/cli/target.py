"""Options about the target and the predecessors sought, shared by several commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat import defaults
from lifesat.cli import diagnostics
from lifesat.cli.arguments import size, whole_number
from lifesat.formats.reading import source_name
from lifesat.requests.choices import COMPLETION_STATES, OUTSIDES, SYMMETRIES
from lifesat.system.printing import printable

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from lifesat.life.pattern import Pattern
    from lifesat.problems.life.predecessor import Predecessor
    from lifesat.requests.target import PredecessorRequest, TargetRequest


def add_target_options(parser: argparse.ArgumentParser, *, encoded: str | None = "") -> None:
    """Add TARGET and all options that state a problem about it.

    Parameters
    ----------
    parser
        The command's.
    encoded
        When the command makes a formula, for the help of ``--encoding``; "" for always, or None for
        never, without that option.
    """
    add_target(parser)
    add_problem_options(parser, encoded=encoded)


def add_problem_options(parser: argparse.ArgumentParser, *, encoded: str | None = "") -> None:
    """Add all options that state a problem about a target.

    Parameters
    ----------
    parser, encoded
        As for `add_target_options`.
    """
    sought = parser.add_argument_group("problem")
    sought.add_argument(
        "--generations",
        "-g",
        type=whole_number("number of generations", 1),
        default=1,
        metavar="N",
        help="how many generations back (default 1)",
    )
    add_where_options(sought, "earlier generations may exceed the target's box on every side")
    add_reading_options(sought)
    _add_first_generation(sought)
    _add_quiet_option(parser)
    if encoded is not None:
        _add_encoding_option(parser, encoded)


def add_where_options(sought: argparse._ArgumentGroup, margin: str) -> None:
    """Add the options that say what lies outside; `margin` describes the cells of the margin."""
    sought.add_argument(
        "--outside",
        choices=OUTSIDES,
        help="what lies beyond the edges: dead cells (default), anything (free), or the opposite "
        "edge (torus; the default for a target whose rule has a :T grid)",
    )
    sought.add_argument(
        "--margin",
        "-m",
        type=whole_number("margin", 0),
        default=1,
        metavar="M",
        help=f"with dead outside: cells by which {margin} (default 1)",
    )
    sought.add_argument(
        "--size", type=size, metavar="W,H", help="size of the torus, if the file does not say it"
    )


def add_target(parser: argparse.ArgumentParser) -> None:
    """Add TARGET."""
    parser.add_argument("target", metavar="TARGET", help="pattern file, or - for standard input")


def add_reading_options(parser: argparse._ActionsContainer) -> None:
    """Add the options that say how to read TARGET."""
    add_format_option(parser)
    parser.add_argument("--rule", metavar="RULE", help="use this rule instead of the file's")
    parser.add_argument(
        "--unknown",
        action="store_true",
        help="read ? as a cell of any state; in LifeHistory files, state 0",
    )
    add_states_option(parser)
    add_clip_option(parser)


def add_format_option(parser: argparse._ActionsContainer) -> None:
    """Add the option that names the format of a pattern."""
    parser.add_argument("--from", dest="source", metavar="FORMAT", help="the format of the input")


def add_states_option(parser: argparse._ActionsContainer) -> None:
    """Add the option that says what the states of LifeHistory mean."""
    parser.add_argument(
        "--states",
        default="",
        metavar="WORDS",
        help="how the states of a LifeHistory file are read: one of "
        f"{', '.join(COMPLETION_STATES[:3])}; or assignments such as '0=any 2=off', with on, off, "
        "any (default: 1, 3 and 5 are on, 2 and 4 off)",
    )


def add_clip_option(parser: argparse._ActionsContainer) -> None:
    """Add the option that cuts what a bounded grid does not hold."""
    parser.add_argument(
        "--clip",
        action="store_true",
        help="cut a pattern larger than its bounded grid, as Golly does; otherwise it is an error",
    )


def add_common_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of every command that makes a formula of Life."""
    _add_quiet_option(parser)
    _add_encoding_option(parser)


def _add_quiet_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--quiet", "-q", action="store_true", help="nothing on standard error but errors"
    )


def _add_encoding_option(parser: argparse.ArgumentParser, encoded: str = "") -> None:
    parser.add_argument(
        "--encoding",
        choices=defaults.ENCODINGS,
        help=f"how Life becomes clauses{encoded} (default {defaults.ENCODING}, or for rules that "
        "are not life-like truth_table)",
    )


def add_population_options(sought: argparse._ArgumentGroup, cells: str) -> None:
    """Add the bounds on the number of `cells`."""
    population = whole_number("population", 0)
    sought.add_argument(
        "--min-population", type=population, default=0, metavar="N", help=f"at least N {cells}"
    )
    sought.add_argument("--max-population", type=population, metavar="N", help=f"at most N {cells}")


def add_symmetry_option(sought: argparse._ArgumentGroup, what: str) -> None:
    """Add the choice of a symmetry; `what` describes it in the help."""
    first, *others, last = SYMMETRIES
    names = f"{first} (default), {', '.join(others)} or {last}"
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
    sought.add_argument(
        "--given",
        metavar="CELLS",
        help="pattern file: live and dead cells are so in the first generation, ? is not given",
    )
    sought.add_argument(
        "--within",
        type=whole_number("distance", 0),
        metavar="N",
        help="live cells of the first generation lie at most N cells from a live cell of the "
        "target, also diagonally; no spark dies out far away",
    )
    add_symmetry_option(sought, "at least this symmetry about the middle of the window")


def add_project_option(parser: argparse._ActionsContainer, what: str) -> None:
    """Add the choice of cells to project on; `what` is done with their distinct states."""
    parser.add_argument(
        "--project",
        metavar="CELLS",
        help=f"pattern file: {what} the distinct states that these cells of the first generation "
        "take over all predecessors",
    )


def read_problem(options: argparse.Namespace) -> Predecessor:
    """Return the problem that the options of `add_target_options` and `add_project_option` state.

    Raises
    ------
    UserError
        If a file cannot be read, if the parts do not fit together, or if the encoding cannot
        express the rule.
    """
    return predecessor_request(options).problem(read_target(options))


def predecessor_request(options: argparse.Namespace) -> PredecessorRequest:
    """Return what the options of `add_target_options` and `add_project_option` ask."""
    from lifesat.requests.target import PredecessorRequest

    return PredecessorRequest(
        generations=options.generations,
        outside=options.outside,
        margin=options.margin,
        size=options.size,
        least=options.min_population,
        most=options.max_population,
        different=options.different,
        require=options.require,
        forbid=options.forbid,
        given=options.given,
        within=options.within,
        project=getattr(options, "project", None),
        symmetry=options.symmetry,
        encoding=getattr(options, "encoding", None),
    )


def read_target(options: argparse.Namespace) -> Pattern:
    """Return the target that TARGET and the options of `add_reading_options` state.

    What the reader of the file assumed goes to standard error.

    Raises
    ------
    UserError
        If the file cannot be read, or if there is no such rule.
    """
    target = _target_request(options.target, options).read()
    if not options.quiet:
        diagnostics.warn(options.target, target)
    return target


def read_targets(options: argparse.Namespace) -> Iterator[tuple[str, Pattern]]:
    """Yield all targets in FILEs, read as by `read_target`, each with a name.

    The name is that of the file, with escapes for what cannot be printed, and if there are several
    in a file, ``#`` and the number in it.

    Raises
    ------
    UserError
        As `read_target` does.
    """
    for path in options.files:
        targets = list(_target_request(path, options).read_all())
        for number, target in enumerate(targets, 1):
            if not options.quiet:
                diagnostics.warn(path, target)
            name = source_name(path) + (f"#{number}" if len(targets) > 1 else "")
            yield printable(name), target


def _target_request(path: str, options: argparse.Namespace) -> TargetRequest:
    from lifesat.requests.target import TargetRequest

    return TargetRequest(
        path,
        format=options.source,
        rule=options.rule,
        unknown=options.unknown,
        clip=options.clip,
        states=options.states,
    )
