"""A block of space-time as a user wrote it, converted to literals.

Cells are known, unknown or named; a name may occur in several places, perhaps negated. The
variables from which all others follow come first: they are the projection.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import FALSE, TRUE, Equalities, Literals
from lifesat.errors import UserError
from lifesat.formats.space_time_text import Rows
from lifesat.problems.life.cell_maps import Cell, CellMap, Places
from lifesat.problems.life.surroundings import Surroundings
from lifesat.problems.problem import Boards


@dataclass(frozen=True)
class Block:
    """A block of known, unknown and named cells."""

    # For each named cell, the first place in row-major order with the same name; for others, their
    # own place. This and the next four arrays have shape (generations, height, width).
    places: NDArray[np.intp]
    # Which cells are the negation of their name, if it also occurs without the sign.
    negated: NDArray[np.bool_]
    known: NDArray[np.bool_]
    # The states of the known cells; 0 for others.
    states: NDArray[np.uint8]
    # Which cells the rule binds, if there is a generation before theirs.
    bound: NDArray[np.bool_]
    last_state: int = 1

    @classmethod
    def of(cls, cells: Rows, last_state: int) -> "Block":
        """Return the block that rows of cells in standard form describe."""
        numbers: dict[str, int] = {}
        # Many rows of a large block are alike.
        rows = {
            row: np.array([numbers.setdefault(word, len(numbers)) for word in row.split(" ")])
            for row in dict.fromkeys(row for rows in cells for row in rows)
        }
        back = np.concatenate([rows[row] for layer in cells for row in layer])
        first = np.empty(len(numbers), dtype=np.intp)
        # Of several places with the same number, the last one in this order is kept.
        first[back[::-1]] = np.arange(len(back))[::-1]
        shape = len(cells), len(cells[0]), len(rows[cells[0][0]])
        distinct, back = list(numbers), back.reshape(shape)
        literals = [word.rstrip("'") for word in distinct]
        names = [literal.removeprefix("-") for literal in literals]
        starts: dict[str, int] = {}
        for name, place in zip(names, first.tolist(), strict=True):
            starts[name] = min(place, starts.get(name, place))
        own = np.array([name == "*" or name.isdigit() for name in names])[back]
        named = np.array([starts[name] for name in names])[back]
        states = [int(name) if name.isdigit() else 0 for name in names]
        # A name that is negated wherever it stands means the same without the sign.
        written = set(literals)
        negated = [
            literal != name and name in written
            for literal, name in zip(literals, names, strict=True)
        ]
        return cls(
            places=np.where(own, _places(shape), named),
            negated=np.array(negated)[back],
            known=np.array([name.isdigit() for name in names])[back],
            states=np.array(states, dtype=np.uint8)[back],
            bound=np.array([not word.endswith("'") for word in distinct])[back],
            last_state=last_state,
        )

    def symmetric(self, maps: Sequence[CellMap], surroundings: Surroundings) -> "Block":
        """Return the block with the cells made equal that maps equate.

        Raises UserError if a cell would be both dead and live.
        """
        literals = self._literals(self.places + 1)
        equal = Equalities(literals.size)
        for each in maps:
            equal.merge(*each.equal(literals, surroundings))
        if not equal.consistent:
            raise UserError(self._contradiction(maps, surroundings))
        merged = equal.resolve(literals)
        known = np.abs(merged[0]) == TRUE
        return replace(
            self,
            places=np.where(
                known, _places(known.shape), (np.abs(merged[0]) - 1) // self.last_state
            ),
            negated=~known & (merged[0] < 0),
            known=known,
            states=np.argmax(np.concatenate([~known[None], merged == TRUE]), axis=0).astype(
                np.uint8
            ),
        )

    def _contradiction(self, maps: Sequence[CellMap], surroundings: Surroundings) -> str:
        """Return a chain of cells that maps and names equate, from a cell to one that differs."""
        neighbours = self._neighbours(maps, surroundings)
        known = {cell: self._state(cell, surroundings) for cell in neighbours}
        # The cell before each cell in a chain, and whether it is the opposite of the first.
        before: dict[Cell, tuple[Cell | None, bool]] = {}
        for start in sorted(neighbours, key=lambda cell: known[cell] is None):
            todo = [] if start in before else [start]
            before.setdefault(start, (None, False))
            for cell in todo:
                for other, opposite in neighbours[cell]:
                    sign = before[cell][1] ^ opposite
                    if other not in before:
                        before[other] = cell, sign
                        todo.append(other)
                    if before[other][1] != sign:
                        chain = [*_chain(other, before)[::-1], *_chain(cell, before)[1:]]
                        turned = [(each, turn ^ chain[0][1]) for each, turn in chain]
                        return _equation([*turned, (other, True)], "so a cell is its own opposite")
                    ends = known[start], known[other]
                    if None not in ends and (ends[0] == ends[1]) == sign:
                        differ = f"but {start} is {ends[0]} and {other} is {ends[1]}"
                        return _equation(_chain(other, before), differ)
        raise AssertionError("no cells contradict each other")

    def _neighbours(
        self, maps: Sequence[CellMap], surroundings: Surroundings
    ) -> dict[Cell, list[tuple[Cell, bool]]]:
        """Return the cells that maps or names equate with each cell, and which are opposites."""
        generations, height, width = self.places.shape
        found: dict[Cell, list[tuple[Cell, bool]]] = {}

        def add(one: Places, other: Places, negated: Iterable[bool]) -> None:
            sides = (
                map(tuple, surroundings.inside(side, height, width).T.tolist())
                for side in (one, other)
            )
            for first, second, opposite in zip(*sides, negated, strict=True):
                found.setdefault(first, []).append((second, opposite))
                found.setdefault(second, []).append((first, opposite))

        for each in maps:
            one, other = each.places((generations, height, width), surroundings)
            add(one, other, repeat(each.negated, one.shape[1]))
        here = np.stack(np.nonzero(self.places != _places(self.places.shape)))
        there = np.stack(np.unravel_index(self.places[tuple(here)], self.places.shape))
        signs = self.negated[tuple(here)] ^ self.negated[tuple(there)]
        add(here[::-1], there[::-1], signs.tolist())
        return found

    def _state(self, cell: Cell, surroundings: Surroundings) -> int | None:
        """Return the state of a cell that is known or lies outside, else None."""
        x, y, t = cell
        place = np.array([y]), np.array([x])
        if not surroundings.at(self.known, t, *place, states=(1, 1)).all():
            return None
        return int(surroundings.at(self.states, t, *place)[0])

    @cached_property
    def numbers(self) -> tuple[NDArray[np.int32], int]:
        """The number of each unknown cell, from 1, and how many come first.

        Cells that are equal or opposite share a number; known cells have 0. Cells that the rule
        binds in the first generation of their name follow from the generation before. All others
        come first, and both parts are in row-major order.
        """
        layer = _places(self.places.shape) // self.places[0].size
        starts = layer.ravel()[self.places]
        follows = np.zeros(self.places.size, dtype=bool)
        follows[self.places[self.bound & (starts == layer) & (layer > 0)]] = True
        # `np.unique` would import masked arrays, which takes longer than all of this.
        unknown = np.zeros(self.places.size, dtype=bool)
        unknown[self.places[~self.known]] = True
        first = np.flatnonzero(unknown)
        ordered = np.concatenate([first[~follows[first]], first[follows[first]]])
        numbers = np.zeros(self.places.size, dtype=np.int32)
        numbers[ordered] = np.arange(1, len(ordered) + 1)
        return numbers[self.places], int((~follows[first]).sum())

    @cached_property
    def literals(self) -> Literals:
        """The literals of all states but 0, shape ``(last_state, generations, height, width)``.

        Those of state 1 come first. The variables of a cell are consecutive, in the order of
        `numbers`.
        """
        return self._literals(self.numbers[0])

    def _literals(self, numbers: NDArray[np.integer]) -> Literals:
        """Return the literals of states, given a number from 1 for each unknown cell."""
        state = np.arange(1, self.last_state + 1)[:, None, None, None]
        signs = np.where(self.negated, -1, 1)
        variables = signs * ((numbers - 1) * self.last_state + state)
        constants = np.where(self.states == state, TRUE, FALSE)
        literals: Literals = np.where(self.known, constants, variables).astype(np.int32)
        return literals

    def states_of(self, models: Literals) -> tuple[Boards, int]:
        """Return the states of unknown cells by number, and the last number that models cover.

        The states have shape ``(models, cells + 1)``; they are 0 for number 0 and for cells without
        variables in the models.
        """
        given = models.shape[1] // self.last_state
        states = np.zeros((len(models), int(self.numbers[0].max()) + 1), dtype=np.uint8)
        each = (models > 0).reshape(len(models), given, self.last_state)
        states[:, 1 : given + 1] = each @ np.arange(1, self.last_state + 1, dtype=np.uint8)
        return states, given

    def agree(self, boards: Boards) -> NDArray[np.bool_]:
        """Return which boards have the known cells, and the same state for each name.

        They have shape ``(boards, generations, height, width)``.
        """
        named = (boards ^ self.negated).reshape(len(boards), self.known.size)
        good: NDArray[np.bool_] = (named[:, self.places.ravel()] == named).all(axis=1)
        good &= (boards == self.states)[:, self.known].all(axis=1)
        return good


def _chain(last: Cell, before: Mapping[Cell, tuple[Cell | None, bool]]) -> list[tuple[Cell, bool]]:
    """Return the chain of cells up to the last one, each with whether it is an opposite."""
    chain, cell = [], last
    while True:
        previous, opposite = before[cell]
        chain.append((cell, opposite))
        if previous is None:
            return chain[::-1]
        cell = previous


def _equation(chain: Iterable[tuple[Cell, bool]], end: str) -> str:
    """Return a sentence about the cells (x, y, t) of a chain."""
    equal = " = ".join("-" * opposite + str(cell) for cell, opposite in chain)
    return f"the symmetries contradict the cells (x, y, t): {equal}, {end}"


def _places(shape: tuple[int, ...]) -> NDArray[np.intp]:
    """Return the places of cells in row-major order."""
    return np.arange(np.prod(shape, dtype=np.intp)).reshape(shape)
