"""A proof that a target is an orphan."""

from dataclasses import replace
from typing import Any

from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.one_answer import AnswerState
from lifesat.queries.orphan import Orphan
from lifesat.queries.query import ProblemQuery

from .display import Step
from .emblem import emblem
from .fields import (
    ENCODING,
    GENERATIONS,
    NAME,
    RULE,
    TARGET,
    TIME_LIMIT,
    UNKNOWN,
    WORKERS,
    Texts,
    Values,
)
from .one_answer import PROOF, PROVER, AboutOneAnswer, proof_file

_NAMED = replace(PROOF, hint="DRAT; empty: the job's name")


class OrphanProof(AboutOneAnswer):
    """A proof that no pattern becomes a target, whatever surrounds it, or that one does."""

    name = "orphan proof"
    description = "a proof that nothing becomes a pattern"
    details = (
        "Can the pattern arise at all? If not, the answer is a proof, which a checker verifies, "
        "that nothing becomes it, whatever lies around it."
    )
    emblem = emblem("OO.O.OOO", "O.OOO.O.", "OOO.OO.O", ".O.OOOO.")
    command = "orphan"
    queries = (Orphan,)
    as_block = True
    answer_ending = ".txt"
    answer_title = "orphan"
    fields = (
        NAME,
        *TARGET,
        GENERATIONS,
        TIME_LIMIT,
        _NAMED,
        RULE,
        UNKNOWN,
        ENCODING,
        PROVER,
        WORKERS,
    )

    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query; without a name, the proof has the name of the job."""
        named = {PROOF.name: values.get(PROOF.name) or f"{values.get('name') or ''}.drat"}
        return Orphan(problem, proof_file(named))

    def texts_of_query(self, query: ProblemQuery) -> dict[str, str]:  # noqa: ARG002
        """Return no texts, since another job has another proof."""
        return {}

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the command line."""
        words = super().words(texts, subject)
        name = texts.get("name", "").strip()
        return words if texts.get(PROOF.name, "").strip() else [*words, PROOF.flag, f"{name}.drat"]

    def answer_steps(self, query: Orphan, state: AnswerState) -> list[Step]:
        """Return the target, titled as an orphan or not an orphan."""
        if state.yes is None:
            return []
        title = self.answer_title if state.yes else "not an orphan"
        return [Step(query.problem.target.to_array(), title)]
