"""What queries that sweep a frontier have in common."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lifesat.frontier.memory import Limits, OutOfReachError
from lifesat.frontier.support import check_reach
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.options import Options
from lifesat.queries.query import ProblemQuery, Step
from lifesat.queries.run import Run
from lifesat.queries.sentences import CAUSES, Outcome, proved_none
from lifesat.system.machine import memory_limit

if TYPE_CHECKING:
    from lifesat.frontier.estimates import SampleProgress
    from lifesat.frontier.progress import SweepProgress


def sweep_limits(options: Options) -> Limits:
    """Return what a sweep may take."""
    return Limits(memory_limit(options.memory), options.disk)


def check_frontier(problem: Predecessor, options: Options, only: str) -> None:
    """Refuse a problem that no frontier fits, as far as that is known before the work.

    Parameters
    ----------
    problem, options
        The problem, and what a sweep may take.
    only
        As for `out_of_reach_explained`.

    Raises
    ------
    OutOfReachError
        If no frontier fits.
    """
    with out_of_reach_explained(only):
        check_reach(problem, sweep_limits(options).memory)


@contextmanager
def out_of_reach_explained(only: str) -> Iterator[None]:
    """Add to the error about what is out of reach that nothing else than a frontier answers.

    Parameters
    ----------
    only
        What can be done with what fits a frontier alone, to follow these words.

    Raises
    ------
    OutOfReachError
        If the block does.
    """
    try:
        yield
    except OutOfReachError as reason:
        raise OutOfReachError(f"{reason}; only what fits a frontier {only}") from None


def sweep_steps(run: Run, what: str, new: "Sequence[SweepProgress | SampleProgress]") -> list[Step]:
    """Note in a run what a sweep or an estimate is for and how far it is, and return no steps.

    Parameters
    ----------
    run
        The run.
    what
        What it is for.
    new
        What it has reported since the last call.
    """
    if new:
        run.phase = f"{what}: {new[-1].words}"
    return []


def counted_ending(query: ProblemQuery, unknown: str, outcome: Outcome, took: str) -> str:
    """Return the sentence on the end of a count, whose numbers are written elsewhere, or "".

    Parameters
    ----------
    query
        What is counted.
    unknown
        The words for an answer that is not known.
    outcome, took
        As for `lifesat.queries.query.Query.ending`.
    """
    if outcome.state == "none":
        return proved_none(query.problem)
    if outcome.state == "complete":
        return ""
    cause = CAUSES.get(outcome.state, "the count ended")
    return f"{unknown}, since {cause}{outcome.remark}{took}"
