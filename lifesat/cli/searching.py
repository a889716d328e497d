"""Options and runs that the commands that search share: lists, the best, proofs, estimates."""

from __future__ import annotations

import os
import time
from functools import partial
from typing import TYPE_CHECKING

from lifesat import defaults
from lifesat.cli import diagnostics
from lifesat.cli.arguments import add
from lifesat.cli.interruption import Interrupt
from lifesat.cli.writing import add_picture_options, answer_writer, output_of, publication
from lifesat.defaults import PROVERS
from lifesat.errors import FailedError, UserError
from lifesat.frontends.output import exit_codes
from lifesat.system.machine import cores

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import Any

    from lifesat.cli.narration import Reporter
    from lifesat.engines.options import Options
    from lifesat.problems.life.completion import Completion
    from lifesat.problems.life.nearest import NearestPredecessor
    from lifesat.problems.problem import Boards, Goal, Problem
    from lifesat.queries.events import Event, Solutions
    from lifesat.queries.query import ProblemQuery, Query
    from lifesat.queries.solutions import BestSolution

    Show = Callable[[Solutions], Solutions]
    Writer = AbstractContextManager[Callable[[Event], None]]
    Improved = Completion | NearestPredecessor
    Then = Callable[[Boards], None]


# The options that say how to search, wherever a command has them.
_HOW = (
    "encoding", "solver", "up_to_symmetry", "time_limit", "skip", "memory", "disk", "cluster",
    "method", "seed",
)  # fmt: skip
ONE_FOR_EACH_CORE = " (default: one for each core)"
"""The default number of processes, in words."""


def add_search_options(
    parser: argparse.ArgumentParser, nouns: str, *others: str, swept: bool = True
) -> None:
    """Add the options for how to search, how many to list and where to write them.

    `nouns` says what is listed; `others` are keys of more options for how many. With `swept`, a
    sweep may draw them too.
    """
    add(parser, "quiet", "encoding")
    how_many = add_how_many(parser, nouns, *others)
    add_count_options(parser, how_many, nouns)
    if swept:
        add_sweep_options(parser, how_many, nouns)
    add_effort_options(parser)
    add_output_options(parser)


def add_how_many(
    parser: argparse.ArgumentParser, nouns: str, *others: str
) -> argparse._MutuallyExclusiveGroup:
    """Add the options for how many to list, or for the best, and return their group."""
    how_many = parser.add_argument_group("how many").add_mutually_exclusive_group()
    add(how_many, "limit", nouns=f"{nouns} (default 1)")
    add(how_many, "all", nouns=nouns)
    add(how_many, "smallest", *others)
    return how_many


def add_count_options(
    parser: argparse.ArgumentParser, how_many: argparse._MutuallyExclusiveGroup, nouns: str
) -> None:
    """Add the options that count what would be listed."""
    add(how_many, "count", nouns=nouns)
    add(parser, "listed.by_population")


def add_sweep_options(
    parser: argparse.ArgumentParser, how_many: argparse._MutuallyExclusiveGroup, nouns: str
) -> None:
    """Add the options that draw what would be listed, or weigh its cells."""
    add(how_many, "sample", "marginals", nouns=nouns)
    add(parser, "sample.seed")


def add_effort_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the solver, the limits and jobs."""
    add_solver_options(parser)
    add_job_options(parser)


def add_job_options(
    parser: argparse.ArgumentParser, *, cluster: bool = True
) -> argparse._ArgumentGroup:
    """Add the options that make a search a job, perhaps on a cluster; return their group."""
    job = parser.add_argument_group("jobs")
    add(job, "job", "detach")
    if cluster:
        add(job, "cluster", when="with --job: ")
    return job


def add_solver_options(parser: argparse._ActionsContainer, usual: str = defaults.SOLVER) -> None:
    """Add the options for the solver and the limits; `usual` is the default solver in words."""
    add(parser, "solver", usual=usual)
    add(parser, "time_limit")
    add(parser, "workers", usual=ONE_FOR_EACH_CORE)
    add(parser, "memory")


def add_output_options(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    """Add the options for output, and return the group of those for its form."""
    output = parser.add_argument_group("output")
    add(output, "folder.output", "force")
    form = output.add_mutually_exclusive_group()
    add(form, "to", "jsonl")
    add_picture_options(parser)
    return form


def search_options(options: argparse.Namespace, **changes: Any) -> Options:
    """Return how to search; `changes` are fields of `Options` that other options decide."""
    from lifesat.engines.options import Options

    values = {name: value for name, value in vars(options).items() if name in _HOW}
    lists = hasattr(options, "limit") and not options.all and goal_of(options) is None
    values["limit"] = options.limit or 1 if lists else None
    if hasattr(options, "workers"):
        values["workers"] = options.workers or cores()
    return Options(**values | changes)


def goal_of(options: argparse.Namespace) -> Goal | None:
    """Return which solution is the best, or None if there is a list."""
    fewest, most = ("smallest", "nearest"), ("largest", "densest")
    if any(getattr(options, name, False) for name in fewest):
        return "fewest"
    return "most" if any(getattr(options, name, False) for name in most) else None


def search_problem(problem: Problem, options: argparse.Namespace, show: Show | None = None) -> int:
    """List or count the solutions of a problem or find the best, as by `run_search`."""
    from lifesat.queries.solutions import list_or_best

    check_solutions_form(problem, options.to)
    about_all = asked_of_all(problem, options)
    if about_all is not None:
        return about_all
    return run_search(
        list_or_best(problem, goal_of(options)), search_options(options), options, show
    )


def asked_of_all(problem: Problem, options: argparse.Namespace) -> int | None:
    """Count or draw the solutions, or weigh their cells, and return the exit code.

    The result is None if that is not what the options ask for.
    """
    if getattr(options, "count", False):
        from lifesat.queries.count_solutions import CountSolutions

        count = CountSolutions(problem, options.by_population, options.up_to_symmetry)
        how = search_options(options, limit=None, up_to_symmetry=False)
        return run_search(count, how, options)
    if getattr(options, "sample", None) is not None:
        from lifesat.queries.sample_solutions import SampleSolutions

        how = search_options(options, limit=options.sample, seed=0)
        return run_within_reach(SampleSolutions(problem, options.seed), how, options)
    if getattr(options, "marginals", None) is not None:
        from lifesat.queries.marginals import CountMarginals

        how = search_options(options, limit=None, seed=0)
        return run_within_reach(CountMarginals(problem), how, options)
    return None


def run_search(
    query: Query, how: Options, options: argparse.Namespace, show: Show | None = None
) -> int:
    """Search, write solutions, report on standard error, and return the exit code.

    `show` changes solutions before they are written.
    """
    from lifesat.queries.search import search

    if options.job is not None:
        return search_as_job(query, how, options, show)
    with Interrupt() as interrupt:
        events = search(query, how, interrupt.came, seconds_spent(options))
        return report_events(query, how, events, options, show)


def seconds_spent(options: argparse.Namespace) -> float:
    """Return the seconds since the command began, which its time limit includes."""
    return time.perf_counter() - options.began if hasattr(options, "began") else 0.0


def report_events(
    query: Query,
    how: Options,
    events: Iterator[Event],
    options: argparse.Namespace,
    show: Show | None = None,
) -> int:
    """Report and write the events of a query to the end, and return the exit code."""
    from lifesat.cli.narration import Reporter

    reporter = Reporter(query, how, quiet=options.quiet)
    return report_events_to(answer_writer(query, options), events, reporter, show)


def report_events_to(
    writer: Writer,
    events: Iterator[Event],
    reporter: Reporter,
    show: Show | None = None,
) -> int:
    """Report events, write them with a writer, and return the exit code.

    Raises `FailedError` if the search fails, after writing what was found before.
    """
    from lifesat.queries.events import Done, Solutions

    code: int | None = None
    with writer as write:
        while code is None:
            event = next(events)
            reporter.report(event)
            write(show(event) if show and isinstance(event, Solutions) else event)
            if isinstance(event, Done):
                code = reporter.exit_code(event)
    # An error comes after the end; by now all is written, also to a file.
    next(events, None)
    return code


def check_solutions_form(problem: Problem, form: str | None) -> None:
    """Reject a format that cannot hold the solutions, such as one without unknown cells."""
    if form is None or form not in problem.forms:
        return
    import numpy as np

    boards = problem.boards(np.zeros((1, problem.projection), dtype=np.int32))
    for _ in problem.texts(boards, 1, form):
        pass


def search_as_job(
    query: Query, how: Options, options: argparse.Namespace, show: Show | None = None
) -> int:
    """Create a job and start it, report its events unless detached, and return the exit code."""
    from lifesat.queries.search import only_the_best

    if options.detach:
        return detach_job(query, how, options)
    events = new_job_events(options.job, query, how)
    if query.improves:
        events = only_the_best(events)
    return report_events(query, how, events, options, show)


def detach_job(query: Query, how: Options, options: argparse.Namespace) -> int:
    """Create a job, start its process, and return the exit code without waiting for it."""
    from lifesat.jobs.job import Job

    job = Job.create(options.job, query, how)
    job.start()
    if not options.quiet:
        diagnostics.say(
            f"job {job.name} started; `lifesat jobs follow {job.name}` shows what it finds"
        )
    return exit_codes.FOUND


def new_job_events(name: str, query: Query, how: Options) -> Iterator[Event]:
    """Create and start a job at the first request, and yield its events; Ctrl-C stops the job."""
    from lifesat.jobs.follow import follow
    from lifesat.jobs.job import Job

    job = Job.create(name, query, how)
    job.start()
    with Interrupt(then=partial(job.request, "stop")):
        yield from follow(job)


def _nothing(_best: Boards) -> None:
    """Do nothing more with the best solution, which is written in any case."""


def run_improving(
    problem: Improved, goal: Goal | None, options: argparse.Namespace, then: Then = _nothing
) -> int:
    """Search in this process or as a job, write solutions, and return the exit code.

    With a goal, each improvement is reported and the best solution is written; otherwise the
    solutions are listed. `then` is called with the best solution after the search.
    """
    from lifesat.queries.search import improving_search
    from lifesat.queries.solutions import list_or_best

    query = list_or_best(problem, goal)
    how = search_options(options, **{} if goal is None else {"limit": None})
    if goal is None:
        return run_search(query, how, options)
    if options.proof:
        query = _with_proof(problem, options)
    if options.job is not None and options.detach:
        return detach_job(query, how, options)
    if options.job is not None:
        return _report(query, how, new_job_events(options.job, query, how), options, then)
    with Interrupt() as interrupt:
        events = improving_search(query, how, interrupt.came, seconds_spent(options))
        return _report(query, how, events, options, then)


def _with_proof(problem: Improved, options: argparse.Namespace) -> BestSolution:
    """Return a query that also writes a proof that no solution is better."""
    from lifesat.queries.solutions import BestWithProof

    return BestWithProof(
        problem, "fewest", proof_of(options, output=True), options.force, options.solver or ""
    )


def _report(
    query: ProblemQuery,
    how: Options,
    events: Iterator[Event],
    options: argparse.Namespace,
    then: Then,
) -> int:
    """Report improvements, write the best, and return the exit code."""
    from lifesat.cli.narration import Reporter
    from lifesat.frontends.output.event_files import best_solution_file, event_lines

    to = output_of(options)
    reporter = Reporter(query, how, quiet=options.quiet, improvements=True)
    if options.jsonl:
        writer = event_lines(to)
    else:
        writer = best_solution_file(to, query.problem, publication(options, query.problem))
    code = report_events_to(writer, events, reporter)
    if reporter.best is not None:
        then(reporter.best)
    return code


def run_within_reach(
    query: Query, how: Options, options: argparse.Namespace, hint: str = ""
) -> int:
    """Do what `run_search` does; if the query is out of reach, report why, and `hint`."""
    try:
        return run_search(query, how, options)
    except UserError as error:
        reason = error.__cause__ if isinstance(error, FailedError) else error
        if not _is_out_of_reach(reason):
            raise
        diagnostics.say(f"lifesat: {reason}")
        if hint and not options.quiet:
            diagnostics.say(hint)
        return exit_codes.UNDECIDED


def _is_out_of_reach(error: BaseException | None) -> bool:
    from lifesat.engines.frontier.support import OutOfReachError
    from lifesat.engines.particles.drawing import NoBoardError

    return isinstance(error, OutOfReachError | NoBoardError)


def add_samples_options(parser: argparse.ArgumentParser, what: str) -> None:
    """Add ``--samples``, which estimates `what`, and ``--seed``."""
    add(parser, "samples", what=what)
    add(parser, "seed", what="--samples")


def check_samples(options: argparse.Namespace, *excluded: str) -> None:
    """Reject a seed without samples, and samples with options that need an exact answer.

    `excluded` has the names of these options without leading hyphens.
    """
    if options.samples is None:
        if options.seed:
            raise UserError("--seed is for --samples: exact numbers have no seed")
        return
    for name in excluded:
        if getattr(options, name.replace("-", "_")):
            raise UserError(f"--{name} needs an exact answer; leave out --samples")


def proof_of(options: argparse.Namespace, *, output: bool) -> str:
    """Return the path of the proof or "", absolute for a job, which may run in another folder."""
    check_proof_options(options, output=output)
    proof: str = options.proof or ""
    if not proof or options.job is None:
        return proof
    return os.path.abspath(proof)  # noqa: PTH100 - pathlib is slow to load


def check_proof_options(options: argparse.Namespace, *, output: bool) -> None:
    """Reject a proof that cannot be written; `output` says whether ``-o`` is written, too."""
    if not options.proof:
        return
    if options.proof == "-" or _among_devices(options.proof):
        raise UserError("--proof needs the name of a file, since the formula is written beside it")
    if options.solver and options.solver not in PROVERS:
        raise UserError(f"{options.solver} writes no proofs; use one of {', '.join(PROVERS)}")
    if output:
        check_other_name("-o", options.output, "--proof", options.proof, f"{options.proof}.cnf")


def check_other_name(flag: str, path: str, writer: str, *written: str) -> None:
    """Reject the file of option `flag` if option `writer` writes it, too."""
    from pathlib import Path  # slow to load

    if path == "-" or _among_devices(path):
        return
    if Path(path).resolve() in {Path(name).resolve() for name in written}:
        raise UserError(f"{writer} writes {path} too; give {flag} another name")


def _among_devices(path: str) -> bool:
    """Return whether a path is where files must not be created, such as ``/dev/null``."""
    from pathlib import Path  # slow to load

    folder = Path(path).absolute().parent.resolve()
    return folder.is_relative_to("/proc") or folder in (Path("/dev"), Path("/dev/fd"))
