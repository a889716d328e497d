"""How predecessors and other answers about a target are shown."""

from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesat.life.evolution import Edges, step
from lifesat.life.rule import Rule
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards
from lifesat.queries.has_parent import HasParent, VerdictState
from lifesat.queries.marginals import EstimateMarginals

from ..board.pictures import AROUND, NOT_SHOWN, SHARE, Picture, marked, shares
from ..shared.progress_text import counted
from .display import Display, Step, describe_pattern

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


class MarginalsDisplay(PredecessorDisplay):
    """Marginals as a heat map; the exact map or the command line requests them."""

    answer_drawn = True
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
        words = counted(str(exact.total), query.problem.noun)
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
    edges: Edges = {"dead": "dead", "torus": "torus", "free": "cut"}[problem.outside]  # type: ignore[assignment]
    for t in range(1, problem.generations + 1):
        cells = step(cells, rule, edges)
        around = (t, t) if edges == "cut" else (0, 0)
        shown = shown_states(cells, rule)
        history.append(np.pad(shown, ((0, 0), around, around), constant_values=NOT_SHOWN))
    return history
