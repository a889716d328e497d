"""Marginals as a heat map: how probable each cell is over all predecessors of a target."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards
from lifesat.queries.marginals import CountMarginals, EstimateMarginals
from lifesat.queries.query import Query

from ..board.pictures import SHARE, shares
from ..shared.progress_text import counted
from .display import LifeDisplay, Step
from .of_target import run_to_target

if TYPE_CHECKING:
    from ..board.pictures import Picture

PARTS = 10**6
"""Counts of predecessors do not fit into arrays of integers; shares in parts of this do."""


class MarginalsDisplay(LifeDisplay[Predecessor]):
    """How marginals are shown; the exact map or the command line requests them."""

    problem_class = Predecessor
    answer_drawn = True

    def shows_answer(self, query: Query) -> bool:
        """Return whether a query is about marginals."""
        return isinstance(query, CountMarginals | EstimateMarginals)

    def generations(self, problem: Predecessor, boards: Boards) -> list[Boards]:
        """Return all generations, up to the target's."""
        return run_to_target(problem, boards)

    def answer_steps(self, query: Any, state: Any) -> list[Step]:
        """Return the heat map of the first generation, beside the target."""
        target: tuple[str, Picture] = "target", query.problem.target.to_array()
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


def exact_shares(live: NDArray[Any], total: int) -> NDArray[np.int64]:
    """Return in how many of `PARTS` predecessors each cell is live, given counts out of `total`.

    Only cells that are never or always live have 0 or `PARTS`.
    """
    found: NDArray[np.int64] = np.clip((live * PARTS // total).astype(np.int64), 1, PARTS - 1)
    found[live == 0], found[live == total] = 0, PARTS
    return found
