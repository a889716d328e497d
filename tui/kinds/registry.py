"""All kinds of search, and how solutions and answers are displayed."""

from typing import TYPE_CHECKING, Any

from lifesat.plugins import loaded, plugins
from lifesat.problems.problem import Problem
from lifesat.queries.count_solutions import CountSolutions
from lifesat.queries.has_parent import HasParent
from lifesat.queries.marginals import CountMarginals, EstimateMarginals
from lifesat.queries.query import Query

from . import objects, questions, search, targets
from .kind import Display, Kind

if TYPE_CHECKING:
    from ..board.pictures import Picture

_KINDS: tuple[Kind[Any], ...] = (
    targets.Predecessors(),
    targets.Rewinds(),
    targets.Count(),
    questions.OrphanProof(),
    questions.MinimalOrphan(),
    questions.Orphans(),
    questions.SelfForcing(),
    objects.StillLifes(),
    objects.Oscillators(),
    objects.Spaceships(),
    objects.Replicators(),
    objects.Agars(),
    objects.SelfForcingAgars(),
    objects.Eaters(),
    search.Blocks(),
    objects.Completions(),
    objects.Catalysts(),
    targets.NearestPredecessors(),
    targets.Samples(),
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

# What is shown in one way, whatever it is about.
_ANSWERS: dict[type[Query], Display[Any]] = {
    CountSolutions: targets.CountDisplay(),
    CountMarginals: targets.MarginalsDisplay(),
    EstimateMarginals: targets.MarginalsDisplay(),
    HasParent: targets.VerdictsDisplay(),
}


def display_of(problem: Problem) -> Display[Any]:
    """Return the display for the solutions of a problem."""
    return next(kind.display for kind in KINDS.values() if isinstance(problem, kind.problem_class))


def display_of_answer(query: Query) -> Display[Any] | None:
    """Return the display for the answer to a query, or None if it is shown as text."""
    displays = (kind.display for kind in KINDS.values() if kind.states(query))
    return _ANSWERS.get(type(query)) or next(displays, None)


def target_of(problem: Problem) -> "tuple[str, Picture] | None":
    """Return the target or the puzzle of a problem with its title; None if it has neither."""
    return display_of(problem).target(problem)
