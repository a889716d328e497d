"""The arguments that the public functions share, and the problems and options they become."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from operator import index
from typing import TypedDict

from lifesat.errors import TimeLimitError, UserError
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.predecessor_states import PredecessorStates
from lifesat.problems.life.window import Cell, Outside
from lifesat.problems.numbers import integer_error
from lifesat.problems.problem import Goal, Problem
from lifesat.queries.events import Progress
from lifesat.queries.options import Options
from lifesat.requests.options import Effort
from lifesat.requests.target import PredecessorRequest, with_given, with_near_cells


class Conditions(TypedDict, total=False):
    """What a predecessor must be like; see `lifesat.predecessors` for each."""

    generations: int
    outside: Outside | None
    margin: int
    min_population: int
    max_population: int | None
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
    """Refuse keyword arguments that a function does not take.

    Raises
    ------
    TypeError
        If there is one, as for functions that list theirs.
    """
    known = names.__annotations__
    for name in arguments:
        if name not in known:
            raise TypeError(f"unexpected keyword argument {name!r}; there are {', '.join(known)}")


def check_counts(*counts: tuple[str, object, int], **optional: object) -> None:
    """Refuse numbers that are not whole or too small.

    Parameters
    ----------
    *counts
        Name, value and the smallest valid value.
    **optional
        Values that may be None, by their names; the smallest of each is 0.

    Raises
    ------
    UserError
        For the first that is wrong.
    """
    faults = [integer_error(*count) for count in counts]
    faults += [integer_error(name, value, 0, optional=True) for name, value in optional.items()]
    for fault in filter(None, faults):
        raise UserError(fault)


def check_flags(**flags: object) -> None:
    """Refuse what is neither True nor False.

    Raises
    ------
    UserError
        For the first that is wrong.
    """
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise UserError(f"{name} is {value!r}; it must be True or False")


def check_texts(**texts: object) -> None:
    """Refuse names that are not texts.

    Raises
    ------
    UserError
        For the first that is wrong.
    """
    for name, value in texts.items():
        if not isinstance(value, str):
            raise UserError(f"{name} is {value!r}; it must be a name")


def predecessor_problem(
    target: Pattern, conditions: Conditions, project: Iterable[Cell] | None = None
) -> Predecessor:
    """Return the problem that a target and conditions state.

    Parameters
    ----------
    target, conditions
        As for `lifesat.predecessors`.
    project
        Cells whose distinct states to list instead of whole predecessors, or None.

    Raises
    ------
    TypeError
        If there is no such condition.
    UserError
        If a condition is invalid, or if two contradict each other.
    """
    check_names(conditions, Conditions)
    _check_pattern("target", target)
    given = conditions.get("given")
    if given is not None:
        _check_pattern("given", given)
    least, most = conditions.get("min_population", 0), conditions.get("max_population")
    check_counts(("min_population", least, 0), max_population=most)
    outside, different = conditions.get("outside"), conditions.get("different", False)
    check_texts(outside="dead" if outside is None else outside)
    check_flags(different=different)
    request = PredecessorRequest(
        generations=conditions.get("generations", 1),
        outside=outside,
        margin=conditions.get("margin", 1),
        least=least,
        most=most,
        different=different,
        symmetry=conditions.get("symmetry", "C1"),
    )
    problem = replace(
        request.problem(target),
        require=_cells("require", conditions.get("require", ())),
        forbid=_cells("forbid", conditions.get("forbid", ())),
    )
    if given is not None:
        problem = with_given(problem, given)
    if (within := conditions.get("within")) is not None:
        check_counts(("within", within, 0))
        problem = with_near_cells(problem, within)
    return problem if project is None else PredecessorStates.of(problem, _cells("project", project))


def _check_pattern(name: str, pattern: object) -> None:
    if not isinstance(pattern, Pattern):
        raise UserError(f"{name} is {pattern!r}; it must be a Pattern")
    if pattern.rule.family == "life-history":
        raise UserError(
            f"the rule of {name} is {pattern.rule}; convert it with "
            "lifesat.life_history_target(pattern, unknown=...)"
        )


def _cells(name: str, cells: Iterable[Cell]) -> frozenset[Cell]:
    """Return cells whose coordinates may be integers of numpy."""
    try:
        return frozenset((index(x), index(y)) for x, y in cells)
    except (TypeError, ValueError) as error:
        raise UserError(
            f"{name} is {cells!r}; it must hold cells, each a pair of ints: column and row"
        ) from error


def search_options(
    problem: Problem,
    effort: EffortArguments,
    *,
    limit: int | None = None,
    up_to_symmetry: bool = False,
    skip: int = 0,
    goal: Goal | None = None,
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
    workers = effort.get("workers", 1)
    check_counts(("workers", workers, 1))
    check_flags(up_to_symmetry=up_to_symmetry)
    names = {name: effort.get(name) for name in ("encoding", "solver")}
    check_texts(
        method=method, **{name: value for name, value in names.items() if value is not None}
    )
    progress = effort.get("progress")
    if progress is not None and not callable(progress):
        raise UserError(f"progress is {progress!r}; it must be a function, or None")
    return Effort(
        encoding=effort.get("encoding"),
        solver=effort.get("solver"),
        limit=limit,
        seconds=effort.get("time_limit"),
        memory=effort.get("memory"),
        workers=workers,
        up_to_symmetry=up_to_symmetry,
        skip=skip,
        goal=goal,
        method=method,
        seed=seed,
    ).options(problem)


def late(time_limit: float | None, what: str, best: Pattern | str | None = None) -> TimeLimitError:
    """Return the error that the time limit passed before something."""
    return TimeLimitError(f"the time limit of {time_limit:g} s passed before {what}", best)
