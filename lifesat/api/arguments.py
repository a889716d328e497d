"""The arguments that the public functions share, and the problems and options they become."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from operator import index
from typing import Any, TypedDict

from lifesat.engines.options import QUICKEST, Options
from lifesat.errors import TimeLimitError, UserError
from lifesat.life.life_history import has_notes
from lifesat.life.pattern import Pattern
from lifesat.problems.life.generations_predecessor import (
    GenerationsPredecessor,
    needs_two_states,
    refuse_several_states,
)
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.predecessor_states import PredecessorStates
from lifesat.problems.life.window import Cell, Outside
from lifesat.problems.problem import Goal, Problem
from lifesat.queries.events import Progress
from lifesat.requests.effort import Effort
from lifesat.requests.option_table import check, from_values
from lifesat.requests.target import PredecessorRequest, with_given, with_near_cells

# Conditions that are cells or patterns here, and files on the command line.
_IN_PYTHON = ("require", "forbid", "given", "within")


class Conditions(TypedDict, total=False):
    """What a predecessor must be like; see `lifesat.predecessors` for each."""

    generations: int | None
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


def check_text(name: str, value: object) -> None:
    """Refuse an argument that is no text.

    Raises
    ------
    UserError
        If it is none.
    """
    if not isinstance(value, str):
        raise UserError(f"{name} is {value!r}; it must be a name")


def target_problem(target: Pattern, conditions: Conditions) -> Predecessor | GenerationsPredecessor:
    """Return the problem that a target under a rule of two states or a Generations rule states.

    Parameters, errors
        As for `predecessor_problem`.
    """
    _check_pattern("target", target)
    if target.rule.family != "generations":
        return predecessor_problem(target, conditions)
    check_names(conditions, Conditions)
    values = {name: value for name, value in conditions.items() if name not in _IN_PYTHON}
    check(**values)
    problem = from_values(PredecessorRequest, values).target_problem(target)
    for name in _IN_PYTHON:
        if conditions.get(name) not in (None, (), frozenset()):
            refuse_several_states(problem, name)
    return problem


def predecessor_problem(target: Pattern, conditions: Conditions) -> Predecessor:
    """Return the problem that a target under a rule of two states and conditions state.

    Parameters
    ----------
    target, conditions
        As for `lifesat.predecessors`.

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
    values = {name: value for name, value in conditions.items() if name not in _IN_PYTHON}
    check(**values)
    problem = replace(
        from_values(PredecessorRequest, values).problem(target),
        require=_cells("require", conditions.get("require", ())),
        forbid=_cells("forbid", conditions.get("forbid", ())),
    )
    if given is not None:
        problem = with_given(problem, given)
    if (within := conditions.get("within")) is not None:
        check(within=within)
        problem = with_near_cells(problem, within)
    return problem


def projected(
    problem: Predecessor | GenerationsPredecessor, cells: Iterable[Cell] | None
) -> Predecessor | GenerationsPredecessor | PredecessorStates:
    """Return the problem of the states of some cells, or the one of whole predecessors.

    Parameters
    ----------
    problem
        The predecessors.
    cells
        The cells, or None for all.

    Raises
    ------
    UserError
        If a cell is invalid, or if there are cells and the rule has more than two states.
    """
    if cells is None:
        return problem
    if isinstance(problem, GenerationsPredecessor):
        raise needs_two_states(problem.rule, "project")
    return PredecessorStates(problem, _cells("project", cells))


def _check_pattern(name: str, pattern: object) -> None:
    if not isinstance(pattern, Pattern):
        raise UserError(f"{name} is {pattern!r}; it must be a Pattern")
    if has_notes(pattern.rule):
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
    return from_values(Effort, {**values, "encoding": encoding, "goal": goal}).options(problem)


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
    return replace(search_options(problem, effort), disk=disk, prefer_frontier=False)


def options_for_one_answer(problem: Problem, effort: EffortArguments) -> Options:
    """Return how to search for one answer, with the quickest solvers unless one is named.

    Raises
    ------
    TypeError, UserError
        As for `search_options`.
    """
    options = search_options(problem, effort)
    return replace(options, solver=effort.get("solver") or QUICKEST, prefer_frontier=False)


def late(time_limit: float | None, what: str, best: Pattern | str | None = None) -> TimeLimitError:
    """Return the error that the time limit passed before something."""
    return TimeLimitError(f"the time limit of {time_limit:g} s passed before {what}", best)
