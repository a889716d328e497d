"""Count the solutions of a problem."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.queries.query import End, ProblemQuery, Shape, Step, Steps
from lifesat.queries.run import Run
from lifesat.queries.sentences import Outcome
from lifesat.queries.state import State
from lifesat.queries.sweeping import background_steps, counted_ending, sweep_steps
from lifesat.queries.validation import CountedProblem

if TYPE_CHECKING:
    from lifesat.frontier.progress import SweepProgress


@dataclass(frozen=True)
class CountState(State):
    """The numbers, one for each population if they are counted apart, as JSON; "" if unknown."""

    numbers: str = ""


@dataclass(frozen=True)
class CountSolutions(ProblemQuery):
    """Count solutions exactly, without keeping a list of them.

    A job that is resumed counts again, since a sweep cannot be kept.

    Parameters
    ----------
    problem
        Predecessors, or a block of space-time.
    by_population
        Whether there is a number for each population.
    up_to_symmetry
        Whether orbits are counted.

    Raises
    ------
    UserError
        If solutions of such a problem are not counted.
    """

    name: ClassVar[str] = "count"
    shape: ClassVar[Shape] = "words"
    State: ClassVar[type[State]] = CountState
    by_population: bool = False
    up_to_symmetry: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.problem, CountedProblem):
            raise UserError(f"{self.problem.nouns} are listed, and not counted")

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return f"number of {self.problem.nouns}"

    def check(self, options: Options) -> None:
        """Refuse an encoding that the problem does not have."""
        options.encoding_of(self.problem)

    def steps(self, state: CountState, run: Run) -> Steps:
        """Count; a note says if another way than a frontier is taken.

        Raises
        ------
        UserError, MemoryLimitError
            As `lifesat.queries.counting.count_solutions` does.
        """
        run.phase = what = f"counting {self.problem.nouns}"

        def steps(new: "list[SweepProgress | str]") -> Iterator[Step]:
            nonlocal state
            for note in new:
                if isinstance(note, str):
                    state = replace(state, note=note)
                    yield state
            yield from sweep_steps(run, what, [each for each in new if not isinstance(each, str)])

        numbers = yield from background_steps(partial(self._counted, run.options), steps, run)
        yield replace(state, numbers=_text(numbers))
        return End("complete" if any(numbers) else "none")

    def _counted(
        self, options: Options, tell: Callable[["SweepProgress | str"], None]
    ) -> list[int]:
        """Return the numbers, one for each population if they are asked for."""
        from lifesat.queries.counting import Count, count_solutions  # noqa: PLC0415  # slow to load

        if not isinstance(self.problem, CountedProblem):
            raise TypeError(self.problem)
        how = Count(
            self.by_population, self.up_to_symmetry, options.encoding, options.memory, options.disk
        )
        return count_solutions(self.problem, how, tell, tell)

    def state(self, values: Mapping[str, Any]) -> CountState:
        """Return what the journal of a job knows.

        Raises
        ------
        UserError
            If its numbers cannot be read.
        """
        state = CountState.of(values)
        self.numbers(state)
        return state

    def numbers(self, state: CountState) -> tuple[int, ...] | None:
        """Return the number for each population, from 0 on, or one number; None if unknown."""
        return _numbers(state.numbers) if state.numbers else None

    def populations(self, state: CountState) -> dict[int, int]:
        """Return the populations that occur, and their numbers."""
        numbers = self.numbers(state) or ()
        return {population: number for population, number in enumerate(numbers) if number}

    def final(self, state: CountState) -> bool:
        """Return whether the number is known."""
        return bool(state.numbers)

    def sentence(self, state: CountState) -> str:
        """Return the number of all solutions."""
        if not state.numbers:
            return ""
        total = sum(_numbers(state.numbers))
        noun, nouns = self.problem.noun, self.problem.nouns
        if self.up_to_symmetry:
            noun, nouns = "orbit", "orbits"
        return f"{total:,} {noun if total == 1 else nouns}"

    def text(self, state: CountState) -> str:
        """Return the number, or a line for each population that occurs; "" before it is known."""
        if not state.numbers:
            return ""
        if self.by_population:
            return "".join(
                f"{population} {n}\n" for population, n in self.populations(state).items()
            )
        return f"{sum(_numbers(state.numbers))}\n"

    def facts(self, state: CountState) -> dict[str, Any]:
        """Return the number, and one for each population if they are counted apart."""
        if not state.numbers:
            return {}
        apart = {"populations": self.populations(state)} if self.by_population else {}
        return {"number": sum(_numbers(state.numbers)), **apart}

    def values(self, before: CountState, state: CountState) -> Iterator[Any]:
        """Yield the number, or a dictionary of populations, once it is known."""
        if state.numbers != before.numbers:
            facts = self.facts(state)
            yield facts["populations"] if self.by_population else facts["number"]

    def ending(self, state: CountState, outcome: Outcome, took: str = "") -> str:  # noqa: ARG002
        """Return why there is no number, or that there is no solution; "" for a number."""
        return counted_ending(self, f"the {self.nouns} is not known", outcome, took)


def _text(numbers: list[int]) -> str:
    """Return numbers of any length as JSON."""
    # By default, Python refuses to write and to read numbers of more than 4,300 digits.
    sys.set_int_max_str_digits(0)
    return json.dumps(numbers)


def _numbers(text: object) -> tuple[int, ...]:
    """Return the numbers in a journal.

    Raises
    ------
    UserError
        If there are none.
    """
    sys.set_int_max_str_digits(0)
    try:
        numbers = json.loads(str(text))
    except ValueError:
        numbers = None
    if not isinstance(numbers, list) or not all(type(n) is int and n >= 0 for n in numbers):
        raise UserError("the numbers in the journal cannot be read")
    return tuple(numbers)
