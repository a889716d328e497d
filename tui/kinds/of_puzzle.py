"""What kinds of search have in common that are about a puzzle."""

from abc import abstractmethod
from dataclasses import replace
from typing import Any

from lifesat.cli.puzzles import read_puzzles
from lifesat.formats.errors import FormatError

from .fields import DASK, ENCODING, PATH, SOURCE, TEXT, WORKERS, FormField, Texts, Values
from .kind import Kind, Sought

PUZZLE = (
    replace(SOURCE, label="puzzle from", hint="text (paste it), or a file"),
    replace(PATH, hint="a text"),
    replace(TEXT, label="puzzle", missing="paste a puzzle here"),
)


class OfPuzzle(Kind[Sought]):
    """A search for the solutions of a puzzle, which is a text."""

    @abstractmethod
    def puzzles(self, text: str) -> list[Any]:
        """Return the puzzles of a text.

        Raises
        ------
        FormatError
            If there is none, or something else.
        """

    @abstractmethod
    def chosen(self, puzzles: list[Any], values: Values) -> Any:
        """Return the puzzle that is meant.

        Raises
        ------
        UserError
            If it cannot be said which.
        """

    def read(self, values: Values) -> Any:
        """Return the puzzle."""
        if values["source"] == "file":
            puzzles = read_puzzles(values["path"] or "", self.puzzles)
        else:
            try:
                puzzles = self.puzzles(values["text"] or "")
            except FormatError as error:
                error.source = "text"
                raise
        return self.chosen(puzzles, values)

    def arguments(self, texts: Texts) -> list[str]:
        """Return the puzzle's file."""
        return [texts["path"].strip()] if texts.get("source") == "file" else ["-"]

    def piped(self, texts: Texts) -> str:
        """Return the puzzle, unless it is in a file."""
        return "" if texts.get("source") == "file" else texts.get("text", "")


def puzzle_effort(encodings: tuple[str, ...], solver: FormField) -> tuple[FormField, ...]:
    """Return the fields that say how to search, with the encodings and the solver of a puzzle."""
    encoding = replace(
        ENCODING, hint="how it becomes clauses", default=encodings[0], choices=encodings
    )
    return encoding, solver, WORKERS, DASK
