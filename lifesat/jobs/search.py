"""A search from problem to end: formula, solver, check by plain Life, events."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from lifesat.defaults import ENCODING, SOLVER
from lifesat.jobs.events import Done, Event, Progress, Solution, Started, Status
from lifesat.problems.predecessor import Predecessor
from lifesat.solving.enumerate import Model, enumerate_models, enumerate_orbits
from lifesat.solving.solver import Solver

# Solutions wait at most this long to be checked together; checking many at once is far cheaper.
_BATCH_SECONDS = 0.05
_BATCH_MODELS = 1000
_PROGRESS_SECONDS = 0.25


@dataclass(frozen=True)
class Options:
    """How to search, as against what for.

    Attributes
    ----------
    encoding
        A name in `lifesat.defaults.ENCODINGS`.
    solver
        A name in `lifesat.defaults.SOLVERS`.
    limit
        The most solutions to list, or None for all.
    up_to_symmetry
        Whether to list one solution for each orbit.
    seconds
        The time limit, or None.
    """

    encoding: str = ENCODING
    solver: str = SOLVER
    limit: int | None = 1
    up_to_symmetry: bool = False
    seconds: float | None = None


def search(
    problem: Predecessor, options: Options, stop: Callable[[], bool] = lambda: False
) -> Iterator[Event]:
    """Search, and yield events as things happen.

    Parameters
    ----------
    problem
        What is sought.
    options
        How.
    stop
        Asked between slices of work, several times a second; a true answer ends the search, which
        still yields all that it has found.

    Yields
    ------
    Event
        One `Started`; then `Solution` and, four times a second, `Progress`; at last one `Done`.

    Raises
    ------
    UserError
        If the encoding cannot express the rule.
    """
    began = time.perf_counter()
    formula = problem.formula(options.encoding)
    symmetries = problem.symmetries() if options.up_to_symmetry else None
    order = 1 if symmetries is None else len(symmetries)
    yield Started(
        variables=formula.variables,
        clauses=len(formula),
        unknowns=problem.projection,
        symmetries=order,
        encoding=options.encoding,
        solver=options.solver,
    )
    with Solver(formula, options.solver) as solver:
        if symmetries is None:
            models = enumerate_models(solver, problem.projection)
        else:
            models = enumerate_orbits(solver, problem.projection, symmetries)
        with closing(models):  # type: ignore[type-var]
            yield from _Run(problem, options, solver, began).events(models, stop)


class _Run:
    """The counts of a running search."""

    def __init__(
        self, problem: Predecessor, options: Options, solver: Solver, began: float
    ) -> None:
        self.problem = problem
        self.options = options
        self.solver = solver
        self.began = began
        self.found = 0
        self.covered = 0
        self.waiting: list[Model] = []

    def events(
        self, models: Iterator[Model | None], stop: Callable[[], bool]
    ) -> Iterator[Event]:
        """Yield solutions in checked batches, progress between them, and the end."""
        checked = told = self.began
        status: Status | None = "limit" if self.options.limit == 0 else None
        while status is None:
            model = next(models, _END)
            now = time.perf_counter()
            if isinstance(model, Model):
                self.waiting.append(model)
            status = self._status(model, now, stop)
            due = now - checked > _BATCH_SECONDS or len(self.waiting) >= _BATCH_MODELS
            if self.waiting and (status or model is None or due or not self.found):
                yield from self._checked()
                checked = now
            if now - told > _PROGRESS_SECONDS:
                yield Progress(**self._counts())
                told = now
        yield Done(status=status, **self._counts())

    def _status(self, model: object, now: float, stop: Callable[[], bool]) -> Status | None:
        """Return how the search ends here, or None if it goes on."""
        options, found = self.options, self.found + len(self.waiting)
        if model is _END:
            return "complete" if found else "none"
        if options.limit is not None and found >= options.limit:
            return "limit"
        if options.seconds is not None and now - self.began > options.seconds:
            return "limit"
        return "stopped" if stop() else None

    def _checked(self) -> Iterator[Solution]:
        """Yield the waiting models as solutions, once plain Life has confirmed them."""
        boards = self.problem.boards(np.array([model.literals for model in self.waiting]))
        if not self.problem.holds(boards).all():
            raise AssertionError("a model of the formula does not evolve into the target")
        models, self.waiting = self.waiting, []
        for board, model in zip(boards, models, strict=True):
            self.found += 1
            self.covered += model.orbit
            yield Solution(self.found, self.problem.pattern(board), model.orbit)

    def _counts(self) -> dict[str, int | float]:
        return {
            "found": self.found,
            "covered": self.covered,
            "conflicts": self.solver.conflicts,
            "seconds": time.perf_counter() - self.began,
        }


_END = object()
