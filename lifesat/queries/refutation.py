"""Queries that are answered with yes if a problem has no solution."""

from abc import abstractmethod
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, ClassVar

from lifesat.cnf.bit_sets import from_mask
from lifesat.problems.problem import Problem
from lifesat.queries.events import Event
from lifesat.queries.one_answer import Known, OneAnswer, Work
from lifesat.queries.options import Options


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
    def yes(self, known: Known) -> str:
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

    def answered(self, work: Work) -> Generator[Event, None, Problem | None]:
        """Decide, by a proof if one is wanted."""
        from lifesat.queries.proving import decide  # noqa: PLC0415  # slow to load

        if work.known.yes is None and self.proof:
            yield from self.proved(work)
        if work.known.yes is None:
            solution = yield from decide(self.problem, work.run, work.over, work.recorder)
            if solution is None:
                yield from work.learn(yes=True, **self.remarks())
            else:
                yield from work.learn(yes=False, cells=f"{from_mask(solution == 1):x}")
        return self.problem if work.known.yes else None

    def proved(self, work: Work) -> Generator[Event, None, None]:
        """Look for a proof; if there is none, there is a solution."""
        from lifesat.queries.proving import try_to_prove  # noqa: PLC0415  # slow to load

        work.proof = yield from try_to_prove(self.problem, work.run, work.over, work.recorder)
        if work.proof is not None:
            yield from work.learn(yes=True, **self.remarks())

    def said(self, known: Known) -> str:
        """Return the answer, or "" if it is not known."""
        if known.yes is None:
            return ""
        return self.yes(known) if known.yes else self.no

    def final(self, known: Known) -> bool:
        """Return whether the answer is known."""
        return known.yes is not None

    def facts(self, known: Known) -> dict[str, bool | int]:
        """Return the answer."""
        return {self.fact: known.yes is True}
