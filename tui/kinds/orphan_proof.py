"""A proof that a target is an orphan."""

from dataclasses import replace
from typing import Any

from lifesat import defaults
from lifesat.jobs.answer import Answer
from lifesat.life.arrays import to_array
from lifesat.problems.life.predecessor import Predecessor
from lifesat.requests.target import PredecessorRequest

from ..pictures import Picture
from .emblem import emblem
from .fields import (
    ENCODING,
    GENERATIONS,
    NAME,
    RULE,
    SOLVER,
    TARGET,
    TIME,
    UNKNOWN,
    WORKERS,
    FormField,
    Texts,
    Values,
)
from .of_target import OfTarget

PROOF = FormField("proof", "proof file", "DRAT; empty: the job's name", flag="--proof", file=True)
PROVER = replace(SOLVER, choices=defaults.PROVERS)


class OrphanProof(OfTarget):
    """A proof that no pattern becomes a target, whatever surrounds it, or that one does."""

    name = "orphan proof"
    description = "a proof that nothing becomes a pattern"
    details = (
        "Can the pattern arise at all? If not, the answer is a proof, which a checker verifies, "
        "that nothing becomes it, whatever lies around it."
    )
    emblem = emblem("OO.O.OOO", "O.OOO.O.", "OOO.OO.O", ".O.OOOO.")
    command = "orphan"
    job = False
    as_block = True
    answer_ending = ".txt"
    answer_title = "orphan"
    fields = (NAME, *TARGET, GENERATIONS, TIME, PROOF, RULE, UNKNOWN, ENCODING, PROVER, WORKERS)

    def request(self, values: Values) -> PredecessorRequest:
        """Return the request without a margin, which an orphan does not have."""
        return replace(super().request(values), margin=0)

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the command line; the proof is written beside the user's files."""
        words = super().words(texts, subject)
        name = texts.get("name", "").strip()
        return words if texts.get(PROOF.name, "").strip() else [*words, PROOF.flag, f"{name}.drat"]

    def answer_pictures(self, problem: Predecessor, answer: Answer) -> list[Picture]:
        """Return the orphan, if the target is one."""
        return [] if answer.code else [to_array(problem.target)]

    def answer_words(self, words: Any, answer: Answer) -> str:
        """Return whether the target is an orphan."""
        said = answer.messages.strip().splitlines()
        return said[0].partition(" (")[0] if said else super().answer_words(words, answer)

    def answer_reference(self, problem: Predecessor, answer: Answer) -> None:
        """Return nothing: the orphan is the target."""
