"""All kinds of search, and how solutions and answers are displayed."""

from typing import TYPE_CHECKING, Any

from lifesat.plugins import loaded, plugins
from lifesat.problems.problem import Problem
from lifesat.queries.query import Query

from .agars import Agars
from .completions import Completions
from .count import Count
from .display import Display
from .eaters import Eaters
from .generations import GenerationsDisplay
from .in_box import Oscillators, Replicators, Spaceships, StillLifes
from .kind import Kind
from .marginals import MarginalsDisplay
from .minimal_orphan import MinimalOrphan
from .nearest import NearestPredecessors
from .orphan_proof import OrphanProof
from .predecessors import Predecessors
from .rewind import Rewinds
from .sample import Samples
from .search import Blocks
from .self_forcing import SelfForcing
from .self_forcing_agars import SelfForcingAgars
from .states import StatesDisplay
from .verdicts import VerdictsDisplay

if TYPE_CHECKING:
    from ..board.pictures import Picture

_KINDS: tuple[Kind[Any], ...] = (
    Predecessors(),
    Rewinds(),
    Count(),
    OrphanProof(),
    MinimalOrphan(),
    SelfForcing(),
    StillLifes(),
    Oscillators(),
    Spaceships(),
    Replicators(),
    Agars(),
    SelfForcingAgars(),
    Eaters(),
    Blocks(),
    Completions(),
    NearestPredecessors(),
    Samples(),
)


def _form(place: str) -> Kind[Any]:
    """Return the kind of search at a place that a plug-in names."""
    kind = loaded(place)
    if not (isinstance(kind, type) and issubclass(kind, Kind)):
        raise TypeError(f"{place} is not a kind of search")
    return kind()


KINDS: dict[str, Kind[Any]] = {
    kind.name: kind
    for kind in (*_KINDS, *(_form(place) for plugin in plugins() for place in plugin.forms))
}
"""The kinds of search by their names, in the order in which the form offers them."""


def display_of(problem: Problem) -> Display[Any]:
    """Return the display for the solutions of a problem."""
    displays = (*KINDS.values(), StatesDisplay(), GenerationsDisplay())
    return next(each for each in displays if isinstance(problem, each.problem_class))


def display_of_answer(query: Query) -> Display[Any] | None:
    """Return the display for the answer to a query, or None if it is shown as text."""
    displays = (*KINDS.values(), MarginalsDisplay(), VerdictsDisplay())
    return next((each for each in displays if each.shows_answer(query)), None)


def target_of(problem: Problem) -> "tuple[str, Picture] | None":
    """Return the target or the puzzle of a problem with its title; None if it has neither."""
    return display_of(problem).target(problem)
