"""The base class of problems whose solutions become a target."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property, partial
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from lifesat.formats import read_text, rle
from lifesat.formats.registry import EXTENSIONS
from lifesat.life.life_history import history_rule
from lifesat.life.pattern import Pattern, from_boards
from lifesat.life.rule import Rule
from lifesat.problems.json_fields import make
from lifesat.problems.life.base import LifeProblem
from lifesat.problems.life.box import rule_words
from lifesat.problems.life.window import Outside, Window, known_cells
from lifesat.problems.problem import Boards, read_fields

# The LifeHistory states for the states 0, 1 and `UNKNOWN` of a target.
_HISTORY = np.array([2, 1, 0], dtype=np.uint8)


def named(pattern: Pattern, what: str) -> str:
    """Return the name of a pattern, or its size if it has none.

    Examples
    --------
    >>> named(Pattern.from_rows(["OOO"]), "target")
    'the 3x1 target'
    """
    return pattern.name or f"the {pattern.width}x{pattern.height} {what}"


@dataclass(frozen=True)
class TargetProblem(LifeProblem):
    """A problem whose solutions become a target after some generations."""

    # Few predecessors are objects, which have an apgcode.
    forms: ClassVar[Mapping[str, str]] = {
        form: end for form, end in EXTENSIONS.items() if form != "apgcode"
    }

    # On a torus, its bounded grid gives the size.
    target: Pattern
    # The number of generations to go back, at least 1.
    generations: int = 1
    outside: Outside = "dead"
    # With outside "dead", the number of cells by which earlier generations may exceed the target's
    # box on every side.
    margin: int = 1

    @property
    def rule(self) -> Rule:
        """The target's rule."""
        return self.target.rule

    @cached_property
    def window(self) -> Window:
        """The window of the first generation."""
        return Window(self.target, self.outside, self.margin, self.generations)

    @property
    def border(self) -> int:
        """The number of cells that the first window adds to the target's box on every side."""
        return self.window.border

    @property
    def target_states(self) -> NDArray[np.uint8]:
        """The target in the first window; see `lifesat.problems.life.window.Window.states`."""
        return self.window.states

    # ---------------------------------------------------------------- solutions

    def patterns(self, boards: Boards) -> Iterator[Pattern]:
        """Yield first generations as patterns, positioned relative to the target."""
        return self._placed(boards, 0)

    def histories(self, boards: Boards) -> Iterator[list[Pattern]]:
        """Yield the generations of each board up to the target's.

        With outside ``free`` they have only the cells that the first one determines.
        """
        times = range(self.generations + 1)
        layers = [self._placed(known_cells(self.window, boards, t), t) for t in times]
        yield from map(list, zip(*layers, strict=True))

    def _placed(self, boards: Boards, t: int) -> Iterator[Pattern]:
        """Yield boards at time `t` as patterns, positioned relative to the target."""
        grid = self.target.grid if self.outside == "torus" else None
        if grid:
            position = -(grid.width // 2), -(grid.height // 2)
        else:
            x, y = self.target.position or (0, 0)
            border = self.border - (t if self.outside == "free" else 0)
            position = x - border, y - border
        return from_boards(boards, rule=self.target.rule, grid=grid, position=position)

    # ---------------------------------------------------------------- text

    def to_json(self) -> str:
        """Return the problem as one line of JSON, the same for equal problems."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        values |= {"kind": self.kind, "target": rle.write(self.target)}
        if values.get("project") is None:
            values.pop("project", None)
        # Sets of cells in one order, so that equal problems have equal JSON.
        return json.dumps(values, sort_keys=True, default=sorted)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the problem that `to_json` wrote."""
        values = read_fields(text)
        read_target = partial(read_text, format="rle", unknown=True, source="target")
        return make(cls, values, "problem", {Pattern: read_target})

    @property
    def label(self) -> str:
        """The name of a predecessor without its number."""
        return f"{self.target.name or 'target'}, {self.noun}"

    def about(self, what: str) -> str:
        """Return `what` with the name of the target."""
        return f"{what} of {named(self.target, 'target')}"

    def where_words(self) -> str:
        """Return the generations, the outside and the rule in words."""
        back = "1 generation" if self.generations == 1 else f"{self.generations} generations"
        where = {
            "dead": f"within margin {self.margin}, all dead outside",
            "free": "whatever surrounds the target",
            "torus": f"on the {self.target_states.shape[1]}x{self.target_states.shape[0]} torus",
        }[self.outside]
        return ", ".join([f"{back} back {where}", *rule_words(self.target.rule.name)])

    def none_words(self) -> str:
        """Return the shortest true statement that there is no solution."""
        if self.outside == "free":
            return super().none_words()
        where = "on the torus" if self.outside == "torus" else f"within margin {self.margin}"
        return f"{super().none_words()} {where}"

    def advice(self) -> str:
        """Return a suggestion for when there is no solution, or "" if nothing else could help."""
        if self.outside == "free" and self.generations == 1:
            return "the target is an orphan, so every pattern that contains it is a Garden of Eden"
        return {
            "dead": "a larger margin or outside free may still have one",
            "free": "",
            "torus": "another torus, or outside dead or free, may still have one",
        }[self.outside]


def life_history(target: Pattern) -> Pattern:
    """Return a target as a LifeHistory pattern, the inverse of `life_history_target`.

    State 1 is a required live cell, 2 a required dead cell, and 0 an unknown cell.
    """
    states = _HISTORY[target.to_array()]
    rule = history_rule(target.rule)
    return Pattern.from_array(states, rule=rule, position=target.position, name=target.name)
