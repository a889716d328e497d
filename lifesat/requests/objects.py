"""Searches for objects in a box: still lifes, oscillators, spaceships, eaters, and agars."""

from collections.abc import Mapping
from typing import Any, TypeVar

from lifesat.problems.life.agar import Agar
from lifesat.problems.life.eater import Eater
from lifesat.problems.life.periodic import Periodic
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.life.still_life_class import PseudoStillLife, StrictStillLife
from lifesat.requests.option_table import from_values

STILL_LIFE_PROBLEMS: dict[str, type[StillLife]] = {
    "any": StillLife,
    "strict": StrictStillLife,
    "pseudo": PseudoStillLife,
}
"""The problem for each class in `lifesat.requests.choices.STILL_LIFE_CLASSES`."""

Boxed = TypeVar("Boxed", bound=StillLife | Periodic | Eater | Agar)


def problem_in_box(kind: type[Boxed], values: Mapping[str, Any]) -> Boxed:
    """Return the search for objects of a kind.

    Parameters
    ----------
    kind
        The class of the problem.
    values
        The values of the options that state it, by name: the box, and others such as the period.

    Raises
    ------
    UserError
        If they do not fit together.
    """
    width, height = values["box"]
    fields = {"width": width, "height": height}
    if "rule" in values:
        fields["rule_name"] = values["rule"]
    return from_values(kind, {**values, **fields})
