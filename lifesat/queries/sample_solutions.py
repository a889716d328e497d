"""Draw solutions of a problem at random."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lifesat.engines.frontier.support import Swept, supports_frontier
from lifesat.engines.options import Options
from lifesat.engines.sat.search import EngineProgress, Models
from lifesat.errors import UserError
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.box import literals_of
from lifesat.problems.life.predecessor import (
    ApproximatelyDrawnPredecessor,
    DrawnPredecessor,
    Predecessor,
)
from lifesat.problems.problem import Problem, renamed
from lifesat.queries.events import Done
from lifesat.queries.query import End, ProblemQuery, Shape, Step, Steps
from lifesat.queries.run import Run, Slice, State
from lifesat.queries.sentences import Outcome, proved_none
from lifesat.queries.sweeping import (
    background_steps,
    check_frontier,
    out_of_reach_explained,
    sweep_limits,
    swept_of,
)

if TYPE_CHECKING:
    from lifesat.cnf.spacetime import Literals
    from lifesat.engines.frontier.progress import SweepProgress
    from lifesat.engines.particles.drawing import DrawProgress

    Report = SweepProgress | EngineProgress | Literals
    Tell = Callable[[Report], None]

_ENDS = {"stopped": " when interrupted", "time_limit": " when the time limit was reached"}
# The end of the error for a problem that no frontier fits.
_ONLY = "can be drawn from"


@dataclass(frozen=True)
class SampleSolutions(ProblemQuery):
    """Draw predecessors, or other solutions, independently, as many as the limit says.

    The seed and the number of a draw decide what is drawn, so a resumed job continues with the next
    draw.
    """

    name: ClassVar[str] = "sample"
    shape: ClassVar[Shape] = "solutions"
    limited: ClassVar[bool] = True
    repeats: ClassVar[bool] = True
    seed: int = 0
    # Whether particles draw all predecessors with nearly the same probability; otherwise a frontier
    # draws them with exactly the same.
    approximate: bool = False

    def __post_init__(self) -> None:
        self._swept()
        if self.approximate:
            self._predecessors()
        if error := integer_error("seed", self.seed, 0):
            raise UserError(error)

    def _swept(self) -> Swept:
        return swept_of(self.problem, "a sample is not drawn of")

    def _predecessors(self) -> Predecessor:
        """Return the problem, which particles can draw from."""
        if not isinstance(self.problem, Predecessor):
            raise UserError(f"an approximate sample is not drawn of {self.problem.nouns}")
        return self.problem

    @property
    def label(self) -> str:
        """The name of the query in a list of jobs."""
        how = "approximate " if self.approximate else ""
        return self.problem.about(f"{how}sample of {self.problem.nouns}")

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return f"{self.problem.nouns} drawn at random"

    @property
    def named_problem(self) -> Problem:
        """The problem, with the words for predecessors drawn at random."""
        if not isinstance(self.problem, Predecessor):
            return self.problem
        kind = ApproximatelyDrawnPredecessor if self.approximate else DrawnPredecessor
        return renamed(self.problem, kind)

    def check(self, options: Options) -> None:
        """Reject a sample without a number, and a problem that is out of reach."""
        if options.limit is None:
            raise UserError(f"a sample needs the number of {self.problem.nouns} to draw")
        if not self.approximate:
            check_frontier(self.problem, options, _ONLY)
            return
        from lifesat.engines.particles.drawing import check_draws  # noqa: PLC0415  # slow to load

        check_draws(self._predecessors(), options.memory)

    def steps(self, state: State, run: Run) -> Steps:  # noqa: ARG002
        """Draw; raises OutOfReachError if no frontier fits, NoBoardError if particles get stuck."""
        if run.limit_reached:
            return End("limit")
        run.phase = f"counting {self.problem.nouns} to draw from"
        if self.approximate:
            run.phase = f"drawing {self.problem.nouns}"
            # An error after this event ends a search that has begun.
            yield run.progress()
        draw = self._drawn_approximately if self.approximate else self._drawn
        work = partial(draw, run.options, run.found)
        exists = yield from background_steps(work, partial(self._steps_of, run), run)
        return End("limit" if exists else "none")

    def _steps_of(self, run: Run, new: "Sequence[Report]") -> Iterator[Step]:
        """Update the progress from reports, and yield the boards among them, verified."""
        problem = self.named_problem
        for each in new:
            if isinstance(each, EngineProgress):
                run.reached = each
            elif not isinstance(each, np.ndarray):
                run.phase = f"counting {problem.nouns} to draw from: {each.words}"
        batches = [each for each in new if isinstance(each, np.ndarray)]
        if batches:
            literals = np.concatenate(batches)
            problem.verified(problem.boards(literals), "a drawn board")
            yield Slice(problem, Models(literals, np.ones(len(literals), dtype=np.intp)))
        if run.found or self.approximate:
            reached = run.reached
            row = f", row {reached.row:,} of {reached.rows:,}" if reached.rows else ""
            run.phase = f"{run.found:,} drawn{row}"

    def _drawn(self, options: Options, after: int, tell: "Tell") -> bool:
        """Report the draws after the first `after`; return whether there is anything to draw."""
        from lifesat.engines.frontier.parents import Parents  # noqa: PLC0415  # slow to load

        problem, limits = self._swept(), sweep_limits(options)
        with out_of_reach_explained(_ONLY):
            if problem.unequal and not supports_frontier(problem):
                from lifesat.engines.frontier.counts import (  # noqa: PLC0415  # slow to load
                    count_boards,
                )

                if not count_boards(problem, limits, report=tell):
                    return False
            parents = Parents(problem, limits, report=tell)
            for literals in parents.draws(options.limit or 0, self.seed, after):
                tell(literals)
        return not parents.empty

    def _drawn_approximately(self, options: Options, after: int, tell: "Tell") -> bool:
        """Report the draws after the first `after`; return true, since particles prove nothing."""
        from lifesat.engines.particles.drawing import (  # noqa: PLC0415  # slow to load
            DRAWING_PARTICLES,
            approximate_draws,
        )

        def report(progress: "DrawProgress") -> None:
            tell(EngineProgress(progress.row, progress.rows, 0, particles=DRAWING_PARTICLES))

        problem = self._predecessors()
        draws = approximate_draws(problem, self.seed, options.memory)
        for board in draws.draw(options.limit or 0, report=report, after=after):
            tell(literals_of(problem.first, board))
        return True

    def ending(self, state: State, outcome: Outcome, took: str = "") -> str:  # noqa: ARG002
        """Return how many are drawn, and why not all of them; "" if all are drawn exactly."""
        if outcome.state == "none":
            return proved_none(self.problem)
        if not self.approximate and outcome.state in ("limit", "failed"):
            return ""
        how = "drawn approximately" if self.approximate else "drawn"
        many = f"{outcome.found:,} of {outcome.wanted or 0:,} {self.problem.nouns} {how}"
        drawn = f"{many}{_ENDS.get(outcome.state, '')}"
        if not self.approximate or not outcome.found:
            return f"{drawn}{took}"
        from lifesat.engines.particles.drawing import HOW  # noqa: PLC0415  # slow to load

        return f"{drawn}: {HOW}{took}"

    def verdict(self, state: State, done: Done) -> bool | None:
        """Return whether all are drawn."""
        return True if done.status == "limit" else super().verdict(state, done)
