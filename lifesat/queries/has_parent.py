"""Find a parent of each of many patterns, or out that there is none."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np

from lifesat.errors import MemoryLimitError, StoppedError, UserError
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.target_problem import TargetProblem
from lifesat.queries.answers import Parent, Verdicts
from lifesat.queries.events import (
    Event,
    Progress,
    Status,
)
from lifesat.queries.options import Options
from lifesat.queries.query import Query, Shape
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import SLICE_SECONDS, Run
from lifesat.queries.validation import check_solver
from lifesat.sat.packed import pack, unpack
from lifesat.strips.support import prefers_strips
from lifesat.system.printing import printable

if TYPE_CHECKING:
    from lifesat.sat.solver_setup import SolverSetup

# How a journal writes what is known of a pattern.
_YES, _NO, _OPEN, _TOO_LARGE = "y", "n", "?", "m"
_DECIDED = (_YES, _NO)
# How a journal names the parent of a pattern, which it has as hexadecimal digits of bits.
_PARENT = "parent {}"
# So many verdicts become an event at most, since each may come with a parent.
_BATCH = 256
# The time between two reports. A transaction of a journal takes some milliseconds.
_REPORT_SECONDS = 0.1


@dataclass(frozen=True)
class HasParent(Query):
    """Find out which patterns have a predecessor, and find one of each.

    Parameters
    ----------
    names
        The name of each pattern.
    problems
        The JSON of its `TargetProblem`, which is read when its turn comes: a list of jobs does not
        wait for thousands of patterns.
    parents
        Whether the parents that are found are the answer; if not, it is yes or no for each.

    Raises
    ------
    UserError
        If there are no patterns, or not as many names.
    """

    name: ClassVar[str] = "has_parent"
    shape: ClassVar[Shape] = "verdicts"
    names: tuple[str, ...]
    problems: tuple[str, ...]
    parents: bool = False

    def __post_init__(self) -> None:
        if not self.problems:
            raise UserError("there are no patterns")
        if len(self.names) != len(self.problems):
            raise UserError(f"{len(self.problems)} patterns have {len(self.names)} names")

    @classmethod
    def about(cls, named: Iterable[tuple[str, TargetProblem]], *, parents: bool = False) -> Self:
        """Return the query about the targets of problems, each with a name."""
        pairs = [(name, problem.to_json()) for name, problem in named]
        names, problems = (tuple(pair[i] for pair in pairs) for i in (0, 1))
        return cls(names, problems, parents)

    @property
    def label(self) -> str:
        """The text that names the query in a list of jobs."""
        if self.parents:
            return self.nouns
        one = len(self.names) == 1
        words = "whether {} has a parent" if one else "which of {} have a parent"
        return words.format(self._patterns)

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return f"parents of {self._patterns}"

    @property
    def _patterns(self) -> str:
        number = len(self.names)
        return self.names[0] if number == 1 else f"{number:,} patterns"

    def conditions(self) -> str:
        """Return the conditions, those of each kind where patterns differ in them."""
        kinds = {_without_target(text): text for text in self.problems}
        words = [_predecessor(text).conditions() for text in kinds.values()]
        return "; ".join(dict.fromkeys(words))

    def problem(self, number: int) -> TargetProblem:
        """Return the problem of a pattern, given its number from 1."""
        return _predecessor(self.problems[number - 1])

    def check(self, options: Options) -> None:
        """Refuse options that are not valid for a pattern."""
        check_solver(options)
        for text in self.problems:
            options.encoding_of(_predecessor(text))

    def events(self, run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:
        """Decide one pattern after another, several at a time.

        Parameters
        ----------
        run, stop, recorder
            As for `Query.events`. The recorder may know of some patterns already.

        Yields
        ------
        Event
            `Verdicts`, with the parents; `Progress` four times a second, in which patterns that
            are decided are found, and all are the total; and at last `Done`. Its status is
            ``limit`` if all other patterns take too much memory.
        """
        letters = [_OPEN] * len(self.names)
        recorder.restore(partial(_restored, letters))
        known = _values(letters)
        yield _progress(run, letters)
        parents: dict[str, str] = {}
        for _ in self._steps(letters, parents, run, run.over(stop), recorder):
            now, progress = _values(letters) | parents, _progress(run, letters)
            parents.clear()
            recorder.settle(now)
            yield from self.told(known, now)
            known = now
            if run.progress_due():
                yield progress
        status: Status = "complete"
        if _OPEN in letters:
            status = run.interrupted(stop).status
        elif _TOO_LARGE in letters:
            status = "limit"
        recorder.end(None, status)
        yield _progress(run, letters)
        yield run.done(status, _reason(letters))

    def _steps(
        self,
        letters: list[str],
        parents: dict[str, str],
        run: Run,
        over: Callable[[], bool],
        recorder: Recorder,
    ) -> Iterator[None]:
        """Decide patterns and enter letters and parents, with a pause about ten times a second."""
        from lifesat.sat.task_queue import TaskQueue  # noqa: PLC0415  # slow to load

        each = _options_of_one(run.options)
        with TaskQueue[int, _Task, _Outcome](_decide, run.options.workers, over) as tasks:
            for number, letter in enumerate(letters):
                if letter == _OPEN:
                    tasks.add(number, _Task(self.problems[number], each))
            reported = run.seconds
            while len(tasks) and not over():
                recorder.wait(tasks.suspended)
                try:
                    for number, outcome in tasks.advance(SLICE_SECONDS):
                        letters[number] = outcome.letter
                        if outcome.parent:
                            parents[_PARENT.format(number + 1)] = outcome.parent
                except StoppedError:
                    break
                if run.seconds > reported + _REPORT_SECONDS:
                    reported = run.seconds
                    yield
        yield

    def told(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Verdicts]:
        """Yield the patterns that were decided meanwhile, with the parents that were found."""
        old, new = self._letters(before), self._letters(now)
        decided = [k for k, pair in enumerate(zip(old, new, strict=True)) if _newly(*pair)]
        for begin in range(0, len(decided), _BATCH):
            batch = decided[begin : begin + _BATCH]
            numbers = tuple(k + 1 for k in batch)
            names = tuple(self.names[k] for k in batch)
            answers = tuple(new[k] == _YES for k in batch)
            parents = tuple(self._parent(number, now) for number in numbers)
            yield Verdicts(numbers, names, answers, parents)

    def _parent(self, number: int, values: Mapping[str, Any]) -> Parent | None:
        """Return the parent of a pattern; None if a journal has none, as earlier versions had.

        Raises
        ------
        UserError
            If it is none.
        """
        text = values.get(_PARENT.format(number))
        if text is None:
            return None
        problem = self.problem(number)
        try:
            packed = np.frombuffer(bytes.fromhex(text), dtype=np.uint8)
            boards = problem.boards(unpack(packed[None], problem.projection))
        except (TypeError, ValueError):
            boards = None
        if boards is None or not problem.verify(boards).all():
            raise UserError("the parents in the journal are those of other patterns")
        return Parent(problem, boards)

    def _letters(self, values: Mapping[str, Any]) -> str:
        """Return what a journal knows, a letter for each pattern.

        Raises
        ------
        UserError
            If it is about other patterns.
        """
        letters: str = values.get("verdicts", _OPEN * len(self.names))
        if not _fits(letters, len(self.names)):
            raise UserError("the verdicts in the journal are those of other patterns")
        return letters

    def sentence(self, values: Mapping[str, Any]) -> str:
        """Return how many patterns have a parent, how many have none, and how many are open."""
        letters = values.get("verdicts", "")
        yes, no = letters.count(_YES), letters.count(_NO)
        unknown = len(self.names) - yes - no
        rest = f", {unknown:,} unknown" if unknown else ""
        return f"{yes:,} yes, {no:,} no{rest}"

    def phase(self, values: Mapping[str, Any]) -> str:
        """Return what a process at work on it does now."""
        return f"deciding, {values.get('found', 0):,} of {len(self.names):,} patterns decided"

    def answer(self, values: Mapping[str, Any]) -> str:
        """Return a line for each pattern: its name and yes, no or unknown."""
        letters = self._letters(values)
        lines = zip(self.names, letters, strict=True)
        return "".join(
            verdict_line(name, None if letter not in _DECIDED else letter == _YES)
            for name, letter in lines
        )


def verdict_line(name: str, answer: bool | None) -> str:
    """Return the line of a pattern, given whether it has a parent; None if that is unknown.

    What a terminal would not print in the name is escaped.
    """
    word = "unknown" if answer is None else "yes" if answer else "no"
    return f"{printable(name)}: {word}\n"


class _Task(NamedTuple):
    """A pattern to decide: the JSON of its problem, and how to search."""

    problem: str
    options: Options


class _Outcome(NamedTuple):
    """The letter of a pattern, and its parent as a journal writes it, or ""."""

    letter: str
    parent: str = ""


def _decide(task: _Task, stop: Callable[[], bool] | None) -> _Outcome:
    """Decide a pattern.

    Raises
    ------
    StoppedError
        If `stop` returned true.
    """
    from lifesat.queries.engine_choice import setup_of  # noqa: PLC0415  # slow to load
    from lifesat.sat.existence import any_solution  # noqa: PLC0415  # slow to load
    from lifesat.sat.memory import check  # noqa: PLC0415  # slow to load

    problem = _predecessor(task.problem)
    # On a large board, what finds a parent soonest may prove nothing, and strips do.
    names = ("strips", "auto") if prefers_strips(problem) else ("sat",)
    try:
        setups = [setup_of(problem, replace(task.options, method=name)) for name in names]
        for setup in setups:
            check(setup.bytes, setup.memory)
        found = any_solution(setups if _differ(setups) else setups[:1], stop)
    except MemoryLimitError:
        return _Outcome(_TOO_LARGE)
    return _Outcome(_NO) if found is None else _Outcome(_YES, pack(found).tobytes().hex())


def _differ(setups: Sequence["SolverSetup"]) -> bool:
    """Return whether setups differ in their engines."""
    return len({setup.engine for setup in setups}) > 1


def _options_of_one(options: Options) -> Options:
    """Return how to decide one pattern; all processes together keep the limit of memory."""
    memory = None if options.memory is None else options.memory // options.workers
    return replace(options, limit=1, workers=1, time_limit=None, memory=memory)


def _predecessor(text: str) -> TargetProblem:
    problem = problem_from_json(text)
    if not isinstance(problem, TargetProblem):
        raise UserError(f"patterns have parents, and {problem.nouns} have none")
    return problem


def _without_target(text: str) -> str:
    """Return the JSON of a problem with nothing of its target but the rule."""
    values: dict[str, Any] = json.loads(text)
    rule = re.search(r"^x = .*rule = (.*)", str(values.get("target")), re.MULTILINE)
    return json.dumps(values | {"target": rule and rule[1]})


def _values(letters: Sequence[str]) -> dict[str, Any]:
    """Return what the journal of a job keeps, by name."""
    return {"total": str(len(letters)), "verdicts": "".join(letters)}


def _restored(letters: list[str], values: Mapping[str, Any]) -> bool:
    """Enter what a journal knows; what took too much memory is tried again."""
    known = values.get("verdicts", _OPEN * len(letters))
    if not _fits(known, len(letters)):
        return False
    letters[:] = known.replace(_TOO_LARGE, _OPEN)
    return True


def _fits(verdicts: object, number: int) -> bool:
    """Return whether a journal holds the verdicts on so many patterns."""
    if not isinstance(verdicts, str) or len(verdicts) != number:
        return False
    return set(verdicts) <= {_YES, _NO, _OPEN, _TOO_LARGE}


def _newly(old: str, new: str) -> bool:
    """Return whether a pattern was decided meanwhile."""
    return new in _DECIDED and old not in _DECIDED


def _progress(run: Run, letters: Sequence[str]) -> Progress:
    run.found = run.covered = sum(letter in _DECIDED for letter in letters)
    return replace(run.progress(), total=len(letters))


def _reason(letters: Sequence[str]) -> str:
    """Return a remark on patterns that take too much memory, or ""."""
    large = letters.count(_TOO_LARGE)
    if not large:
        return ""
    patterns = "1 pattern takes" if large == 1 else f"{large:,} patterns take"
    return f"{patterns} more memory than the limit; --memory sets another one"
