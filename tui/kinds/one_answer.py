"""Questions about a target with one answer, which a proof may confirm."""

from abc import abstractmethod
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from lifesat import defaults
from lifesat.frontends.input.target import PredecessorRequest
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.one_answer import OneAnswer
from lifesat.queries.query import ProblemQuery, Query

from .fields import SOLVER, Values, of_option
from .of_target import OfTarget

PROOF = of_option("proof", "proof file", "DRAT; also writes the formula")
PROVER = replace(SOLVER, choices=defaults.PROVERS)


class AboutOneAnswer(OfTarget):
    """A question about a target with one answer."""

    # The classes of the queries that the form states.
    queries: ClassVar[tuple[type[OneAnswer], ...]]

    @abstractmethod
    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query about the target."""

    def states(self, query: Query) -> bool:
        """Return whether the form can state a query."""
        return isinstance(query, self.queries)

    def request(self, values: Values) -> PredecessorRequest:
        """Return the request without a margin, which these searches do not have."""
        return replace(super().request(values), margin=0)

    def texts_of_query(self, query: ProblemQuery) -> dict[str, str]:
        """Return the text of the field for the proof, if there is one."""
        if not isinstance(query, OneAnswer):
            raise TypeError(query)
        return {PROOF.name: query.proof} if PROOF in self.fields else {}


def proof_file(values: Values) -> str:
    """Return the absolute path of the proof, which the job's process can find, or ""."""
    proof = values.get(PROOF.name)
    return str(Path(proof).absolute()) if proof else ""
