"""Queries with one answer, of which more and more becomes known, and which a proof may confirm."""

import json
import re
from abc import abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import asdict, dataclass
from dataclasses import replace as changed
from typing import TYPE_CHECKING, Any, ClassVar

from lifesat.errors import StoppedError, UserError
from lifesat.life.pattern import Pattern
from lifesat.problems.json_fields import known_fields, make, read_object
from lifesat.problems.problem import Problem
from lifesat.queries.answers import Finding, Proved
from lifesat.queries.events import Event, Progress, Status
from lifesat.queries.options import Options
from lifesat.queries.query import ProblemQuery, Shape
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import Run

if TYPE_CHECKING:
    from lifesat.queries.proving import FoundProof

_KNOWN = "known"
_CELLS = re.compile("[0-9a-f]*")


@dataclass(frozen=True)
class Known:
    """What is known for good of one answer; a job goes on from there.

    Sets of cells are numbers in hexadecimal, as in `lifesat.cnf.bit_sets`, of the known
    cells of the target.

    Attributes
    ----------
    yes
        Whether the answer is yes, or None while that is unknown.
    cells
        The cells of the best part of the target so far; or of a solution, all of its window, those
        that are live.
    orphan
        Of a pattern that is self-forcing, whether it is because nothing becomes it.
    needed
        Those of them, or of `left`, that are known to be necessary.
    minimal
        Whether all cells of the best part are known to be necessary.
    largest, left, restarts
        Of a search with restarts: the cells of the largest part, those among which it looks for a
        smaller part now, and how many restarts have begun.
    writing
        Whether the files of the proof may have been written.
    lemmas
        The number of lines of the proof once it is written.

    Raises
    ------
    UserError
        If a set of cells is no number.
    """

    yes: bool | None = None
    cells: str = ""
    orphan: bool = False
    needed: str = ""
    minimal: bool = False
    largest: str = ""
    left: str = ""
    restarts: int = 0
    writing: bool = False
    lemmas: int | None = None

    def __post_init__(self) -> None:
        for text in (self.cells, self.needed, self.largest, self.left):
            cells_of(text)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Known":
        """Return what a journal knows, given its values.

        Raises
        ------
        UserError
            If the values are invalid.
        """
        what = "answer in the journal"
        return make(cls, known_fields(cls, read_object(values.get(_KNOWN, "{}"), what)), what)

    def values(self) -> dict[str, Any]:
        """Return the values that a journal keeps."""
        return {_KNOWN: json.dumps(asdict(self))}


def cells_of(text: str) -> int:
    """Return the set of cells that a text of `Known` has; bit c is set for cell c.

    Raises
    ------
    UserError
        If the text is no such number.
    """
    if not _CELLS.fullmatch(text):
        raise UserError(f"the cells {text!r} in the journal are no number")
    return int(text or "0", 16)


@dataclass(frozen=True)
class OneAnswer(ProblemQuery):
    """A query with one answer, of which more and more becomes known.

    Parameters
    ----------
    proof
        The file for a DRAT proof that the answer is right, or "". The formula is written beside
        it, to a file whose name has ``.cnf`` after that of the proof.
    replace
        Whether the proof may replace files.

    Attributes
    ----------
    unknown
        The words for an answer of which nothing is known.
    """

    shape: ClassVar[Shape] = "words"
    unknown: ClassVar[str]
    proof: str = ""
    replace: bool = False

    @abstractmethod
    def answered(self, work: "Work") -> Generator[Event, None, Problem | None]:
        """Find the answer, and return what has no solution because of it; None if it is no.

        Raises
        ------
        StoppedError
            If the work is to end before that.
        """

    @abstractmethod
    def said(self, known: Known) -> str:
        """Return what is known in a sentence, or "" if that is nothing."""

    @abstractmethod
    def final(self, known: Known) -> bool:
        """Return whether nothing else can become known of the answer."""

    @abstractmethod
    def facts(self, known: Known) -> dict[str, bool | int]:
        """Return what is known by the names that JSON lines have for it."""

    def pattern(self, known: Known) -> Pattern | None:  # noqa: ARG002
        """Return the pattern that answers the query as far as it is known, if one does."""
        return None

    def doing(self, progress: Progress) -> str:
        """Return what goes on in a few words."""
        return f"{progress.conflicts:,} conflicts"

    def check(self, options: Options) -> None:
        """Refuse an encoding that the problem does not have, and a proof that cannot be written."""
        from lifesat.queries.proving import check_proof  # noqa: PLC0415  # slow to load

        options.encoding_of(self.problem)
        if self.proof:
            check_proof(self.proof, options, replace=self.replace)

    def events(self, run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:
        """Find the answer, and a proof if one is wanted.

        Yields
        ------
        Event
            `Progress` four times a second, `Finding` when more is known, `Proved` and `Done`, whose
            status is ``none`` if the answer is no.
        """
        work = Work(self, run, stop, recorder)
        try:
            refuted = yield from self.answered(work)
            if refuted is not None and self.proof:
                yield from work.confirm(refuted)
            status: Status = "none" if refuted is None else "complete"
        except StoppedError:
            status = run.interrupted(stop).status
        yield from work.tell()
        recorder.end(None, status)
        yield run.done(status)

    def told(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Event]:
        """Yield what is known if it has changed, and the proof once it is written."""
        yield from self.news(Known.of(before), Known.of(now))

    def news(self, before: Known, now: Known) -> Iterator[Event]:
        """Yield what is known if it has changed, and the proof once it is written."""
        finding = self._finding(now)
        if finding is not None and finding != self._finding(before):
            yield finding
        if now.lemmas is not None and now.lemmas != before.lemmas:
            yield Proved(now.lemmas, self.proof)

    def sentence(self, values: Mapping[str, Any]) -> str:
        """Return what is known in a sentence."""
        known = Known.of(values)
        said = self.said(known)
        return said if known.lemmas is None else f"{said}; the proof is {self.proof}"

    def phase(self, values: Mapping[str, Any]) -> str:
        """Return what a process at work on it does now."""
        known = Known.of(values)
        if known.yes is None:
            return f"looking for a proof, or a {self.problem.noun}" if self.proof else "deciding"
        return "proving" if self.final(known) else "looking for a better answer"

    def answer(self, values: Mapping[str, Any]) -> str:
        """Return the pattern that answers the query as RLE; if there is none, a line of words."""
        from lifesat.formats import write_text  # noqa: PLC0415  # slow to load

        known = Known.of(values)
        said, pattern = self.said(known), self.pattern(known)
        if pattern is not None:
            return write_text(pattern, "rle")
        return f"{said}\n" if said else ""

    def _finding(self, known: Known) -> Finding | None:
        said = self.said(known)
        if not said:
            return None
        return Finding(said, self.final(known), self.facts(known), self.pattern(known))


class Work:
    """The search for one answer: what becomes known is kept before it is reported.

    Parameters
    ----------
    query, run, stop, recorder
        The query, and as for `lifesat.queries.query.Query.events`.

    Attributes
    ----------
    run, recorder
        As given.
    over
        Returns whether the work is to end.
    known
        What is known.
    proof
        A proof that the answer is right, if the search for the answer has found one.
    """

    def __init__(
        self, query: OneAnswer, run: Run, stop: Callable[[], bool], recorder: Recorder
    ) -> None:
        self.run, self.recorder = run, recorder
        self.over = run.over(stop)
        self.known = self._told = Known()
        self.proof: FoundProof | None = None
        self._query = query
        self._total: int | None = None
        recorder.restore(self._restored)

    def count(self, done: int, total: int | None) -> None:
        """Set the counts of `Progress`."""
        self.run.found = self.run.covered = done
        self._total = total

    def learn(self, **known: Any) -> Iterator[Event]:
        """Take note of what is known for good; keep and tell it if it is final or due."""
        self.known = changed(self.known, **known)
        if self._query.final(self.known) or self.run.progress_due():
            yield from self.tell()

    def tell(self) -> Iterator[Event]:
        """Keep what is known, and yield what is new about it, and the counts."""
        self.recorder.settle(self.known.values())
        before, self._told = self._told, self.known
        yield from self._query.news(before, self.known)
        yield changed(self.run.progress(), total=self._total)

    def confirm(self, refuted: Problem) -> Iterator[Event]:
        """Find a proof if there is none yet, and write it.

        Raises
        ------
        StoppedError
            If the work is to end before that.
        """
        from lifesat.queries.proving import prove  # noqa: PLC0415  # slow to load

        self._total = None
        yield from self.tell()
        if self.proof is None:
            self.proof = yield from prove(refuted, self.run, self.over, self.recorder)
        begun, query = self.known.writing, self._query
        self.proof.keep(query.proof, self._note_writing, begun=begun, replace=query.replace)
        self.known = changed(self.known, lemmas=len(self.proof.lines))

    def _note_writing(self, writing: bool) -> None:
        self.known = changed(self.known, writing=writing)
        self.recorder.settle(self.known.values())

    def _restored(self, values: Mapping[str, Any]) -> bool:
        """Take over what a journal knows, and return whether it makes sense."""
        try:
            self.known = Known.of(values)
        except UserError:
            return False
        return True
