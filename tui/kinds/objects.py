"""Searches for objects, such as still lifes and spaceships, and for cells around a pattern."""

from typing import Any, TypeVar

import numpy as np

from lifesat.engines.options import Options
from lifesat.formats import read_file, read_text
from lifesat.frontends.input.catalysts import CatalystRequest
from lifesat.frontends.input.completion import CompletionRequest
from lifesat.frontends.input.objects import STILL_LIFE_PROBLEMS, problem_in_box
from lifesat.frontends.options.table import from_values
from lifesat.life.evolution import step
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import LIFE
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.completion import DEAD, LIVE, Completion
from lifesat.problems.life.eater import Eater
from lifesat.problems.life.periodic import Oscillator, Periodic, Spaceship
from lifesat.problems.life.repeating import InBox
from lifesat.problems.life.replicator import Replicator
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.problem import Boards
from lifesat.queries.query import ProblemQuery
from lifesat.queries.self_forcing import SelfForcingAgars as AgarsQuery
from lifesat.queries.solutions import BestSolution

from ..board.pictures import NOT_SHOWN, Picture, marked
from .fields import Texts, Values, form, texts_of_values
from .kind import Display, Kind, emblem
from .search import BlockDisplay
from .targets import RLE_HEADER, words_about

# Pictures of a box show a ring of this width around it, in which no cell may be born.
_RING = 1

_TORUS = {"label": "torus", "hint": "width,height of one period"}
_PERIOD_OR_1 = {"default": "1", "hint": "until it repeats; 1: still lifes"}

Boxed = TypeVar("Boxed", bound=InBox | Eater | Agar)
Around = TypeVar("Around", bound=Completion | SpaceTimeSearch)
Repeated = TypeVar("Repeated", bound=Periodic | Replicator | Completion)


class BoxKind(Kind[Boxed]):
    """A search for objects in a box."""

    def problem(self, values: Values, subject: Any) -> Boxed:  # noqa: ARG002
        """Return the problem that the values state."""
        return problem_in_box(self.problem_class, values)

    def texts_of(self, problem: Boxed) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem, most of which its class has too."""
        names = {
            field.name for field in self.fields
        } & self.problem_class.__dataclass_fields__.keys()
        texts = texts_of_values({name: getattr(problem, name) for name in names})
        texts |= texts_of_values({"box": (problem.width, problem.height)})
        # The default is left out, since targets have another one.
        if not isinstance(problem, Eater) and problem.rule != LIFE:
            texts["rule"] = problem.rule_name
        return texts


class StillLifeDisplay(Display[StillLife]):
    """A still life, with a ring around it."""

    def generations(self, problem: StillLife, boards: Boards) -> list[Boards]:  # noqa: ARG002
        """Return the still lifes."""
        return [_in_ring(boards)]


class StillLifes(BoxKind[StillLife]):
    """Patterns that do not change."""

    name = "still lifes"
    description = "patterns that do not change"
    details = "All patterns in a box that stay as they are, such as blocks and beehives."
    emblem = emblem(".OO.", "O..O", ".OO.")
    command = "still-lifes"
    problem_class = StillLife
    display = StillLifeDisplay()
    as_block = True
    fields = form(
        "name box symmetry connected no_empty_lines up_to_symmetry objects.limit time_limit "
        "objects.rule objects.outside bounds density effort"
    )

    def problem(self, values: Values, subject: Any) -> StillLife:  # noqa: ARG002
        """Return the problem that the values state."""
        return problem_in_box(STILL_LIFE_PROBLEMS[values["connected"]], values)

    def texts_of(self, problem: StillLife) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        kind = next(name for name, each in STILL_LIFE_PROBLEMS.items() if type(problem) is each)
        return (super().texts_of(problem) or {}) | texts_of_values({"connected": kind})


class PeriodDisplay(Display[Repeated]):
    """The generations of one period."""

    def generations(self, problem: Repeated, boards: Boards) -> list[Boards]:
        """Return the generations of one period."""
        return [_in_ring(each) for each in problem.history(boards)]


class Oscillators(BoxKind[Periodic]):
    """Patterns that repeat in place."""

    name = "oscillators"
    description = "patterns that repeat in place"
    details = (
        "Patterns in a box that return to themselves after a period, such as blinkers and toads."
    )
    emblem = emblem(".OOO", "OOO.")
    command = "oscillators"
    problem_class = Oscillator
    display = PeriodDisplay[Periodic]()
    as_block = True
    fields = form(
        "name box period symmetry up_to_symmetry objects.limit time_limit objects.rule glide "
        "diagonal_width objects.outside bounds effort"
    )


class MovedDisplay(PeriodDisplay[Spaceship | Replicator]):
    """The generations of one period; the last one stands beside each solution."""

    def reference(self, problem: Spaceship | Replicator, board: Boards) -> tuple[str, Picture]:
        """Return the pattern one period later."""
        plural = "s" * (problem.period > 1)
        return f"{problem.period} generation{plural} later", self.history(problem, board)[-1]


class Spaceships(BoxKind[Spaceship]):
    """Patterns that repeat at another place."""

    name = "spaceships"
    description = "patterns that repeat elsewhere"
    details = "Patterns that return to themselves somewhere else, such as gliders."
    emblem = emblem(".O..O", "O....", "O...O", "OOOO.")
    command = "spaceships"
    problem_class = Spaceship
    display = MovedDisplay()
    as_block = True
    fields = form(
        "name box period shift symmetry up_to_symmetry objects.limit time_limit objects.rule glide "
        "diagonal_width objects.outside bounds effort",
        period={"default": "4"},
        shift={"default": "1,1", "missing": "enter the shift, such as 1,1"},
    )


class Replicators(BoxKind[Replicator]):
    """Patterns that become two copies of themselves."""

    name = "replicators"
    description = "patterns that become two copies"
    details = (
        "Patterns that become two copies of themselves, on opposite sides, and nothing else. There "
        "are many under HighLife and other rules with B6."
    )
    emblem = emblem(".OO..OO.", "O.O..O.O", "OOO..OOO")
    command = "replicators"
    problem_class = Replicator
    display = MovedDisplay()
    fields = form(
        "name box replicators.period replicators.shift symmetry up_to_symmetry limit time_limit "
        "objects.rule bounds effort",
        box={"default": "13,13"},
    )


class AgarDisplay(Display[Agar]):
    """The generations of one period on the torus."""

    cellwise = False

    def history(self, problem: Agar, board: Boards) -> list[Picture]:
        """Return the generations of one period on the torus."""
        return [cells[0] for cells in problem.history(board[None])]


class Agars(BoxKind[Agar]):
    """Patterns of the whole plane that repeat."""

    name = "agars"
    description = "patterns of the whole plane that repeat"
    details = "Patterns that fill the whole plane: what a torus holds repeats in all directions."
    emblem = emblem("OOOOOOOO", "........", "OOOOOOOO", "........")
    command = "agars"
    problem_class = Agar
    display = AgarDisplay()
    as_block = True
    fields = form(
        "name box period shift objects.limit time_limit objects.rule bounds effort",
        box=_TORUS,
        period=_PERIOD_OR_1,
    )

    def options(self, values: Values) -> Options:
        """Return the limits, the solver and the workers; lists are up to symmetry."""
        return super().options({**values, "up_to_symmetry": self.goal(values) is None})

    def query(self, problem: Agar, values: Values) -> ProblemQuery:
        """Return the query, up to symmetry."""
        return super().query(problem, {**values, "up_to_symmetry": True})


class SelfForcingAgars(Agars):
    """Agars whose every generation has no predecessor but the one before it."""

    name = "forcing agars"
    description = "agars that only they themselves become"
    details = "Patterns of the whole plane whose every predecessor is the pattern itself."
    emblem = emblem("OOOOOOOO", "O..OO..O", "OOOOOOOO", "O..OO..O")
    queries = (AgarsQuery,)
    asked = ("pad",)
    as_block = False
    fields = form(
        "name box period shift limit time_limit objects.rule bounds encoding solver workers memory "
        "pad",
        box=_TORUS,
        period=_PERIOD_OR_1,
    )

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the command line."""
        return [*super().words(texts, subject), "--self-forcing"]


class EaterDisplay(Display[Eater]):
    """A still life that a glider hits, until it has recovered."""

    reached = "the eater has recovered"

    def generations(self, problem: Eater, boards: Boards) -> list[Boards]:
        """Return the generations, beginning with the glider in its corner."""
        history = [_in_ring(problem.with_glider(boards))]
        for _ in range(problem.generations):
            history.append(step(history[-1], LIFE))
        return history

    def reference(self, problem: Eater, board: Boards) -> tuple[str, Picture]:  # noqa: ARG002
        """Return the still life without the glider."""
        return "still life", np.pad(board, _RING)


class Eaters(BoxKind[Eater]):
    """Still lifes that absorb a glider and recover."""

    name = "eaters"
    description = "still lifes that eat a glider"
    details = "Still lifes that a glider hits and that are whole again a few generations later."
    emblem = emblem(".O..OO..", "..O.O.O.", "OOO...O.", "......OO")
    command = "eaters"
    problem_class = Eater
    display = EaterDisplay()
    fields = form(
        "name box eaters.generations corner phase limit time_limit bounds effort",
        box={"default": "9,9"},
    )

    def texts_of(self, problem: Eater) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        return None if problem.as_published else super().texts_of(problem)


class CompletionDisplay(PeriodDisplay[Completion]):
    """The generations of one period; in the first, the added cells are marked."""

    def history(self, problem: Completion, board: Boards) -> list[Picture]:
        """Return the generations of one period; in the first, the added cells are marked."""
        first, *later = super().history(problem, board)
        return [marked(first, np.pad(problem.cells[0] != LIVE, _RING) & (first == 1)), *later]

    def target(self, problem: Completion) -> tuple[str, Picture]:
        """Return the given cells; those that the search chooses are unknown."""
        letters = problem.cells[0]
        given = np.select([letters == LIVE, letters == DEAD], [1, 0], UNKNOWN)
        return "given cells", np.pad(given, _RING, constant_values=NOT_SHOWN)


class PatternKind(Kind[Around]):
    """A search for cells around a pattern, in which each state of a cell has a meaning."""

    resembling = RLE_HEADER
    as_block = True

    def read(self, values: Values) -> Pattern:
        """Return the pattern."""
        if values["source"] == "file":
            return read_file(values["path"] or "", unknown=True)
        return read_text(values.get("text") or "", unknown=True, source="text")

    def texts_of(self, problem: Around) -> dict[str, str] | None:  # noqa: ARG002
        """Return None: the form states how a pattern is read, not every cell."""
        return None

    def draw(self, subject: Pattern) -> tuple[Picture | None, str]:
        """Return the live cells of the pattern, and its size."""
        board = subject.to_array()
        if subject.rule.states > 2:
            board = (board % 2).astype(np.uint8)
        return board if board.size else None, words_about(subject)


class Completions(PatternKind[Completion]):
    """The smallest still life or oscillator with given cells."""

    name = "completion"
    description = "the smallest pattern with given cells"
    details = "The smallest still life or oscillator that has the given cells."
    emblem = emblem("??.OO.??", "??O..O??", "??.OO.??", "??....??")
    command = "complete"
    problem_class = Completion
    queries = (BestSolution,)
    best = "fewest"
    display = CompletionDisplay()
    fields = form(
        "name target period complete.states margin complete.minimise time_limit rule bounds "
        "encoding solver workers",
        period=_PERIOD_OR_1,
        margin={"hint": "cells to add around the pattern's box", "when": None},
    )

    def problem(self, values: Values, subject: Pattern) -> Completion:
        """Return the problem that the values state."""
        return from_values(CompletionRequest, values).problem(subject)


class Catalysts(PatternKind[SpaceTimeSearch]):
    """Still lifes that a pattern hits and that recover."""

    name = "catalysts"
    description = "still lifes that a pattern hits"
    details = (
        "Still lifes that a pattern hits and that recover. In LifeHistory, state 1 is the pattern, "
        "and state 2 marks where the still life may be."
    )
    emblem = emblem(".O......", "..O.????", "OOO.????", "....????")
    command = "catalysts"
    problem_class = SpaceTimeSearch
    display = BlockDisplay()
    fields = form(
        "name target catalysts.generations contact recovered max_active active_box "
        "catalysts.margin up_to_symmetry objects.limit time_limit rule bounds effort",
        limit={"default": "1"},
    )

    def problem(self, values: Values, subject: Pattern) -> SpaceTimeSearch:
        """Return the problem that the values state."""
        return from_values(CatalystRequest, values).problem(subject)


def _in_ring(boards: Boards) -> Boards:
    """Return boxes with a ring around each."""
    return np.pad(boards, ((0, 0), (_RING, _RING), (_RING, _RING)))
