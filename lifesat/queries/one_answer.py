"""Queries with one answer, which becomes known step by step and may be confirmed by a proof."""

import json
import re
from abc import abstractmethod
from collections.abc import Generator, Iterator, Mapping
from dataclasses import asdict, dataclass
from dataclasses import replace as changed
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from lifesat.cnf.bit_sets import from_mask
from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.formats import rle
from lifesat.problems.json_fields import read_object
from lifesat.problems.problem import Problem
from lifesat.queries.events import Status
from lifesat.queries.query import End, ProblemQuery, Shape, Step, Steps
from lifesat.queries.run import ProvedState, Run, State
from lifesat.queries.sentences import Outcome, proof_words

if TYPE_CHECKING:
    from lifesat.queries.solving import FoundProof


_KNOWN = "known"
_CELLS = re.compile("[0-9a-f]*")


@dataclass(frozen=True)
class AnswerState(ProvedState):
    """What is known of one answer; a journal keeps it as a single value.

    A set of cells is a hexadecimal number, as in `lifesat.engines.sat.minimisation`, over the known
    cells of the target.
    """

    # Whether the answer is yes; None while that is unknown.
    yes: bool | None = None
    # The best part of the target so far; or the live cells of a solution, over its whole window.
    cells: str = ""
    # Whether a self-forcing pattern is self-forcing only because it has no predecessor.
    orphan: bool = False
    # The cells of `cells`, or of `left`, that are known to be necessary.
    needed: str = ""
    # Whether all cells of the best part are known to be necessary.
    minimal: bool = False
    # In a search with restarts: the largest part, the cells that may contain a smaller part, and
    # the number of restarts that have begun.
    largest: str = ""
    left: str = ""
    restarts: int = 0

    def __post_init__(self) -> None:
        for text in (self.cells, self.needed, self.largest, self.left):
            cells_of(text)

    def values(self) -> dict[str, Any]:
        """Return the value that a journal keeps."""
        known = {name: value for name, value in asdict(self).items() if name != "status"}
        return {_KNOWN: json.dumps(known)} if self != type(self)(status=self.status) else {}

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Return the state in a journal; raises UserError if its value is invalid."""
        known = read_object(values.get(_KNOWN, "{}"), "answer in the journal")
        return super().of({**known, "state": values.get("state", "")})


def cells_of(text: str) -> int:
    """Return a set of cells from its text in `AnswerState`; bit c is set for cell c.

    Raises UserError if the text is not a hexadecimal number.
    """
    if not _CELLS.fullmatch(text):
        raise UserError(f"the cells {text!r} in the journal are no number")
    return int(text or "0", 16)


class Answered(NamedTuple):
    """An answer that is known."""

    state: AnswerState
    # The problem that the answer refutes; None if the answer is no.
    refuted: Problem | None
    # A proof of that, if the search for the answer has found one.
    proof: "FoundProof | None" = None


@dataclass(frozen=True)
class OneAnswer(ProblemQuery):
    """A query with one answer, which becomes known step by step."""

    shape: ClassVar[Shape] = "pattern"
    State: ClassVar[type[State]] = AnswerState
    # How the query ends if there is nothing to prove.
    otherwise: ClassVar[Status] = "none"
    # The file for a DRAT proof of the answer, or "". The formula is written to a file with the same
    # name and ``.cnf`` after it.
    proof: str = ""
    # Whether the proof may replace files.
    replace: bool = False

    @abstractmethod
    def answered(self, state: AnswerState, run: Run) -> Generator[Step, None, Answered]:
        """Find the answer; raises StoppedError if the run is over before that."""

    @abstractmethod
    def said(self, state: AnswerState) -> str:
        """Return what is known in a sentence, or "" if nothing is known."""

    @abstractmethod
    def known_facts(self, state: AnswerState) -> dict[str, Any]:
        """Return what is known, by its names in JSON lines."""

    def check(self, options: Options) -> None:
        """Reject an encoding that the problem does not have, and a proof that cannot be written."""
        from lifesat.queries.solving import check_proof  # noqa: PLC0415  # slow to load

        options.encoding_of(self.problem)
        if self.proof:
            check_proof(self.proof, options, replace=self.replace)

    def steps(self, state: AnswerState, run: Run) -> Steps:
        """Find the answer, and a proof if the query has a file for one."""
        state, refuted, proof = yield from self.answered(state, run)
        if refuted is None:
            return End(self.otherwise)
        if self.proof:
            yield from self._confirmed(state, refuted, proof, run)
        return End("complete")

    def _confirmed(
        self, state: AnswerState, refuted: Problem, proof: "FoundProof | None", run: Run
    ) -> Iterator[Step]:
        """Find a proof if there is none yet, and write it."""
        from lifesat.queries.solving import prove  # noqa: PLC0415  # slow to load

        run.total = None
        if proof is None:
            proof = yield from prove(refuted, run)
        kept = proof.keep(self.proof, state, run, replace=self.replace)
        yield changed(state, writing=kept.writing, lemmas=kept.lemmas)

    def sentence(self, state: AnswerState) -> str:
        """Return what is known in a sentence."""
        said = self.said(state)
        return said if state.lemmas is None else f"{said}; the proof is {self.proof}"

    def text(self, state: AnswerState) -> str:
        """Return the pattern that answers the query as RLE, or a line of text if there is none."""
        from lifesat.formats import write_text  # noqa: PLC0415  # slow to load

        said, pattern = self.said(state), self.pattern(state)
        if pattern is not None:
            return write_text(pattern, "rle")
        return f"{said}\n" if said else ""

    def facts(self, state: AnswerState) -> dict[str, Any]:
        """Return what is known, by its names in JSON lines."""
        if not self.said(state):
            return {}
        facts, pattern = self.known_facts(state), self.pattern(state)
        if pattern is not None:
            facts["rle"] = rle.write(pattern)
        if state.lemmas is not None:
            facts |= {"lines": state.lemmas, "file": self.proof}
        return facts

    def values(self, before: AnswerState, state: AnswerState) -> Iterator[Any]:
        """Yield the pattern that answers the query, or the facts if there is none."""
        facts = self.facts(state)
        if facts and facts != self.facts(before):
            pattern = self.pattern(state)
            yield self.known_facts(state) if pattern is None else pattern

    def news(self, before: AnswerState, state: AnswerState) -> Iterator[str]:
        """Yield an answer that is not proved yet, and how to check its proof."""
        if self.proof and self.final(state) and not self.final(before):
            yield self.said(state)
        if state.lemmas is not None and state.lemmas != before.lemmas:
            yield proof_words(state.lemmas, self.proof)

    def ending(self, state: AnswerState, outcome: Outcome, took: str = "") -> str:
        """Return what is known at the end, unless it was reported before."""
        reported = bool(self.proof) and self.final(state)
        if outcome.state in ("complete", "none"):
            said = self.said(state)
            return f"{said}{took}" if said and not reported else ""
        what = "there is no proof yet" if reported else self.said(state) or self.unknown
        return f"{what}, since {outcome.cause}{outcome.remark}{took}"


@dataclass(frozen=True)
class Refutation(OneAnswer):
    """Decide whether a problem has no solution; if it has one, keep its live cells."""

    # The name of the answer in JSON lines.
    fact: ClassVar[str]
    # The sentence for a problem that has a solution.
    no: ClassVar[str]

    @abstractmethod
    def yes(self, state: AnswerState) -> str:
        """Return the sentence for a problem that has no solution."""

    def remarks(self) -> dict[str, Any]:
        """Return the other fields of the state for a problem that has no solution."""
        return {}

    def check(self, options: Options) -> None:
        """Reject options that are not valid for the query, and a formula that is too large."""
        from lifesat.queries.solving import check_decision  # noqa: PLC0415  # slow to load

        super().check(options)
        if not self.proof:
            check_decision(self.problem, options)

    def answered(self, state: AnswerState, run: Run) -> Generator[Step, None, Answered]:
        """Decide, by a proof if the query has a file for one."""
        from lifesat.queries.solving import decide, try_to_prove  # noqa: PLC0415  # slow to load

        proof = None
        if state.yes is None:
            refuted = False
            if self.proof:
                proof = yield from try_to_prove(self.problem, run)
                refuted = proof is not None
            solution = None if refuted else (yield from decide(self.problem, run))
            if solution is None:
                state = changed(state, yes=True, **self.remarks())
            else:
                state = changed(state, yes=False, cells=f"{from_mask(solution == 1):x}")
            yield state
        return Answered(state, self.problem if state.yes else None, proof)

    def said(self, state: AnswerState) -> str:
        """Return the answer, or "" if it is not known."""
        if state.yes is None:
            return ""
        return self.yes(state) if state.yes else self.no

    def final(self, state: AnswerState) -> bool:
        """Return whether the answer is known."""
        return state.yes is not None

    def known_facts(self, state: AnswerState) -> dict[str, Any]:
        """Return the answer."""
        return {self.fact: state.yes is True}
