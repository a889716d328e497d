"""The common part of all searches for solutions of a puzzle."""

from abc import abstractmethod
from typing import Any, ClassVar

from lifesat.puzzles.reading import Parts, Puzzles, puzzles_of_file

from ..kinds.fields import FormField, Values, form, of_option
from ..kinds.kind import Kind, ProblemT

PUZZLE = form(
    "name target",
    source={"label": "puzzle from", "hint": "pasted text, or a file"},
    path={"hint": "a text file"},
    text={"label": "puzzle", "missing": "paste a puzzle"},
)
"""The fields for the name of the job and the puzzle."""


class PuzzleKind(Kind[ProblemT]):
    """A search for the solutions of a puzzle."""

    file_ending = ".txt"
    # The name of the field that selects one of several puzzles.
    number: ClassVar[str]
    # The function that splits a text into puzzles.
    parts: Parts[Any]

    @abstractmethod
    def chosen(self, puzzles: Puzzles[Any], values: Values) -> Any:
        """Return the chosen puzzle; raise UserError if the choice is ambiguous or it is invalid."""

    def read(self, values: Values) -> Any:
        """Return the puzzle."""
        return self.chosen(self._puzzles(values), values)

    def takes(self, values: Values) -> dict[str, str]:
        """Read the puzzles, and choose the first of several."""
        return {self.number: "1" if len(self._puzzles(values).all()) > 1 else ""}

    def nearly_takes(self, values: Values) -> dict[str, str] | None:
        """Accept puzzles if some are invalid, or if they cannot be separated.

        In a text, an invalid one is chosen, so that the form shows the error; in a file, which may
        be a collection, the first one is chosen.
        """
        puzzles = self._puzzles(values)
        if not self.resembles(puzzles.text):
            return None
        valid = puzzles.valid()
        if len(valid) < 2:
            return {self.number: ""}
        wrong = values["source"] == "text" and not all(valid)
        return {self.number: str(valid.index(False) + 1) if wrong else "1"}

    @abstractmethod
    def resembles(self, text: str) -> bool:
        """Return whether a text with a mistake is meant to be puzzles of this kind."""

    def _puzzles(self, values: Values) -> Puzzles[Any]:
        if values["source"] == "file":
            return puzzles_of_file(self.parts, values["path"] or "")
        return Puzzles(self.parts, values["text"] or "")


def puzzle_effort(key: str, first: str, solver: FormField) -> tuple[FormField, ...]:
    """Return how to search fields of a puzzle; `key` is that of its option for the encoding."""
    encoding = of_option(key, "encoding", "translation into clauses", first, advanced=True)
    return encoding, solver, *form("workers memory cluster")
