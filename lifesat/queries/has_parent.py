"""Find a parent of each of many patterns, or prove that there is none."""

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from lifesat.cnf.formula import interruptible
from lifesat.cnf.spacetime import Literals
from lifesat.engines.options import Options
from lifesat.engines.sat.search import pack, unpack
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.strips.support import prefers_strips
from lifesat.errors import MemoryLimitError, StoppedError, UserError
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards, Problem
from lifesat.queries.events import Done
from lifesat.queries.query import End, Query, Shape, Steps
from lifesat.queries.run import SLICE_SECONDS, Run, State
from lifesat.queries.sentences import CAUSES, Outcome
from lifesat.system.printing import printable

# The letters for a pattern in a journal; the last is for a formula that is too large.
_YES, _NO, _OPEN, _TOO_LARGE = "y", "n", "?", "m"
_DECIDED = (_YES, _NO)
_LETTERS = {_YES, _NO, _OPEN, _TOO_LARGE}
# The start of the name of a parent in a journal, which keeps it as packed bits in hexadecimal.
_PARENT_PREFIX = "parent "
_MOST_NAMES = 20
# The time between two reports. A transaction of a journal takes some milliseconds.
_REPORT_SECONDS = 0.1


class Parent(NamedTuple):
    """A verified parent of a pattern."""

    # The predecessor problem of the pattern.
    problem: Problem
    # The parent alone, shape ``(1, height, width)``.
    boards: Boards

    def text(self, form: str) -> str:
        """Return the parent in one of the problem's forms."""
        return "".join(self.problem.texts(self.boards, 1, form))


class Decided(NamedTuple):
    """A decided pattern: its number from 1, its name, whether it has a parent, and the parent."""

    number: int
    name: str
    yes: bool
    parent: Parent | None


@dataclass(frozen=True)
class VerdictState(State):
    """Which patterns are decided."""

    # The number of all patterns, as text; "" before the first report.
    total: str = ""
    # A letter for each pattern; "" if all are open.
    verdicts: str = ""
    # The parents, packed and in hexadecimal, by their names in a journal.
    parents: Mapping[str, str] = field(default_factory=dict, metadata={"kept": False})

    def values(self) -> dict[str, Any]:
        """Return the values that a journal keeps, by name."""
        return {**super().values(), **self.parents}

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Return the state in a journal; raises UserError if its values are invalid."""
        parents = {name: v for name, v in values.items() if name.startswith(_PARENT_PREFIX)}
        if not all(isinstance(v, str) for v in parents.values()):
            raise UserError("the journal is damaged: a parent is no text")
        usual = {name: v for name, v in values.items() if name != "parents"}
        return replace(super().of(usual), parents=parents)

    def count(self, letter: str) -> int:
        """Return the number of patterns with a letter."""
        return self.verdicts.count(letter)


@dataclass(frozen=True)
class HasParent(Query):
    """Decide which patterns have a predecessor, and find one of each."""

    name: ClassVar[str] = "has_parent"
    shape: ClassVar[Shape] = "verdicts"
    State: ClassVar[type[State]] = VerdictState
    names: tuple[str, ...]
    # The JSON of each `Predecessor`, parsed when needed, so that a list of jobs does not wait for
    # thousands of patterns.
    problems: tuple[str, ...]
    # Whether the answer consists of parents, or of yes or no for each pattern.
    parents: bool = False

    def __post_init__(self) -> None:
        if not self.problems:
            raise UserError("there are no patterns")
        if len(self.names) != len(self.problems):
            raise UserError(f"{len(self.problems)} patterns have {len(self.names)} names")

    @classmethod
    def about(cls, named: Iterable[tuple[str, Predecessor]], *, parents: bool = False) -> Self:
        """Return the query about problems with names."""
        pairs = [(name, problem.to_json()) for name, problem in named]
        names, problems = (tuple(pair[i] for pair in pairs) for i in (0, 1))
        return cls(names, problems, parents)

    @property
    def label(self) -> str:
        """The name of the query in a list of jobs."""
        if self.parents:
            return self.nouns
        one = len(self.names) == 1
        words = "whether {} has a parent" if one else "which of {} have a parent"
        return words.format(self._patterns)

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return f"parents of {self._patterns}"

    @property
    def _patterns(self) -> str:
        number = len(self.names)
        return self.names[0] if number == 1 else f"{number:,} patterns"

    def conditions(self) -> str:
        """Return the distinct conditions of the patterns in words."""
        kinds = {_without_target(text): text for text in self.problems}
        words = [_predecessor(text).conditions() for text in kinds.values()]
        return "; ".join(dict.fromkeys(words))

    def problem(self, number: int) -> Predecessor:
        """Return the problem of a pattern, given its number from 1."""
        return _predecessor(self.problems[number - 1])

    def check(self, options: Options) -> None:
        """Reject options that are not valid for a pattern."""
        for text in self.problems:
            options.encoding_of(_predecessor(text))

    def steps(self, state: VerdictState, run: Run) -> Steps:
        """Decide the patterns, several at a time.

        `Progress` counts the decided patterns as found, and all patterns as the total.
        """
        # Patterns that took too much memory are tried again.
        letters = list(self._letters(state).replace(_TOO_LARGE, _OPEN))
        parents = dict(state.parents)
        _count(run, letters)
        yield run.progress()
        for _ in self._decided(letters, parents, run):
            _count(run, letters)
            yield VerdictState(
                total=str(len(letters)), verdicts="".join(letters), parents=dict(parents)
            )
        if _OPEN in letters:
            raise StoppedError
        return End("limit" if _TOO_LARGE in letters else "complete", _reason(letters))

    def _decided(self, letters: list[str], parents: dict[str, str], run: Run) -> Iterator[None]:
        """Decide patterns, add their letters and parents, and yield about ten times a second."""
        from lifesat.engines.sat.tasks import TaskQueue  # noqa: PLC0415  # slow to load

        each = _options_of_one(run.options)
        with TaskQueue[int, _Task, _Outcome](_decide, run.options.workers, run.over) as tasks:
            for number, letter in enumerate(letters):
                if letter == _OPEN:
                    tasks.add(number, _Task(self.problems[number], each))
            reported = run.seconds
            while len(tasks) and not run.over():
                run.wait(tasks.suspended)
                try:
                    for number, outcome in tasks.advance(SLICE_SECONDS):
                        letters[number] = outcome.letter
                        if outcome.parent:
                            parents[f"{_PARENT_PREFIX}{number + 1}"] = outcome.parent
                except StoppedError:
                    break
                if run.seconds > reported + _REPORT_SECONDS:
                    reported = run.seconds
                    yield
        yield

    def state(self, values: Mapping[str, Any]) -> VerdictState:
        """Return the state in a job's journal; raises UserError if it is about other patterns."""
        state = VerdictState.of(values)
        self._letters(state)
        return state

    def decided(self, before: VerdictState, state: VerdictState) -> Iterator[Decided]:
        """Yield the patterns decided since an earlier state, with verified parents.

        Raises UserError if a parent in the journal is wrong.
        """
        pairs = zip(self._letters(before), self._letters(state), strict=True)
        for number, (old, new) in enumerate(pairs, 1):
            if new in _DECIDED and old not in _DECIDED:
                name, parent = self.names[number - 1], self._parent(number, state)
                yield Decided(number, name, new == _YES, parent)

    def _parent(self, number: int, state: VerdictState) -> Parent | None:
        """Return the parent of a pattern, if known; raises UserError if it is not a parent."""
        text = state.parents.get(f"{_PARENT_PREFIX}{number}")
        if text is None:
            return None
        problem = self.problem(number)
        try:
            packed = np.frombuffer(bytes.fromhex(text), dtype=np.uint8)
            boards = problem.boards(unpack(packed[None], problem.projection))
        except ValueError:
            boards = None
        if boards is None or not problem.verify(boards).all():
            raise UserError("the parents in the journal are those of other patterns")
        return Parent(problem, boards)

    def _letters(self, state: VerdictState) -> str:
        """Return a letter for each pattern; raises UserError if they are for other patterns."""
        letters = state.verdicts or _OPEN * len(self.names)
        if len(letters) != len(self.names) or not set(letters) <= _LETTERS:
            raise UserError("the verdicts in the journal are those of other patterns")
        return letters

    def sentence(self, state: VerdictState) -> str:
        """Return how many patterns have a parent, how many have none, and how many are open."""
        yes, no, unknown = self._numbers(state)
        rest = f", {unknown:,} unknown" if unknown else ""
        return f"{yes:,} yes, {no:,} no{rest}"

    def _numbers(self, state: VerdictState) -> tuple[int, int, int]:
        yes, no = state.count(_YES), state.count(_NO)
        return yes, no, len(self.names) - yes - no

    def text(self, state: VerdictState) -> str:
        """Return a line for each pattern: its name and yes, no or unknown."""
        lines = zip(self.names, self._letters(state), strict=True)
        return "".join(
            verdict_line(name, None if letter not in _DECIDED else letter == _YES)
            for name, letter in lines
        )

    def lines(self, before: VerdictState, state: VerdictState) -> Iterator[dict[str, Any]]:
        """Yield a JSON object for each newly decided pattern, with its parent."""
        for number, name, yes, parent in self.decided(before, state):
            line = {"number": number, "name": name, "has_parent": yes}
            if parent is not None:
                form = parent.problem.first_form
                line[form] = parent.text(form)
            yield line

    def values(self, before: VerdictState, state: VerdictState) -> Iterator[tuple[int, bool]]:
        """Yield the number, from 0, of each newly decided pattern, and whether it has a parent."""
        for number, _, yes, _ in self.decided(before, state):
            yield number - 1, yes

    def ending(self, state: VerdictState, outcome: Outcome, took: str = "") -> str:
        """Return how many patterns are decided; if parents are the answer, name the others."""
        yes, no, unknown = self._numbers(state)
        rest = f", {unknown:,} unknown" if unknown else ""
        if unknown and outcome.state in CAUSES:
            rest += f", since {outcome.cause}"
        ends = [f"{yes:,} yes, {no:,} no{rest}{outcome.remark}{took}: {self.conditions()}"]
        if self.parents:
            letters = self._letters(state)
            named = list(zip(self.names, letters, strict=True))
            without = [name for name, letter in named if letter == _NO]
            others = [name for name, letter in named if letter not in _DECIDED]
            ends += [f"no parent: {_some(without)}"] * bool(without)
            ends += [f"unknown: {_some(others)}"] * bool(others)
        return "\n".join(ends)

    def verdict(self, state: VerdictState, done: Done) -> bool | None:
        """Return whether all patterns have a parent."""
        return state.count(_NO) == 0 if done.status == "complete" else None


def _some(names: list[str]) -> str:
    """Return the first names, and how many others there are."""
    others = len(names) - _MOST_NAMES
    rest = f" and {others:,} more" if others > 0 else ""
    return ", ".join(names[:_MOST_NAMES]) + rest


def verdict_line(name: str, answer: bool | None) -> str:
    """Return the line of a pattern; an `answer` of None is unknown.

    Characters of the name that a terminal cannot print are escaped.
    """
    word = "unknown" if answer is None else "yes" if answer else "no"
    return f"{printable(name)}: {word}\n"


class _Task(NamedTuple):
    """A pattern to decide, as the JSON of its problem, and the options."""

    problem: str
    options: Options


class _Outcome(NamedTuple):
    """The letter of a pattern, and its parent in the form of a journal, or ""."""

    letter: str
    parent: str = ""


def _decide(task: _Task, stop: Callable[[], bool] | None) -> _Outcome:
    """Decide a pattern; raises StoppedError if `stop` returns true."""
    from lifesat.engines.choice import setup_of  # noqa: PLC0415  # slow to load
    from lifesat.engines.sat.memory import check  # noqa: PLC0415  # slow to load

    problem = _predecessor(task.problem)
    # On a large board, the fastest way to a parent may prove nothing, but strips can.
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
    """Return the options for one pattern; all processes share the memory limit."""
    memory = None if options.memory is None else options.memory // options.workers
    return replace(options, limit=1, workers=1, time_limit=None, memory=memory)


def _predecessor(text: str) -> Predecessor:
    problem = problem_from_json(text)
    if not isinstance(problem, Predecessor):
        raise UserError(f"patterns have parents, and {problem.nouns} have none")
    return problem


def _without_target(text: str) -> str:
    """Return the JSON of a problem with its target reduced to the rule."""
    values: dict[str, Any] = json.loads(text)
    rule = re.search(r"^x = .*rule = (.*)", str(values.get("target")), re.MULTILINE)
    return json.dumps(values | {"target": rule and rule[1]})


def _count(run: Run, letters: Sequence[str]) -> None:
    run.found = run.covered = sum(letter in _DECIDED for letter in letters)
    run.total = len(letters)
    yes, no = letters.count(_YES), letters.count(_NO)
    run.phase = f"{run.found:,} of {run.total:,} decided: {yes:,} yes, {no:,} no"


def _reason(letters: Sequence[str]) -> str:
    """Return a remark on patterns that take too much memory, or ""."""
    large = letters.count(_TOO_LARGE)
    if not large:
        return ""
    patterns = "1 pattern takes" if large == 1 else f"{large:,} patterns take"
    return f"{patterns} more memory than the limit; --memory sets another one"


# The length of a turn that may be stopped, and of the first turn of several setups.
_SHORT_SECONDS = 0.05
_FIRST_SECONDS = 1.0


def any_solution(setups: Sequence[SolverSetup], stop: Callable[[], bool] | None) -> Literals | None:
    """Return a verified solution, shape ``(1, projection)``, or None if there is none.

    Several setups take turns: one may find a solution, and another prove that there is none. Raises
    StoppedError if `stop` returns true; without `stop`, turns become longer, which is faster than
    many short calls.
    """
    seconds = _SHORT_SECONDS
    if stop is None:
        seconds = math.inf if len(setups) == 1 else _FIRST_SECONDS
    with ExitStack() as stack:
        stack.enter_context(interruptible(stop or _never))
        solvers = [each.new_solver() for each in setups]
        for solver in solvers:
            stack.callback(solver.delete)
        while not any(solver.complete for solver in solvers):
            for solver in solvers:
                if stop is not None and stop():
                    raise StoppedError
                found = solver.wanted(seconds, 1, seconds)
                if len(found.orbit_sizes):
                    return found.literals[:1]
            seconds *= 1 if stop else 2
    return None


def _never() -> bool:
    return False
