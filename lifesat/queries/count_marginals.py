"""Count, for each cell, the predecessors that have it live."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.background import background_steps
from lifesat.queries.marginal_values import (
    MarginalState,
    check_predecessors,
    counted_of,
    counted_values,
    marginals_ending,
    text_of,
    total_of,
)
from lifesat.queries.options import Options
from lifesat.queries.query import End, ProblemQuery, Shape, Steps
from lifesat.queries.run import Run
from lifesat.queries.state import State
from lifesat.queries.sweeping import (
    check_frontier,
    out_of_reach_explained,
    sweep_limits,
    sweep_steps,
)
from lifesat.queries.verdicts import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
    shape: ClassVar[Shape] = "probabilities"
    State: ClassVar[type[State]] = MarginalState
    problem: Predecessor

    def __post_init__(self) -> None:
        check_predecessors(self.problem)

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return f"marginals of {self.problem.nouns}"

    def check(self, options: Options) -> None:
        """Refuse a problem that is out of reach."""
        check_frontier(self.problem, options, _ONLY)

    def steps(self, state: MarginalState, run: Run) -> Steps:  # noqa: ARG002
        """Count.

        Raises
        ------
        OutOfReachError
            If no frontier fits.
        """
        run.phase = what = f"counting {self.problem.nouns}"
        work = partial(self._counted, run.options)
        marginals = yield from background_steps(work, partial(sweep_steps, run, what), run)
        if not marginals.total:
            return End("none")
        yield MarginalState(marginals=text_of(counted_values(marginals)))
        return End("complete")

    def _counted(self, options: Options, tell: "Callable[[SweepProgress], None]") -> "Marginals":
        from lifesat.frontier.marginals import count_marginals  # noqa: PLC0415  # slow to load

        with out_of_reach_explained(_ONLY):
            return count_marginals(self.problem, sweep_limits(options), tell)

    def marginals(self, state: MarginalState) -> "Marginals | None":
        """Return the numbers, or None before they are known.

        Raises
        ------
        UserError
            If the numbers in the journal cannot be read.
        """
        return counted_of(self.problem, state.marginals) if state.marginals else None

    def final(self, state: MarginalState) -> bool:
        """Return whether the numbers are known."""
        return bool(state.marginals)

    def sentence(self, state: MarginalState) -> str:
        """Return of how many predecessors the marginals are."""
        if not state.marginals:
            return ""
        total = total_of(self.problem, state.marginals)
        return f"marginals of {total:,} {self.problem.noun if total == 1 else self.problem.nouns}"

    def text(self, state: MarginalState) -> str:
        """Return the table, or "" before it is known."""
        from lifesat.queries.marginal_tables import table  # noqa: PLC0415  # slow to load

        marginals = self.marginals(state)
        return "" if marginals is None else table(marginals)

    def facts(self, state: MarginalState) -> dict[str, Any]:
        """Return the numbers."""
        marginals = self.marginals(state)
        return {} if marginals is None else counted_values(marginals)

    def values(self, before: MarginalState, state: MarginalState) -> "Iterator[Marginals]":
        """Yield the numbers once they are known."""
        if state.marginals != before.marginals and (found := self.marginals(state)) is not None:
            yield found

    def ending(self, state: MarginalState, outcome: Outcome, took: str = "") -> str:  # noqa: ARG002
        """Return why there are no numbers, or that there is no predecessor; "" for numbers."""
        return marginals_ending(self, outcome, took)
