"""Predecessors under Generations rules, which the command line searches for."""

import numpy as np

from lifesat.problems.life.generations_predecessor import GenerationsPredecessor
from lifesat.problems.problem import Boards

from ..heat_pictures import NOT_SHOWN
from ..pictures import Picture
from .display import LifeDisplay
from .of_target import run_to_target, shown_states


class GenerationsDisplay(LifeDisplay[GenerationsPredecessor]):
    """How predecessors are shown: cells that are neither dead nor live are shaded."""

    problem_class = GenerationsPredecessor
    reached = "the target is reached"

    def generations(self, problem: GenerationsPredecessor, boards: Boards) -> list[Boards]:
        """Return all generations, up to the target's."""
        return run_to_target(problem, boards)

    def reference(
        self,
        problem: GenerationsPredecessor,
        board: Boards,  # noqa: ARG002
    ) -> tuple[str, Picture]:
        """Return the target."""
        shown = shown_states(problem.target_states, problem.rule)
        return "target", np.where(problem.window.known, shown, NOT_SHOWN)
