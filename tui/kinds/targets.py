"""Searches about a target: its predecessors, a sample or the number of them, and the nearest."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.formats import rle
from lifesat.frontends.input.nearest import nearest_problem
from lifesat.frontends.input.target import PredecessorRequest, TargetRequest
from lifesat.frontends.options.table import from_values
from lifesat.life.pattern import Pattern
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.count_solutions import CountSolutions
from lifesat.queries.query import ProblemQuery, Query
from lifesat.queries.rewind import Rewind, RewindState, generations_words, whole_history
from lifesat.queries.sample_solutions import SampleSolutions
from lifesat.queries.solutions import BestSolution

from ..board.pictures import AROUND, Picture
from ..shared.progress_text import counted
from .display import ProblemT, Step
from .fields import (
    CONDITIONS,
    EFFORT,
    ENCODING,
    GENERATIONS,
    LIMIT_OF_PARENTS,
    MARGIN,
    NAME,
    NEAREST,
    OUTSIDE,
    RULE,
    SAMPLE,
    SEED,
    SIZE,
    SOLVER,
    SYMMETRY,
    TARGET,
    TIME_LIMIT,
    UNKNOWN,
    UP_TO_SYMMETRY,
    WORKERS,
    Texts,
    Values,
    of_option,
    texts_of_values,
)
from .kind import Kind, emblem
from .predecessors import NearestDisplay, PredecessorDisplay, run_to_target, shown_states

RLE_HEADER = re.compile(r"^\s*x\s*=\s*\d+\s*,\s*y\s*=", re.MULTILINE)
"""What shows that a text with a mistake is meant to be a pattern."""

# The bars of populations, and the length of the longest in characters.
_BAR, _LEAST, _LONGEST = "█", "▏", 20
_BY_POPULATION = of_option("by_population", "by population", "one count per population")
_WEIGHTS = of_option("weights", "weights", "file: how much each cell counts; empty: 1")
# It has a name of its own, since kinds share texts by name, and elsewhere the field is never empty.
_BACK = replace(
    of_option("rewind.generations", "generations", "how many; empty: as many as possible"),
    name="back",
)


class TargetKind(Kind[ProblemT]):
    """A search about a target."""

    resembling = RLE_HEADER

    def read(self, values: Values) -> Pattern:
        """Return the target with the chosen rule and the bounded grid of its file."""
        path = (values["path"] or "") if values["source"] == "file" else None
        about = {"path": path, "text": values.get("text") or ""}
        return from_values(TargetRequest, {**values, **about}).read()

    def request(self, values: Values) -> PredecessorRequest:
        """Return the request; kinds without a field for the outside leave it free."""
        # `draft.check` says at its field that an encoding does not fit.
        return from_values(PredecessorRequest, {"outside": "free", **values, "encoding": None})

    def words(self, texts: Texts, subject: Pattern | None) -> list[str]:
        """Return the command line; it overrides the grid of a file if the user did."""
        words = super().words(texts, subject)
        grid = subject.grid if subject is not None else None
        dead = texts.get("outside", "dead") == "dead" and self.has_field("outside")
        if dead and grid is not None:
            words += ["--outside", "dead"]
        return words

    def preview(self, subject: Any) -> tuple[Picture | None, str]:
        """Return the target and its size."""
        if not isinstance(subject, Pattern):
            return None, ""
        words = words_about(subject)
        try:
            board = subject.to_array()
        except UserError:
            return None, words
        return shown_states(board, subject.rule) if board.size else None, words


class PredecessorKind(TargetKind[Predecessor]):
    """A search about the predecessors of a target."""

    problem_class = Predecessor
    display = PredecessorDisplay()
    drawable = True

    def problem(self, values: Values, subject: Pattern) -> Predecessor:
        """Return the problem that the values state."""
        return self.request(values).problem(subject)

    def with_margin(self, shown: Picture, problem: Predecessor) -> tuple[Picture, str]:
        """Return the target in its margin, which is shaded."""
        if isinstance(shown, str) or problem.outside != "dead" or not problem.margin:
            return shown, ""
        around = np.pad(shown, problem.margin, constant_values=AROUND)
        return around, f", margin {problem.margin}"

    def texts_of(self, problem: Predecessor) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        return texts_of_target(problem)


class Predecessors(PredecessorKind):
    """Patterns that evolve into a target."""

    name = "predecessors"
    description = "patterns that evolve into a target"
    details = (
        "What could have come before a pattern, one generation back or more: the first ones, "
        "or all."
    )
    emblem = emblem(".O......", "..O..O.O", "OOO...OO", "......O.")
    command = "predecessors"
    as_block = True
    fields = (NAME, *TARGET, GENERATIONS, OUTSIDE, SIZE, MARGIN, SYMMETRY, UP_TO_SYMMETRY,
              LIMIT_OF_PARENTS, TIME_LIMIT, RULE, UNKNOWN, *CONDITIONS, SEED,
              *EFFORT)  # fmt: skip


class Samples(PredecessorKind):
    """Predecessors drawn independently, all with the same probability."""

    name = "sample"
    description = "predecessors drawn at random"
    details = "Predecessors drawn at random from all there are, each with the same probability."
    emblem = emblem("O..O....", "...O..O.", ".O....O.", "O....O..")
    command = "sample"
    queries = (SampleSolutions,)
    asked = ("seed",)
    fields = (NAME, *TARGET, GENERATIONS, OUTSIDE, SIZE, MARGIN, SYMMETRY, SAMPLE, RULE, UNKNOWN,
              *CONDITIONS, SEED)  # fmt: skip

    def words(self, texts: Texts, subject: Pattern | None) -> list[str]:
        """Return the command line with a number, without which the command draws one."""
        number = texts.get(SAMPLE.name, SAMPLE.default).strip()
        return [*super().words(texts, subject), "--number", number or SAMPLE.default]

    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query for the sample."""
        return SampleSolutions(problem, values["seed"])

    def states(self, query: Query) -> bool:
        """Return whether the form can state a query; it has no field for approximate draws."""
        return isinstance(query, SampleSolutions) and not query.approximate

    def options(self, values: Values) -> Options:
        """Return how to search, whose limit is the number of draws; the query has the seed."""
        return replace(super().options(values), limit=values["number"], workers=1, seed=0)


class CountDisplay(PredecessorDisplay):
    """A count, with a bar for each population if they are counted separately."""

    answer_title = "count"
    answer_drawn = True

    def answer_steps(self, query: Any, state: Any) -> list[Step]:
        """Return the count in words and bars."""
        numbers = query.numbers(state)
        if numbers is None:
            return []
        populations = query.populations(state) if query.by_population else {}
        noun = "orbit" if query.up_to_symmetry else query.problem.noun
        words = counted_words(sum(numbers), populations, noun)
        return [Step(words, self.answer_title, self.answer_reference(query.problem))]


class Count(PredecessorKind):
    """The exact number of predecessors, without listing them."""

    name = "count"
    description = "the exact number of predecessors"
    details = "How many predecessors there are, without a list; also how many of each population."
    emblem = emblem("O.O.O.O.", "O.O.O.O.", "O.O.O.O.", "O.O.O.O.")
    command = "count"
    queries = (CountSolutions,)
    asked = ("by_population", "up_to_symmetry")
    display = CountDisplay()
    fields = (NAME, *TARGET, GENERATIONS, OUTSIDE, SIZE, MARGIN, SYMMETRY, _BY_POPULATION,
              UP_TO_SYMMETRY, RULE, UNKNOWN, *CONDITIONS, ENCODING)  # fmt: skip

    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query for the number of predecessors."""
        return CountSolutions(problem, values["by_population"], values["up_to_symmetry"])

    def options(self, values: Values) -> Options:
        """Return how to search; the query has the orbits."""
        return replace(super().options(values), up_to_symmetry=False)


class RewindDisplay(PredecessorDisplay):
    """The oldest generation and all that follow."""

    answer_ending = ".rle"
    answer_title = "oldest generation"

    def answer_steps(self, query: Rewind, state: RewindState) -> list[Step]:
        """Return the oldest generation and all that follow."""
        oldest = query.pattern(state)
        if oldest is None:
            return []
        whole, window = whole_history(query.problem, oldest)
        shown = [cells[0] for cells in run_to_target(whole, window[None])]
        beside = self.answer_reference(query.problem)
        last = len(shown) - 1
        titles = [f"{generations_words(last - t)} before" for t in range(last)]
        titles = [self.answer_title, *titles[1:], "target"]
        return [Step(each, title, beside) for each, title in zip(shown, titles, strict=True)]


class Rewinds(PredecessorKind):
    """The oldest generation before a target that can be reached."""

    name = "rewind"
    description = "as many generations back as possible"
    details = (
        "Goes back from a target one generation at a time, as far as it gets, and keeps the "
        "oldest generation."
    )
    emblem = emblem("..O..O..", ".OO.OO..", "OOOOOO..", ".OO.OO..")
    command = "rewind"
    queries = (Rewind,)
    display = RewindDisplay()
    fields = (NAME, *TARGET, _BACK, OUTSIDE, SIZE, MARGIN, TIME_LIMIT, RULE, UNKNOWN,
              ENCODING, SOLVER, WORKERS)  # fmt: skip

    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query about the target."""
        return Rewind(problem, values[_BACK.name])

    def texts_of_query(self, query: Rewind) -> dict[str, str]:
        """Return the text of the field for the number of generations."""
        return {_BACK.name: str(query.generations or "")}


class NearestPredecessors(TargetKind[NearestPredecessor]):
    """The nearest pattern with a predecessor."""

    name = "nearest"
    description = "the nearest target with a predecessor"
    details = "The pattern with a predecessor that differs from the target in the fewest cells."
    emblem = emblem("OOO..OOO", "O.O..OOO", "OOO..OOO")
    command = "predecessors"
    problem_class = NearestPredecessor
    queries = (BestSolution,)
    best = "fewest"
    display = NearestDisplay()
    fields = (NAME, *TARGET, GENERATIONS, OUTSIDE, SIZE, MARGIN, NEAREST, _WEIGHTS, TIME_LIMIT,
              RULE, UNKNOWN, *CONDITIONS, ENCODING, SOLVER, WORKERS, SEED)  # fmt: skip

    def problem(self, values: Values, subject: Pattern) -> NearestPredecessor:
        """Return the problem that the values state."""
        return nearest_problem(self.request(values).problem(subject), values["weights"])

    def words(self, texts: Texts, subject: Pattern | None) -> list[str]:
        """Return the command line."""
        return [*super().words(texts, subject), "--nearest"]

    def texts_of(self, problem: NearestPredecessor) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem; weights are in a file."""
        return None if problem.cell_weights else texts_of_target(problem.exact)


def texts_of_target(problem: Predecessor) -> dict[str, str] | None:
    """Return the texts of the fields that state a problem."""
    if problem.require or problem.forbid or problem.project:
        return None
    target, grid = problem.target, problem.target.grid
    torus = grid is not None and problem.outside == "torus"
    stated = (GENERATIONS, OUTSIDE, MARGIN, SYMMETRY, *CONDITIONS)
    texts = texts_of_values(
        {
            "unknown": target.has_unknown,
            "size": (grid.width, grid.height) if torus and grid else None,
            **{field.name: getattr(problem, field.name) for field in stated},
        }
    )
    return {"text": rle.write(target if torus else target.replace(grid=None)), **texts}


def words_about(pattern: Pattern) -> str:
    """Return the size, the live cells and the rule of a pattern."""
    grid = f":{pattern.grid}" if pattern.grid else ""
    return f"{pattern.width}x{pattern.height}, {pattern.population:,} live, {pattern.rule}{grid}"


def counted_words(number: int, populations: Mapping[int, int], noun: str) -> str:
    """Return a count in words; with populations, also a line with a bar for each.

    >>> print(counted_words(1015, {2: 3, 3: 12, 4: 1000}, "predecessor"))
    1,015 predecessors
    <BLANKLINE>
    cells
        2      3 ▏
        3     12 ▏
        4  1,000 ████████████████████
    """
    whole = counted(str(number), noun)
    if not populations:
        return whole
    most = max(populations.values())
    wide = len(f"{most:,}")
    bars = (
        f"{population:>5}  {each:>{wide},} {_BAR * (_LONGEST * each // most) or _LEAST}"
        for population, each in populations.items()
    )
    return "\n".join([whole, "", "cells", *bars])
