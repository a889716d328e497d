"""``lifesat sokoban``: levels solved within some moves, with the fewest moves or pushes."""

from __future__ import annotations

from lifesat.cli.arguments import whole_number
from lifesat.cli.puzzles import (
    add_effort_options,
    add_output_options,
    answer_each,
    find,
)
from lifesat.cli.searching import check_job_options, effort, search_as_job
from lifesat.defaults import SOKOBAN_SOLVER
from lifesat.errors import UserError
from lifesat.reporting import exit_codes
from lifesat.requests.choices import SOKOBAN_ENCODINGS

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse
    from typing import TextIO

    from lifesat.cli.puzzles import Stop
    from lifesat.problems.puzzles.sokoban.level import Level
    from lifesat.problems.puzzles.sokoban.text import Entry
    from lifesat.sat.best_sokoban import Goal

_EPILOG = """\
With several levels the exit code is 3 if one was not answered in time, otherwise 1 if one has no
solution."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "Solve the Sokoban levels in FILE, or prove that they have no solution."
    parser.epilog = _EPILOG
    # Solutions have one form.
    parser.set_defaults(run=run, to=None)
    parser.add_argument("file", metavar="FILE", help="levels as XSB text; or -")
    parser.add_argument(
        "--level",
        type=whole_number("level", 1),
        metavar="N",
        help="only the N-th level of the file",
    )
    _add_questions(parser)
    how = parser.add_argument_group("how")
    how.add_argument(
        "--encoding",
        choices=SOKOBAN_ENCODINGS,
        help=f"one of {', '.join(SOKOBAN_ENCODINGS)} (default {SOKOBAN_ENCODINGS[0]}); not for "
        "--fewest-pushes",
    )
    add_effort_options(parser, how, SOKOBAN_SOLVER)
    add_output_options(parser.add_argument_group("output"))


def _add_questions(parser: argparse.ArgumentParser) -> None:
    """Add the options that state the question."""
    group = parser.add_argument_group("question")
    asked = group.add_mutually_exclusive_group(required=True)
    asked.add_argument(
        "--moves", type=whole_number("number of moves", 1), metavar="T",
        help="solutions with at most T moves",
    )  # fmt: skip
    asked.add_argument(
        "--shortest", action="store_true", help="a solution with the fewest moves, proved"
    )
    asked.add_argument(
        "--fewest-pushes", action="store_true", help="one with the fewest pushes, proved"
    )
    many = group.add_mutually_exclusive_group()
    many.add_argument(
        "--limit", "-k", type=whole_number("number", 1), metavar="K",
        help="with --moves: at most K solutions of each level (default 1)",
    )  # fmt: skip
    many.add_argument(
        "--all", "-a", action="store_true", help="with --moves: all solutions of each level"
    )


def run(options: argparse.Namespace) -> int:
    """Answer for each level and return the exit code."""
    _check(options)
    entries = _read(options)
    if options.job is not None:
        return _run_job(entries[0], options)
    return answer_each(entries, options, _answer)


def _check(options: argparse.Namespace) -> None:
    """Refuse options that contradict each other."""
    check_job_options(options, "workers", "jsonl")
    for name in ("limit", "all", "job"):
        if getattr(options, name) not in (None, False) and not options.moves:
            raise UserError(f"--{name} needs --moves T")
    if options.encoding and options.fewest_pushes:
        raise UserError(
            "--encoding cannot be combined with --fewest-pushes, which has its own encoding"
        )


def _read(options: argparse.Namespace) -> list[Entry]:
    """Read the levels that the options name: for a job, exactly one."""
    from lifesat.problems.puzzles.sokoban.text import parts
    from lifesat.requests.puzzles import puzzles_of_file

    levels = puzzles_of_file(parts, options.file)
    if options.level is None and options.job is None:
        return levels.all()
    return [levels.chosen(options.level, "level")]


def _run_job(entry: Entry, options: argparse.Namespace) -> int:
    """Search for the solutions of one level as a job and return the exit code."""
    from lifesat.problems.puzzles.sokoban.problem import Sokoban

    problem = Sokoban(entry.level.rows, options.moves)
    how = effort(options)
    return search_as_job(how.query(problem), how.options(problem), options)


def _answer(
    entry: Entry, options: argparse.Namespace, stream: TextIO, stop: Stop
) -> tuple[int, str]:
    """Write the answer for one level; return its exit code and a verdict."""
    answer = _list if options.moves else _find_best
    code, verdict = answer(entry.level, options, stream, stop)
    return code, f"{entry.title}: {verdict}" if entry.title else verdict


# ---------------------------------------------------------------- within some moves


def _list(level: Level, options: argparse.Namespace, stream: TextIO, stop: Stop) -> tuple[int, str]:
    """Write solutions; return the exit code for the level and a verdict."""
    from lifesat.problems.puzzles.sokoban.exhaustion import exhausted, hopeless
    from lifesat.problems.puzzles.sokoban.problem import Sokoban

    problem = Sokoban(level.rows, options.moves)
    most = None if options.all else options.limit or 1
    found, complete = find(problem, options, most, stream, stop)
    solutions = f"{found} solution{'s' * (found != 1)} with {problem.conditions()}"
    if found and (complete or found == most):
        return exit_codes.FOUND, solutions + ", and no others" * complete
    if not complete:
        return exit_codes.UNDECIDED, f"{solutions}; stopped before the end"
    none = f"no solution with {problem.conditions()}, which is proved"
    more = "; nor with more" if hopeless(level) or exhausted(level) else f"; {problem.advice()}"
    return exit_codes.NONE, none + more


# ---------------------------------------------------------------- the fewest


def _find_best(
    level: Level, options: argparse.Namespace, stream: TextIO, stop: Stop
) -> tuple[int, str]:
    """Write a best solution; return the exit code for the level and a verdict."""
    from lifesat.problems.puzzles.sokoban.exhaustion import hopeless
    from lifesat.sat.best_sokoban import best_solution

    nouns: Goal = "pushes" if options.fewest_pushes else "moves"
    encoding = options.encoding or SOKOBAN_ENCODINGS[0]
    moves, least, complete = best_solution(
        level, nouns, encoding, options.solver, stop, lambda _: None, memory=options.memory
    )
    if moves is None:
        if not complete:
            return exit_codes.UNDECIDED, f"none with fewer than {least} {nouns}; stopped"
        if hopeless(level):
            return exit_codes.NONE, "no solution: not every box can be pushed to a goal of its own"
        return exit_codes.NONE, "no solution: all positions that can be reached were looked at"
    stream.write(moves + "\n")
    stream.flush()
    if level.solved:
        return exit_codes.FOUND, "every box is on a goal from the beginning: no moves"
    pushes = sum(map(str.isupper, moves))
    verdict = f"{len(moves)} move{'s' * (len(moves) > 1)}, {pushes} push{'es' * (pushes > 1)}"
    if complete:
        return exit_codes.FOUND, f"{verdict}: the fewest {nouns}, which is proved"
    return exit_codes.UNDECIDED, f"{verdict}; stopped, and {least} {nouns} might be enough"
