"""Searches for objects in a box: still lifes, eaters, agars, and all that repeats."""

from collections.abc import Mapping
from typing import Any, TypeVar

from lifesat.frontends.options.table import from_values
from lifesat.life.pattern import Pattern
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.box import torus_rule
from lifesat.problems.life.eater import Eater
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.repeating import InBox
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.life.still_life_class import PseudoStillLife, StrictStillLife

STILL_LIFE_PROBLEMS: dict[str, type[StillLife]] = {
    "any": StillLife,
    "strict": StrictStillLife,
    "pseudo": PseudoStillLife,
}
"""The problem for each class in `lifesat.frontends.options.table.STILL_LIFE_CLASSES`."""

Boxed = TypeVar("Boxed", bound=InBox | Eater | Agar)


def problem_in_box(kind: type[Boxed], values: Mapping[str, Any]) -> Boxed:
    """Return the search for objects of a kind.

    `values` are those of the options that state it, by name: the box, and others such as the
    period.
    """
    width, height = values["box"]
    fields = {"width": width, "height": height}
    if "rule" in values:
        fields["rule_name"] = values["rule"]
    return from_values(kind, {**values, **fields})


def box_of_orphan(box: tuple[int, int], rule: str) -> Predecessor:
    """Return the predecessors of a box of unknown cells, with anything around it."""
    width, height = box
    target = Pattern.from_rows(["?" * width] * height, rule=torus_rule(rule))
    return Predecessor(target, outside="free", margin=0)
