"""The arguments that the public functions share, and the problems and options they become."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypedDict

from lifesat.engines.options import Options
from lifesat.errors import TimeLimitError, UserError
from lifesat.frontends.input.target import PredecessorRequest
from lifesat.frontends.options.table import check, from_values
from lifesat.life.life_history import has_notes
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import Cell, Outside
from lifesat.problems.problem import Problem
from lifesat.queries.events import Progress

# Conditions that are cells or patterns here, and files on the command line.
_NOT_WORDS = ("require", "forbid", "given")


class Conditions(TypedDict, total=False):
    """What a predecessor must be like; see `lifesat.predecessors` for each."""

    generations: int | None
    outside: Outside | None
    margin: int
    min_population: int
    max_population: int | None
    max_outside: int | None
    different: bool
    require: Iterable[Cell]
    forbid: Iterable[Cell]
    given: Pattern | None
    within: int | None
    symmetry: str


class SequentialEffort(TypedDict, total=False):
    """How to search with one process.

    Attributes
    ----------
    encoding
        A name in `lifesat.defaults.ENCODINGS`, or for puzzles one of theirs. None takes the
        first that can express the problem.
    solver
        A name in `lifesat.defaults.SOLVERS`; None takes the default.
    time_limit
        Seconds from the first `next` on, including what the program does between two solutions.
        None sets no limit.
    memory
        Bytes that the search may take with all its processes; None allows half of the machine's.
    progress
        Called with a `lifesat.Progress` about four times a second while a solution is awaited.
    """

    encoding: str | None
    solver: str | None
    time_limit: float | None
    memory: int | None
    progress: Callable[[Progress], None] | None


class EffortArguments(SequentialEffort, total=False):
    """How to search.

    Attributes
    ----------
    encoding, solver, time_limit, memory, progress
        As in `SequentialEffort`.
    workers
        How many processes may search, 1 unless given. A search starts more than one when some
        seconds have not sufficed. A script that allows more must start under
        ``if __name__ == "__main__":``, since each process imports it.
    """

    workers: int


class Arguments(Conditions, EffortArguments, total=False):
    """Conditions and effort together."""


def split(arguments: Arguments) -> tuple[Conditions, EffortArguments]:
    """Return the conditions and the effort among arguments.

    Raises
    ------
    TypeError
        If there is another argument.
    """
    check_names(arguments, Arguments)
    conditions = {k: v for k, v in arguments.items() if k in Conditions.__annotations__}
    effort = {k: v for k, v in arguments.items() if k in EffortArguments.__annotations__}
    return Conditions(**conditions), EffortArguments(**effort)  # type: ignore[typeddict-item]


def check_names(arguments: Mapping[str, object], names: type[Mapping[str, object]]) -> None:
    """Reject keyword arguments that a function does not take.

    Raises
    ------
    TypeError
        If there is one, as for functions that list theirs.
    """
    known = names.__annotations__
    for name in arguments:
        if name not in known:
            raise TypeError(f"unexpected keyword argument {name!r}; there are {', '.join(known)}")


def check_text(name: str, value: object) -> None:
    """Reject an argument that is not a string.

    Raises
    ------
    UserError
        If it is none.
    """
    if not isinstance(value, str):
        raise UserError(f"{name} is {value!r}; it must be a name")


def predecessor_problem(
    target: Pattern, conditions: Conditions, project: Iterable[Cell] | None = None
) -> Predecessor:
    """Return the problem that a target, conditions and cells to project on state.

    Raises
    ------
    TypeError
        If there is an unknown condition.
    UserError
        If a value is invalid.
    """
    check_names(conditions, Conditions)
    _check_pattern("target", target)
    given = conditions.get("given")
    if given is not None:
        _check_pattern("given", given)
    check(**{name: value for name, value in conditions.items() if name not in _NOT_WORDS})
    request = from_values(PredecessorRequest, {**conditions, "project": project})
    return request.problem(target)


def _check_pattern(name: str, pattern: object) -> None:
    if not isinstance(pattern, Pattern):
        raise UserError(f"{name} is {pattern!r}; it must be a Pattern")
    if has_notes(pattern.rule):
        raise UserError(
            f"the rule of {name} is {pattern.rule}; convert it with "
            "lifesat.life_history_target(pattern, unknown=...)"
        )


def search_options(
    problem: Problem,
    effort: EffortArguments,
    *,
    limit: int | None = None,
    up_to_symmetry: bool = False,
    skip: int = 0,
    method: str = "auto",
    seed: int = 0,
) -> Options:
    """Return how to search for the solutions of a problem.

    Raises
    ------
    TypeError
        If there is an unknown argument.
    UserError
        If a value is invalid.
    """
    check_names(effort, EffortArguments)
    values: dict[str, Any] = {
        "workers": 1,
        **effort,
        "limit": limit,
        "up_to_symmetry": up_to_symmetry,
        "skip": skip,
        "method": method,
        "seed": seed,
    }
    progress = values.pop("progress", None)
    if progress is not None and not callable(progress):
        raise UserError(f"progress is {progress!r}; it must be a function, or None")
    # Which encodings there are depends on the problem.
    encoding = values.pop("encoding", None)
    if encoding is not None:
        check_text("encoding", encoding)
    if values["workers"] is None:
        raise UserError("workers is None; it must be an int of at least 1")
    check(**values)
    options = Options(**values, encoding=encoding)
    options.encoding_of(problem)
    return options


def sweep_options(problem: Problem, effort: EffortArguments, disk: int | None) -> Options:
    """Return how to sweep a frontier, or to count in another way.

    Parameters
    ----------
    problem, effort
        As for `search_options`.
    disk
        Bytes of temporary files, or None.

    Raises
    ------
    TypeError, UserError
        As for `search_options`.
    """
    check(disk=disk)
    return replace(search_options(problem, effort), disk=disk)


def late(time_limit: float | None, what: str, best: Pattern | str | None = None) -> TimeLimitError:
    """Return the error that the time limit passed before something."""
    return TimeLimitError(f"the time limit of {time_limit:g} s passed before {what}", best)
