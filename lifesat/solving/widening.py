"""A search that begins in this process and, if it is not soon over, goes on in many."""

import time
from types import TracebackType

from lifesat.solving.cubes import Cubes
from lifesat.solving.enumerate import Models
from lifesat.solving.executors import Inline, Pool
from lifesat.solving.portfolio import Race, methods
from lifesat.solving.slices import Method, pack, release

# Other processes take about half a second to start, and begin with new solvers. A search for one
# solution goes on here too, beside other methods there; a listing is divided by then, so that the
# only solver that is lost is the one at work on a small part.
_ALONE_SECONDS_FOR_ONE = 1.0
_ALONE_SECONDS = 5.0
_ALONE_SLICE = 0.05


class Widening:
    """Lists solutions; see `lifesat.solving.enumerate.Enumeration`. A context manager.

    Parameters
    ----------
    method
        What is solved and how.
    workers
        How many processes may search.
    one
        Whether one solution is enough: then the processes try different methods.
    """

    def __init__(self, method: Method, workers: int, *, one: bool) -> None:
        self._method = method
        self._workers = workers
        self._one = one
        seconds = _ALONE_SECONDS_FOR_ONE if one else _ALONE_SECONDS
        self._end_alone = time.perf_counter() + seconds
        self._pool: Pool | None = None
        self._alone = Cubes(method, Inline(), 1, seconds=_ALONE_SLICE)
        self._search = self._alone
        self._rivals: Race | None = None
        self._conflicts_before = 0

    def __enter__(self) -> "Widening":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        release()
        if self._pool is not None:
            self._pool.kill()

    @property
    def complete(self) -> bool:
        """Whether it is proved that there are no more."""
        return self._search.complete or (self._rivals is not None and self._rivals.complete)

    @property
    def conflicts(self) -> int:
        """Conflicts met so far."""
        theirs = self._rivals.conflicts if self._rivals else 0
        return self._conflicts_before + self._search.conflicts + theirs

    def advance(self, seconds: float, most: int | None = None) -> Models:
        """Go on for about `seconds`, or until `most` solutions have been found."""
        alone = self._pool is None and self._workers > 1
        divided = len(self._alone.opened) > 1
        if alone and (divided or time.perf_counter() > self._end_alone):
            self._widen()
        models = self._search.advance(seconds, most)
        if self._rivals is None or self._search.complete:
            return models
        if len(models.orbits):
            self._rivals.learn(pack(models.literals))
            return models
        models = self._rivals.advance(0.0, most)
        self._alone.learn(pack(models.literals))
        return models

    def _widen(self) -> None:
        if self._one:
            known = self._alone.opened[0].known
            runners = methods(self._method, self._workers)[1:]
            self._pool = Pool(len(runners))
            self._rivals = Race(runners, self._pool, known)
            return
        self._conflicts_before = self._alone.conflicts
        opened = self._alone.recall()
        release()
        self._pool = Pool(self._workers)
        self._search = Cubes(self._method, self._pool, self._workers, opened)
