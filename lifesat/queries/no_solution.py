"""Prove that a problem has no solution."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar

from lifesat.problems.life.completion import Completion
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.problem import Problem
from lifesat.queries.events import Event
from lifesat.queries.one_answer import Known, Work
from lifesat.queries.refutation import Refutation
from lifesat.queries.sentences import proved_none


@dataclass(frozen=True)
class NoSolution(Refutation):
    """Prove that a problem has no solution, or see that it has one, which is neither kept nor told.

    Parameters
    ----------
    problem
        The problem.
    """

    name: ClassVar[str] = "no_solution"
    fact: ClassVar[str] = "no_solution"
    unknown: ClassVar[str] = "it is not known whether there is a solution"
    no: ClassVar[str] = ""

    @property
    def label(self) -> str:
        """The text that names the query in a list of jobs."""
        return f"{self.problem.label}, proof"

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return f"proof that there is no {self.problem.noun}"

    def answered(self, work: Work) -> Generator[Event, None, Problem | None]:
        """Look for a proof alone."""
        if work.known.yes is None and self.proof:
            yield from self.proved(work)
            if work.proof is None:
                yield from work.learn(yes=False)
        return (yield from super().answered(work))

    def yes(self, known: Known) -> str:  # noqa: ARG002
        """Return the words for a problem that has no solution."""
        problem = self.problem
        better = isinstance(problem, Completion | NearestPredecessor) and problem.better_than
        return f"no {problem.noun} is better" if better else proved_none(problem)
