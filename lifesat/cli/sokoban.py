"""``lifesat sokoban``: levels solved within some moves, with the fewest moves or pushes."""

from __future__ import annotations

import time

from lifesat.cli import diagnostics
from lifesat.cli.puzzles import (
    SLICE_SECONDS,
    add_effort_options,
    add_output_options,
    answer_each,
    find,
    only_one,
    read_puzzles,
)
from lifesat.cli.searching import check_job_options, effort, search_as_job
from lifesat.cli.target import count
from lifesat.errors import UserError

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse
    from typing import TextIO

    from lifesat.cli.puzzles import Stop
    from lifesat.problems.sokoban.level import Level
    from lifesat.problems.sokoban.occupied import Occupied
    from lifesat.problems.sokoban.pushes import Pushes
    from lifesat.problems.sokoban.report import Report
    from lifesat.problems.sokoban.text import Entry
    from lifesat.solving.deepening import Deepening

_ENCODINGS = ("occupied", "report")
# CaDiCaL takes twice as long for the fewest moves of Microban's first levels, or longer.
_SOLVER = "glucose4"
# After so long without a solution all positions are looked at, if they are few.
_PATIENCE_SECONDS = 1.0

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
        "--level", type=count(1, "level"), metavar="N", help="only the N-th level of the file"
    )
    _add_questions(parser)
    how = parser.add_argument_group("how")
    how.add_argument(
        "--encoding",
        choices=_ENCODINGS,
        help=f"one of {', '.join(_ENCODINGS)} (default {_ENCODINGS[0]}); not for --fewest-pushes",
    )
    add_effort_options(parser, how, _SOLVER)
    add_output_options(parser.add_argument_group("what is written"))


def _add_questions(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what is asked."""
    group = parser.add_argument_group("what is asked")
    asked = group.add_mutually_exclusive_group(required=True)
    asked.add_argument(
        "--moves", type=count(1, "number of moves"), metavar="T",
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
        "--limit", "-k", type=count(1, "number"), metavar="K",
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
        return _run_job(entries, options)
    return answer_each(entries, options, _answer)


def _check(options: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    check_job_options(options, "workers", "jsonl")
    for name in ("limit", "all", "job"):
        if getattr(options, name) not in (None, False) and not options.moves:
            raise UserError(f"--{name} needs --moves T")
    if options.encoding and options.fewest_pushes:
        raise UserError("--encoding does not go with --fewest-pushes, which has one of its own")


def _read(options: argparse.Namespace) -> list[Entry]:
    """Read the levels that are asked for."""
    from lifesat.formats.reading import source_name
    from lifesat.problems.sokoban.text import read

    entries = read_puzzles(options.file, read)
    if options.level is None:
        return entries
    if options.level > len(entries):
        many = f"{len(entries)} level{'s' * (len(entries) > 1)}"
        raise UserError(f"{source_name(options.file)}: no level {options.level}; it has {many}")
    return [entries[options.level - 1]]


def _run_job(entries: list[Entry], options: argparse.Namespace) -> int:
    """Search for the solutions of one level as a job and return the exit code."""
    from lifesat.problems.sokoban.problem import Sokoban

    wrong = "a second level; a job is for one, which --level N chooses"
    level = only_one(entries, options.file, wrong).level
    return search_as_job(Sokoban(level.rows, options.moves), effort(options), options)


def _answer(
    entry: Entry, options: argparse.Namespace, stream: TextIO, stop: Stop
) -> tuple[int, str]:
    """Write the answer for one level; return its exit code and the words about it."""
    answer = _list if options.moves else _find_best
    code, told = answer(entry.level, options, stream, stop)
    return code, f"{entry.title}: {told}" if entry.title else told


# ---------------------------------------------------------------- within some moves


def _list(level: Level, options: argparse.Namespace, stream: TextIO, stop: Stop) -> tuple[int, str]:
    """Write solutions; return the exit code for the level and the words about it."""
    from lifesat.problems.sokoban.exhaustion import exhausted, hopeless
    from lifesat.problems.sokoban.problem import Sokoban

    problem = Sokoban(level.rows, options.moves)
    most = None if options.all else options.limit or 1
    found, complete = find(problem, options, most, stream, stop)
    solutions = f"{found} solution{'s' * (found != 1)} with {problem.conditions()}"
    if found and (complete or found == most):
        return diagnostics.FOUND, solutions + ", and no others" * complete
    if not complete:
        return diagnostics.UNDECIDED, f"{solutions}; stopped before the end"
    none = f"no solution with {problem.conditions()}, which is proved"
    more = "; nor with more" if hopeless(level) or exhausted(level) else f"; {problem.advice()}"
    return diagnostics.NONE, none + more


# ---------------------------------------------------------------- the fewest


def _find_best(
    level: Level, options: argparse.Namespace, stream: TextIO, stop: Stop
) -> tuple[int, str]:
    """Write a best solution; return the exit code for the level and the words about it."""
    from lifesat.problems.sokoban.distances import fewest
    from lifesat.problems.sokoban.exhaustion import hopeless
    from lifesat.solving.deepening import Deepening

    if level.solved:
        stream.write("\n")
        return diagnostics.FOUND, "every box is on a goal from the beginning: no moves"
    if hopeless(level):
        return diagnostics.NONE, "no solution: not all boxes can be pushed to goals of their own"
    layers = _layers(level, options)
    # Every push changes the colour of a box's square, as on a chessboard.
    stride = 2 if options.fewest_pushes else 1
    with Deepening(layers, options.solver, fewest(level), stride) as deepening:
        if not _deepen(deepening, level, stop):
            return diagnostics.NONE, "no solution: all positions that can be reached were looked at"
    nouns = "pushes" if options.fewest_pushes else "moves"
    if deepening.best is None:
        return diagnostics.UNDECIDED, f"none with fewer than {deepening.least} {nouns}; stopped"
    played = _written(level, layers.lurd(deepening.best), stream)
    pushes = sum(map(str.isupper, played))
    told = f"{len(played)} move{'s' * (len(played) > 1)}, {pushes} push{'es' * (pushes > 1)}"
    if deepening.complete:
        return diagnostics.FOUND, f"{told}: the fewest {nouns}, which is proved"
    return diagnostics.UNDECIDED, f"{told}; stopped, and {deepening.least} {nouns} might do"


def _layers(level: Level, options: argparse.Namespace) -> Occupied | Pushes | Report:
    """Return the problem that grows."""
    from lifesat.problems.sokoban.occupied import Occupied
    from lifesat.problems.sokoban.pushes import Pushes
    from lifesat.problems.sokoban.report import Report

    if options.fewest_pushes:
        return Pushes(level)
    return Report(level) if options.encoding == "report" else Occupied(level)


def _deepen(deepening: Deepening, level: Level, stop: Stop) -> bool:
    """Search to the end, or until it is to stop; return False if there is no solution at all."""
    from lifesat.problems.sokoban.exhaustion import exhausted

    look = time.perf_counter() + _PATIENCE_SECONDS
    while not deepening.complete and not stop():
        deepening.advance(SLICE_SECONDS)
        if deepening.best is None and time.perf_counter() > look:
            if exhausted(level):
                return False
            look = float("inf")
    return True


def _written(level: Level, moves: str, stream: TextIO) -> str:
    """Write a solution, played by the rules before, and return it."""
    from lifesat.problems.sokoban.play import play

    played = play(level.rows, moves)
    if played is None:
        raise AssertionError("the moves of a model are no solution")
    stream.write(played + "\n")
    stream.flush()
    return played
