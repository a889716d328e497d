"""List the solutions of a problem."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from lifesat.errors import UserError
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Event
from lifesat.queries.memory import check_memory_unless_swept
from lifesat.queries.options import Options
from lifesat.queries.query import ProblemQuery, Shape
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import Run
from lifesat.queries.sentences import search_phase
from lifesat.queries.validation import check_solver


@dataclass(frozen=True)
class ListSolutions(ProblemQuery):
    """List solutions: as many as the options say, in the order found or by a frontier.

    Parameters
    ----------
    problem
        As for `ProblemQuery`.
    """

    name: ClassVar[str] = "list"
    shape: ClassVar[Shape] = "solutions"
    limited: ClassVar[bool] = True

    def phase(self, values: Mapping[str, Any]) -> str:
        """Return what a process at work on it does now."""
        return search_phase(self.problem, values, f"listing {self.problem.nouns}")

    def check(self, options: Options) -> None:
        """Refuse options that are not valid for the problem, and too large a formula."""
        check_solver(options)
        options.encoding_of(self.problem)
        if options.skip and not isinstance(self.problem, Predecessor):
            raise UserError(
                f"skip is for predecessors, which have an order, not for {self.problem.nouns}"
            )
        check_memory_unless_swept(self.problem, options)

    def events(self, run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:
        """Yield the events of `lifesat.queries.event_loop.search_events`."""
        from lifesat.queries.event_loop import search_events  # noqa: PLC0415  # slow to load

        return search_events(self.problem, None, run, stop, recorder)
