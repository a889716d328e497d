"""What becomes of the events of a search besides being yielded; jobs keep them in a journal."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, NamedTuple

from lifesat.problems.problem import Problem
from lifesat.queries.events import Partial, Progress, Solutions, Started, Status
from lifesat.queries.run import Run
from lifesat.sat.packed import Packed
from lifesat.sat.search import Models, Search

if TYPE_CHECKING:
    from lifesat.sat.slices import Cube


class Earlier(NamedTuple):
    """What earlier runs of a search have left to this one.

    Attributes
    ----------
    known
        The solutions that they have found, which are not found again.
    cubes
        Where to search: disjoint, and all that they have not exhausted.
    sweeps
        Whether a frontier may go on: it lists what is left only if it has listed the rest.
    """

    known: Packed
    cubes: "Sequence[Cube]"
    sweeps: bool


class Recorder:
    """What a search does besides yielding events; this base class does nothing.

    Parameters
    ----------
    run
        The counts of the search.
    """

    def __init__(self, run: Run) -> None:
        self.run = run

    def earlier(self, problem: Problem) -> Earlier | None:  # noqa: ARG002
        """Return what earlier runs of the same search have left; None if it is not kept.

        Parameters
        ----------
        problem
            What the solutions solve.
        """
        return None

    def begin(self, started: Started) -> None:
        """Record the event that begins the search, before it is yielded."""

    def restore(self, restored: Callable[[Mapping[str, Any]], bool]) -> None:
        """Hand over what earlier runs have settled, if that is kept.

        Parameters
        ----------
        restored
            Called with values by name; returns whether they make sense.
        """

    def wait(self, suspended: Callable[[], AbstractContextManager[None]]) -> None:
        """Wait for as long as the search is paused, with its other processes suspended."""

    def record(self, search: Search | None, models: Models, solutions: Solutions) -> None:
        """Record the result of a slice, before its events are yielded.

        Called if the slice found solutions or if progress is due.

        Parameters
        ----------
        search
            The search; None if another one than a search for solutions has found them.
        models, solutions
            What the slice found; may be empty.
        """

    def settle(self, values: Mapping[str, Any]) -> None:
        """Record what is settled, by name, before it is yielded; solutions are none of it."""

    def record_partial(self, partial: Partial) -> None:
        """Record a partial predecessor, before it is yielded."""

    def progress(self) -> Progress:
        """Return the event that reports the counts."""
        return self.run.progress()

    def end(self, search: Search | None, status: Status | None) -> None:
        """Record the end, before `Done` is yielded.

        Parameters
        ----------
        search
            The search; None if there is no search for solutions.
        status
            How the query ends, or None if only the search ends.
        """
