"""Count the solutions of a problem that only a list of them can count."""

from dataclasses import dataclass
from typing import Any, ClassVar

from lifesat.queries.by_listing import ByListing, ListedState


@dataclass(frozen=True)
class CountByListing(ByListing):
    """Count solutions.

    Parameters
    ----------
    problem
        As for `ByListing`.
    """

    name: ClassVar[str] = "count_by_listing"
    most: ClassVar[int | None] = None

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return f"number of {self.problem.nouns}"

    def answer(self, found: int) -> int:
        """Return the number."""
        return found

    def answer_words(self, found: int) -> str:
        """Return the number in words."""
        return self.number_words(found)

    def facts(self, state: ListedState) -> dict[str, Any]:
        """Return the number."""
        return {"number": state.found} if state.answered else {}
