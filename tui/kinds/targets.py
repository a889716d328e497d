"""Searches about a target: its predecessors, a sample or the number of them, and the nearest.

First come the displays of their solutions and answers, then the kinds of search.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.formats import rle
from lifesat.frontends.input.nearest import nearest_problem
from lifesat.frontends.input.target import PredecessorRequest, TargetRequest
from lifesat.frontends.options.table import from_values
from lifesat.life.evolution import Edges, step
from lifesat.life.pattern import Pattern
from lifesat.life.rule import Rule
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards, Problem
from lifesat.queries.count_solutions import CountSolutions
from lifesat.queries.has_parent import HasParent, VerdictState
from lifesat.queries.marginals import EstimateMarginals
from lifesat.queries.query import ProblemQuery, Query
from lifesat.queries.rewind import Rewind, RewindState, generations_words, whole_history
from lifesat.queries.sample_solutions import SampleSolutions
from lifesat.queries.solutions import BestSolution

from ..board.pictures import AROUND, NOT_SHOWN, SHARE, Picture, marked, shares
from ..shared.progress_text import counted
from .fields import CONDITIONS, Texts, Values, form, texts_of_values
from .kind import Display, Kind, ProblemT, Step, describe_pattern, emblem

RLE_HEADER = re.compile(r"^\s*x\s*=\s*\d+\s*,\s*y\s*=", re.MULTILINE)
"""What shows that a text with a mistake is meant to be a pattern."""

# The bars of populations, and the length of the longest in characters.
_BAR, _LEAST, _LONGEST = "█", "▏", 20
PARTS = 10**6
"""Counts of predecessors do not fit into arrays of integers; shares in parts of this do."""

# The text has the verdicts on all patterns, however many they are.
_MOST_VERDICTS = 200


class PredecessorDisplay(Display[Predecessor]):
    """All generations up to the target's, or the states of some cells of the first one.

    Under Generations rules, cells that are neither dead nor live are shaded.
    """

    reached = "the target is reached"

    def generations(self, problem: Predecessor, boards: Boards) -> list[Boards]:
        """Return the live cells of all generations, up to the target's, which a heat map counts."""
        history = _shown_generations(problem, boards)
        if problem.rule.states == 2:
            return history
        return [np.where(cells == AROUND, np.uint8(0), cells) for cells in history]

    def history(self, problem: Predecessor, board: Boards) -> list[Picture]:
        """Return the generations of one solution, with all states."""
        return [cells[0] for cells in _shown_generations(problem, board[None])]

    def describe_solution(self, problem: Predecessor, board: Boards) -> str:
        """Return a few words about a predecessor, or how many of the cells are live."""
        if problem.project is None:
            return super().describe_solution(problem, board)
        return f"{int((board == 1).sum()):,} of {len(problem.project):,} cells live"

    def target(self, problem: Predecessor) -> tuple[str, Picture]:
        """Return the target in the window."""
        if problem.rule.states == 2:
            return "target", problem.target_states
        shown = shown_states(problem.target_states, problem.rule)
        return "target", np.where(problem.window.known, shown, NOT_SHOWN)

    def answer_reference(self, problem: Predecessor) -> tuple[str, Picture] | None:
        """Return the target."""
        return "target", shown_states(problem.target.to_array(), problem.rule)


class NearestDisplay(Display[NearestPredecessor]):
    """The nearest pattern with a predecessor; the cells that differ are marked."""

    reached = "the nearest target"

    def generations(self, problem: NearestPredecessor, boards: Boards) -> list[Boards]:
        """Return all generations."""
        return run_to_target(problem.exact, boards)

    def history(self, problem: NearestPredecessor, board: Boards) -> list[Picture]:
        """Return all generations; in the last, the cells that differ from the target are marked."""
        *earlier, last = super().history(problem, board)
        return [*earlier, marked(last, problem.differing(board[None])[0])]

    def describe_solution(self, problem: NearestPredecessor, board: Boards) -> str:
        """Return in how many cells the target differs, and what the predecessor is."""
        pattern = next(problem.exact.patterns(board[None]))
        return f"{problem.cost_words('fewest', board)}, {describe_pattern(pattern)}"

    def target(self, problem: NearestPredecessor) -> tuple[str, Picture]:
        """Return the target."""
        return "target", problem.exact.target_states

    def reference(self, problem: NearestPredecessor, board: Boards) -> tuple[str, Picture]:
        """Return the target, with the cells marked that differ."""
        return "target", marked(problem.exact.target_states, problem.differing(board[None])[0])


class _OfAllDisplay(PredecessorDisplay):
    """What is said of all solutions together, beside the target of predecessors."""

    answer_drawn = True

    def answer_reference(self, problem: Problem) -> tuple[str, Picture] | None:
        """Return the target of predecessors; objects have none."""
        return super().answer_reference(problem) if isinstance(problem, Predecessor) else None


class MarginalsDisplay(_OfAllDisplay):
    """Marginals as a heat map."""

    reached = ""

    def answer_steps(self, query: Any, state: Any) -> list[Step]:
        """Return the heat map of the first generation, beside the target."""
        target = self.answer_reference(query.problem)
        if not state.marginals:
            return []
        if isinstance(query, EstimateMarginals):
            estimates: Any = query.estimates(state)
            return [Step(shares(estimates.probabilities), "heat map, estimated", target)]
        exact: Any = query.marginals(state)
        live = exact_shares(exact.live, exact.total)
        board = shares(live / PARTS)
        board[live == 0], board[live == PARTS] = 0, 1
        words = counted(exact.total, query.problem.noun)
        about = f"{(board < SHARE).sum():,} of {board.size:,} cells forced"
        return [Step(board, f"heat map of all {words}", target, about)]


class VerdictsDisplay(PredecessorDisplay):
    """Which of many patterns have a parent: each pattern beside its parent."""

    steps = "pattern"
    reached = ""

    def answer_steps(self, query: HasParent, state: VerdictState) -> list[Step]:
        """Return the parents found, beside their patterns, and the patterns without one."""
        decided = query.decided(VerdictState(), state)
        return [
            Step(
                target if parent is None else parent.boards[0],
                "parent" if parent is not None else "has a parent" if yes else "no parent",
                None if parent is None else (name, target),
                name,
            )
            for number, name, yes, parent in islice(decided, _MOST_VERDICTS)
            for target in [query.problem(number).target.to_array()]
        ]

    def step_words(self, time: int, last: int) -> str:
        """Return in words which pattern is shown; patterns count from 1."""
        return super().step_words(time + 1, last + 1)


def exact_shares(live: NDArray[Any], total: int) -> NDArray[np.int64]:
    """Return in how many of `PARTS` predecessors each cell is live, given counts out of `total`.

    Only cells that are never or always live have 0 or `PARTS`.
    """
    found: NDArray[np.int64] = np.clip((live * PARTS // total).astype(np.int64), 1, PARTS - 1)
    found[live == 0], found[live == total] = 0, PARTS
    return found


def shown_states(cells: Boards, rule: Rule) -> Boards:
    """Return cells as a picture; under a rule with more states, those above 1 are shaded."""
    return np.where(cells > 1, np.uint8(AROUND), cells) if rule.states > 2 else cells


def _shown_generations(problem: Predecessor, boards: Boards) -> list[Boards]:
    """Return all generations; the states of some cells determine no others."""
    return [boards] if problem.project is not None else run_to_target(problem, boards)


def run_to_target(problem: Predecessor, boards: Boards) -> list[Boards]:
    """Return all generations up to the target's, padded to one shape with hidden cells."""
    rule, cells = problem.target.rule, boards
    history = [shown_states(boards, rule)]
    edges: Edges = "cut" if problem.outside == "free" else problem.window.surroundings.edges
    for t in range(1, problem.generations + 1):
        cells = step(cells, rule, edges)
        around = (t, t) if edges == "cut" else (0, 0)
        shown = shown_states(cells, rule)
        history.append(np.pad(shown, ((0, 0), around, around), constant_values=NOT_SHOWN))
    return history


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

    def draw(self, subject: Pattern) -> tuple[Picture | None, str]:
        """Return the target and its size."""
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
    fields = form(
        "name target generations outside size margin symmetry up_to_symmetry parents.limit "
        "time_limit rule unknown conditions seed effort"
    )


class Samples(PredecessorKind):
    """Predecessors drawn independently, all with the same probability."""

    name = "sample"
    description = "predecessors drawn at random"
    details = "Predecessors drawn at random from all there are, each with the same probability."
    emblem = emblem("O..O....", "...O..O.", ".O....O.", "O....O..")
    command = "sample"
    queries = (SampleSolutions,)
    asked = ("seed",)
    fields = form(
        "name target generations outside size margin symmetry number rule unknown conditions seed"
    )

    def words(self, texts: Texts, subject: Pattern | None) -> list[str]:
        """Return the command line with a number, without which the command draws one."""
        number = texts["number"].strip() or "1000"
        return [*super().words(texts, subject), "--number", number]

    def states(self, query: Query) -> bool:
        """Return whether the form can state a query; it has no field for approximate draws."""
        return isinstance(query, SampleSolutions) and not query.approximate

    def options(self, values: Values) -> Options:
        """Return how to search; the limit is the number of draws."""
        return replace(super().options(values), limit=values["number"], workers=1)


class CountDisplay(_OfAllDisplay):
    """A count, with a bar for each population if they are counted separately."""

    answer_title = "count"

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
    fields = form(
        "name target generations outside size margin symmetry by_population up_to_symmetry rule "
        "unknown conditions encoding"
    )


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
    fields = form(
        "name target rewind.generations outside size margin time_limit rule unknown encoding "
        "solver workers"
    )

    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query about the target."""
        return Rewind(problem, values["back"])

    def texts_of_query(self, query: Rewind) -> dict[str, str]:
        """Return the text of the field for the number of generations."""
        return {"back": str(query.generations or "")}


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
    fields = form(
        "name target generations outside size margin nearest weights time_limit rule unknown "
        "conditions encoding solver workers seed"
    )

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
    target, grid = problem.target, problem.window.grid
    stated = ("generations", "outside", "margin", "symmetry", *CONDITIONS)
    texts = texts_of_values(
        {
            "unknown": target.has_unknown,
            "size": (grid.width, grid.height) if grid and problem.outside == "torus" else None,
            **{name: getattr(problem, name) for name in stated},
        }
    )
    return {"text": rle.write(target.replace(grid=grid)), **texts}


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
    whole = counted(number, noun)
    if not populations:
        return whole
    most = max(populations.values())
    wide = len(f"{most:,}")
    bars = (
        f"{population:>5}  {each:>{wide},} {_BAR * (_LONGEST * each // most) or _LEAST}"
        for population, each in populations.items()
    )
    return "\n".join([whole, "", "cells", *bars])
