"""Answers about all parents at once, without listing them: a sweep over the parent's window.

docs/frontier.md explains the method and shows what it costs.
"""

from lifesat.solving.frontier.counts import (
    count_by_population,
    count_orbits,
    count_parents,
    has_parent,
)
from lifesat.solving.frontier.densest import densest_board, densest_in_reach
from lifesat.solving.frontier.memory import OutOfReachError, StoppedError, half_of_the_machine
from lifesat.solving.frontier.parents import Parents
from lifesat.solving.frontier.reach import sweepable

__all__ = [
    "OutOfReachError",
    "Parents",
    "StoppedError",
    "count_by_population",
    "count_orbits",
    "count_parents",
    "densest_board",
    "densest_in_reach",
    "half_of_the_machine",
    "has_parent",
    "sweepable",
]
