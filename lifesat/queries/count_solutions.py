"""Count the solutions of a problem."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from lifesat.errors import UserError
from lifesat.queries.answers import Counted, Note
from lifesat.queries.background import events_of_work
from lifesat.queries.events import (
    Event,
    Status,
)
from lifesat.queries.options import Options
from lifesat.queries.query import ProblemQuery, Shape
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import Run
from lifesat.queries.sweeping import sweep_phase, sweep_told
from lifesat.queries.validation import CountedProblem

if TYPE_CHECKING:
    from lifesat.frontier.progress import SweepProgress


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

    def events(self, run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:
        """Count.

        Yields
        ------
        Event
            `Sweep` four times a second while a frontier is swept, `Note` if another way is taken,
            `Counted` and `Done`.

        Raises
        ------
        UserError, MemoryLimitError
            As `lifesat.queries.counting.count_solutions` does.
        """
        work = partial(self._counted, run.options)
        told = partial(_told, run, recorder)
        numbers = yield from events_of_work(work, told, run, stop, recorder)
        if numbers is None:
            return
        recorder.settle({"numbers": _text(numbers)})
        status: Status = "complete" if any(numbers) else "none"
        recorder.end(None, status)
        yield Counted(tuple(numbers), self.by_population)
        yield run.done(status)

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

    def told(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Event]:
        """Yield a note on the way that was taken, and the numbers."""
        if now.get("note") != before.get("note"):
            yield Note(now["note"])
        if now.get("numbers") != before.get("numbers"):
            yield Counted(_numbers(now["numbers"]), self.by_population)

    def sentence(self, values: Mapping[str, Any]) -> str:
        """Return the number of all solutions, or how far the sweep is."""
        if "numbers" not in values:
            return str(values.get("sweep", ""))
        total = sum(_numbers(values["numbers"]))
        noun, nouns = self.problem.noun, self.problem.nouns
        if self.up_to_symmetry:
            noun, nouns = "orbit", "orbits"
        return f"{total:,} {noun if total == 1 else nouns}"

    def phase(self, values: Mapping[str, Any]) -> str:
        """Return what a process at work on it does now."""
        return sweep_phase(values, f"counting {self.problem.nouns}")

    def answer(self, values: Mapping[str, Any]) -> str:
        """Return the number, or a line for each population that occurs; "" before it is known."""
        if "numbers" not in values:
            return ""
        return Counted(_numbers(values["numbers"]), self.by_population).text()


def _told(run: Run, recorder: Recorder, new: "list[SweepProgress | str]") -> Iterator[Event]:
    """Yield what the work has reported."""
    for note in new:
        if isinstance(note, str):
            recorder.settle({"note": note})
            yield Note(note)
    yield from sweep_told(run, recorder, [each for each in new if not isinstance(each, str)])


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
