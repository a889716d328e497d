"""Draw solutions of a problem at random."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lifesat.cnf.spacetime import Literals
from lifesat.errors import UserError
from lifesat.problems.life.box import literals_of
from lifesat.problems.life.drawn import ApproximatelyDrawnPredecessor, DrawnPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.numbers import integer_error
from lifesat.problems.renamed import renamed
from lifesat.queries.answers import Sweep
from lifesat.queries.background import events_of_work
from lifesat.queries.events import Event, Solutions, Status
from lifesat.queries.options import Options
from lifesat.queries.query import ProblemQuery, Shape
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import Run
from lifesat.queries.sweeping import (
    check_frontier,
    out_of_reach_explained,
    sweep_limits,
    sweep_phase,
)
from lifesat.sat.search import EngineProgress, Models

if TYPE_CHECKING:
    from lifesat.frontier.progress import SweepProgress
    from lifesat.particles.drawing import DrawProgress
    from lifesat.problems.problem import Problem

    Report = SweepProgress | EngineProgress | Literals
    Tell = Callable[[Report], None]

# What can be done with what fits a frontier alone.
_ONLY = "can be drawn from"


@dataclass(frozen=True)
class SampleSolutions(ProblemQuery):
    """Draw predecessors independently, as many as the limit says.

    A job that is resumed goes on with the draw that comes next: the seed and the number of a draw
    decide what is drawn.

    Parameters
    ----------
    problem
        The predecessors, one generation back.
    seed
        The same seed draws the same.
    approximate
        Whether particles draw, with nearly the same probability for all predecessors; otherwise a
        frontier draws with the same probability.

    Raises
    ------
    UserError
        If solutions of such a problem are not drawn, or the seed is invalid.
    """

    name: ClassVar[str] = "sample"
    shape: ClassVar[Shape] = "solutions"
    limited: ClassVar[bool] = True
    repeats: ClassVar[bool] = True
    problem: Predecessor
    seed: int = 0
    approximate: bool = False

    def __post_init__(self) -> None:
        problem: Problem = self.problem
        if not isinstance(problem, Predecessor):
            raise UserError(f"{problem.nouns} are not drawn at random")
        if fault := integer_error("seed", self.seed, 0):
            raise UserError(fault)

    @property
    def label(self) -> str:
        """The text that names the query in a list of jobs."""
        how = "approximate " if self.approximate else ""
        return self.problem.about(f"{how}sample of {self.problem.nouns}")

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return f"{self.problem.nouns} drawn at random"

    def phase(self, values: Mapping[str, Any]) -> str:
        """Return what a process at work on it does now."""
        if values.get("found"):
            return f"drawing {self.problem.nouns}"
        return sweep_phase(values, f"counting {self.problem.nouns} to draw from")

    @property
    def named_problem(self) -> Predecessor:
        """The problem, with the label that names its draws."""
        kind = ApproximatelyDrawnPredecessor if self.approximate else DrawnPredecessor
        return renamed(self.problem, kind)

    def check(self, options: Options) -> None:
        """Refuse a sample without a number, and a problem that is out of reach."""
        if options.limit is None:
            raise UserError("a sample needs the number of predecessors to draw")
        if not self.approximate:
            check_frontier(self.problem, options, _ONLY)
            return
        from lifesat.particles.approximate_draws import check_draws  # noqa: PLC0415  # slow to load

        check_draws(self.problem, options.memory)

    def events(self, run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:
        """Draw.

        Yields
        ------
        Event
            `Solutions` in batches; four times a second `Sweep` while a frontier is swept, and later
            `Progress`; and `Done`.

        Raises
        ------
        OutOfReachError
            If no frontier fits.
        NoBoardError
            If particles do not reach a predecessor.
        """
        status: Status = "limit"
        if not run.limit_reached:
            if self.approximate:
                # What fails later has begun.
                yield recorder.progress()
            draw = self._drawn_approximately if self.approximate else self._drawn
            news = _News(self.named_problem, run, recorder)
            work = partial(draw, run.options, run.found)
            exists = yield from events_of_work(work, news.told, run, stop, recorder)
            if exists is None:
                return
            status = "limit" if exists else "none"
        recorder.end(None, status)
        yield run.done(status)

    def _drawn(self, options: Options, after: int, tell: "Tell") -> bool:
        """Tell the draws after the first ones; return whether there is anything to draw."""
        from lifesat.frontier.parents import Parents  # noqa: PLC0415  # slow to load

        with out_of_reach_explained(_ONLY):
            parents = Parents(self.problem, sweep_limits(options), report=tell)
            for literals in parents.draws(options.limit or 0, self.seed, after):
                tell(literals)
        return not parents.empty

    def _drawn_approximately(self, options: Options, after: int, tell: "Tell") -> bool:
        """Tell the draws after the first ones, and return true: particles prove nothing."""
        from lifesat.particles.approximate_draws import approximate_draws  # noqa: PLC0415  # slow to load
        from lifesat.particles.drawing import DRAWING_PARTICLES  # noqa: PLC0415  # slow to load

        def report(progress: "DrawProgress") -> None:
            tell(EngineProgress(progress.row, progress.rows, 0, particles=DRAWING_PARTICLES))

        draws = approximate_draws(self.problem, self.seed, options.memory)
        for board in draws.draw(options.limit or 0, report=report, after=after):
            tell(literals_of(self.problem.first, board))
        return True


class _News:
    """Counts and records what is drawn.

    Parameters
    ----------
    problem
        What the draws solve, with the label that names them.
    run, recorder
        As for `lifesat.queries.query.Query.events`.
    """

    def __init__(self, problem: Predecessor, run: Run, recorder: Recorder) -> None:
        self._problem = problem
        self._run = run
        self._recorder = recorder

    def told(self, new: "Sequence[Report]") -> Iterator[Event]:
        """Record the draws among some reports, and yield events."""
        run, recorder = self._run, self._recorder
        models, solutions = self._drawn([each for each in new if isinstance(each, np.ndarray)])
        progress = [each for each in new if not isinstance(each, np.ndarray)]
        if progress and isinstance(progress[-1], EngineProgress):
            run.reached = progress[-1]
        due = run.progress_due()
        if len(solutions.boards) or due:
            recorder.record(None, models, solutions)
        if len(solutions.boards):
            yield solutions
        if not due:
            return
        if progress and not isinstance(progress[-1], EngineProgress):
            recorder.settle({"sweep": progress[-1].words})
            yield Sweep(progress[-1], run.seconds)
        else:
            yield recorder.progress()

    def _drawn(self, batches: Sequence[Literals]) -> tuple[Models, Solutions]:
        """Count and return what was drawn, verified."""
        run, problem = self._run, self._problem
        none = np.zeros((0, problem.projection), dtype=np.int32)
        literals = np.concatenate([none, *batches])
        boards = problem.verified(problem.boards(literals), "a drawn board")
        ones = np.ones(len(boards), dtype=np.intp)
        solutions = Solutions(run.found + 1, boards, ones, problem)
        run.found += len(boards)
        run.covered += len(boards)
        return Models(literals, ones), solutions
