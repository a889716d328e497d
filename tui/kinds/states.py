"""The states of some cells over all predecessors, which the command line lists."""

from lifesat.problems.life.predecessor_states import PredecessorStates
from lifesat.problems.problem import Boards

from ..board.pictures import Picture
from .display import LifeDisplay


class StatesDisplay(LifeDisplay[PredecessorStates]):
    """How states are shown; no form states such a search, since its cells are in a file."""

    problem_class = PredecessorStates

    def generations(self, problem: PredecessorStates, boards: Boards) -> list[Boards]:  # noqa: ARG002
        """Return the states, which say nothing about later generations."""
        return [boards]

    def describe_solution(self, problem: PredecessorStates, board: Boards) -> str:
        """Return how many of the cells are live."""
        return f"{int((board == 1).sum()):,} of {len(problem.project):,} cells live"

    def target(self, problem: PredecessorStates) -> tuple[str, Picture]:
        """Return the target."""
        return "target", problem.predecessors.target_states
