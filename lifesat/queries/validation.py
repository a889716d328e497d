"""What several queries refuse."""

from lifesat.defaults import SOLVERS
from lifesat.errors import UserError
from lifesat.problems.life.predecessor_states import PredecessorStates
from lifesat.problems.problem import Problem
from lifesat.queries.options import QUICKEST, Options, unknown_name


def check_solver(options: Options) -> None:
    """Refuse to search without the name of a solver.

    Raises
    ------
    UserError
        If the choice is left to the search, which a list does not make.
    """
    if options.solver == QUICKEST:
        raise UserError(unknown_name("solver", QUICKEST, SOLVERS))


def check_whole_predecessors(problem: Problem, name: str) -> None:
    """Refuse an option for whole predecessors if only some of their cells are listed.

    Raises
    ------
    UserError
        If the problem projects on some cells.
    """
    if isinstance(problem, PredecessorStates):
        raise UserError(f"{name} is about whole predecessors; it cannot be combined with project")
