"""Puzzles of a file or a text: all of them, or the one that the user chooses."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, Generic, Protocol, TypeVar

from lifesat.errors import UserError
from lifesat.formats.detection import plain_text
from lifesat.formats.errors import FormatError
from lifesat.formats.reading import read_bytes, source_name


class Placed(Protocol):
    """A puzzle that knows its place in a text."""

    @property
    def line(self) -> int:
        """The number of its first line."""


Puzzle = TypeVar("Puzzle", bound=Placed)
_Read_co = TypeVar("_Read_co", bound=Placed, covariant=True)


class Part(Placed, Protocol[_Read_co]):
    """The lines of one puzzle."""

    def read(self) -> _Read_co:
        """Return the puzzle, or raise FormatError if it is invalid."""


Parts = Callable[[str], Iterable[Part[Puzzle]]]
"""Splits a text into puzzles; raises FormatError where it is unclear where the next one begins."""

TEXT = "text"
"""The name of a text that is not in a file, for messages."""


def puzzles_of_file(parts: Parts[Puzzle], path: str) -> "Puzzles[Puzzle]":
    """Return the puzzles of a file, ``-`` for standard input."""
    return Puzzles(parts, plain_text(read_bytes(path)), source_name(path))


class Puzzles(Generic[Puzzle]):
    """The puzzles of a text, each read on demand.

    An invalid puzzle does not keep others from being read, as long as it is clear which lines
    belong to each. All methods raise a FormatError that names `source` if what they need is
    invalid.
    """

    def __init__(self, parts: Parts[Puzzle], text: str, source: str = TEXT) -> None:
        self._parts = parts
        self._text = text
        self._source = source

    @property
    def text(self) -> str:
        """The text."""
        return self._text

    def valid(self) -> list[bool]:
        """Return for each puzzle whether it is valid; an empty list if they cannot be separated."""
        try:
            parts = self._first(None)
        except FormatError:
            return []
        return [_is_valid(part) for part in parts]

    def all(self) -> list[Puzzle]:
        """Return all puzzles, at least one."""
        with self._named():
            return [part.read() for part in self._parts(self._text)]

    def only(self, noun: str) -> Puzzle:
        """Return the only puzzle, or reject a text with a second one."""
        parts = self._first(2)
        if len(parts) > 1:
            raise UserError(f"{self._source}:{parts[1].line}: a second {noun}; a search is for one")
        with self._named():
            return parts[0].read()

    def chosen(self, number: int | None, noun: str) -> Puzzle:
        """Return the puzzle with a number, counted from 1; None means the only one."""
        parts = self._first(number)
        many = f"{len(parts)} {noun}{'s' * (len(parts) > 1)}"
        if number is None and len(parts) > 1:
            raise UserError(f"{self._source}: {many}; choose one by its number")
        if number is not None and number > len(parts):
            there = "there is" if len(parts) == 1 else "there are"
            raise UserError(f"{self._source}: no {noun} {number}; {there} {many}")
        with self._named():
            return parts[-1].read()

    def _first(self, number: int | None) -> list[Part[Puzzle]]:
        """Return the first `number` parts, or all if it is None; what follows is not examined."""
        numbers = count() if number is None else range(number)
        with self._named():
            return [part for _, part in zip(numbers, self._parts(self._text), strict=False)]

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Name the source in errors."""
        try:
            yield
        except FormatError as error:
            error.source = self._source
            raise


def _is_valid(part: Part[Any]) -> bool:
    try:
        part.read()
    except FormatError:
        return False
    return True
