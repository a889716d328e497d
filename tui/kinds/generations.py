"""Predecessors under Generations rules, which the command line searches for."""

import numpy as np

from lifesat.problems.life.generations_predecessor import GenerationsPredecessor
from lifesat.problems.problem import Boards

from ..board.pictures import AROUND, NOT_SHOWN, Picture
from .display import LifeDisplay
from .of_target import run_to_target, shown_states


class GenerationsDisplay(LifeDisplay[GenerationsPredecessor]):
    """How predecessors are shown: cells that are neither dead nor live are shaded."""

    problem_class = GenerationsPredecessor
    reached = "the target is reached"

    def generations(self, problem: GenerationsPredecessor, boards: Boards) -> list[Boards]:
        """Return the live cells of all generations, up to the target's, which a heat map counts."""
        history = run_to_target(problem, boards)
        return [np.where(cells == AROUND, np.uint8(0), cells) for cells in history]

    def history(self, problem: GenerationsPredecessor, board: Boards) -> list[Picture]:
        """Return the generations of one solution, with all states."""
        return [cells[0] for cells in run_to_target(problem, board[None])]

    def target(self, problem: GenerationsPredecessor) -> tuple[str, Picture]:
        """Return the target."""
        shown = shown_states(problem.target_states, problem.rule)
        return "target", np.where(problem.window.known, shown, NOT_SHOWN)
