"""The common part of all searches for solutions of a puzzle."""

from abc import abstractmethod
from dataclasses import replace
from typing import Any, ClassVar

from lifesat.formats.reading import source_name
from lifesat.requests.puzzles import TEXT as TYPED
from lifesat.requests.puzzles import puzzles_of_text, read_puzzles

from .fields import (
    DASK,
    ENCODING,
    PATH,
    SOURCE,
    TEXT,
    WORKERS,
    FormField,
    Texts,
    Values,
    file_argument,
)
from .kind import Kind, ProblemT

PUZZLE = (
    replace(SOURCE, label="puzzle from", hint="pasted text, or a file"),
    replace(PATH, hint="a text file"),
    replace(TEXT, label="puzzle", missing="paste a puzzle"),
)


class OfPuzzle(Kind[ProblemT]):
    """A search for the solutions of a puzzle.

    Attributes
    ----------
    number
        The name of the field for the number of one of several puzzles.
    """

    file_ending = ".txt"
    number: ClassVar[str]

    @abstractmethod
    def puzzles(self, text: str) -> list[Any]:
        """Return the puzzles in a text.

        Raises
        ------
        FormatError
            If the text contains no puzzle or is malformed.
        """

    @abstractmethod
    def chosen(self, puzzles: list[Any], values: Values, source: str) -> Any:
        """Return the puzzle that the user chose; `source` is the place they came from.

        Raises
        ------
        UserError
            If the choice is ambiguous.
        """

    def read(self, values: Values) -> Any:
        """Return the puzzle."""
        filed = values["source"] == "file"
        source = source_name(values["path"] or "") if filed else TYPED
        return self.chosen(self._all(values), values, source)

    def takes(self, values: Values) -> dict[str, str]:
        """Read the puzzles; of several, the first is chosen."""
        return {self.number: "1" if len(self._all(values)) > 1 else ""}

    def _all(self, values: Values) -> list[Any]:
        if values["source"] == "file":
            return read_puzzles(self.puzzles, values["path"] or "")
        return puzzles_of_text(self.puzzles, values["text"] or "")

    def arguments(self, texts: Texts) -> list[str]:
        """Return the file of the puzzle, or ``-`` for standard input."""
        return file_argument(texts)

    def piped(self, texts: Texts) -> str:
        """Return the puzzle, unless it is in a file."""
        return "" if texts.get("source") == "file" else texts.get("text", "")


def puzzle_effort(encodings: tuple[str, ...], solver: FormField) -> tuple[FormField, ...]:
    """Return the fields for encoding, solver and workers, for a puzzle with these encodings."""
    encoding = replace(
        ENCODING, hint="translation into clauses", default=encodings[0], choices=encodings
    )
    return encoding, solver, WORKERS, DASK
