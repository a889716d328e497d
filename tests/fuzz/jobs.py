"""Targets: problems and options as JSON, and journals of jobs."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache
from itertools import count
from math import isfinite
from typing import get_args
from unittest.mock import patch

from lifesat.engines.options import Options
from lifesat.engines.sat.cubes import Changes
from lifesat.errors import UserError
from lifesat.jobs import follow
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Journal, Row, Sample
from lifesat.jobs.summary import Summary
from lifesat.life.pattern import Pattern
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.eater import Eater
from lifesat.problems.life.periodic import Oscillator, Spaceship
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.replicator import Replicator
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.life.still_life_class import PseudoStillLife, StrictStillLife
from lifesat.puzzles.sokoban.best import BestSokoban
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat.queries.count_solutions import CountByListing, Uniqueness
from lifesat.queries.events import Status
from lifesat.queries.forced_cells import ForcedCells
from lifesat.queries.marginals import CountMarginals, EstimateMarginals
from lifesat.queries.query import query_from_json
from lifesat.queries.sample_solutions import SampleSolutions
from lifesat.queries.solutions import BestSolution, ListSolutions
from tests.fuzz.target import Target, scratch, text_of

_BLOCK = Pattern.from_rows(["OO", "OO"])
_PREDECESSOR = Predecessor(_BLOCK, margin=0)
_PROBLEMS = (
    _PREDECESSOR,
    Predecessor(
        Pattern.from_rows(["O?"], rule="B36/S23:T4,4"),
        outside="torus",
        min_population=1,
        max_population=9,
        different=True,
        require=frozenset({(0, 0)}),
        forbid=frozenset({(1, 1)}),
        symmetry="C2",
    ),
    Eater(6, 6, 4),
    StillLife(
        3, 3, no_empty_lines=True, density=4, symmetry="D2_+", min_population=1, max_population=8
    ),
    StrictStillLife(3, 3),
    PseudoStillLife(3, 3),
    Oscillator(3, 3, 2),
    Spaceship(4, 4, 4, (1, 1), glide="transpose", diagonal_width=3),
    Replicator(5, 5, 2, (-1, 1)),
    Sudoku(((1, 0, 0, 4), (0,) * 4, (0,) * 4, (4, 0, 0, 1))),
    Sokoban(("#####", "#@$.#", "#####"), moves=2),
)
_OPTIONS = (
    Options(),
    Options("truth_table", "glucose4", None, False, 2.5, 3, 1 << 30, 2, "tcp://a:1"),
    Options(up_to_symmetry=True, memory=1 << 30),
)
_QUERIES = (
    ListSolutions(_PROBLEMS[0]),
    BestSolution(StillLife(3, 3), "fewest"),
    ForcedCells(Predecessor(_PREDECESSOR.target, generations=3), 2),
    CountByListing(_PROBLEMS[-2]),
    Uniqueness(_PROBLEMS[-2]),
    BestSokoban(_PROBLEMS[-1], "pushes"),
    SampleSolutions(_PREDECESSOR, 3, approximate=True),
    CountMarginals(_PREDECESSOR),
    EstimateMarginals(_PREDECESSOR, 20, 3),
)
_DEEP = b"[" * 100_000


def _check_problem(data: bytes) -> None:
    """Read a problem; it is the same when written and read again."""
    try:
        problem = problem_from_json(text_of(data))
    except UserError:
        return
    again = problem_from_json(problem.to_json())
    if again != problem:
        raise AssertionError(f"{problem} was written, but {again} read")
    if not problem.label or not problem.conditions():
        raise AssertionError(f"{problem} has no words")


def _check_options(data: bytes) -> None:
    """Read options; they are the same when written and read again."""
    try:
        options = Options.from_json(text_of(data))
    except UserError:
        return
    if not (
        _is_count(options.limit) and _is_count(options.memory) and _is_time(options.time_limit)
    ):
        raise AssertionError(f"{options} cannot be")
    again = Options.from_json(options.to_json())
    if again != options:
        raise AssertionError(f"{options} was written, but {again} read")


def _check_query(data: bytes) -> None:
    """Read a query; it is the same when written and read again."""
    try:
        query = query_from_json(text_of(data))
    except UserError:
        return
    again = query_from_json(query.to_json())
    if again != query:
        raise AssertionError(f"{query} was written, but {again} read")
    if not (query.label and query.nouns and query.conditions()):
        raise AssertionError(f"{query} has no words")


def _is_count(value: object) -> bool:
    return value is None or type(value) is int


def _is_time(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and isfinite(value))


@cache
def _journal() -> bytes:
    """Return a journal that has something in every table."""
    path = scratch() / "template.sqlite"
    values = {
        "query": ListSolutions(_PREDECESSOR).to_json(),
        "options": Options().to_json(),
        "state": "stopped",
        "created": "2025-01-01T00:00:00+00:00",
        "found": 2,
        "covered": 2,
        "conflicts": 3,
        "seconds": 0.5,
        "total": "7",
        "started": '{"variables": 4, "clauses": 9, "unknowns": 4, "symmetries": 1,'
        ' "encoding": "x", "solver": "none"}',
    }
    journal = Journal.create(path, values)
    rows = [Row(1, b"\x0f", 1, 4), Row(2, b"\x07", 1, 3)]
    changes = Changes([(1, -2), (2,)], [(-1,)])
    journal.record(solutions=rows, changes=changes, sample=Sample(0.1, 1, 1, 2))
    journal.close()
    return path.read_bytes()


def _read_job(prepare: Callable[[], bytes]) -> None:
    """Read everything of a job whose journal is given."""
    folder = scratch() / "home" / "jobs" / "fuzzed"
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.iterdir():  # SQLite's own files, after a journal that it could not close
        left.unlink()
    (folder / "journal.sqlite").write_bytes(prepare())
    home = {"LIFESAT_HOME": str(scratch() / "home")}
    with patch.dict(os.environ, home), patch.object(follow, "_LOOK_SECONDS", 0.0):
        job = Job("fuzzed")
        with suppress(UserError):
            _check_summary(job.summary())
        with suppress(UserError):
            list(follow.found(job))
        calls = count()
        with suppress(UserError):
            list(follow.follow(job, stop=lambda: next(calls) > 0))
        with suppress(UserError), job.journal() as journal:
            for part in (journal.open_cubes, journal.cubes, journal.samples):
                with suppress(UserError):
                    part()


def _check_summary(summary: Summary) -> None:
    """Check that a job at a glance is what frontends count on."""
    counts = (
        summary.progress.found,
        summary.progress.covered,
        summary.progress.conflicts,
        summary.progress.total,
    )
    states = (*get_args(Status), "new", "running", "paused", "killed")
    if not (
        all(map(_is_count, counts))
        and _is_time(summary.progress.seconds)
        and summary.state in states
    ):
        raise AssertionError(f"{summary} cannot be")


def _check_values(data: bytes) -> None:
    """Read a job whose journal was given other values, a line for each."""

    def prepare() -> bytes:
        path = scratch() / "changed.sqlite"
        path.write_bytes(_journal())
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            for line in data.split(b"\n"):
                key, _, value = line.partition(b"=")
                # A value that does not belong into its table is left out.
                with suppress(sqlite3.Error):
                    _change(connection, text_of(key), [_typed(v) for v in value.split(b"|")])
        return path.read_bytes()

    _read_job(prepare)


def _change(connection: sqlite3.Connection, key: str, values: list[object]) -> None:
    tables = {"cube": ("cubes", 2), "solution": ("solutions", 4), "sample": ("samples", 4)}
    table, columns = tables.get(key, ("job", 2))
    values = [key, *values] if table == "job" else values
    marks = ", ".join("?" * columns)
    connection.execute(
        f"INSERT OR REPLACE INTO {table} VALUES ({marks})",  # noqa: S608  # of our own tables
        (values + [None] * columns)[:columns],
    )


def _typed(value: bytes) -> object:
    """Return a value of SQLite: nothing, a number, a blob after ``b:``, or a text."""
    if not value:
        return None
    if value.startswith(b"b:"):
        return value[2:]
    text = text_of(value)
    with suppress(ValueError):
        number = int(text)
        return number if abs(number) < 1 << 63 else text
    with suppress(ValueError):
        return float(text)
    return text


def _check_file(data: bytes) -> None:
    """Read a journal some bytes of which were changed: each two of a place and the new one."""

    def prepare() -> bytes:
        changed = bytearray(_journal())
        for at in range(0, len(data) - 2, 3):
            changed[int.from_bytes(data[at : at + 2], "big") % len(changed)] = data[at + 2]
        return bytes(changed[: len(changed) - 512 * (len(data) % 3)])

    _read_job(prepare)


TARGETS = (
    Target(
        "problem",
        (*(each.to_json().encode() for each in _PROBLEMS), b'{"kind": 1}', _DEEP),
        _check_problem,
    ),
    Target(
        "query",
        (*(each.to_json().encode() for each in _QUERIES), b'{"query": 1}', _DEEP),
        _check_query,
    ),
    Target(
        "options",
        (*(each.to_json().encode() for each in _OPTIONS), b'{"limit": "all", "time_limit": NaN}'),
        _check_options,
    ),
    Target(
        "journal",
        (
            b"found=1\nstate=complete\ntotal=12\nlimit=3",
            b"state=running\nprocess=1\nreason=none\nseconds=0.25",
            b"state=failed\nreason=too little memory",
            b"state=forgotten\ntotal=none",
            b"found=none\nseconds=\ncovered=-1",
            b"problem=3",
            b"query=3",
            b"query=" + _QUERIES[2].to_json().encode(),
            b"state=complete\nmoves=R\nbound=1\nquery=" + _QUERIES[-1].to_json().encode(),
            b"state=complete\nfound=2\nquery=" + _QUERIES[-2].to_json().encode(),
            *(b"query=" + each.to_json().encode() for each in _QUERIES[2:4]),
            b"query=" + _QUERIES[4].to_json().encode() + b'\nmarginals={"total": 5, '
            b'"live": [[4, 4], [4, 4]]}\nstate=complete',
            b"query=" + _QUERIES[5].to_json().encode() + b'\nmarginals={"samples": 20, '
            b'"probabilities": [[0.8, 0.8], [0.8, 0.8]]}',
            b"solution=3|b:\x01|1|1\nsample=1.5|2|2|9\ncube=1 -2 3|1",
            b"problem=" + _PROBLEMS[3].to_json().encode(),
            *(b"options=" + each.to_json().encode() for each in _OPTIONS[1:]),
            b'started={"variables": 1}',
        ),
        _check_values,
    ),
    Target("journal-file", (b"\0\0S", b"\x00\x12\x01\x10\x00\x0d", b"\x20\x00\x00ab"), _check_file),
)
