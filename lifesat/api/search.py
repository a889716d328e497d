"""A search as an iterator of what it finds."""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import replace
from html import escape
from types import TracebackType
from typing import Any, Generic, TypeVar

from lifesat.api.arguments import check_text, late
from lifesat.engines.frontier.marginals import Marginals
from lifesat.engines.options import Options
from lifesat.errors import TimeLimitError, UserError
from lifesat.formats.images import Look, draw
from lifesat.frontends.options.table import check
from lifesat.life.colours import read_colours
from lifesat.life.pattern import Pattern
from lifesat.problems.life.base import LifeProblem
from lifesat.problems.problem import Boards, Goal, Problem
from lifesat.queries.count_solutions import CountSolutions
from lifesat.queries.events import (
    Done,
    Event,
    Known,
    Progress,
    Solutions,
    Status,
)
from lifesat.queries.marginals import CountMarginals
from lifesat.queries.query import Query
from lifesat.queries.sample_solutions import SampleSolutions
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution, ListSolutions


class Picture(str):
    """The text of an SVG picture, which a notebook shows."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


def picture(problem: Problem, board: Boards, look: Look) -> Picture:
    """Return a picture of a solution as SVG; raise UserError if it is not a pattern."""
    return Picture(draw([_generations(problem, board)], "svg", look).decode())


def _generations(problem: Problem, board: Boards) -> list[Pattern]:
    if not isinstance(problem, LifeProblem):
        raise UserError(f"{problem.nouns} are not patterns, so they have no pictures")
    (generations,) = problem.histories(board[None])
    return generations


Found_co = TypeVar("Found_co", covariant=True)


class Search(Iterator[Found_co], Generic[Found_co]):
    """What a search finds, each solution as soon as it is asked for.

    The functions that search return one; the work begins with the first `next`. It ends, and all
    its processes with it, when the iterator is exhausted, when an exception leaves it (Ctrl-C
    too), at `close`, at the end of a ``with`` block, and when nothing refers to it any more.

    Parameters
    ----------
    query, options
        What is asked, and how to search.
    events
        The events of the search.
    read
        Makes solutions of an event.
    progress
        Called with each `lifesat.Progress`, or None.

    Attributes
    ----------
    query, options, read, progress
        As given.
    status : str or None
        How the search ended: ``complete`` (all were found), ``none`` (proved that there is none),
        ``limit`` (as many as were wanted), ``time_limit``, ``stopped`` (closed before its end) or
        ``failed``. None before the end.
    known
        The state of an answer that is not a list; see `lifesat.queries.query.State`.
    done
        The event that reports the end, or None.

    Examples
    --------
    >>> from lifesat import Pattern, predecessors
    >>> block = Pattern.from_rows(["OO", "OO"])
    >>> with predecessors(block) as search:
    ...     first = next(search)
    >>> search.status, search.proved_complete
    ('stopped', False)
    >>> first.evolve().crop() == block
    False
    """

    def __init__(
        self,
        query: Query,
        options: Options,
        events: Iterator[Event],
        read: Callable[[Solutions], Iterable[Found_co]],
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.query = query
        self.options = options
        self.status: Status | None = None
        self.known: Any = query.State()
        self.done: Done | None = None
        self._begun = False
        self._events = _closable(events)
        self.read = read
        self.progress = progress
        self._found: Iterator[Found_co] = iter(())
        # The solutions that are being returned, and how many of them were.
        self._solutions: Solutions | None = None
        self._returned = 0
        self._latest: Progress | None = None

    @property
    def proved_complete(self) -> bool:
        """Whether it is proved that there are no solutions but those that were returned."""
        return self.status in ("complete", "none")

    @property
    def begun(self) -> bool:
        """Whether the work has begun, or the search was closed."""
        return self._begun

    def close(self) -> None:
        """End the search and its processes; harmless if it has ended."""
        self._begun = True
        self._events.close()
        self._found = iter(())
        self.status = self.status or "stopped"

    def __iter__(self) -> "Search[Found_co]":
        return self

    def __next__(self) -> Found_co:
        self._begun = True
        try:
            while True:
                for found in self._found:
                    self._returned += 1
                    return found
                self._take(next(self._events))
        except BaseException:  # the end too
            self.close()
            raise

    def __enter__(self) -> "Search[Found_co]":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        state = self.status or ("running" if self._begun else "not begun")
        return f"<Search for {self.query.nouns}: {state}>"

    def count(self) -> int:
        """Return how many solutions there are, without listing them; the search need not begin.

        Narrow boards are swept, as `lifesat.count` does; `up_to_symmetry` counts orbits.

        Raises
        ------
        UserError
            If the search does not list solutions of Life.
        TimeLimitError
            If the time limit passed before the number was known.

        Examples
        --------
        >>> from lifesat import oscillators
        >>> oscillators(6, 6, period=2).count()
        326
        """
        return sum(self._counts(by_population=False))

    def count_by_population(self) -> dict[int, int]:
        """Return how many solutions there are for each number of live cells that occurs.

        The other words for `count` hold here too.

        Examples
        --------
        >>> from lifesat import still_lifes
        >>> still_lifes(4, 3).count_by_population()
        {0: 1, 4: 8, 5: 8, 6: 11}
        """
        numbers = self._counts(by_population=True)
        return {population: number for population, number in enumerate(numbers) if number}

    def sample(self, number: int = 1, *, seed: int = 0) -> list[Pattern]:
        """Draw solutions independently, each time with the same probability for all there are.

        A frontier is swept, as by `lifesat.sample`; the search need not begin.

        Parameters
        ----------
        number
            How many to draw; a solution may be drawn more than once.
        seed
            The same seed draws the same.

        Returns
        -------
        list of Pattern
            Empty if there is no solution.

        Raises
        ------
        UserError
            If an argument is invalid, if the search does not list solutions of Life, or if no
            frontier fits in memory.
        TimeLimitError
            If the time limit passed before all were drawn.

        Examples
        --------
        >>> from lifesat import still_lifes
        >>> [drawn.population for drawn in still_lifes(4, 3).sample(3, seed=1)]
        [4, 6, 5]
        """
        check(number=number, seed=seed)
        query = SampleSolutions(self._listed("draw").problem, seed)
        options = replace(self.options, limit=number, up_to_symmetry=False, seed=0)
        drawn = begin(query, options, patterns, self.progress)
        found = list(drawn)
        if drawn.status == "time_limit":
            raise late(options.time_limit, "all were drawn")
        return found

    def marginals(self) -> Marginals:
        """Count, for each cell, the solutions that have it live in their first generation.

        A frontier is swept, as by `lifesat.marginals`; the search need not begin.

        Raises
        ------
        UserError
            If the search does not list solutions of Life, or if no frontier fits in memory.
        TimeLimitError
            If the time limit passed before the numbers were known.

        Examples
        --------
        >>> from lifesat import still_lifes
        >>> still_lifes(3, 3).marginals().live.tolist()
        [[3, 9, 3], [9, 4, 9], [3, 9, 3]]
        """
        query = CountMarginals(self._listed("weigh").problem)
        options = replace(self.options, limit=None, up_to_symmetry=False, seed=0)
        known = known_at_end(query, options, self.progress, "the numbers were known")
        return query.all_marginals(known)

    def _listed(self, what: str) -> ListSolutions:
        """Return the query, which lists solutions; `what` says what to do with them."""
        if not isinstance(self.query, ListSolutions):
            raise UserError(f"the search for {self.query.nouns} lists no solutions to {what}")
        return self.query

    def _counts(self, *, by_population: bool) -> tuple[int, ...]:
        problem = self._listed("count").problem
        options = replace(self.options, limit=None, up_to_symmetry=False)
        query = CountSolutions(problem, by_population, self.options.up_to_symmetry)
        known = known_at_end(query, options, self.progress, "the number was known")
        return query.numbers(known) or ()

    def animate(self, cell_size: int | None = None, colours: str = "light") -> Picture:
        """Return an animation of the solution that was returned last, as SVG.

        It plays the generations that the search is about, from a predecessor to its target or the
        period of an oscillator, and begins again. A notebook shows it.

        Parameters
        ----------
        cell_size
            The side of a cell in pixels, or None for one that fits.
        colours
            ``light``, ``dark``, ``golly``, ``print``, or the colours of live and dead cells, such
            as ``ffcc00,000000``.

        Returns
        -------
        str
            The text of the picture.

        Raises
        ------
        UserError
            If there is no solution yet, if solutions are no patterns, or if the colours are
            invalid.
        """
        check_text("colours", colours)
        newest = self._newest
        if newest is None:
            raise UserError("no solution was returned yet; take one by next()")
        return picture(*newest, Look("animation", cell_size, read_colours(colours)))

    def _repr_html_(self) -> str:
        """Return the state of the search and a picture of the newest solution, for notebooks."""
        words = repr(self)
        if self._latest is not None:
            words += f", {self._latest.found:,} found after {self._latest.seconds:.1f} s"
        shown = f"<div>{escape(words)}</div>"
        newest = self._newest
        if newest is not None:
            with suppress(UserError):  # a puzzle, or a board that is too large
                shown += picture(*newest, Look("single"))
        return shown

    @property
    def _newest(self) -> tuple[Problem, Boards] | None:
        """The problem and the board of the solution that was returned last, or None."""
        solutions = self._solutions
        if solutions is None or not self._returned:
            return None
        return solutions.problem, solutions.boards[self._returned - 1]

    def _take(self, event: Event) -> None:
        if isinstance(event, Solutions):
            self._found = iter(self.read(event))
            self._solutions, self._returned = event, 0
        elif isinstance(event, Progress):
            self._latest = event
            if self.progress is not None:
                self.progress(event)
        elif isinstance(event, Done):
            self.status, self.done = event.status, event
        elif isinstance(event, Known):
            self.known = event.state
            self._found = event.query.values(event.before, event.state)


def begin(
    query: Query,
    options: Options,
    read: Callable[[Solutions], Iterable[Found_co]],
    progress: Callable[[Progress], None] | None = None,
) -> Search[Found_co]:
    """Return a search that has not begun; in `search_of`, raise `Unbegun` with it."""
    begun = Search(query, options, search(query, options), read, progress)
    if _SUBMITTED.get():
        raise Unbegun(begun)
    return begun


_SUBMITTED: ContextVar[bool] = ContextVar("_SUBMITTED", default=False)


class Unbegun(BaseException):  # it is no error, and nothing else catches it
    """Leaves a public function with the search that it would begin."""

    def __init__(self, search: Search[Any]) -> None:
        super().__init__()
        self.search = search


def search_of(function: Callable[..., Any], *args: Any, **arguments: Any) -> Search[Any]:
    """Return the search that a public function would begin, such as that of `lifesat.count`.

    Raises UserError if the function begins none.
    """
    token = _SUBMITTED.set(True)
    try:
        function(*args, **arguments)
    except Unbegun as left:
        return left.search
    finally:
        _SUBMITTED.reset(token)
    raise UserError(f"{function!r} begins no search that could be a job")


def ended(
    query: Query, options: Options, progress: Callable[[Progress], None] | None
) -> tuple[Any, Done]:
    """Answer a query that is not a list; return what is known at the end, and how it ended."""
    results = begin(query, options, patterns, progress)
    for _ in results:
        pass
    if results.done is None:
        raise AssertionError("a search has no end")
    return results.known, results.done


def known_at_end(
    query: Query, options: Options, progress: Callable[[Progress], None] | None, what: str
) -> Any:
    """Return what is known of an answer at the end.

    Raises TimeLimitError if the time limit passed before `what`, such as "the number was known".
    """
    known, done = ended(query, options, progress)
    if done.status == "time_limit":
        raise late(options.time_limit, what)
    return known


def patterns(solutions: Solutions) -> Iterator[Pattern]:
    """Yield solutions of Life as patterns; raise TypeError if they solve another problem."""
    problem = solutions.problem
    if not isinstance(problem, LifeProblem):
        raise TypeError(f"{problem.nouns} are not patterns")
    return problem.patterns(solutions.boards)


def unbegun(pending: Search[Found_co]) -> Search[Found_co]:
    """Return a search; raise UserError if it has begun, or if it is not a search."""
    if not isinstance(pending, Search):
        raise UserError(f"search is {pending!r}; it must be a Search")
    if pending.begun:
        raise UserError("the search has begun; give a new one")
    return pending


def best_of(pending: Search[Found_co], goal: Goal) -> BestSolution:
    """Return the query for the best of what a search, which has not begun, would list."""
    if not isinstance(pending.query, ListSolutions):
        raise UserError(f"goal cannot be combined with the search for {pending.query.nouns}")
    for name in ("limit", "skip", "up_to_symmetry"):
        if getattr(unbegun(pending).options, name):
            raise UserError(f"{name} cannot be combined with the search for the best")
    return BestSolution(pending.query.problem, goal)


def optimum(pending: Search[Found_co], goal: Goal) -> Search[Found_co]:
    """Return the search for the best of what a search, which has not begun, would list."""
    return begin(best_of(pending, goal), pending.options, pending.read, pending.progress)


def last(results: Search[Found_co]) -> Found_co | None:
    """Return the last solution of a search that runs to its end, or None if there is none.

    Raises TimeLimitError with the last solution so far.
    """
    best: Found_co | None = None
    for best in results:  # noqa: B007  # the last one is wanted
        pass
    if results.status == "time_limit":
        known = "; `best` has what was found" if best is not None else ""
        raise TimeLimitError(
            f"the time limit of {results.options.time_limit:g} s passed before the answer was "
            f"known{known}",
            best,
        )
    return best


def _closable(events: Iterator[Event]) -> Generator[Event]:
    """Yield events; closing this closes their generator."""
    yield from events
