"""How many solutions there are: by a frontier, by a model counter, or by listing them all."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from lifesat import frontier
from lifesat.errors import UserError
from lifesat.frontier import OutOfReachError
from lifesat.jobs.events import Solutions
from lifesat.jobs.options import Options
from lifesat.jobs.search import search
from lifesat.machine import half_of_the_machine
from lifesat.problems.life.predecessor import Predecessor
from lifesat.sat import model_counter
from lifesat.sat.memory import check, counter_bytes


@dataclass(frozen=True)
class Count:
    """What to count, and with what.

    Attributes
    ----------
    by_population
        Whether there is a number for each population, from 0 on; otherwise there is one number.
    up_to_symmetry
        Whether orbits are counted.
    encoding, memory
        As in `lifesat.jobs.options.Options`.
    """

    by_population: bool = False
    up_to_symmetry: bool = False
    encoding: str | None = None
    memory: int | None = None


def count_predecessors(
    problem: Predecessor, how: Count, notice: Callable[[str], None] = lambda _: None
) -> list[int]:
    """Return the exact numbers of solutions.

    Parameters
    ----------
    problem
        Whose solutions are counted.
    how
        What to count, and with what.
    notice
        Called with a sentence if no frontier fits, before the slower way is taken.

    Raises
    ------
    UserError
        If the encoding cannot express the rule, or the model counter ran out of memory.
    MemoryLimitError
        If the formula would take too much memory.
    """
    try:
        return _swept(problem, how)
    except OutOfReachError as reason:
        counted = not how.by_population and not how.up_to_symmetry and model_counter.available()
        way = "counting models with pyganak" if counted else "listing all with the SAT solver"
        notice(f"{reason}: {way} instead")
    return [_counted(problem, how)] if counted else _listed(problem, how)


def _swept(problem: Predecessor, how: Count) -> list[int]:
    memory = how.memory or half_of_the_machine()
    if how.up_to_symmetry:
        return frontier.count_orbits(problem, memory, by_population=how.by_population)
    if how.by_population:
        return frontier.count_by_population(problem, memory)
    return [frontier.count_parents(problem, memory)]


def _counted(problem: Predecessor, how: Count) -> int:
    encoding = how.encoding or problem.encodings[0]
    check(counter_bytes(problem.formula_size(encoding)), how.memory)
    formula = problem.formula(encoding)
    try:
        return model_counter.count_models(formula, problem.projection)
    except MemoryError as error:
        raise UserError(f"{error}; the machine may have too little memory for it") from error


def _listed(problem: Predecessor, how: Count) -> list[int]:
    numbers: Counter[int] = Counter()
    options = Options(
        encoding=how.encoding, limit=None, up_to_symmetry=how.up_to_symmetry, memory=how.memory
    )
    for event in search(problem, options):
        if isinstance(event, Solutions):
            for population in event.weights():
                numbers[population if how.by_population else 0] += 1
    return [numbers[population] for population in range(max(numbers, default=0) + 1)]
