"""Find out whether a problem has no solution, one, or several."""

from dataclasses import dataclass
from typing import Any, ClassVar

from lifesat.queries.by_listing import ByListing, ListedState
from lifesat.queries.events import Done


@dataclass(frozen=True)
class Uniqueness(ByListing):
    """Find out whether there is exactly one solution.

    The answer is ``none``, ``unique`` or ``several``.

    Parameters
    ----------
    problem
        As for `ByListing`.
    """

    name: ClassVar[str] = "uniqueness"
    most: ClassVar[int | None] = 2

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return f"second {self.problem.noun}"

    def answer(self, found: int) -> str:
        """Return the answer."""
        return ("none", "unique", "several")[min(found, 2)]

    def answer_words(self, found: int) -> str:
        """Return the answer in a few words."""
        noun = self.problem.noun
        return (f"no {noun}", f"exactly one {noun}", f"more than one {noun}")[min(found, 2)]

    def facts(self, state: ListedState) -> dict[str, Any]:
        """Return the answer."""
        return {"answer": self.answer(state.found)} if state.answered else {}

    def verdict(self, state: ListedState, done: Done) -> bool | None:
        """Return whether there is exactly one solution."""
        if done.status == "complete":
            return done.found == 1
        return super().verdict(state, done)
