"""A search that starts in this process and, if it takes longer, continues in several."""

import time
from types import TracebackType

from lifesat.sat.cubes import Cubes
from lifesat.sat.executors import Inline, Pool
from lifesat.sat.memory import fitting
from lifesat.sat.portfolio import Portfolio, methods
from lifesat.sat.search import Models
from lifesat.sat.slices import Method, bytes_of, clear_solver_cache

# Other processes take about half a second to start, and start with new solvers. A search for one
# solution moves to them early, since only there it can go on in one call of the solver. A listing
# moves later; by then it has been split, so only the solver of a small cube is lost.
_ALONE_SECONDS_FOR_ONE = 1.0
_ALONE_SECONDS = 5.0
_ALONE_SLICE = 0.05


class AdaptiveSearch:
    """Finds solutions in one process first; see `lifesat.sat.search.Search`. A context manager.

    Parameters
    ----------
    method
        What is solved and how.
    workers
        The number of processes that may search.
    one
        Whether one solution is enough; then the processes try different methods.
    """

    def __init__(self, method: Method, workers: int, *, one: bool) -> None:
        self._method = method
        self._workers = workers
        self._one = one
        seconds = _ALONE_SECONDS_FOR_ONE if one else _ALONE_SECONDS
        self._end_alone = time.perf_counter() + seconds
        self._pool: Pool | None = None
        self._alone = Cubes(method, Inline(), 1, seconds=_ALONE_SLICE)
        self._search: Cubes | Portfolio = self._alone
        self._conflicts_before = 0

    def __enter__(self) -> "AdaptiveSearch":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        clear_solver_cache()
        if self._pool is not None:
            self._pool.kill()

    @property
    def complete(self) -> bool:
        """Whether it is proved that there are no more."""
        return self._search.complete

    @property
    def conflicts(self) -> int:
        """The solvers' conflicts so far."""
        return self._conflicts_before + self._search.conflicts

    @property
    def members(self) -> int:
        """The number of methods at work in a portfolio; 0 if there is none."""
        return self._search.members if isinstance(self._search, Portfolio) else 0

    def advance(self, seconds: float, /, most: int | None = None) -> Models:
        """Search for about `seconds`, or until `most` solutions have been found."""
        alone = self._pool is None and self._workers > 1
        divided = len(self._alone.opened) > 1
        if alone and (divided or time.perf_counter() > self._end_alone):
            self._start_processes()
        return self._search.advance(seconds, most)

    def _start_processes(self) -> None:
        """Continue in several processes, if they fit in memory."""
        if not self._one:
            self._workers = fitting(self._workers, bytes_of(self._method), self._method.memory)
            if self._workers == 1:
                return
        self._conflicts_before = self._alone.conflicts
        opened = self._alone.cancel_all()
        clear_solver_cache()
        if self._one:
            members = methods(self._method, self._workers)
            self._pool = Pool(len(members))
            self._search = Portfolio(members, self._pool, opened[0].known)
        else:
            self._pool = Pool(self._workers)
            self._search = Cubes(self._method, self._pool, self._workers, opened)
