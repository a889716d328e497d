"""Questions about the number of solutions, answered by a list of them."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from lifesat.queries.answers import Answered, Counted
from lifesat.queries.events import Done, Event, Solutions
from lifesat.queries.memory import check_memory
from lifesat.queries.options import Options
from lifesat.queries.query import ProblemQuery, Shape
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import Run
from lifesat.queries.sentences import search_phase
from lifesat.queries.validation import check_solver

# The search below ends at its limit a moment before the answer is said to be complete.
_ENDED = ("complete", "none", "limit")


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
    most: ClassVar[int | None]

    @abstractmethod
    def answered(self, found: int) -> Answered | Counted:
        """Return the event that answers the question, given how many solutions there are."""

    @abstractmethod
    def answer_words(self, found: int) -> str:
        """Return the answer in a few words, given how many solutions there are."""

    def check(self, options: Options) -> None:
        """Refuse options that are not valid for the problem, and too large a formula."""
        check_solver(options)
        check_memory(self.problem, options)

    def events(self, run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:
        """List solutions, which are not told.

        Yields
        ------
        Event
            `Started`, `Progress` four times a second, the answer, and `Done`. Its status is
            ``none`` if there is no solution.
        """
        from lifesat.queries.event_loop import search_events  # noqa: PLC0415  # slow to load

        run.options = replace(
            run.options, limit=self.most, prefer_frontier=False, up_to_symmetry=False
        )
        for event in search_events(self.problem, None, run, stop, recorder):
            if isinstance(event, Done):
                yield from self._end(event, recorder)
            elif not isinstance(event, Solutions):
                yield event

    def _end(self, done: Done, recorder: Recorder) -> Iterator[Event]:
        """Yield the answer, if there is one, and the end."""
        if done.status == "limit":
            # More solutions would not change the answer.
            done = replace(done, status="complete")
            recorder.end(None, done.status)
        if done.status in _ENDED:
            yield self.answered(done.found)
        yield done

    def told(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Event]:
        """Yield the answer once it is known."""
        if _ended(now) and not _ended(before):
            yield self.answered(now.get("found", 0))

    def sentence(self, values: Mapping[str, Any]) -> str:
        """Return the answer, or how many solutions are found so far."""
        found = values.get("found", 0)
        if _ended(values):
            return self.answer_words(found)
        return f"{self.number_words(found)} so far" if found else ""

    def phase(self, values: Mapping[str, Any]) -> str:
        """Return what a process at work on it does now."""
        return search_phase(self.problem, values, f"counting {self.problem.nouns}")

    def answer(self, values: Mapping[str, Any]) -> str:
        """Return the answer in a line; "" before it is known."""
        return self.answered(values.get("found", 0)).text() if _ended(values) else ""

    def number_words(self, found: int) -> str:
        """Return a number of solutions in words."""
        return f"{found:,} {self.problem.noun if found == 1 else self.problem.nouns}"


def _ended(values: Mapping[str, Any]) -> bool:
    """Return whether a journal has the answer."""
    return values.get("state") in _ENDED
