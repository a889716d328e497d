"""What queries that sweep a frontier have in common."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lifesat.frontier.memory import Limits, OutOfReachError
from lifesat.frontier.support import check_reach
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.answers import Sweep
from lifesat.queries.options import Options
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import Run
from lifesat.system.machine import memory_limit

if TYPE_CHECKING:
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


def sweep_phase(values: Mapping[str, Any], what: str) -> str:
    """Return what a sweep is for and how far it is, given the values of a journal."""
    return f"{what}: {values['sweep']}" if "sweep" in values else what


def sweep_told(run: Run, recorder: Recorder, new: "Sequence[SweepProgress]") -> Iterator[Sweep]:
    """Record and yield how far a sweep is, four times a second at most.

    Parameters
    ----------
    run, recorder
        As for `lifesat.queries.query.Query.events`.
    new
        What the sweep has reported since the last call.
    """
    if new and run.progress_due():
        recorder.settle({"sweep": new[-1].words})
        yield Sweep(new[-1], run.seconds)
