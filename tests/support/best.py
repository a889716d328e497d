"""Problems whose solutions have several populations."""

from lifesat import Pattern
from lifesat.engines.options import Options
from lifesat.problems.life.base import PopulationCompared
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.still_life import StillLife
from lifesat.queries.events import Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions

TUB = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."]), generations=3)
SYMMETRIC = Predecessor(
    Pattern.from_rows([".OO.", "O..O", "O..O", ".OO."]), generations=2, symmetry="D2_+"
)
BOUNDED = Predecessor(
    Pattern.from_rows(["OO", "OO"]), generations=2, min_population=5, max_population=9
)
DENSE = StillLife(4, 4, no_empty_lines=True)


def populations(problem: PopulationCompared) -> set[int]:
    """All that occur in a list of all solutions."""
    found: set[int] = set()
    for event in search(ListSolutions(problem), Options(method="sat", limit=None)):
        if isinstance(event, Solutions):
            found.update(event.weights())
    return found
