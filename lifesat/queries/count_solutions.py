"""Count solutions: with a frontier or a model counter, or by listing them."""

import json
import math
import sys
import time
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar

from lifesat.defaults import SOLVER
from lifesat.engines.frontier.checkpoint import Checkpoint
from lifesat.engines.frontier.counts import count_boards, count_by_population, count_orbits
from lifesat.engines.frontier.progress import SweepProgress
from lifesat.engines.frontier.support import OutOfReachError
from lifesat.engines.options import Options
from lifesat.engines.sat import model_counter
from lifesat.engines.sat.memory import check, counter_bytes
from lifesat.errors import UserError
from lifesat.problems.life.base import LifeProblem
from lifesat.problems.problem import Problem
from lifesat.queries.events import Done, Event, Progress, Solutions
from lifesat.queries.query import End, ProblemQuery, Shape, Step, Steps
from lifesat.queries.run import COUNT, Run, State
from lifesat.queries.search import search
from lifesat.queries.sentences import Outcome
from lifesat.queries.solutions import ListSolutions, search_progress
from lifesat.queries.sweeping import background_steps, counted_ending, sweep_limits, sweep_steps


@dataclass(frozen=True)
class CountState(State):
    """The counts as a JSON list: one number, or one for each population; "" if unknown."""

    numbers: str = ""


@dataclass(frozen=True)
class CountSolutions(ProblemQuery):
    """Count solutions exactly, without keeping a list of them.

    A job keeps its sweep in a file now and then, and when it is stopped, and goes on from there.
    """

    name: ClassVar[str] = "count"
    shape: ClassVar[Shape] = "words"
    State: ClassVar[type[State]] = CountState
    # Whether to count each population separately.
    by_population: bool = False
    # Whether to count orbits instead of solutions.
    up_to_symmetry: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.problem, LifeProblem):
            raise UserError(f"{self.problem.nouns} are listed, and not counted")

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return f"number of {self.problem.nouns}"

    def check(self, options: Options) -> None:
        """Reject an encoding that the problem does not have."""
        options.encoding_of(self.problem)

    def steps(self, state: CountState, run: Run) -> Steps:
        """Count, with a note if no frontier fits and a slower method is used."""
        run.phase = what = f"counting {self.problem.nouns}"

        def steps(new: list[SweepProgress | str]) -> Iterator[Step]:
            nonlocal state
            for note in new:
                if isinstance(note, str):
                    state = replace(state, note=note)
                    yield state
            yield from sweep_steps(run, what, [each for each in new if not isinstance(each, str)])

        checkpoint = Checkpoint(run.work_file)
        count = partial(count_solutions, self, run.options, checkpoint=checkpoint)
        numbers = yield from background_steps(count, steps, run)
        checkpoint.remove()
        yield replace(state, numbers=_text(numbers))
        return End("complete" if any(numbers) else "none")

    def state(self, values: Mapping[str, Any]) -> CountState:
        """Return the state in a job's journal; raises UserError if its numbers cannot be read."""
        state = CountState.of(values)
        self.numbers(state)
        return state

    def numbers(self, state: CountState) -> tuple[int, ...] | None:
        """Return the number for each population, from 0 on, or one number; None if unknown."""
        return _numbers(state.numbers) if state.numbers else None

    def populations(self, state: CountState) -> dict[int, int]:
        """Return the populations that occur, and their counts."""
        numbers = self.numbers(state) or ()
        return {population: number for population, number in enumerate(numbers) if number}

    def final(self, state: CountState) -> bool:
        """Return whether the counts are known."""
        return bool(state.numbers)

    def sentence(self, state: CountState) -> str:
        """Return the total in words."""
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
        """Return the total, and the count of each population if they are counted separately."""
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
        """Return why the counts are unknown, or that there is no solution; "" if they are known."""
        return counted_ending(self, f"the {self.nouns} is not known", outcome, took)


def _text(numbers: list[int]) -> str:
    """Return numbers of any length as JSON."""
    # By default, Python neither writes nor reads numbers of more than 4,300 digits.
    sys.set_int_max_str_digits(0)
    return json.dumps(numbers)


def _numbers(text: object) -> tuple[int, ...]:
    """Return the numbers in a journal; raises UserError if they cannot be read."""
    sys.set_int_max_str_digits(0)
    try:
        numbers = json.loads(str(text))
    except ValueError:
        numbers = None
    if not isinstance(numbers, list) or not all(type(n) is int and n >= 0 for n in numbers):
        raise UserError("the numbers in the journal cannot be read")
    return tuple(numbers)


# Nothing is listed during a shorter sweep. At first the list gets as much time as the sweep, whose
# next step may use files and take minutes; later it gets a share of that time.
_ALONE_SECONDS = 3.0
_EQUAL_SECONDS = 10.0
_SHARE = 0.25
# A longer list is left to the sweep.
_MOST_SOLUTIONS = 20_000


class ListIsCompleteError(Exception):
    """The list was complete before the sweep."""


class Listing:
    """Counts all solutions by listing them, some seconds at a time."""

    def __init__(self, problem: Problem, options: Options, *, by_population: bool) -> None:
        # The number of solutions listed.
        self.found = 0
        self._populations: Counter[int] = Counter()
        self._by_population = by_population
        self._events = self._listed(problem, options)

    def _listed(self, problem: Problem, options: Options) -> Iterator[Event]:
        for event in search(ListSolutions(problem), options):
            if isinstance(event, Solutions):
                for population in event.weights():
                    self._populations[population if self._by_population else 0] += 1
                    self.found += 1
            yield event

    def advance(self, seconds: float) -> bool:
        """List for about `seconds`, and return whether the list is complete."""
        end = time.monotonic() + seconds
        return all(time.monotonic() < end for _ in self._events)

    def finish(self) -> list[int]:
        """List to the end and return the counts."""
        self.advance(math.inf)
        return self.numbers

    @property
    def numbers(self) -> list[int]:
        """The counts so far, as `count_solutions` returns them."""
        most = max(self._populations, default=0)
        return [self._populations[population] for population in range(most + 1)]


class ListBeside:
    """Lists solutions in turns with another way of counting, as long as there seem to be few."""

    def __init__(self, listing: Listing) -> None:
        self._listing = listing
        self._began = time.monotonic()
        self._spent = 0.0
        self._goes_on = True

    def take_turn(self) -> None:
        """Continue the list if it is its turn; raises ListIsCompleteError when it is complete."""
        began = time.monotonic()
        swept = began - self._began - self._spent
        equal = min(swept, _EQUAL_SECONDS)
        turn = equal + _SHARE * (swept - equal) - self._spent
        if not self._goes_on or swept < _ALONE_SECONDS or turn <= 0:
            return
        try:
            complete = self._listing.advance(turn)
        except UserError:  # such as too little memory for the formula
            complete = self._goes_on = False
        if complete:
            raise ListIsCompleteError
        self._goes_on = self._goes_on and self._listing.found < _MOST_SOLUTIONS
        self._spent += time.monotonic() - began


def count_solutions(
    query: CountSolutions,
    options: Options,
    tell: Callable[[SweepProgress | str], None] = lambda _: None,
    checkpoint: Checkpoint | None = None,
) -> list[int]:
    """Return the exact counts of solutions: one number, or one for each population.

    During a long sweep, a listing takes turns; it finishes first if there are few solutions.
    `tell` is called with the progress, and with a sentence if no frontier fits, before a slower
    method is used. `checkpoint` keeps the sweeps.
    """
    listing = _listing(query, options)
    beside = ListBeside(listing)

    def go_on(progress: SweepProgress) -> None:
        tell(progress)
        beside.take_turn()

    try:
        return _swept_counts(query, options, checkpoint, go_on)
    except ListIsCompleteError:
        return listing.numbers
    except OutOfReachError as reason:
        whole = not (query.by_population or query.up_to_symmetry)
        counted = whole and model_counter.available()
        way = "counting models with pyganak" if counted else "listing all with the SAT solver"
        tell(f"{reason}: {way} instead")
    if counted:
        return [_counted_models(query.problem, options)]
    return _listing(query, options).finish()


def _listing(query: CountSolutions, options: Options) -> Listing:
    # A solver lists what a frontier counts meanwhile.
    how = Options(options.encoding, SOLVER, None, query.up_to_symmetry, memory=options.memory)
    return Listing(query.problem, how, by_population=query.by_population)


def _swept_counts(
    query: CountSolutions,
    options: Options,
    checkpoint: Checkpoint | None,
    report: Callable[[SweepProgress], None],
) -> list[int]:
    """Return the counts by a frontier; raises OutOfReachError if no frontier fits."""
    problem, limits = query.problem, sweep_limits(options)
    if query.up_to_symmetry:
        by_population = query.by_population
        return count_orbits(
            problem, limits, by_population=by_population, report=report, checkpoint=checkpoint
        )
    if query.by_population:
        return count_by_population(problem, limits, report=report, checkpoint=checkpoint)
    return [count_boards(problem, limits, report=report, checkpoint=checkpoint)]


def _counted_models(problem: Problem, options: Options) -> int:
    """Return the number of solutions by the model counter, which must be installed.

    Raises UserError if the encoding cannot express the rule or the model counter runs out of
    memory, and MemoryLimitError if the formula would take too much memory.
    """
    encoding = options.encoding or problem.encodings[0]
    check(counter_bytes(problem.formula_size(encoding)), options.memory)
    formula = problem.formula(encoding)
    try:
        return model_counter.count_models(formula, problem.projection)
    except MemoryError as error:
        raise UserError(f"{error}; the machine may have too little memory for it") from error


@dataclass(frozen=True)
class ListedState(State):
    """The number of solutions found; `status` says whether that is the answer."""

    found: int = field(default=0, metadata=COUNT, compare=False)

    @property
    def answered(self) -> bool:
        """Whether the answer is known."""
        return self.status in ("complete", "none")


@dataclass(frozen=True)
class ByListing(ProblemQuery):
    """A question that the number of solutions answers.

    A job keeps the solutions that it has found, and continues from there.
    """

    shape: ClassVar[Shape] = "words"
    State: ClassVar[type[State]] = ListedState
    # The number of solutions that is enough for an answer; None if all must be listed.
    most: ClassVar[int | None]

    @abstractmethod
    def answer(self, found: int) -> str | int:
        """Return the answer for a number of solutions."""

    @abstractmethod
    def answer_words(self, found: int) -> str:
        """Return the answer for a number of solutions, in a few words."""

    def check(self, options: Options) -> None:
        """Reject options that are not valid for the problem, and a formula that is too large."""
        from lifesat.engines.choice import check_memory  # noqa: PLC0415  # slow to load

        check_memory(self.problem, options)

    def steps(self, state: ListedState, run: Run) -> Steps:
        """List solutions, which are kept but not reported."""
        from lifesat.queries.solving import solution_steps  # noqa: PLC0415  # slow to load

        run.options = replace(run.options, limit=self.most, up_to_symmetry=False)
        end = yield from solution_steps(
            self.problem, None, run, f"counting {self.problem.nouns}", reported=False
        )
        if end.status == "limit":
            # More solutions would not change the answer.
            end = End("complete")
        yield replace(state, found=run.found, status=end.status)
        return end

    def final(self, state: ListedState) -> bool:
        """Return whether the answer is known."""
        return state.answered

    def sentence(self, state: ListedState) -> str:
        """Return the answer in words, or the number of solutions so far."""
        if state.answered:
            return self.answer_words(state.found)
        return f"{self.number_words(state.found)} so far" if state.found else ""

    def ending(self, state: ListedState, outcome: Outcome, took: str = "") -> str:
        """Return the answer, or how many solutions there are at least."""
        return super().ending(replace(state, found=outcome.found), outcome, took)

    def text(self, state: ListedState) -> str:
        """Return a line with the answer; "" before it is known."""
        return f"{self.answer(state.found)}\n" if state.answered else ""

    def values(self, before: ListedState, state: ListedState) -> Iterator[Any]:
        """Yield the answer once it is known."""
        if state.answered and not before.answered:
            yield self.answer(state.found)

    def progress_words(self, progress: Progress) -> str:
        """Return the progress line, without the time."""
        return search_progress(self.problem, progress)

    def number_words(self, found: int) -> str:
        """Return a number of solutions in words."""
        return f"{found:,} {self.problem.noun if found == 1 else self.problem.nouns}"


@dataclass(frozen=True)
class CountByListing(ByListing):
    """Count solutions by listing them all."""

    name: ClassVar[str] = "count_by_listing"
    most: ClassVar[int | None] = None

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return f"number of {self.problem.nouns}"

    def answer(self, found: int) -> int:
        """Return the number."""
        return found

    def answer_words(self, found: int) -> str:
        """Return the number in words."""
        return self.number_words(found)

    def facts(self, state: ListedState) -> dict[str, Any]:
        """Return the number, once it is known."""
        return {"number": state.found} if state.answered else {}


@dataclass(frozen=True)
class Uniqueness(ByListing):
    """Decide whether there is no solution, exactly one or more than one."""

    name: ClassVar[str] = "uniqueness"
    most: ClassVar[int | None] = 2

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return f"second {self.problem.noun}"

    def answer(self, found: int) -> str:
        """Return ``none``, ``unique`` or ``several``."""
        return ("none", "unique", "several")[min(found, 2)]

    def answer_words(self, found: int) -> str:
        """Return the answer in a few words."""
        noun = self.problem.noun
        return (f"no {noun}", f"exactly one {noun}", f"more than one {noun}")[min(found, 2)]

    def facts(self, state: ListedState) -> dict[str, Any]:
        """Return the answer, once it is known."""
        return {"answer": self.answer(state.found)} if state.answered else {}

    def verdict(self, state: ListedState, done: Done) -> bool | None:
        """Return whether there is exactly one solution."""
        if done.status == "complete":
            return done.found == 1
        return super().verdict(state, done)
