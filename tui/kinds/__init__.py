"""The kinds of search that the form offers, a file for each."""

from typing import TYPE_CHECKING, Any

import numpy as np

from lifesat.problems.problem import Problem

from .agars import Agars
from .best_sokoban import BestSokoban
from .completions import Completions
from .count import Count
from .display import Display
from .eaters import Eaters
from .generations import GenerationsDisplay
from .kind import Kind
from .minimal_orphan import MinimalOrphan
from .nearest import NearestPredecessors
from .of_puzzle import OfPuzzle
from .of_target import AboutTarget
from .orphan_proof import OrphanProof
from .oscillators import Oscillators
from .predecessors import Predecessors
from .rewind import Rewinds
from .sample import Samples
from .search import Blocks
from .self_forcing import SelfForcing
from .self_forcing_agars import SelfForcingAgars
from .sokoban import SokobanLevels
from .spaceships import Spaceships
from .states import StatesDisplay
from .still_lifes import StillLifes
from .sudoku import Sudokus
from .sudoku_count import SudokuCount

if TYPE_CHECKING:
    from ..pictures import Picture

KINDS: dict[str, Kind[Any]] = {
    kind.name: kind
    for kind in (
        Predecessors(),
        Rewinds(),
        Count(),
        OrphanProof(),
        MinimalOrphan(),
        SelfForcing(),
        StillLifes(),
        Oscillators(),
        Spaceships(),
        Agars(),
        SelfForcingAgars(),
        Eaters(),
        Blocks(),
        Completions(),
        NearestPredecessors(),
        Samples(),
        Sudokus(),
        SudokuCount(),
        SokobanLevels(),
        BestSokoban(),
    )
}
"""The kinds of search by their names, in the order in which the form offers them."""

_WITH_TARGET: tuple[type[Display[Any]], ...] = (
    AboutTarget,
    GenerationsDisplay,
    OfPuzzle,
    StatesDisplay,
)


def display_of(problem: Problem) -> Display[Any]:
    """Return what shows the solutions of a problem."""
    displays = (*KINDS.values(), StatesDisplay(), GenerationsDisplay())
    return next(each for each in displays if isinstance(problem, each.problem_class))


def target_of(problem: Problem) -> "tuple[str, Picture] | None":
    """Return the target or the puzzle of a problem, with its title; None if it has neither."""
    display = display_of(problem)
    if not isinstance(display, _WITH_TARGET):
        return None
    none = -np.arange(1, problem.projection + 1, dtype=np.int32)
    return display.reference(problem, problem.boards(none[None])[0])
