"""A job's journal: everything asked for and everything found, in one SQLite file.

One process writes, any number read. What was found is on the disk before anybody hears of it.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np

from lifesat._version import __version__
from lifesat.errors import UserError
from lifesat.solving.cubes import Changes
from lifesat.solving.slices import Cube, Packed

VERSION = 1
# "life" read as a big-endian number, so that `file` and others can tell what this is.
_APPLICATION = 0x6C696665

_TABLES = """
CREATE TABLE job (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE cubes (literals TEXT PRIMARY KEY, open INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX open_cubes ON cubes (open) WHERE open;
CREATE TABLE solutions (
    number INTEGER PRIMARY KEY,
    packed BLOB NOT NULL UNIQUE,
    orbit INTEGER NOT NULL,
    population INTEGER NOT NULL
);
CREATE TABLE samples (seconds REAL, found INTEGER, covered INTEGER, conflicts INTEGER);
"""

# What SQLite says, and what it means here.
_REASONS = {
    "file is not a database": "the journal is damaged; nothing in it can be trusted",
    "database disk image is malformed": "the journal is damaged; nothing in it can be trusted",
    "database or disk is full": "the disk is full; what was found before is kept",
    "disk I/O error": "the disk cannot be written or read; what was found before is kept",
}


class Row(NamedTuple):
    """One solution in the journal.

    Attributes
    ----------
    number
        From 1, in the order found.
    packed
        Its projection; see `lifesat.solving.slices.pack`.
    orbit
        How many solutions it stands for.
    population
        Its weight, as `lifesat.problems.problem.Problem.weights` says: of Life its live cells.
    """

    number: int
    packed: bytes
    orbit: int
    population: int


class Sample(NamedTuple):
    """How far a search was at some moment: seconds of work, and the counts of `Progress`."""

    seconds: float
    found: int
    covered: int
    conflicts: int


class Journal:
    """A journal, open for reading; a context manager.

    Parameters
    ----------
    path
        The file.

    Raises
    ------
    UserError
        If there is no journal there that this version can read. Every other method raises it too
        if the file is damaged or gone, or the disk full.
    """

    def __init__(self, path: Path) -> None:
        if not path.exists():
            raise UserError(f"there is no journal {path}")
        self.path = path
        self._inode = path.stat().st_ino
        with self._explained():
            self._connection = sqlite3.connect(path, timeout=10, isolation_level=None)
            self._check_version()

    @classmethod
    def create(cls, path: Path, values: dict[str, Any]) -> "Journal":
        """Make a journal that holds `values` and nothing else.

        Raises
        ------
        UserError
            If it cannot be made there, or SQLite's shared journal does not work there.
        """
        with _explained(path):
            connection = sqlite3.connect(path, isolation_level=None)
            mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            if mode != "wal":
                raise UserError(f"{path.parent} is no place for jobs: locks do not work there")
            connection.executescript(_TABLES)
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.close()
        journal = cls(path)
        journal.record(values={"lifesat": __version__, **values})
        return journal

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    # ---------------------------------------------------------------- reading

    def values(self) -> dict[str, Any]:
        """Return what is said of the job: its problem, options, state, counts."""
        return dict(self._all("SELECT key, value FROM job"))

    def solutions(self, after: int = 0, most: int = 4096) -> list[Row]:
        """Return up to `most` solutions with numbers above `after`."""
        words = "SELECT number, packed, orbit, population FROM solutions"
        return [
            Row(*row)
            for row in self._all(f"{words} WHERE number > ? ORDER BY number LIMIT ?", after, most)
        ]

    def packed(self, width: int) -> Packed:
        """Return all solutions, shape ``(solutions, width)`` in bytes."""
        rows = [packed for (packed,) in self._all("SELECT packed FROM solutions")]
        return np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(len(rows), width)

    def open_cubes(self) -> list[Cube]:
        """Return the cubes that are not exhausted; none at all before the first was split."""
        rows = self._all("SELECT literals FROM cubes WHERE open")
        return [tuple(map(int, text.split())) for (text,) in rows]

    def cubes(self) -> tuple[int, int]:
        """Return how many cubes are exhausted or split, and how many are open."""
        ((total, opened),) = self._all("SELECT count(*), coalesce(sum(open), 0) FROM cubes")
        return total - opened, opened

    def samples(self) -> list[Sample]:
        """Return how the search went, a few thousand moments at most."""
        return [Sample(*row) for row in self._all("SELECT * FROM samples ORDER BY seconds")]

    # ---------------------------------------------------------------- writing

    def record(
        self,
        *,
        values: dict[str, Any] | None = None,
        solutions: Sequence[Row] = (),
        changes: Changes | None = None,
        sample: Sample | None = None,
    ) -> None:
        """Write all of this, or nothing; it is on the disk when this returns."""
        with self._explained():
            if not self.path.exists() or self.path.stat().st_ino != self._inode:
                raise UserError(f"the journal {self.path} was removed while the job was at work")
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._write(values or {}, solutions, changes or Changes([], []), sample)
            except BaseException:
                self._connection.rollback()
                raise
            self._connection.commit()

    def _write(
        self,
        values: dict[str, Any],
        solutions: Sequence[Row],
        changes: Changes,
        sample: Sample | None,
    ) -> None:
        write = self._connection.executemany
        write("INSERT OR REPLACE INTO job VALUES (?, ?)", values.items())
        write("INSERT INTO solutions VALUES (?, ?, ?, ?)", solutions)
        for cubes, is_open in ((changes.begun, 1), (changes.ended, 0)):
            rows = [(" ".join(map(str, cube)), is_open) for cube in cubes]
            write("INSERT OR REPLACE INTO cubes VALUES (?, ?)", rows)
        if sample is not None:
            write("INSERT INTO samples VALUES (?, ?, ?, ?)", [sample])

    def _check_version(self) -> None:
        read = self._connection.execute
        (application,) = read("PRAGMA application_id").fetchone()
        (version,) = read("PRAGMA user_version").fetchone()
        if application != _APPLICATION:
            raise UserError(f"{self.path} is no journal of lifesat")
        if version > VERSION:
            raise UserError(
                f"{self.path} was written by a newer lifesat (journal version {version}, this one "
                f"reads {VERSION}); use that one"
            )
        read("PRAGMA synchronous = FULL")

    def _all(self, words: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._explained():
            return self._connection.execute(words, values).fetchall()

    def _explained(self) -> AbstractContextManager[None]:
        return _explained(self.path)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn what SQLite and the disk complain of into one sentence."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise UserError(f"{path}: {_REASONS.get(str(error), str(error))}") from error
