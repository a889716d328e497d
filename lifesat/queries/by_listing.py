"""Questions about the number of solutions, answered by a list of them."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from lifesat.engines.memory import check_memory
from lifesat.engines.options import Options
from lifesat.queries.events import Done, Progress
from lifesat.queries.query import End, ProblemQuery, Shape, Steps
from lifesat.queries.run import Run
from lifesat.queries.solutions import search_progress
from lifesat.queries.state import COUNT, State
from lifesat.queries.validation import check_solver


@dataclass(frozen=True)
class ListedState(State):
    """How many solutions are found; the status says whether that is the answer."""

    found: int = field(default=0, metadata=COUNT, compare=False)

    @property
    def answered(self) -> bool:
        """Whether the answer is known."""
        return self.status in ("complete", "none")


@dataclass(frozen=True)
class ByListing(ProblemQuery):
    """A question that the number of solutions answers.

    A job keeps the solutions that it has found, and goes on from there.

    Parameters
    ----------
    problem
        As for `ProblemQuery`.

    Attributes
    ----------
    most
        With so many solutions the answer is known, however many more there are; None if all have
        to be listed.
    """

    shape: ClassVar[Shape] = "words"
    State: ClassVar[type[State]] = ListedState
    most: ClassVar[int | None]

    @abstractmethod
    def answer(self, found: int) -> str | int:
        """Return the answer, given how many solutions there are."""

    @abstractmethod
    def answer_words(self, found: int) -> str:
        """Return the answer in a few words, given how many solutions there are."""

    def check(self, options: Options) -> None:
        """Reject options that are not valid for the problem, and too large a formula."""
        check_solver(options)
        check_memory(self.problem, options)

    def steps(self, state: ListedState, run: Run) -> Steps:
        """List solutions, which are kept and not told."""
        from lifesat.queries.solving import solution_steps  # noqa: PLC0415  # slow to load

        run.options = replace(
            run.options, limit=self.most, prefer_frontier=False, up_to_symmetry=False
        )
        end = yield from solution_steps(
            self.problem, None, run, f"counting {self.problem.nouns}", told=False
        )
        if end.status == "limit":
            # More solutions would not change the answer.
            end = End("complete")
        yield replace(state, found=run.found, status=end.status)
        return end

    def final(self, state: ListedState) -> bool:
        """Return whether the answer is known."""
        return state.answered

    def sentence(self, state: ListedState) -> str:
        """Return the answer, or how many solutions are found so far."""
        if state.answered:
            return self.answer_words(state.found)
        return f"{self.number_words(state.found)} so far" if state.found else ""

    def text(self, state: ListedState) -> str:
        """Return the answer in a line; "" before it is known."""
        return f"{self.answer(state.found)}\n" if state.answered else ""

    def values(self, before: ListedState, state: ListedState) -> Iterator[Any]:
        """Yield the answer once it is known."""
        if state.answered and not before.answered:
            yield self.answer(state.found)

    def progress_words(self, progress: Progress) -> str:
        """Return the line of progress."""
        return search_progress(self.problem, progress)

    def number_words(self, found: int) -> str:
        """Return a number of solutions in words."""
        return f"{found:,} {self.problem.noun if found == 1 else self.problem.nouns}"


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
