"""Dynamic programming over a frontier: exact counts, samples and listings without a solver.

docs/frontier.md explains the method and its cost.
"""

from lifesat.errors import StoppedError
from lifesat.frontier.counts import count_by_population, count_orbits, count_parents, has_parent
from lifesat.frontier.densest import densest_board, densest_in_reach
from lifesat.frontier.marginals import Marginals, count_marginals
from lifesat.frontier.memory import OutOfReachError
from lifesat.frontier.parents import Parents
from lifesat.frontier.support import supports_frontier

__all__ = [
    "Marginals",
    "OutOfReachError",
    "Parents",
    "StoppedError",
    "count_by_population",
    "count_marginals",
    "count_orbits",
    "count_parents",
    "densest_board",
    "densest_in_reach",
    "has_parent",
    "supports_frontier",
]
