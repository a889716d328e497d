"""Estimate, for each cell, how probable it is that a predecessor has it live."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from lifesat.defaults import FEWEST_SAMPLES
from lifesat.errors import UserError
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.numbers import integer_error
from lifesat.queries.answers import MarginalsEstimated, SamplesDrawn
from lifesat.queries.background import events_of_work
from lifesat.queries.events import Event
from lifesat.queries.marginal_values import check_predecessors, estimated_of
from lifesat.queries.options import Options
from lifesat.queries.query import ProblemQuery, Shape
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import Run
from lifesat.system.machine import memory_limit

if TYPE_CHECKING:
    from lifesat.frontier.estimates import MarginalEstimates, SampleProgress


@dataclass(frozen=True)
class EstimateMarginals(ProblemQuery):
    """Estimate how probable it is that each cell is live, with standard errors.

    A job that is resumed draws all samples again.

    Parameters
    ----------
    problem
        The predecessors, one generation back.
    samples
        The number of independent samples.
    seed
        The same seed gives the same estimates.

    Raises
    ------
    UserError
        If the problem has no whole predecessors, or if a number is invalid.
    """

    name: ClassVar[str] = "estimated_marginals"
    shape: ClassVar[Shape] = "words"
    problem: Predecessor
    samples: int = 100
    seed: int = 0

    def __post_init__(self) -> None:
        check_predecessors(self.problem)
        for fault in (
            integer_error("samples", self.samples, FEWEST_SAMPLES),
            integer_error("seed", self.seed, 0),
        ):
            if fault:
                raise UserError(fault)

    @property
    def label(self) -> str:
        """The text that names the query in a list of jobs."""
        return f"estimated {self.problem.about(self.nouns)}"

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return f"cell probabilities of {self.problem.nouns}"

    def check(self, options: Options) -> None:  # noqa: ARG002
        """Refuse several generations."""
        from lifesat.frontier.estimates import check_estimated  # noqa: PLC0415  # slow to load

        check_estimated(self.problem)

    def events(self, run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:
        """Estimate.

        Yields
        ------
        Event
            `SamplesDrawn` four times a second at most, `MarginalsEstimated` and `Done`.

        Raises
        ------
        OutOfReachError
            If the samples differ too much for an estimate, or need too much memory.
        """
        work = partial(self._estimated, run.options)
        told = partial(_told, run, recorder)
        estimates = yield from events_of_work(work, told, run, stop, recorder)
        if estimates is None:
            return
        estimated = MarginalsEstimated(estimates)
        recorder.settle({"marginals": json.dumps(estimated.values())})
        recorder.end(None, "complete")
        yield estimated
        yield run.done("complete")

    def _estimated(
        self, options: Options, tell: "Callable[[SampleProgress], None]"
    ) -> "MarginalEstimates":
        from lifesat.frontier.estimates import estimate_marginals  # noqa: PLC0415  # slow to load

        memory = memory_limit(options.memory)
        return estimate_marginals(self.problem, self.samples, self.seed, memory, tell)

    def told(
        self, before: Mapping[str, Any], now: Mapping[str, Any]
    ) -> Iterator[MarginalsEstimated]:
        """Yield the estimates, once they are known."""
        if now.get("marginals") != before.get("marginals"):
            yield MarginalsEstimated(estimated_of(self.problem, now["marginals"]))

    def sentence(self, values: Mapping[str, Any]) -> str:
        """Return what the estimates rest on, or how many samples are drawn."""
        from lifesat.queries.marginal_tables import summary  # noqa: PLC0415  # slow to load

        if "marginals" not in values:
            return str(values.get("sweep", ""))
        return summary(estimated_of(self.problem, values["marginals"]))

    def answer(self, values: Mapping[str, Any]) -> str:
        """Return the tables, or "" before they are known."""
        from lifesat.queries.marginal_tables import tables  # noqa: PLC0415  # slow to load

        if "marginals" not in values:
            return ""
        return tables(estimated_of(self.problem, values["marginals"]))


def _told(run: Run, recorder: Recorder, new: "Sequence[SampleProgress]") -> Iterator[SamplesDrawn]:
    """Record and yield how many samples are drawn."""
    if new and run.progress_due():
        recorder.settle({"sweep": new[-1].words})
        yield SamplesDrawn(new[-1], run.seconds)
