"""The states that some cells take over all predecessors of a target."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import FALSE, Literals, SpaceTime, is_variable
from lifesat.errors import UserError
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import Rule
from lifesat.problems.json_fields import make, read_object
from lifesat.problems.life.base import LifeProblem
from lifesat.problems.life.box import filled_with_constants, last_variable
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import Cell, cell_errors, outside_errors
from lifesat.problems.problem import Boards


@dataclass(frozen=True)
class PredecessorStates(LifeProblem):
    """The distinct states of some cells of the first generation, over all predecessors.

    The formula is that of the predecessors, with its variables renumbered so that those of the
    projected cells come first. A model has the whole first generation, the witness, which is run
    forward before the state counts as a solution.
    """

    kind: ClassVar[str] = "predecessor_states"
    noun: ClassVar[str] = "state"
    nouns: ClassVar[str] = "states"
    unknowns: ClassVar[str] = "projected cells"
    forms: ClassVar[Mapping[str, str]] = Predecessor.forms

    predecessors: Predecessor
    # The projected cells (x, y), relative to the target's top left cell; at least one.
    project: frozenset[Cell]

    def __post_init__(self) -> None:
        for error in cell_errors(self.project):
            raise UserError(error)
        if not self.project:
            raise UserError("there are no cells to project on; give one at least")
        for error in outside_errors(self.predecessors.window, self.project):
            raise UserError(error)

    # ---------------------------------------------------------------- the formula

    @property
    def rule(self) -> Rule:
        """The target's rule."""
        return self.predecessors.rule

    @cached_property
    def projected(self) -> NDArray[np.bool_]:
        """A mask of the first window: the projected cells."""
        return self.predecessors.window.marked(self.project, ("identity",))

    @cached_property
    def numbers(self) -> Literals:
        """The new number of each variable of the first window; these still come first."""
        first = self.predecessors.first
        chosen = np.zeros(self.witness, dtype=bool)
        chosen[first[is_variable(first) & self.projected] - 1] = True
        numbers = np.empty(self.witness, dtype=np.int32)
        numbers[np.argsort(~chosen, kind="stable")] = np.arange(1, self.witness + 1)
        return numbers

    @cached_property
    def first(self) -> Literals:
        """The window of the first generation, renumbered."""
        first = self.predecessors.first.copy()
        places = is_variable(first)
        first[places] = self.numbers[first[places] - 1]
        return first

    @cached_property
    def projection(self) -> int:
        """The size of the projection: the variables of the projected cells."""
        return last_variable(self.first[self.projected])

    @property
    def witness(self) -> int:
        """The number of variables of the first window."""
        return self.predecessors.projection

    @cached_property
    def spacetime(self) -> SpaceTime:
        """All generations of the predecessors, renumbered."""
        whole = self.predecessors.spacetime
        literals = whole.literals.copy()
        places = is_variable(literals) & (np.abs(literals) <= self.witness)
        literals[places] = self.numbers[np.abs(literals[places]) - 1] * np.sign(literals[places])
        return SpaceTime(literals, torus=whole.torus)

    def formula(self, encoding: str) -> Formula:
        """Return the formula of the predecessors, renumbered."""
        formula = self.predecessors.formula(encoding)
        others = np.arange(self.witness + 1, formula.variables + 1, dtype=np.int32)
        return formula.renumbered(np.concatenate([self.numbers, others]))

    def formula_size(self, encoding: str) -> Size:
        """Return a bound on the size of the formula, which is copied once."""
        size = self.predecessors.formula_size(encoding)
        return size + Size(arrays=size.literals * np.dtype(np.int32).itemsize)

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries that also map projected cells to projected cells."""
        places = self.predecessors.symmetries_with(self.projected)
        renumbered = np.empty_like(places)
        renumbered[:, self.numbers - 1] = self.numbers[places] - 1
        return renumbered

    # ---------------------------------------------------------------- solutions

    def boards(self, models: Literals) -> Boards:
        """Return the states of models; all cells that are not projected are `UNKNOWN`."""
        boards = filled_with_constants(np.where(self.projected, self.first, FALSE), models)
        boards[:, ~self.projected] = UNKNOWN
        return boards

    def accepts(self, models: Literals) -> NDArray[np.bool_]:
        """Return which models have a first generation that becomes the target."""
        witnesses = self.predecessors.boards(models[:, self.numbers - 1])
        return self.predecessors.verify(witnesses)

    def verify(self, boards: Boards) -> NDArray[np.bool_]:
        """Return which boards have states for the projected cells and for no others.

        `accepts` verifies with the other cells that these are states of a predecessor.
        """
        known: NDArray[np.bool_] = ((boards != UNKNOWN) == self.projected).all(axis=(1, 2))
        return known

    def weights(self, boards: Boards) -> NDArray[np.intp]:
        """Return the number of live projected cells."""
        return super().weights(boards & self.projected)

    def patterns(self, boards: Boards) -> Iterator[Pattern]:
        """Yield states as patterns, positioned relative to the target."""
        return self.predecessors.patterns(boards)

    def histories(self, boards: Boards) -> Iterator[list[Pattern]]:
        """Yield each state alone, since it determines no later generation."""
        return ([pattern] for pattern in self.patterns(boards))

    # ---------------------------------------------------------------- text

    def to_json(self) -> str:
        """Return the problem as one line of JSON, with the cells among the target's conditions."""
        values = json.loads(self.predecessors.to_json())
        values |= {"kind": self.kind, "project": sorted(self.project)}
        return json.dumps(values, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the problem that `to_json` wrote."""
        values = read_object(text, "problem")
        cells = {"project": values.pop("project", []), "predecessors": json.dumps(values)}
        return make(cls, cells, "problem", {Predecessor: Predecessor.from_json})

    @property
    def label(self) -> str:
        """The name of a state without its number."""
        return f"{self.predecessors.target.name or 'target'}, {self.noun}"

    def about(self, what: str) -> str:
        """Return `what` with the name of the target."""
        return f"{what} of cells in {self.predecessors.about(self.predecessors.nouns)}"

    def conditions(self) -> str:
        """Return the conditions under which a proof that there is no solution holds."""
        cells = "1 cell" if len(self.project) == 1 else f"{len(self.project):,} cells"
        return f"{cells} of the predecessors {self.predecessors.conditions()}"

    def advice(self) -> str:
        """Return a suggestion for when there is no solution, or "" if nothing else could help."""
        return self.predecessors.advice()
