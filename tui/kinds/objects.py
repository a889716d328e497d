"""Searches for objects: still lifes, oscillators, spaceships, replicators, agars and eaters."""

from dataclasses import replace
from typing import Any, ClassVar, TypeVar

import numpy as np

from lifesat.engines.options import Options
from lifesat.formats import read_file, read_text
from lifesat.frontends.input.completion import CompletionRequest
from lifesat.frontends.input.objects import STILL_LIFE_PROBLEMS, problem_in_box
from lifesat.frontends.options.table import from_values
from lifesat.life.evolution import step
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import LIFE, Rule
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.completion import DEAD, LIVE, Completion
from lifesat.problems.life.eater import Eater
from lifesat.problems.life.periodic import Oscillator, Periodic, Spaceship
from lifesat.problems.life.repeating import InBox
from lifesat.problems.life.replicator import Replicator
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.problem import Boards
from lifesat.queries.query import ProblemQuery
from lifesat.queries.self_forcing import SelfForcingAgars as AgarsQuery
from lifesat.queries.solutions import BestSolution

from ..board.pictures import NOT_SHOWN, Picture, marked
from .display import Display
from .fields import (
    BOUNDS,
    BOX,
    CLUSTER,
    EFFORT,
    ENCODING,
    LIMIT,
    MARGIN,
    NAME,
    RULE,
    SHIFT,
    SOLVER,
    SYMMETRY,
    TARGET,
    TIME_LIMIT,
    UP_TO_SYMMETRY,
    WORKERS,
    FormField,
    Texts,
    Values,
    of_option,
    texts_of_values,
)
from .kind import Kind, emblem
from .targets import RLE_HEADER, words_about

# Pictures of a box show a ring of this width around it, in which no cell may be born.
_RING = 1

_RULE_OF_OBJECTS = of_option("objects.rule", "rule", "such as B36/S23", advanced=True)
_PERIOD = of_option(
    "period", "period", "generations until it repeats", "2",
    missing="enter the period, such as 2",
)  # fmt: skip
_PERIOD_OR_1 = replace(_PERIOD, default="1", hint="until it repeats; 1: still lifes")
_GLIDE = of_option("glide", "glide", "symmetry applied once per step", advanced=True)
_NO_EMPTY_LINES = of_option(
    "no_empty_lines", "no empty lines", "a live cell in each row and column"
)
_CONNECTED = of_option("connected", "connected", "any, or strict or pseudo still lifes")
_DENSITY = of_option("density", "density", "a live cell in each chunk of n cells", advanced=True)
_SHIFT = replace(SHIFT, default="1,1", missing="enter the shift, such as 1,1")

_COPIES_PERIOD = of_option(
    "replicators.period", "period", "generations until there are two", "12",
    missing="enter the period, such as 12",
)  # fmt: skip
_COPIES_SHIFT = of_option(
    "replicators.shift", "shift", "cells right,down to one copy", "2,2",
    missing="enter the shift, such as 2,2",
)  # fmt: skip

_TORUS = replace(BOX, label="torus", hint="width,height of one period")
_RULE_OF_AGARS = of_option("agars.rule", "rule", "such as B36/S23", advanced=True)
_PAD = of_option("pad", "padding", "cells around the largest patch", advanced=True)

_GENERATIONS = of_option(
    "eaters.generations", "generations", "time until the eater recovers", "5",
    missing="enter the number of generations, such as 5",
)  # fmt: skip
_CORNER = of_option("corner", "corner", "corner where the glider starts")
_PHASE = of_option("phase", "phase", "phase of the glider")

_STATES = of_option("complete.states", "states", "such as 0=free 1=on; empty: default")
_MARGIN = replace(MARGIN, hint="cells to add around the pattern's box", when=None)
_MINIMISE = of_option("complete.minimise", "minimise", "live cells, the box, or both")

Boxed = TypeVar("Boxed", bound=InBox | Eater | Agar)
Repeated = TypeVar("Repeated", bound=Periodic | Replicator | Completion)


class BoxKind(Kind[Boxed]):
    """A search for objects in a box."""

    # The names of the fields that state a problem, besides those of `_box_texts`.
    stated: ClassVar[tuple[str, ...]]

    def problem(self, values: Values, subject: Any) -> Boxed:  # noqa: ARG002
        """Return the problem that the values state."""
        return problem_in_box(self.problem_class, values)

    def texts_of(self, problem: Boxed) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        stated = texts_of_values({name: getattr(problem, name) for name in self.stated})
        return _box_texts(problem) | stated


class StillLifeDisplay(Display[StillLife]):
    """A still life, with a ring around it."""

    def generations(self, problem: StillLife, boards: Boards) -> list[Boards]:  # noqa: ARG002
        """Return the still lifes."""
        return _run_in_box(boards, 0)


class StillLifes(BoxKind[StillLife]):
    """Patterns that do not change."""

    name = "still lifes"
    description = "patterns that do not change"
    details = "All patterns in a box that stay as they are, such as blocks and beehives."
    emblem = emblem(".OO.", "O..O", ".OO.")
    command = "still-lifes"
    problem_class = StillLife
    display = StillLifeDisplay()
    stated = ("symmetry", "no_empty_lines", "density")
    as_block = True
    fields = (NAME, BOX, SYMMETRY, _CONNECTED, _NO_EMPTY_LINES, UP_TO_SYMMETRY, LIMIT, TIME_LIMIT,
              _RULE_OF_OBJECTS, *BOUNDS, _DENSITY, *EFFORT)  # fmt: skip

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
        return _run_in_box(boards, problem.period, problem.rule)


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
    stated = ("symmetry", "period", "glide")
    as_block = True
    fields = (NAME, BOX, _PERIOD, SYMMETRY, UP_TO_SYMMETRY, LIMIT, TIME_LIMIT, _RULE_OF_OBJECTS,
              _GLIDE, *BOUNDS, *EFFORT)  # fmt: skip


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
    stated = ("symmetry", "period", "glide", "shift")
    as_block = True
    fields = (NAME, BOX, replace(_PERIOD, default="4"), _SHIFT, SYMMETRY, UP_TO_SYMMETRY, LIMIT,
              TIME_LIMIT, _RULE_OF_OBJECTS, _GLIDE, *BOUNDS, *EFFORT)  # fmt: skip


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
    stated = ("symmetry", "period", "shift")
    fields = (NAME, replace(BOX, default="13,13"), _COPIES_PERIOD, _COPIES_SHIFT, SYMMETRY,
              UP_TO_SYMMETRY, LIMIT, TIME_LIMIT, _RULE_OF_OBJECTS,
              *BOUNDS, *EFFORT)  # fmt: skip


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
    stated = ("period", "shift")
    as_block = True
    fields: ClassVar[tuple[FormField, ...]] = (
        NAME, _TORUS, _PERIOD_OR_1, SHIFT, LIMIT, TIME_LIMIT, _RULE_OF_AGARS, *BOUNDS, *EFFORT
    )  # fmt: skip

    def options(self, values: Values) -> Options:
        """Return the limits, the solver and the workers of a search up to symmetry."""
        return replace(super().options(values), up_to_symmetry=True)


class SelfForcingAgars(Agars):
    """Agars whose every generation has no predecessor but the one before it."""

    name = "forcing agars"
    description = "agars that only they themselves become"
    details = "Patterns of the whole plane whose every predecessor is the pattern itself."
    emblem = emblem("OOOOOOOO", "O..OO..O", "OOOOOOOO", "O..OO..O")
    queries = (AgarsQuery,)
    asked = ("pad",)
    as_block = False
    fields = (*(field for field in Agars.fields if field != CLUSTER), _PAD)

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the command line."""
        return [*super().words(texts, subject), "--self-forcing"]

    def query(self, problem: Agar, values: Values) -> ProblemQuery:
        """Return the query for self-forcing agars."""
        return AgarsQuery(problem, values["pad"])


class EaterDisplay(Display[Eater]):
    """A still life that a glider hits, until it has recovered."""

    reached = "the eater has recovered"

    def generations(self, problem: Eater, boards: Boards) -> list[Boards]:
        """Return the generations, beginning with the glider in its corner."""
        return _run_in_box(problem.with_glider(boards), problem.generations)

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
    stated = ("generations", "corner", "phase")
    fields = (NAME, replace(BOX, default="9,9"), _GENERATIONS, _CORNER, _PHASE, LIMIT, TIME_LIMIT,
              *BOUNDS, *EFFORT)  # fmt: skip

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


class Completions(Kind[Completion]):
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
    resembling = RLE_HEADER
    as_block = True
    fields = (NAME, *TARGET, _PERIOD_OR_1, _STATES, _MARGIN, _MINIMISE, TIME_LIMIT, RULE, *BOUNDS,
              ENCODING, SOLVER, WORKERS)  # fmt: skip

    def read(self, values: Values) -> Pattern:
        """Return the pattern."""
        if values["source"] == "file":
            return read_file(values["path"] or "", unknown=True)
        return read_text(values.get("text") or "", unknown=True, source="text")

    def problem(self, values: Values, subject: Pattern) -> Completion:
        """Return the problem that the values state."""
        return from_values(CompletionRequest, values).problem(subject)

    def texts_of(self, problem: Completion) -> dict[str, str] | None:  # noqa: ARG002
        """Return None: the form states how a pattern is read, not every cell."""
        return None

    def preview(self, subject: Any) -> tuple[Picture | None, str]:
        """Return the live cells of the pattern, and its size."""
        if not isinstance(subject, Pattern):
            return None, ""
        board = subject.to_array()
        if subject.rule.states > 2:
            board = (board % 2).astype(np.uint8)
        return board if board.size else None, words_about(subject)


def _run_in_box(boards: Boards, generations: int, rule: Rule = LIFE) -> list[Boards]:
    """Return boxes with a ring around each, followed by their next generations."""
    cells = np.pad(boards, ((0, 0), (_RING, _RING), (_RING, _RING)))
    history = [cells]
    for _ in range(generations):
        cells = step(cells, rule)
        history.append(cells)
    return history


def _box_texts(problem: InBox | Eater | Agar) -> dict[str, str]:
    """Return the texts that state a box, bounds on the population, and the rule."""
    texts = texts_of_values(
        {
            "box": (problem.width, problem.height),
            "min_population": problem.min_population,
            "max_population": problem.max_population,
        }
    )
    # The default is left out, since targets have another one.
    if isinstance(problem, Eater) or problem.rule == LIFE:
        return texts
    return texts | {"rule": problem.rule_name}
