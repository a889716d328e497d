"""Estimate, for each cell, how probable it is that a predecessor has it live."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from lifesat.defaults import FEWEST_SAMPLES
from lifesat.errors import UserError
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.numbers import integer_error
from lifesat.queries.background import background_steps
from lifesat.queries.marginal_values import (
    MarginalState,
    check_predecessors,
    estimated_of,
    estimated_values,
    marginals_ending,
    text_of,
)
from lifesat.queries.options import Options
from lifesat.queries.query import End, ProblemQuery, Shape, Steps
from lifesat.queries.run import Run
from lifesat.queries.state import State
from lifesat.queries.sweeping import sweep_steps
from lifesat.queries.verdicts import Outcome
from lifesat.system.machine import memory_limit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
    shape: ClassVar[Shape] = "probabilities"
    State: ClassVar[type[State]] = MarginalState
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
        return f"marginals of {self.problem.nouns}"

    def check(self, options: Options) -> None:  # noqa: ARG002
        """Refuse several generations."""
        from lifesat.frontier.estimates import check_estimated  # noqa: PLC0415  # slow to load

        check_estimated(self.problem)

    def steps(self, state: MarginalState, run: Run) -> Steps:  # noqa: ARG002
        """Estimate.

        Raises
        ------
        OutOfReachError
            If the samples differ too much for an estimate, or need too much memory.
        """
        run.phase = "drawing samples"
        work = partial(self._estimated, run.options)
        steps = partial(sweep_steps, run, run.phase)
        estimates = yield from background_steps(work, steps, run)
        yield MarginalState(marginals=text_of(estimated_values(estimates)))
        return End("complete")

    def _estimated(
        self, options: Options, tell: "Callable[[SampleProgress], None]"
    ) -> "MarginalEstimates":
        from lifesat.frontier.estimates import estimate_marginals  # noqa: PLC0415  # slow to load

        memory = memory_limit(options.memory)
        return estimate_marginals(self.problem, self.samples, self.seed, memory, tell)

    def estimates(self, state: MarginalState) -> "MarginalEstimates | None":
        """Return the numbers, or None before they are known.

        Raises
        ------
        UserError
            If the numbers in the journal cannot be read.
        """
        return estimated_of(self.problem, state.marginals) if state.marginals else None

    def final(self, state: MarginalState) -> bool:
        """Return whether the numbers are known."""
        return bool(state.marginals)

    def sentence(self, state: MarginalState) -> str:
        """Return what the estimates rest on."""
        from lifesat.queries.marginal_tables import summary  # noqa: PLC0415  # slow to load

        estimates = self.estimates(state)
        return "" if estimates is None else summary(estimates)

    def text(self, state: MarginalState) -> str:
        """Return the tables, or "" before they are known."""
        from lifesat.queries.marginal_tables import tables  # noqa: PLC0415  # slow to load

        estimates = self.estimates(state)
        return "" if estimates is None else tables(estimates)

    def facts(self, state: MarginalState) -> dict[str, Any]:
        """Return the numbers."""
        estimates = self.estimates(state)
        return {} if estimates is None else estimated_values(estimates)

    def values(self, before: MarginalState, state: MarginalState) -> "Iterator[MarginalEstimates]":
        """Yield the numbers once they are known."""
        if state.marginals != before.marginals and (found := self.estimates(state)) is not None:
            yield found

    def ending(self, state: MarginalState, outcome: Outcome, took: str = "") -> str:
        """Return what the estimates rest on, or why there are none."""
        said = self.sentence(state)
        return f"{said}{took}" if said else marginals_ending(self, outcome, took)
