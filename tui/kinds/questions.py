"""Questions about a target with one answer, such as whether it is an orphan."""

from abc import abstractmethod
from dataclasses import replace
from pathlib import Path
from typing import Any

from lifesat import defaults
from lifesat.engines.options import Options
from lifesat.frontends.input.objects import box_of_orphan
from lifesat.frontends.input.target import PredecessorRequest
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.self_forcing import differing_predecessors
from lifesat.queries import self_forcing
from lifesat.queries.one_answer import AnswerState, OneAnswer
from lifesat.queries.orphan import MinimalOrphan as Minimal
from lifesat.queries.orphan import Orphan
from lifesat.queries.orphan_search import OrphanSearch
from lifesat.queries.query import ProblemQuery

from ..board.pictures import Picture
from .display import Step
from .fields import (
    BOX,
    ENCODING,
    GENERATIONS,
    NAME,
    RULE,
    SEED,
    SOLVER,
    TARGET,
    TIME_LIMIT,
    UNKNOWN,
    WORKERS,
    FormField,
    Texts,
    Values,
    of_option,
    texts_of_values,
)
from .kind import Kind, emblem
from .predecessors import PredecessorDisplay
from .targets import PredecessorKind

_PROOF = of_option("proof", "proof file", "DRAT; also writes the formula")
_NAMED_PROOF = replace(_PROOF, hint="DRAT; empty: the job's name")
_PROVER = replace(SOLVER, choices=defaults.PROVERS)
_MINIMISE = of_option("minimise", "minimise", "remove unnecessary cells", "yes")
_ORPHANS = (
    of_option("orphans.restarts", "restarts", "more searches, in other ways"),
    of_option("fewest", "fewest", "what the best has fewest of"),
    of_option("beam", "beam", "million endings for each cell"),
)
_ORPHANS_RULE = of_option("orphans.rule", "rule", "such as B36/S23", advanced=True)
_PERIOD = of_option("period", "period", "predecessors so many generations earlier")

_LARGEST, _MINIMAL, _ITSELF = "largest", "minimal", "itself"
_PATCH = FormField(
    "patch", "patch", "its largest part, a minimal, or itself", _LARGEST,
    (_LARGEST, _MINIMAL, _ITSELF),
)  # fmt: skip
_FLAGS = {_LARGEST: ["--largest"], _MINIMAL: ["--minimise"], _ITSELF: []}
_PATCHES: dict[str, type[OneAnswer]] = {
    _LARGEST: self_forcing.LargestSelfForcing,
    _MINIMAL: self_forcing.MinimalSelfForcing,
    _ITSELF: self_forcing.SelfForcing,
}


class Question(PredecessorKind):
    """A question about a target with one answer, which a proof may confirm."""

    @abstractmethod
    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query about the target."""

    def request(self, values: Values) -> PredecessorRequest:
        """Return the request without a margin, which these searches do not have."""
        return replace(super().request(values), margin=0)


class OrphanDisplay(PredecessorDisplay):
    """The target, which is an orphan or not."""

    answer_title = "orphan"

    def answer_steps(self, query: Orphan, state: AnswerState) -> list[Step]:
        """Return the target, titled as an orphan or not an orphan."""
        if state.yes is None:
            return []
        title = self.answer_title if state.yes else "not an orphan"
        return [Step(query.problem.target.to_array(), title)]


class OrphanProof(Question):
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
    display = OrphanDisplay()
    as_block = True
    fields = (NAME, *TARGET, GENERATIONS, TIME_LIMIT, _NAMED_PROOF, RULE, UNKNOWN, ENCODING,
              _PROVER, WORKERS)  # fmt: skip

    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query; without a name, the proof has the name of the job."""
        named = {_PROOF.name: values.get(_PROOF.name) or f"{values.get('name') or ''}.drat"}
        return Orphan(problem, proof_file(named))

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the command line."""
        words = super().words(texts, subject)
        name = texts.get("name", "").strip()
        named = texts.get(_PROOF.name, "").strip()
        return words if named else [*words, _PROOF.flag, f"{name}.drat"]


class MinimalOrphanDisplay(PredecessorDisplay):
    """The cells of a minimal orphan; the others are unknown."""

    answer_ending = ".rle"
    answer_title = "minimal orphan"


class MinimalOrphan(Question):
    """An orphan in which every cell is necessary."""

    name = "minimal orphan"
    description = "a minimal orphan in the pattern"
    details = (
        "Cells that alone make a pattern an orphan, every one of them necessary, and a proof "
        "for other programs to check."
    )
    emblem = emblem("??.O.O??", "??OOO.??", "??O.OO??", "??.OOO??")
    command = "orphan"
    queries = (Minimal, Orphan)
    display = MinimalOrphanDisplay()
    fields = (NAME, *TARGET, _MINIMISE, _PROOF, GENERATIONS, TIME_LIMIT, RULE, UNKNOWN, ENCODING,
              _PROVER, WORKERS)  # fmt: skip

    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query about the target."""
        return (Minimal if values[_MINIMISE.name] else Orphan)(problem, proof_file(values))

    def texts_of_query(self, query: OneAnswer) -> dict[str, str]:
        """Return the texts of the fields that state the query."""
        minimise = texts_of_values({"minimise": isinstance(query, Minimal)})
        return {_PROOF.name: query.proof, **minimise}


class OrphansDisplay(MinimalOrphanDisplay):
    """The best orphan so far, alone: nothing was given."""

    answer_title = "orphan"

    def answer_reference(self, problem: Predecessor) -> None:  # noqa: ARG002
        """Return None."""
        return


class Orphans(Kind[Predecessor]):
    """An orphan in a box, from nothing."""

    name = "orphans"
    description = "a pattern that nothing becomes"
    details = (
        "An orphan from nothing: its cells are chosen one by one in a box, so that few parents are "
        "left. More searches and more work for each cell find smaller ones."
    )
    emblem = emblem("OO.O.OOO", "O.OOO.O.", "OO.O.OOO", "????????")
    command = "orphans"
    problem_class = Predecessor
    queries = (OrphanSearch,)
    asked = ("restarts", "seed", "beam", "fewest", "proof")
    display = OrphansDisplay()
    sized_by = "the cells that are chosen"
    fields = (NAME, replace(BOX, default="8,16"), *_ORPHANS, TIME_LIMIT, _PROOF, _ORPHANS_RULE,
              SEED, ENCODING, _PROVER, WORKERS)  # fmt: skip

    def problem(self, values: Values, subject: Any) -> Predecessor:  # noqa: ARG002
        """Return the predecessors of the box, whose cells are unknown."""
        return box_of_orphan(values["box"], values["rule"])

    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query."""
        asked = {name: values[name] for name in self.asked} | {"proof": proof_file(values)}
        return OrphanSearch(problem, **asked)

    def options(self, values: Values) -> Options:
        """Return how to search; the query has the seed."""
        return replace(super().options(values), seed=0)

    def texts_of(self, problem: Predecessor) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        target = problem.target
        texts = texts_of_values({"box": (target.width, target.height)})
        return texts | ({} if target.rule == LIFE else {"rule": target.rule.name})


class SelfForcingDisplay(PredecessorDisplay):
    """A self-forcing patch; the other cells are unknown."""

    answer_ending = ".rle"
    answer_title = "self-forcing patch"
    reached = ""

    def answer_steps(self, query: Any, state: Any) -> list[Step]:
        """Return the patch, with other cells unknown, or the pattern if it is self-forcing."""
        steps = super().answer_steps(query, state)
        if steps or not state.yes:
            return steps
        beside = self.answer_reference(query.problem)
        return [Step(query.problem.target.to_array(), self.answer_title, beside)]

    def answer_reference(self, problem: Predecessor) -> tuple[str, Picture]:
        """Return the pattern."""
        return "pattern", problem.target.to_array()


class SelfForcing(Question):
    """Patches that every predecessor contains."""

    name = "self-forcing"
    description = "patches that every predecessor contains"
    details = "The part of a pattern that every predecessor contains at its place."
    emblem = emblem("OOOOOOOO", "O......O", "O..OO..O", "OOOOOOOO")
    command = "self-forcing"
    queries = tuple(_PATCHES.values())
    display = SelfForcingDisplay()
    fields = (NAME, *TARGET, _PATCH, _PERIOD, replace(UNKNOWN, advanced=False, default="yes"),
              TIME_LIMIT, RULE, ENCODING, _PROVER, WORKERS)  # fmt: skip

    def problem(self, values: Values, subject: Pattern) -> Predecessor:
        """Return the problem of the predecessors that do not contain the pattern."""
        return differing_predecessors(subject, values["period"])

    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query about the pattern."""
        return _PATCHES[values[_PATCH.name]](problem)

    def texts_of(self, problem: Predecessor) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        texts = super().texts_of(problem)
        return None if texts is None else {**texts, _PERIOD.name: str(problem.generations)}

    def texts_of_query(self, query: OneAnswer) -> dict[str, str]:
        """Return the text of the field that states the query."""
        (patch,) = (name for name, each in _PATCHES.items() if isinstance(query, each))
        return {_PATCH.name: patch}

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the command line."""
        return [*super().words(texts, subject), *_FLAGS[texts[_PATCH.name]]]


def proof_file(values: Values) -> str:
    """Return the absolute path of the proof, which the job's process can find, or ""."""
    proof = values.get(_PROOF.name)
    return str(Path(proof).absolute()) if proof else ""
