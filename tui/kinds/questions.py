"""Questions about a target with one answer, such as whether it is an orphan."""

from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

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
from .fields import FormField, Texts, Values, form, texts_of_values
from .kind import Kind, Step, emblem
from .targets import PredecessorDisplay, PredecessorKind


class Question(PredecessorKind):
    """A question about a target with one answer, which a proof may confirm."""

    def request(self, values: Values) -> PredecessorRequest:
        """Return the request without a margin and a symmetry of predecessors."""
        return replace(super().request(values), margin=0, symmetry="C1")


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
    fields = form(
        "name target generations time_limit proof rule unknown encoding prover workers",
        proof={"hint": "DRAT; empty: the job's name"},
    )

    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query; without a name, the proof has the name of the job."""
        named = str(Path(f"{values.get('name') or ''}.drat").absolute())
        return Orphan(problem, values["proof"] or named)

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the command line."""
        words = super().words(texts, subject)
        name = texts.get("name", "").strip()
        named = texts.get("proof", "").strip()
        return words if named else [*words, "--proof", f"{name}.drat"]


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
    asked = ("proof",)
    display = MinimalOrphanDisplay()
    fields = form(
        "name target minimise orphan.symmetry proof generations time_limit rule unknown encoding "
        "prover workers"
    )

    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query about the target."""
        if values["minimise"]:
            return Minimal(problem, values["proof"], symmetry=values["symmetry"])
        return Orphan(problem, values["proof"])

    def texts_of_query(self, query: OneAnswer) -> dict[str, str]:
        """Return the texts of the fields that state the query."""
        values: Values = {"minimise": isinstance(query, Minimal)}
        if isinstance(query, Minimal):
            values = {**values, "symmetry": query.symmetry}
        return super().texts_of_query(query) | texts_of_values(values)


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
    asked = ("restarts", "seed", "beam", "fewest", "symmetry", "proof")
    display = OrphansDisplay()
    sized_by = "the cells that are chosen"
    fields = form(
        "name box symmetry orphans.restarts fewest beam time_limit proof orphans.rule seed "
        "encoding prover workers",
        box={"default": "8,16"},
    )

    def problem(self, values: Values, subject: Any) -> Predecessor:  # noqa: ARG002
        """Return the predecessors of the box, whose cells are unknown."""
        return box_of_orphan(values["box"], values["rule"])

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
    chosen_by = "patch"
    choices: ClassVar = {
        "largest": (self_forcing.LargestSelfForcing, "--largest"),
        "minimal": (self_forcing.MinimalSelfForcing, "--minimise"),
        "itself": (self_forcing.SelfForcing, ""),
    }
    queries = tuple(query for query, _ in choices.values())
    display = SelfForcingDisplay()
    fields = (
        *form("name target"),
        FormField(
            "patch", "patch", "its largest part, a minimal, or itself", "largest", tuple(choices)
        ),
        *form(
            "self_forcing.period unknown time_limit rule encoding prover workers",
            unknown={"advanced": False, "default": "yes"},
        ),
    )

    def problem(self, values: Values, subject: Pattern) -> Predecessor:
        """Return the problem of the predecessors that do not contain the pattern."""
        return differing_predecessors(subject, values["period"])

    def texts_of(self, problem: Predecessor) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        texts = super().texts_of(problem)
        return None if texts is None else {**texts, "period": str(problem.generations)}
