"""The states that some cells take over all predecessors of a target."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import FALSE, Literals, is_variable
from lifesat.errors import UserError
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.problems.life.base import LifeProblem
from lifesat.problems.life.box import filled_with_constants, last_variable
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.validation import cell_errors, outside_errors
from lifesat.problems.life.window import Cell
from lifesat.problems.problem import Boards, BranchVariables


@dataclass(frozen=True)
class PredecessorStates(Predecessor):
    """The distinct states of some cells of the first generation, over all predecessors.

    The projection consists of the variables of these cells. A model holds the whole first
    generation too, the witness, which is run forward before the state counts as a solution.

    Attributes
    ----------
    project
        The cells, as in `require`; at least one.

    Raises
    ------
    UserError
        If the values are invalid or inconsistent.
    """

    kind: ClassVar[str] = "predecessor_states"
    noun: ClassVar[str] = "state"
    nouns: ClassVar[str] = "states"
    unknowns: ClassVar[str] = "projected cells"

    project: frozenset[Cell] = frozenset()

    def __post_init__(self) -> None:
        for error in cell_errors(self.project):
            raise UserError(error)
        super().__post_init__()
        if not self.project:
            raise UserError("there are no cells to project on; give one at least")
        for error in outside_errors(self.frame, self.project):
            raise UserError(error)

    @classmethod
    def of(cls, problem: Predecessor, cells: Iterable[Cell]) -> "PredecessorStates":
        """Return the problem of the states of some cells in the predecessors of a problem."""
        values = {each.name: getattr(problem, each.name) for each in fields(Predecessor)}
        return cls(**values, project=frozenset(cells))

    # ---------------------------------------------------------------- the formula

    @cached_property
    def projected(self) -> NDArray[np.bool_]:
        """A mask of the first window: the cells projected on."""
        return self.frame.marked(self.project, ("identity",))

    @cached_property
    def projection(self) -> int:
        """The size of the projection: the variables of the cells projected on."""
        return last_variable(self.first[self.projected])

    @property
    def witness(self) -> int:
        """The variables of the first window."""
        return last_variable(self.first)

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries that also map the cells projected on to each other."""
        return self.symmetries_with(self.projected)

    def later_branch_variables(self) -> list[BranchVariables]:
        """Return nothing: a state can have predecessors on both sides of such a split."""
        return []

    def _first_layer(self) -> Literals:
        """Return the first window; the variables of the cells projected on come first."""
        layer = super()._first_layer()
        places = is_variable(layer)
        numbers = np.unique(layer[places])
        first = np.isin(numbers, layer[places & self.projected])
        renumbered = np.zeros(len(numbers) + 1, dtype=np.int32)
        renumbered[np.concatenate([numbers[first], numbers[~first]])] = numbers
        layer[places] = renumbered[layer[places]]
        return layer

    # ---------------------------------------------------------------- solutions

    def boards(self, models: Literals) -> Boards:
        """Return the states of models: all cells but those projected on are `UNKNOWN`."""
        boards = filled_with_constants(np.where(self.projected, self.first, FALSE), models)
        boards[:, ~self.projected] = UNKNOWN
        return boards

    def accepts(self, models: Literals) -> NDArray[np.bool_]:
        """Return which models have a first generation that becomes the target."""
        return self.verify(super().boards(models))

    def weights(self, boards: Boards) -> NDArray[np.intp]:
        """Return the number of live cells among those projected on."""
        return super().weights(boards & self.projected)

    def histories(self, boards: Boards) -> Iterator[list[Pattern]]:
        """Yield the states alone, which determine no later generation."""
        return ([pattern] for pattern in self.patterns(boards))

    # ---------------------------------------------------------------- text

    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:
        """Return each state as text in a pattern format, named by its number."""
        return LifeProblem.texts(self, boards, first, form)

    def conditions(self) -> str:
        """Return a description of the problem, as the conditions of a proof of "none"."""
        cells = "1 cell" if len(self.project) == 1 else f"{len(self.project):,} cells"
        return f"{cells} of the predecessors {super().conditions()}"
