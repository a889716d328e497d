"""Count the solutions of a problem that only a list of them can count."""

from dataclasses import dataclass
from typing import ClassVar

from lifesat.queries.answers import Counted
from lifesat.queries.by_listing import ByListing


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

    def answered(self, found: int) -> Counted:
        """Return the event that tells the number."""
        return Counted((found,), by_population=False)

    def answer_words(self, found: int) -> str:
        """Return the number in words."""
        return self.number_words(found)
