"""Jobs: searches in processes of their own, which outlive the program that submits them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Generic, ParamSpec, TypedDict, TypeVar, Unpack, overload

from lifesat.api.arguments import check_names, check_text
from lifesat.api.search import Search, best_of, search_of, unbegun
from lifesat.errors import UserError
from lifesat.jobs import job as core
from lifesat.jobs.follow import follow, found
from lifesat.jobs.summary import Summary
from lifesat.problems.problem import Goal
from lifesat.queries.events import Progress, Solutions

Found_co = TypeVar("Found_co", covariant=True)
Parameters = ParamSpec("Parameters")


class JobChanges(TypedDict, total=False):
    """What may change when a job is resumed; what is not given stays.

    Attributes
    ----------
    limit
        The most solutions in all, or None for all.
    time_limit
        Seconds at work in all, or None for no limit.
    memory, workers
        As in `lifesat.api.arguments.EffortArguments`.
    """

    limit: int | None
    time_limit: float | None
    memory: int | None
    workers: int


class Job(Generic[Found_co]):
    """A search under a name, in a process of its own; `submit` and `list_jobs` return one.

    Parameters
    ----------
    job
        The job.
    read
        Makes solutions of an event.

    Attributes
    ----------
    name
        Its name.
    """

    def __init__(self, job: core.Job, read: Callable[[Solutions], Iterable[Found_co]]) -> None:
        self._job = job
        self._read = read
        self.name = job.name

    def __repr__(self) -> str:
        return f"<Job {self.name!r}>"

    def summary(self) -> Summary:
        """Return the state of the job, how much it has found, and how long it has worked.

        Raises
        ------
        UserError
            If its journal cannot be read.
        """
        return self._job.summary()

    def solutions(self) -> Iterator[Found_co]:
        """Yield what the job has found so far, in order.

        Of forced cells that is one pattern of all, of a count the number, or the numbers by
        population, and of marginals all of them, once they are known.
        """
        query = self._job.query()
        if query.shape == "solutions":
            for event in found(self._job):
                yield from self._read(event)
            return
        known = self._job.known()
        yield from query.values(known.before, known.state)

    def follow(self, *, progress: Callable[[Progress], None] | None = None) -> Search[Found_co]:
        """Return an iterator of what the job has found and finds, until the job ends.

        Closing it ends the following; the job continues. If a job searches for the best, each
        solution is better than those before.

        Parameters
        ----------
        progress
            Called with a `lifesat.Progress` about four times a second.
        """
        job = self._job
        return Search(job.query(), job.options(), follow(job), self._read, progress)

    def pause(self) -> None:
        """Let the process rest until `resume`.

        Raises
        ------
        UserError
            If no process is at work on the job.
        """
        if not self._job.at_work():
            raise UserError(f"no process is at work on the job {self.name!r}")
        self._job.request("pause")

    def stop(self) -> None:
        """End the process; what was found is kept, and `resume` continues from there."""
        self._job.stop()

    def resume(self, **changes: Unpack[JobChanges]) -> None:
        """Continue after a pause, a stop, a limit, a failure or a crash.

        Parameters
        ----------
        **changes
            New values of ``limit``, ``time_limit``, ``memory`` and ``workers``.

        Raises
        ------
        UserError
            If nothing is left to do, if a limit allows no more, or if limits change while a
            process is at work.
        """
        check_names(changes, JobChanges)
        options = self._job.options()
        changed = replace(options, **changes)
        if changed != options:
            self._job.change(changed)
        self._job.resume()

    def remove(self) -> None:
        """Remove the job and all it found.

        Raises
        ------
        UserError
            If a process is at work on it.
        """
        self._job.remove()


@overload
def submit(
    name: str, search: Search[Found_co], /, *, goal: Goal | None = None
) -> Job[Found_co]: ...


@overload
def submit(
    name: str,
    search: Callable[Parameters, object],
    /,
    *args: Parameters.args,
    **arguments: Parameters.kwargs,
) -> Job[Any]: ...


def submit(
    name: str, search: Search[Any] | Callable[..., object], /, *args: Any, **arguments: Any
) -> Job[Any]:
    """Let a process of its own do a search; it continues when this program ends.

    Parameters
    ----------
    name
        The name of the job: letters, digits, ``.``, ``_`` and ``-``.
    search
        A search that has not begun. Its `progress` is not called. Or a function that returns an
        answer, such as `lifesat.count`.
    *args, **arguments
        The arguments of the function.
    goal
        With a search that lists all: ``"fewest"`` or ``"most"`` to search for a solution with the
        fewest live cells, or the most.

    Returns
    -------
    Job
        The job at work.

    Raises
    ------
    UserError
        If there is a job of that name, or it cannot be written, or the search has begun.

    Examples
    --------
    >>> from lifesat import Pattern, count
    >>> job = submit("blocks", count, Pattern.from_rows(["OO", "OO"]), margin=0)
    >>> list(job.follow())
    [5]
    >>> job.remove()
    """
    goal = None
    if callable(search):
        search = search_of(search, *args, **arguments)
    elif args or arguments.keys() - {"goal"}:
        raise TypeError("a search has its arguments already")
    else:
        goal = arguments.get("goal")
    query = unbegun(search).query
    if goal is not None:
        check_text("goal", goal)
        query = best_of(search, goal)
    job = core.Job.create(name, query, search.options)
    job.start()
    return Job(job, search.read)


def list_jobs() -> list[Job[Any]]:
    """Return all jobs, by name; `Job.summary` tells the state of each."""
    return [_known(job) for job in core.jobs()]


def resume(name: str, **changes: Unpack[JobChanges]) -> Job[Any]:
    """Let a job continue, perhaps with other limits.

    Parameters
    ----------
    name
        The job's name.
    **changes
        As for `Job.resume`.

    Raises
    ------
    UserError
        If there is no such job, and as for `Job.resume`.
    """
    job = _known(core.Job(name))
    job.resume(**changes)
    return job


def _known(job: core.Job) -> Job[Any]:
    return Job(job, _solutions)


def _solutions(event: Solutions) -> Iterator[Any]:
    """Return solutions in the form that the search functions give them."""
    return event.problem.values(event.boards)
