"""Puzzles: read from a file or a text, and the one that is meant."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from lifesat.errors import UserError
from lifesat.formats.detection import plain_text
from lifesat.formats.errors import FormatError
from lifesat.formats.reading import read_bytes, source_name


class Placed(Protocol):
    """A puzzle in a text."""

    @property
    def line(self) -> int:
        """The number of its first line."""


Puzzle = TypeVar("Puzzle", bound=Placed)

TEXT = "text"
"""The name by which messages refer to a text that is not in a file."""


def read_puzzles(read: Callable[[str], list[Puzzle]], path: str) -> list[Puzzle]:
    """Read the puzzles of a file.

    Parameters
    ----------
    read
        Parses a text.
    path
        The file, ``-`` for standard input.

    Raises
    ------
    UserError
        If the file cannot be read, or if `read` raises it; the message names the file.
    """
    return _parsed(read, plain_text(read_bytes(path)), source_name(path))


def puzzles_of_text(read: Callable[[str], list[Puzzle]], text: str) -> list[Puzzle]:
    """Read the puzzles of a text that the user typed.

    Parameters
    ----------
    read
        Parses a text.
    text
        The text.

    Raises
    ------
    UserError
        If `read` raises it.
    """
    return _parsed(read, text, TEXT)


def only_puzzle(puzzles: Sequence[Puzzle], source: str, noun: str) -> Puzzle:
    """Return the only puzzle.

    Parameters
    ----------
    puzzles
        The puzzles, at least one.
    source
        Where they were read.
    noun
        What a puzzle is called.

    Raises
    ------
    UserError
        If there is a second one.
    """
    if len(puzzles) > 1:
        raise UserError(f"{source}:{puzzles[1].line}: a second {noun}; a search is for one")
    return puzzles[0]


def chosen_puzzle(puzzles: Sequence[Puzzle], number: int | None, source: str, noun: str) -> Puzzle:
    """Return the puzzle with a number, counted from 1.

    Parameters
    ----------
    puzzles
        The puzzles, at least one.
    number
        The number, or None for the only puzzle.
    source
        Where the puzzles were read.
    noun
        What a puzzle is called.

    Raises
    ------
    UserError
        If there is no such puzzle, or if there are several and no number is given.
    """
    many = f"{len(puzzles)} {noun}{'s' * (len(puzzles) > 1)}"
    if number is None and len(puzzles) > 1:
        raise UserError(f"{source}: {many}; choose one by its number")
    if number is not None and number > len(puzzles):
        there = "there is" if len(puzzles) == 1 else "there are"
        raise UserError(f"{source}: no {noun} {number}; {there} {many}")
    return puzzles[(number or 1) - 1]


def _parsed(read: Callable[[str], list[Puzzle]], text: str, source: str) -> list[Puzzle]:
    try:
        return read(text)
    except FormatError as error:
        error.source = source
        raise
