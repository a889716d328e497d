"""What queries accept and refuse."""

from lifesat.defaults import SOLVERS
from lifesat.engines.options import QUICKEST, Options, unknown_name
from lifesat.errors import UserError
from lifesat.problems.life.generations_predecessor import GenerationsPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.predecessor_states import PredecessorStates
from lifesat.problems.life.search import SpaceTimeSearch

CountedProblem = Predecessor | GenerationsPredecessor | PredecessorStates | SpaceTimeSearch
"""A problem whose solutions are counted."""


def check_solver(options: Options) -> None:
    """Refuse to search without the name of a solver.

    Raises
    ------
    UserError
        If the choice is left to the search, which a list does not make.
    """
    if options.solver == QUICKEST:
        raise UserError(unknown_name("solver", QUICKEST, SOLVERS))
