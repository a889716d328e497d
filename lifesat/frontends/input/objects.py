"""Searches for objects in a box: still lifes, eaters, agars, and all that repeats."""

from collections.abc import Mapping
from typing import Any, TypeVar

from lifesat.errors import UserError
from lifesat.frontends.input.blocks import periodicities
from lifesat.frontends.options.table import from_values
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE, parse_rule, rule_kind
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.box import torus_rule
from lifesat.problems.life.eater import Eater
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.repeating import InBox, shorter_periods
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.life.still_life_class import PseudoStillLife, StrictStillLife

STILL_LIFE_PROBLEMS: dict[str, type[StillLife]] = {
    "any": StillLife,
    "strict": StrictStillLife,
    "pseudo": PseudoStillLife,
}
"""The problem for each class in `lifesat.frontends.options.table.STILL_LIFE_CLASSES`."""

Boxed = TypeVar("Boxed", bound=InBox | Eater | Agar)

# What only a search for objects of two states can ask.
_OF_TWO_STATES = {
    "no_empty_lines": False, "density": None, "connected": "any", "glide": "identity"
}  # fmt: skip


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


def objects_in_box(kind: type[InBox], values: Mapping[str, Any]) -> InBox | SpaceTimeSearch:
    """Return the search for still lifes, oscillators or spaceships under a rule of any states.

    Under a Generations rule it is a search for their block, and conditions for two states are
    rejected.
    """
    rule, _ = parse_rule(values.get("rule") or LIFE.name)
    if rule.family != "generations":
        return problem_in_box(kind, values)
    for name, usual in _OF_TWO_STATES.items():
        if values.get(name, usual) != usual:
            raise UserError(f"{name} is for rules of two states, and {rule_kind(rule)}")
    width, height = values["box"]
    period, (dx, dy) = values.get("period", 1), values.get("shift", (0, 0))
    row = " ".join("*" * width)
    wanted = {f"p{period} x{dx} y{dy}", values.get("symmetry", "C1")}
    return SpaceTimeSearch(
        ((row,) * height,) * (period + 1),
        symmetry=tuple(sorted(wanted - {"C1"})),
        asymmetry=periodicities(shorter_periods(period, (dx, dy))),
        min_population=max(1, values.get("min_population") or 0),
        max_population=values.get("max_population"),
        rule_name=values["rule"],
    )
