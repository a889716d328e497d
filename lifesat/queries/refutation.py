"""Queries that are answered with yes if a problem has no solution."""

from abc import abstractmethod
from collections.abc import Generator
from dataclasses import dataclass
from dataclasses import replace as changed
from typing import Any, ClassVar

from lifesat.cnf.bit_sets import from_mask
from lifesat.queries.one_answer import Answered, AnswerState, OneAnswer
from lifesat.queries.options import Options
from lifesat.queries.query import Step
from lifesat.queries.run import Run


@dataclass(frozen=True)
class Refutation(OneAnswer):
    """Decide whether a problem has no solution; if it has one, its live cells are kept.

    Attributes
    ----------
    fact
        The name of the answer in JSON lines.
    no
        The words for a problem that has a solution.
    """

    fact: ClassVar[str]
    no: ClassVar[str]

    @abstractmethod
    def yes(self, state: AnswerState) -> str:
        """Return the words for a problem that has no solution."""

    def remarks(self) -> dict[str, Any]:
        """Return what else becomes known of a problem that has no solution."""
        return {}

    def check(self, options: Options) -> None:
        """Refuse what cannot be searched, and too large a formula."""
        from lifesat.queries.proving import check_decision  # noqa: PLC0415  # slow to load

        super().check(options)
        if not self.proof:
            check_decision(self.problem, options)

    def answered(self, state: AnswerState, run: Run) -> Generator[Step, None, Answered]:
        """Decide, by a proof if one is wanted."""
        from lifesat.queries.proving import decide, try_to_prove  # noqa: PLC0415  # slow to load

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
