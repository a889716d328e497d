"""A job's journal: its problem, options, state and solutions in one SQLite file.

One process writes, any number of processes read. A solution is on disk before it is reported.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np

from lifesat._version import __version__
from lifesat.engines.sat.cubes import Changes
from lifesat.engines.sat.search import Packed
from lifesat.engines.sat.tasks import Cube
from lifesat.errors import UserError

VERSION = 1
# "life" as a big-endian number, by which tools such as `file` recognise a journal.
_APPLICATION = 0x6C696665

_TABLES = """
CREATE TABLE job (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE cubes (literals TEXT PRIMARY KEY, open INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX open_cubes ON cubes (open) WHERE open;
CREATE TABLE solutions (
    number INTEGER PRIMARY KEY,
    packed BLOB NOT NULL{unique},
    orbit INTEGER NOT NULL,
    population INTEGER NOT NULL
);
CREATE TABLE samples (seconds REAL, found INTEGER, covered INTEGER, conflicts INTEGER);
"""

# Messages of SQLite, and what they mean for a job.
KEPT = "; solutions found before are kept"
"""The end of the message of an error that loses no solutions."""
_DAMAGED = "the journal is damaged; its content cannot be trusted"
_REASONS = {
    "file is not a database": _DAMAGED,
    "database disk image is malformed": _DAMAGED,
    "database or disk is full": f"the disk is full{KEPT}",
    "disk I/O error": f"the disk cannot be read or written{KEPT}",
    "unable to open database file": "the journal cannot be opened: there is no permission to read "
    "it, or the job was killed and there is no permission to write its folder",
    "attempt to write a readonly database": "the journal cannot be written",
}
# SQLite's codes for a journal that needs other files in a folder that cannot be written.
_READ_ONLY = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)


# SQLite does not check the types of values, so they are checked when they are read.
_CUBE = re.compile(r"(?:-?[0-9]{1,9}(?: -?[0-9]{1,9})*)?")
_MOST_CELLS = 1 << 31


class Row(NamedTuple):
    """One solution in the journal."""

    # From 1, in the order found.
    number: int
    # The projection; see `lifesat.engines.sat.search.pack`.
    packed: bytes
    # The number of solutions that this one represents.
    orbit: int
    # The weight by `lifesat.problems.problem.Problem.weights`: in Life, the live cells.
    population: int


class Sample(NamedTuple):
    """The counts of a search at one moment: seconds at work, and counts as in `Progress`."""

    seconds: float
    found: int
    covered: int
    conflicts: int


class Journal:
    """An open journal; a context manager.

    The constructor raises `UserError` if the file does not exist or this version cannot read it.
    Every other method raises it if the file is damaged or removed, or the disk is full.
    """

    def __init__(self, path: Path) -> None:
        if not path.exists():
            raise UserError(f"there is no journal {path}")
        self.path = path
        self._inode = path.stat().st_ino
        with self._errors_explained():
            self._connection = self._connected()
            try:
                self._check_version()
            except BaseException:
                self.close()
                raise

    @classmethod
    def create(cls, path: Path, values: dict[str, Any], *, repeats: bool = False) -> "Journal":
        """Create a journal with some values and no solutions.

        If `repeats` is true, it may hold a solution more than once. Raises `UserError` if the file
        system does not support the locks of SQLite.
        """
        with (
            _errors_explained(path),
            closing(sqlite3.connect(path, isolation_level=None)) as connection,
        ):
            mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            if mode != "wal":
                raise UserError(
                    f"{path.parent} is not usable for jobs: its file system does not support locks"
                )
            connection.executescript(_TABLES.format(unique="" if repeats else " UNIQUE"))
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
        journal = cls(path)
        try:
            journal.record(values={"lifesat": __version__, **values})
        except BaseException:
            journal.close()
            raise
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

    def _connected(self) -> sqlite3.Connection:
        """Open the file; read-only if the folder is not writable and no process writes."""
        connection = sqlite3.connect(self.path, timeout=10, isolation_level=None)
        try:
            connection.execute("PRAGMA user_version").fetchone()
        except sqlite3.OperationalError as error:
            connection.close()
            # This file exists while a process writes; closing the journal removes it.
            in_use = self.path.with_name(f"{self.path.name}-wal").exists()
            if in_use or error.sqlite_errorcode & 0xFF not in _READ_ONLY:
                raise
            address = f"{self.path.as_uri()}?mode=ro&immutable=1"
            return sqlite3.connect(address, uri=True, isolation_level=None)
        except BaseException:
            connection.close()
            raise
        return connection

    # ---------------------------------------------------------------- reading

    def values(self) -> dict[str, Any]:
        """Return the values of the job: its problem, options, state and counts."""
        return dict(self._all("SELECT key, value FROM job"))

    def solutions(self, after: int = 0, most: int = 4096) -> list[Row]:
        """Return up to `most` solutions with numbers above `after`."""
        query = "SELECT number, packed, orbit, population FROM solutions"
        read = self._all(f"{query} WHERE number > ? ORDER BY number LIMIT ?", after, most)
        self.require(all(map(_is_row, read)) and _are_consecutive(after, [row[0] for row in read]))
        return [Row(*row) for row in read]

    def packed(self, width: int) -> Packed:
        """Return all packed solutions, shape ``(solutions, width)``; `width` is in bytes."""
        rows = [packed for (packed,) in self._all("SELECT packed FROM solutions")]
        self.require(all(isinstance(row, bytes) and len(row) == width for row in rows))
        return np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(len(rows), width)

    def open_cubes(self) -> list[Cube]:
        """Return the cubes that are not exhausted; none before the search is split."""
        rows = self._all("SELECT literals FROM cubes WHERE open")
        self.require(all(isinstance(text, str) and _CUBE.fullmatch(text) for (text,) in rows))
        return [tuple(map(int, text.split())) for (text,) in rows]

    def cubes(self) -> tuple[int, int]:
        """Return the number of cubes that are exhausted or split, and the number of open cubes."""
        ((total, opened),) = self._all("SELECT count(*), coalesce(sum(open), 0) FROM cubes")
        self.require(isinstance(opened, int) and 0 <= opened <= total)
        return total - opened, opened

    def samples(self) -> list[Sample]:
        """Return the history of the search, at most a few thousand samples."""
        query = "SELECT seconds, found, covered, conflicts FROM samples ORDER BY seconds"
        samples = [Sample(*row) for row in self._all(query)]
        self.require(all(isinstance(n, int | float) for sample in samples for n in sample))
        return samples

    # ---------------------------------------------------------------- writing

    def check_presence(self) -> None:
        """Raise `UserError` if the file was removed or replaced, since writing would be in vain."""
        try:
            present = self.path.stat().st_ino == self._inode
        except FileNotFoundError:
            present = False
        if not present:
            raise UserError(f"the journal {self.path} was removed while the job was at work")

    def record(
        self,
        *,
        values: dict[str, Any] | None = None,
        solutions: Sequence[Row] = (),
        changes: Changes | None = None,
        sample: Sample | None = None,
    ) -> None:
        """Write all arguments in one transaction; they are on disk when this returns."""
        self.check_presence()
        with self._errors_explained():
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
        for cubes, is_open in ((changes.opened, 1), (changes.closed, 0)):
            rows = [(" ".join(map(str, cube)), is_open) for cube in cubes]
            write("INSERT OR REPLACE INTO cubes VALUES (?, ?)", rows)
        if sample is not None:
            write("INSERT INTO samples VALUES (?, ?, ?, ?)", [sample])

    def _check_version(self) -> None:
        read = self._connection.execute
        (application,) = read("PRAGMA application_id").fetchone()
        (version,) = read("PRAGMA user_version").fetchone()
        if application != _APPLICATION:
            raise UserError(f"{self.path} is not a journal of lifesat")
        if version > VERSION:
            raise UserError(
                f"{self.path} was written by a newer lifesat (journal version {version}, this one "
                f"reads up to {VERSION}); use that version"
            )
        read("PRAGMA synchronous = FULL")

    def require(self, sound: bool) -> None:
        """Raise `UserError` for a damaged journal if `sound` is false."""
        if not sound:
            raise UserError(f"{self.path}: {_DAMAGED}")

    def _all(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._errors_explained():
            return self._connection.execute(query, values).fetchall()

    def _errors_explained(self) -> AbstractContextManager[None]:
        return _errors_explained(self.path)


def _are_consecutive(after: int, numbers: list[int]) -> bool:
    """Return whether numbers are consecutive and above `after`; a damaged index may break this."""
    return all(b == a + 1 for a, b in pairwise(numbers)) and (not numbers or numbers[0] > after)


def _is_row(row: tuple[Any, ...]) -> bool:
    """Return whether the values of a row have the types and ranges of a solution."""
    number, packed, orbit, population = row
    return (
        isinstance(packed, bytes)
        and all(isinstance(each, int) for each in (number, orbit, population))
        and number > 0
        and 0 <= population < _MOST_CELLS
    )


@contextmanager
def _errors_explained(path: Path) -> Iterator[None]:
    """Turn errors of SQLite into a `UserError` of one sentence."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        message = str(error)
        damaged = message.startswith(("no such table", "no such column"))
        raise UserError(
            f"{path}: {_DAMAGED if damaged else _REASONS.get(message, message)}"
        ) from error
    except UnicodeDecodeError as error:  # a name in SQLite's own tables
        raise UserError(f"{path}: {_DAMAGED}") from error
