"""Go back from a pattern one generation at a time, as far as possible."""

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from lifesat.cnf.formula import interruptible
from lifesat.defaults import SOLVER
from lifesat.errors import StoppedError, UserError
from lifesat.formats import read_text, rle
from lifesat.life.pattern import Pattern
from lifesat.problems.life.box import rule_words
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.numbers import integer_error
from lifesat.queries.answers import Finding
from lifesat.queries.events import Event, Progress, Status
from lifesat.queries.options import Options
from lifesat.queries.query import ProblemQuery, Shape
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import Run
from lifesat.rewinds.history import Ancestor, generations_of, history, is_ancestor, window_of
from lifesat.rewinds.phases import own_phase
from lifesat.rewinds.support import rewind_variants
from lifesat.sat.search import EngineProgress, SearchProgress

if TYPE_CHECKING:
    from lifesat.problems.problem import Boards, Problem
    from lifesat.rewinds.processes import Rewinds

    End = tuple[Status, str]

STUCK = "a larger margin may lead further"
"""The reason for the end of a rewind that has excluded all parents in its boxes."""

_BEFORE = " before"
_PROVED = "this is proved"


@dataclass(frozen=True)
class Rewind(ProblemQuery):
    """Go back from a target one generation at a time.

    A job keeps the oldest generation, and goes on from there.

    Parameters
    ----------
    problem
        The parents of the target. Every generation has the same outside, and a margin around the
        generation that follows it.
    generations
        How many generations to go back; None for as many as possible.

    Raises
    ------
    UserError
        If the problem has other conditions, or the number is invalid.
    """

    name: ClassVar[str] = "rewind"
    shape: ClassVar[Shape] = "pattern"
    problem: Predecessor
    generations: int | None = None

    def __post_init__(self) -> None:
        problem: Problem = self.problem
        if not isinstance(problem, Predecessor):
            raise UserError(f"a rewind starts from a target; it does not find {problem.nouns}")
        if problem != Predecessor(problem.target, 1, problem.outside, margin=problem.margin):
            raise UserError("a rewind has no conditions but outside and margin")
        if self.generations is not None and (
            fault := integer_error("generations", self.generations, 1)
        ):
            raise UserError(fault)

    @property
    def label(self) -> str:
        """The text that names the query in a list of jobs."""
        return self.problem.about("rewind")

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return "oldest generation"

    def conditions(self) -> str:
        """Return a description of what is asked."""
        wanted, problem = self.generations, self.problem
        back = "as many generations as possible" if wanted is None else generations_words(wanted)
        height, width = problem.target_states.shape
        margin = f"a margin of {problem.margin}"
        where = {
            "dead": f"each within the box of the next one and {margin}, all dead outside",
            "free": "whatever surrounds the target",
            "torus": f"on the {width}x{height} torus",
        }[problem.outside]
        return ", ".join([f"{back} back", where, *rule_words(problem.target.rule.name)])

    def check(self, options: Options) -> None:
        """Refuse an encoding that the problem does not have, and too large a first formula."""
        from lifesat.sat.memory import check  # noqa: PLC0415  # slow to load
        from lifesat.sat.one_formula import ONE_FORMULA  # noqa: PLC0415  # slow to load
        from lifesat.sat.solver_setup import SolverSetup  # noqa: PLC0415  # slow to load

        options.encoding_of(self.problem)
        if options.cluster is not None:
            raise UserError("a rewind runs on this machine, and on no cluster")
        encoding, _ = next(rewind_variants(self.problem, options.encoding))
        solver = options.solver_if_named or SOLVER
        check(SolverSetup(self.problem, encoding, solver, ONE_FORMULA).bytes, options.memory)

    def lasting(self, options: Options) -> Options:
        """Return options for a job, which takes several encodings unless one is named."""
        return replace(options, limit=None)

    def events(self, run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:
        """Go back.

        Yields
        ------
        Event
            `Finding` with each older generation, `Progress` four times a second, in which `found`
            is how many generations back the oldest one is, `total` the number wanted and `nogoods`
            the number of dead ends; and `Done`. Its status is ``none`` if the number cannot be
            reached, ``limit`` if the next formula would take too much memory or a larger margin is
            needed.
        """
        return _Work(self, run, stop, recorder).events()

    def told(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Event]:
        """Yield the oldest generation, if it is another one."""
        finding = self.finding(now)
        if finding is not None and finding != self.finding(before):
            yield finding

    def finding(self, values: Mapping[str, Any]) -> Finding | None:
        """Return the oldest generation in a journal, and whether that is proved; None for nothing.

        Raises
        ------
        UserError
            If the generation is not readable.
        """
        oldest, longest = ancestor_of(values), bool(values.get("longest"))
        if oldest is None:
            sentence = f"{self.problem.none_words()}: {_PROVED}"
            facts = {"generations": 0, "longest": True}
            return Finding(sentence, final=True, facts=facts) if longest else None
        back, generations = f"{generations_words(oldest.generations)} back", oldest.generations
        return Finding(
            f"{back}, and no further: {_PROVED}" if longest else back,
            longest or generations == self.generations,
            {"generations": generations, "longest": longest},
            oldest.pattern.replace(name=self._name(generations)),
        )

    def sentence(self, values: Mapping[str, Any]) -> str:
        """Return how far back the oldest generation is."""
        finding = self.finding(values)
        return "" if finding is None else finding.sentence

    def phase(self, values: Mapping[str, Any]) -> str:
        """Return what a process at work on it does now."""
        return f"looking {generations_words(values.get('generations', 0) + 1)} back"

    def answer(self, values: Mapping[str, Any]) -> str:
        """Return the oldest generation as RLE, or ""."""
        finding = self.finding(values)
        if finding is None or finding.pattern is None:
            return ""
        return rle.write(finding.pattern)

    def history(self, oldest: Pattern, generations: int) -> list[Pattern]:
        """Return the oldest generation and all that follow, the target's included.

        Parameters
        ----------
        oldest, generations
            The pattern of a `Finding`, and how many generations back it is.
        """
        every = generations_of(self.problem, oldest, generations)
        back = range(generations, -1, -1)
        return [each.replace(name=self._name(n)) for n, each in zip(back, every, strict=True)]

    def _name(self, generations: int) -> str:
        """Return the name of a pattern that lies so many generations back."""
        name = self.problem.target.name or "target"
        return f"{name}, {generations_words(generations)}{_BEFORE}" if generations else name


def generations_words(number: int) -> str:
    """Return a number of generations in words."""
    return "1 generation" if number == 1 else f"{number:,} generations"


def whole_history(problem: Predecessor, oldest: Pattern) -> "tuple[Predecessor, Boards]":
    """Return the problem of all generations from the oldest one on, and the oldest in its window.

    The name of the pattern, that of a `Finding`, says how many generations back it is.
    """
    words = (oldest.name or "").removesuffix(_BEFORE).split()
    whole = history(problem, int(words[-2].replace(",", "")))
    return whole, window_of(whole, oldest)


def ancestor_of(values: Mapping[str, Any]) -> Ancestor | None:
    """Return the oldest generation in a journal, or None if there is none yet.

    Raises
    ------
    UserError
        If it is not readable.
    """
    if "oldest" not in values:
        return None
    generations = values.get("generations")
    if fault := integer_error("generations", generations, 1):
        raise UserError(f"the journal is damaged: {fault}")
    pattern = read_text(values["oldest"], format="rle", source="oldest generation in the journal")
    return Ancestor(pattern, int(generations or 0))


class _Work:
    """A rewind, and what it has reached."""

    def __init__(
        self, query: Rewind, run: Run, stop: Callable[[], bool], recorder: Recorder
    ) -> None:
        self._query, self._run, self._recorder = query, run, recorder
        self._stop, self._over = stop, run.over(stop)
        # What a journal keeps.
        self._values: dict[str, Any] = {}
        self._earlier: Ancestor | None = None

    def events(self) -> Iterator[Event]:
        """Yield the events of the query."""
        self._recorder.restore(self._restored)
        try:
            status, reason = yield from self._searched()
        except StoppedError:
            status, reason = self._run.interrupted(self._stop).status, ""
        self._recorder.settle(self._values)
        yield self._progress()
        self._recorder.end(None, status)
        yield self._run.done(status, reason)

    def _searched(self) -> "Generator[Event, None, End]":
        """Go back until the end, and return what it is.

        An oscillator or a spaceship is its own ancestor.

        Raises
        ------
        StoppedError
            If the work is to end before that.
        """
        wanted = self._query.generations
        if wanted and (phase := own_phase(self._query.problem, wanted)):
            yield from self._learned(generations=wanted, oldest=rle.write(phase.pattern))
            return "complete", ""
        with interruptible(self._over):
            search = self._search()
        with search:
            while not search.ended(self._query.generations):
                self._recorder.wait(search.suspended)
                if self._over():
                    raise StoppedError
                with interruptible(self._over):
                    search.advance()
                yield from self._observed(search)
            return (yield from self._end(search))

    def _search(self) -> "Rewinds":
        from lifesat.rewinds.processes import Rewinds  # noqa: PLC0415  # slow to load

        options = self._run.options
        return Rewinds(
            self._query.problem,
            options.encoding,
            options.solver_if_named or SOLVER,
            options.workers,
            options.memory,
            self._earlier,
        )

    def _observed(self, search: "Rewinds") -> Iterator[Event]:
        """Keep and yield how far a search has come."""
        run = self._run
        run.observe(SearchProgress(0, reached=EngineProgress(0, 0, search.dead_ends)))
        if search.oldest is not None and search.generations > self._values.get("generations", 0):
            oldest = rle.write(search.oldest)
            yield from self._learned(generations=search.generations, oldest=oldest)
        elif run.progress_due():
            self._recorder.settle(self._values)
            yield self._progress()

    def _learned(self, **values: Any) -> Iterator[Event]:
        """Keep and yield what is known for good."""
        before = dict(self._values)
        self._values |= values
        self._run.found = self._run.covered = self._values.get("generations", 0)
        self._recorder.settle(self._values)
        yield from self._query.told(before, self._values)
        yield self._progress()

    def _end(self, search: "Rewinds") -> "Generator[Event, None, End]":
        """Return how a search has ended that was not stopped."""
        wanted = self._query.generations
        if wanted is not None and search.generations >= wanted:
            return "complete", ""
        if search.fault is not None:
            return "limit", str(search.fault)
        if not search.proved:
            return "limit", STUCK
        yield from self._learned(longest=True)
        return "complete" if wanted is None and search.generations else "none", ""

    def _progress(self) -> Progress:
        return replace(self._run.progress(), total=self._query.generations)

    def _restored(self, values: Mapping[str, Any]) -> bool:
        """Take over what a journal knows, and return whether it becomes the target."""
        try:
            self._earlier = ancestor_of(values)
        except UserError:
            return False
        if self._earlier is None:
            return True
        self._values = {name: values[name] for name in ("generations", "oldest")}
        return is_ancestor(self._query.problem, self._earlier)
