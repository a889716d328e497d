"""Count, for each cell, the predecessors that have it live."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.answers import MarginalsCounted
from lifesat.queries.background import events_of_work
from lifesat.queries.events import Event
from lifesat.queries.marginal_values import check_predecessors, counted_of, total_of
from lifesat.queries.options import Options
from lifesat.queries.query import ProblemQuery, Shape
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import Run
from lifesat.queries.sweeping import (
    check_frontier,
    out_of_reach_explained,
    sweep_limits,
    sweep_phase,
    sweep_told,
)

if TYPE_CHECKING:
    from lifesat.frontier.marginals import Marginals
    from lifesat.frontier.progress import SweepProgress

# What can be done with what fits a frontier alone.
_ONLY = "has its marginals counted"


@dataclass(frozen=True)
class CountMarginals(ProblemQuery):
    """Count exactly in how many predecessors each cell is live.

    A job that is resumed counts again, since a sweep cannot be kept.

    Parameters
    ----------
    problem
        The predecessors, one generation back.

    Raises
    ------
    UserError
        If the problem has no whole predecessors.
    """

    name: ClassVar[str] = "marginals"
    shape: ClassVar[Shape] = "words"
    problem: Predecessor

    def __post_init__(self) -> None:
        check_predecessors(self.problem)

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return f"cell probabilities of {self.problem.nouns}"

    def check(self, options: Options) -> None:
        """Refuse a problem that is out of reach."""
        check_frontier(self.problem, options, _ONLY)

    def events(self, run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:
        """Count.

        Yields
        ------
        Event
            `Sweep` four times a second, `MarginalsCounted` if there is a predecessor, and `Done`.

        Raises
        ------
        OutOfReachError
            If no frontier fits.
        """
        work = partial(self._counted, run.options)
        told = partial(sweep_told, run, recorder)
        marginals = yield from events_of_work(work, told, run, stop, recorder)
        if marginals is None:
            return
        if not marginals.total:
            recorder.end(None, "none")
            yield run.done("none")
            return
        # By default, Python refuses to write numbers of more than 4,300 digits.
        sys.set_int_max_str_digits(0)
        counted = MarginalsCounted(marginals)
        recorder.settle({"marginals": json.dumps(counted.values())})
        recorder.end(None, "complete")
        yield counted
        yield run.done("complete")

    def _counted(self, options: Options, tell: "Callable[[SweepProgress], None]") -> "Marginals":
        from lifesat.frontier.marginals import count_marginals  # noqa: PLC0415  # slow to load

        with out_of_reach_explained(_ONLY):
            return count_marginals(self.problem, sweep_limits(options), tell)

    def told(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[MarginalsCounted]:
        """Yield the numbers, once they are known."""
        if now.get("marginals") != before.get("marginals"):
            yield MarginalsCounted(counted_of(self.problem, now["marginals"]))

    def sentence(self, values: Mapping[str, Any]) -> str:
        """Return of how many predecessors the marginals are, or how far the sweep is."""
        if "marginals" not in values:
            return str(values.get("sweep", ""))
        total = total_of(self.problem, values["marginals"])
        what = self.problem.noun if total == 1 else self.problem.nouns
        return f"cell probabilities of {total:,} {what}"

    def phase(self, values: Mapping[str, Any]) -> str:
        """Return what a process at work on it does now."""
        return sweep_phase(values, f"counting {self.problem.nouns}")

    def answer(self, values: Mapping[str, Any]) -> str:
        """Return the table, or "" before it is known."""
        from lifesat.queries.marginal_tables import table  # noqa: PLC0415  # slow to load

        if "marginals" not in values:
            return ""
        return table(counted_of(self.problem, values["marginals"]))
