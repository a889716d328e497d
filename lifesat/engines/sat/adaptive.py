"""A search that starts in this process and, if it takes longer, continues in several."""

from collections.abc import Iterable
from types import TracebackType

import numpy as np

from lifesat.engines.sat.cubes import Cubes, OpenCube
from lifesat.engines.sat.executors import GrowingPool, Inline
from lifesat.engines.sat.memory import fitting
from lifesat.engines.sat.portfolio import Portfolio, fitting_setups
from lifesat.engines.sat.search import Models, SearchProgress, among, no_solutions, pack
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.sat.tasks import clear_solver_cache

# A search for one solution continues here while other processes try other setups. If it takes
# longer, its setup starts again in another process, because only there can it be one call of the
# solver. This happens soon, since short calls find far less (docs/notes/measurements.md); where the
# best solution is wanted, calls are short everywhere. A setup that makes variables false first
# loses nothing in short calls, but it is often much slower than others, which join it sooner. By
# the time that another setup takes its place, it has found most of what it finds. A listing moves
# to other processes as a whole; by then it has been split, so only the solver of a small cube is
# lost.
_ALONE_SECONDS_FOR_ONE = 1.0
_ALONE_SECONDS_FALSE_FIRST = 0.15
_HERE_SECONDS_FOR_ONE = 2.0
_HERE_SECONDS_FALSE_FIRST = 5.0
_HERE_SECONDS_FOR_BEST = 6.0
_ALONE_SECONDS = 5.0
_ALONE_SLICE = 0.05


class AdaptiveSearch:
    """A `Search` that starts in this process and may continue in several.

    It is a context manager. If one solution or a few are enough, `members` are the setups that the
    processes try, `setup` first; None lists all solutions. `several` asks for a few solutions, none
    of which is the best.
    """

    def __init__(
        self,
        setup: SolverSetup,
        workers: int,
        members: Iterable[SolverSetup] | None = None,
        *,
        several: bool = False,
    ) -> None:
        self._setup = setup
        self._workers = workers
        self._candidates = members
        self._several = several
        self._known = no_solutions(setup.problem)
        self._pool = GrowingPool(workers)
        self._here = Cubes(setup, Inline(), 1, seconds=_ALONE_SLICE)
        self._searches: list[Cubes | Portfolio] = [self._here]
        # The setups of a portfolio, once it has begun; the first one begins here.
        self._members: list[SolverSetup] = []
        self._started = 0
        self._conflicts_before = 0
        self._false_first = setup.mode == "false_first"

    def __enter__(self) -> "AdaptiveSearch":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        clear_solver_cache()
        self._pool.__exit__(kind, error, traceback)

    @property
    def complete(self) -> bool:
        """Whether it is proved that there are no more solutions."""
        return any(search.complete for search in self._searches)

    def progress(self) -> SearchProgress:
        """Return the progress of all searches together.

        `reached` is set only if the engine has `search_reports`.
        """
        parts = [search.progress() for search in self._searches]
        members = sum(part.members for part in parts)
        if members and self._here in self._searches:
            members += 1
        reached = None
        if self._setup.engine.search_reports:
            reached = max((part.reached for part in parts if part.reached), default=None)
        conflicts = self._conflicts_before + sum(part.conflicts for part in parts)
        return SearchProgress(conflicts, members, reached)

    def advance(self, seconds: float, /, most: int | None = None) -> Models:
        """Search for about `seconds`, or until `most` solutions have been found."""
        if self._workers > 1 and self._here in self._searches:
            self._start_processes(self._pool.worked)
        for search in self._searches:
            models = self._new(search.advance(seconds, most))
            if len(models.orbit_sizes) or search.complete:
                break
            # The others have worked meanwhile.
            seconds = 0.0
        for other in self._searches:
            if other is not search:
                other.learn(pack(models.literals))
        return models

    def _new(self, models: Models) -> Models:
        """Return the models that no process has found before."""
        if not self._several:
            return models
        packed = pack(models.literals)
        new = ~among(packed, self._known)
        self._known = np.concatenate([self._known, packed[new]])
        return Models(models.literals[new], models.orbit_sizes[new])

    def _start_processes(self, worked: float) -> None:
        """Continue in several processes if the search has lasted long enough."""
        if self._candidates is None:
            if worked > _ALONE_SECONDS or len(self._here.opened) > 1:
                self._start_listing()
            return
        quick = self._false_first
        alone = _ALONE_SECONDS_FALSE_FIRST if quick else _ALONE_SECONDS_FOR_ONE
        if worked > alone and not self._members:
            self._members = fitting_setups(self._candidates, self._workers + quick)
            self._start_members(self._members[1 : self._workers])
        if worked > self._here_seconds and (later := self._in_place_of_the_first()):
            self._start_members(later)
            self._leave()

    @property
    def _here_seconds(self) -> float:
        """The seconds for which the first setup searches in this process."""
        if self._false_first:
            return _HERE_SECONDS_FALSE_FIRST
        return _HERE_SECONDS_FOR_ONE if self._setup.goal is None else _HERE_SECONDS_FOR_BEST

    def _in_place_of_the_first(self) -> list[SolverSetup]:
        """Return the setup that takes the place of the first one in another process, if any."""
        if self._false_first:
            return self._members[self._workers :]
        return [] if self._setup.engine.steps_are_short else self._members[:1]

    def _start_members(self, members: list[SolverSetup]) -> None:
        if members:
            known = self._here.opened[0].known
            self._started += len(members)
            pool = self._pool.processes(self._started)
            self._searches.append(Portfolio(members, pool, known, several=self._several))

    def _start_listing(self) -> None:
        """Move a listing to several processes, if they fit in memory."""
        self._workers = fitting(self._workers, self._setup.bytes, self._setup.memory)
        if self._workers > 1:
            opened = self._leave()
            pool = self._pool.processes(self._workers)
            self._searches.append(Cubes(self._setup, pool, self._workers, opened))

    def _leave(self) -> list[OpenCube]:
        """End the search in this process and return the cubes that are not exhausted."""
        self._conflicts_before = self._here.progress().conflicts
        self._searches.remove(self._here)
        clear_solver_cache()
        return self._here.cancel_all()
