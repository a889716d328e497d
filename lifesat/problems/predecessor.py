"""The predecessor problem: the last layer of space-time is the target, the others are sought."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.arrays import from_array, to_array
from lifesat.board_rle import write_boards
from lifesat.encodings import encode
from lifesat.encodings.cardinality import bound_population
from lifesat.errors import UserError
from lifesat.formats import rle
from lifesat.formula import Formula
from lifesat.pattern import UNKNOWN, Pattern
from lifesat.problems import symmetry
from lifesat.problems.box import filled, rule_words, symmetric, turned, turns_of
from lifesat.problems.faults import faults
from lifesat.problems.futures import futures, reaches_target
from lifesat.problems.life import Populated, from_the_middle
from lifesat.problems.population import bounded, population_words
from lifesat.problems.problem import Boards, Splitters
from lifesat.rules import Rule
from lifesat.spacetime import ANY, FALSE, TRUE, Literals, SpaceTime, is_variable

Outside = Literal["dead", "free", "torus"]
Cell = tuple[int, int]

# What a window says of a cell of the first generation beyond the target: nothing at all.
_UNSEEN = 3


@dataclass(frozen=True)
class Predecessor(Populated):
    """Patterns that become the target.

    Attributes
    ----------
    target
        The pattern to be reached, under a rule that has a table; may hold unknown cells. For a
        torus its bounded grid says the size.
    generations
        How many generations back, at least 1.
    outside
        What lies beyond the edges: ``dead``, ``free`` or ``torus``.
    margin
        For ``dead``: by how many cells on every side the earlier generations may exceed the
        target's box.
    least, most
        Bounds on the live cells of the first generation; no upper one when `most` is None.
    different
        Whether the first generation must differ from the target in some known cell.
    require, forbid
        Cells ``(x, y)`` of the first generation that must be live, or dead; ``(0, 0)`` is the top
        left cell of the target's box.
    symmetry
        What the first generation has at least, about the middle of its window, by a name in
        `lifesat.problems.box.SYMMETRIES`; of two axes, the one that the target has.

    Raises
    ------
    UserError
        If the parts do not fit together.
    """

    kind: ClassVar[str] = "predecessor"
    noun: ClassVar[str] = "predecessor"
    nouns: ClassVar[str] = "predecessors"

    target: Pattern
    generations: int = 1
    outside: Outside = "dead"
    margin: int = 1
    least: int = 0
    most: int | None = None
    different: bool = False
    require: frozenset[Cell] = frozenset()
    forbid: frozenset[Cell] = frozenset()
    symmetry: str = "C1"

    def __post_init__(self) -> None:
        for fault in faults(self):
            raise UserError(fault)

    # ---------------------------------------------------------------- what stands where

    @property
    def evolves_under(self) -> Rule:
        """The target's rule."""
        return self.target.rule

    @property
    def border(self) -> int:
        """By how many cells on every side the first window exceeds the target's box."""
        return {"dead": self.margin, "free": self.generations, "torus": 0}[self.outside]

    @cached_property
    def window(self) -> NDArray[np.uint8]:
        """The target in the first generation's window: states, `UNKNOWN`, or 3 where unseen."""
        states = to_array(self.target)
        if self.outside == "torus" and (grid := self.target.grid):
            left, top = self.torus_offset
            window = np.zeros((grid.height, grid.width), dtype=np.uint8)
            window[top : top + self.target.height, left : left + self.target.width] = states
            return window
        beyond = 0 if self.outside == "dead" else _UNSEEN
        return np.pad(states, self.border, constant_values=beyond)

    @cached_property
    def turns(self) -> tuple[str, ...]:
        """The turns of the symmetry, a group."""
        return turns_of(self.symmetry, symmetry.axis(self.symmetry, self.window, self.target.rule))

    @cached_property
    def spacetime(self) -> SpaceTime:
        """All generations, first to last; the variables of the first come first, row by row.

        Cells that the symmetry makes equal share a variable, in every generation, since what it
        does not change becomes what it does not change; of the target one of them is enough.
        """
        # Under `dead` a ring around the window shows that nothing is born beyond it.
        ring = 1 if self.outside == "dead" else 0
        beyond = FALSE if self.outside == "dead" else ANY
        shape = (self.generations + 1, *(side + 2 * ring for side in self.window.shape))
        literals = np.full(shape, beyond, dtype=np.int32)
        used = 0
        for t in range(self.generations):
            inset = t if self.outside == "free" else ring
            layer = _inner(literals[t], inset)
            everywhere = np.ones(layer.shape, dtype=bool)
            layer[:] = symmetric(everywhere, self.turns, used) if t else self._first_layer()
            used = max(used, int(layer.max(where=layer < TRUE, initial=0)))
        known = _inner(literals[-1], ring)
        known[self.window == 0] = FALSE
        known[self.window == 1] = TRUE
        known[self.window == UNKNOWN] = ANY
        if self._agreed:
            literals[-1][~symmetry.first_of_each(literals[-1] != ANY, self.turns)] = ANY
        return SpaceTime(literals, torus=self.outside == "torus")

    @cached_property
    def first(self) -> Literals:
        """The window of the first generation."""
        return _inner(self.spacetime.literals[0], 1 if self.outside == "dead" else 0)

    @property
    def projection(self) -> int:
        """How many variables, from 1, tell solutions apart: the first window's unknown cells."""
        return int(self.first.max(where=is_variable(self.first), initial=0))

    def places(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield ``(variable, x, y, t)`` for every cell that is a variable, by variable.

        ``(0, 0)`` is the target's top left cell and 0 the first generation.
        """
        top, left = self.place(0, 0)
        if self.outside == "dead":
            top, left = top + 1, left + 1
        literals = self.spacetime.literals
        cells = np.argwhere(is_variable(literals))
        order = np.argsort(literals[tuple(cells.T)], kind="stable")
        for t, row, column in cells[order].tolist():
            yield int(literals[t, row, column]), column - left, row - top, t

    @property
    def counted(self) -> Literals:
        """The cells that the bounds are about."""
        return self.first

    def formula(self, encoding: str) -> Formula:
        """Return the formula whose models are the histories that end in the target."""
        formula = encode(self.spacetime, self.target.rule, encoding)
        bound_population(formula, self.counted, self.least, self.most)
        if self.different:
            seen = self.window < UNKNOWN
            unlike = np.where(self.window == 1, -self.first, self.first)[seen]
            formula.add(np.unique(unlike)[None])
        return formula

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries of target, outside and rule, as permutations of the projection.

        Those that do not leave the symmetry that is asked for are none of them.

        Returns
        -------
        ndarray
            Shape ``(order, projection)``, the identity among them; see
            `lifesat.solving.enumerate.enumerate_orbits`.
        """
        given = np.where(self.first == TRUE, 1, 0) + np.where(self.first == FALSE, 2, 0)
        places = np.where(is_variable(self.first), self.first - 1, -1)
        return symmetry.permutations(
            self.window + 4 * given,
            places,
            self.target.rule.turns,
            translations=self.outside == "torus",
        )

    def later_splitters(self) -> list[Splitters]:
        """Return the cells of later generations, the last one's and those in the middle first.

        They divide a proof best: fixing one takes effect at once, while a cell of a generation long
        before hardly constrains what comes later. Each solution has one future, so parts by cells
        of any generation are disjoint and together complete.
        """
        return [self._splitters(t) for t in range(self.generations - 1, 0, -1)]

    def _splitters(self, t: int) -> Splitters:
        layer = self.spacetime.literals[t]
        rows, columns = from_the_middle(layer).T

        def states(models: Literals) -> NDArray[np.bool_]:
            live: NDArray[np.bool_] = futures(self, self.boards(models), t)[:, rows, columns] == 1
            return live

        return Splitters(layer[rows, columns].tolist(), states)

    # ---------------------------------------------------------------- reading a model back

    def boards(self, models: NDArray[np.int32]) -> Boards:
        """Return the first generations that models stand for.

        Parameters
        ----------
        models
            Literals of the projection, shape ``(models, projection)``.

        Returns
        -------
        ndarray of uint8
            Shape ``(models, height, width)``: the window, 0 and 1.
        """
        boards = filled(np.where(self.first == TRUE, FALSE, self.first), models)
        boards[:, self.first == TRUE] = 1
        return boards

    def holds(self, boards: Boards) -> NDArray[np.bool_]:
        """Run first generations forward by plain Life and say which are solutions.

        Parameters
        ----------
        boards
            Windows of the first generation, shape ``(boards, height, width)``.

        Returns
        -------
        ndarray of bool
            Shape ``(boards,)``.
        """
        good = bounded(boards, self.least, self.most) & symmetry.kept(boards, self.turns)
        if self.different:
            good &= ((boards != self.window) & (self.window < UNKNOWN)).any(axis=(1, 2))
        good &= ~boards[:, self.first == FALSE].any(axis=1)
        good &= boards[:, self.first == TRUE].all(axis=1)
        return good & reaches_target(self, boards)

    def pattern(self, board: Boards) -> Pattern:
        """Return the pattern of one first generation, placed where it becomes the target."""
        x, y = self.target.position or (0, 0)
        if self.outside == "torus":
            left, top = self.torus_offset
            grid, position = self.target.grid, (x - left, y - top)
        else:
            grid, position = None, (x - self.border, y - self.border)
        return from_array(board, rule=self.target.rule, grid=grid, position=position)

    # ---------------------------------------------------------------- text

    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:
        """Return the text of each board in a format of patterns, under its number."""
        if form != "rle" or not len(boards):
            return super().texts(boards, first, form)
        return write_boards(boards, self.pattern(boards[0]), self.names(first, len(boards)))

    def to_json(self) -> str:
        """Return the problem as one line of JSON, always the same for equal problems."""
        fields = {
            "kind": self.kind,
            "target": rle.write(self.target),
            "generations": self.generations,
            "outside": self.outside,
            "margin": self.margin,
            "least": self.least,
            "most": self.most,
            "different": self.different,
            "require": sorted(self.require),
            "forbid": sorted(self.forbid),
            "symmetry": self.symmetry,
        }
        return json.dumps(fields, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> "Predecessor":
        """Return the problem that `to_json` wrote."""
        fields: dict[str, Any] = json.loads(text)
        del fields["kind"]
        fields["target"] = rle.read(fields["target"], unknown=True)
        for cells in ("require", "forbid"):
            fields[cells] = frozenset((x, y) for x, y in fields[cells])
        return cls(**fields)

    @property
    def label(self) -> str:
        """The words to which a predecessor's number is added to name it."""
        return f"{self.target.name or 'target'}, {self.noun}"

    def conditions(self) -> str:
        """Return the words for what a proof of "none" holds for."""
        back = "1 generation" if self.generations == 1 else f"{self.generations} generations"
        where = {
            "dead": f"within the target's box and a margin of {self.margin}, all dead outside",
            "free": "whatever surrounds the target",
            "torus": f"on the {self.window.shape[1]}x{self.window.shape[0]} torus",
        }[self.outside]
        rule = rule_words(self.target.rule.name)
        return ", ".join([f"{back} back {where}", *rule, *self._bounds()])

    def advice(self) -> str:
        """Return what to try when there is no solution; empty if nothing else could help."""
        wider = {
            "dead": "a larger margin or outside free may still have one",
            "free": "",
            "torus": "another torus, or outside dead or free, may still have one",
        }[self.outside]
        if not self._agreed:
            return "the target lacks the symmetry, and a pattern that has it keeps it"
        if self._bounds():
            return "there may be one with fewer conditions"
        if self.outside == "free" and self.generations == 1:
            return "the target is an orphan, so every pattern that contains it is a Garden of Eden"
        return wider

    # ---------------------------------------------------------------- the parts of the above

    def _bounds(self) -> list[str]:
        """Return the words for what the first generation must be."""
        bounds = symmetry.words(self.symmetry, self.turns, self.window)
        bounds += population_words(self.least, self.most)
        bounds += ["not the target itself"] * self.different
        given = bool(self.require or self.forbid)
        return bounds + ["the required and forbidden cells as given"] * given

    @property
    def torus_offset(self) -> Cell:
        """Where the target's top left cell lies on the torus: columns, then rows.

        A torus is centred on the origin, so that its left column is minus half its width.
        """
        grid, position = self.target.grid, self.target.position
        if grid is None or position is None:
            return 0, 0
        return position[0] + grid.width // 2, position[1] + grid.height // 2

    def place(self, x: int, y: int) -> Cell:
        """Return row and column in the window of a cell given from the target's top left."""
        if self.outside == "torus":
            left, top = self.torus_offset
            return y + top, x + left
        return y + self.border, x + self.border

    def marked(self, cells: Iterable[Cell]) -> NDArray[np.bool_]:
        """Return where cells, given from the target's top left, and their images are in the window.

        What lies beyond it is left out.
        """
        height, width = self.window.shape
        there = np.zeros((height, width), dtype=bool)
        for x, y in cells:
            row, column = self.place(x, y)
            if 0 <= row < height and 0 <= column < width:
                there[row, column] = True
        images: NDArray[np.bool_] = np.any([turned(there, turn) for turn in self.turns], axis=0)
        return images

    @cached_property
    def _agreed(self) -> bool:
        """Whether the target does not lack the symmetry."""
        return symmetry.agrees(self.window, self.turns)

    def _first_layer(self) -> Literals:
        """Return the window of the first generation with its given cells written in."""
        if not self._agreed:
            # What is uniform stays so and never becomes the target: a contradiction at once.
            return np.full(self.window.shape, FALSE, dtype=np.int32)
        required = self.marked(self.require)
        layer = symmetric(~(required | self.marked(self.forbid)), self.turns, 0)
        layer[required] = TRUE
        return layer


def _inner(cells: NDArray[Any], inset: int) -> NDArray[Any]:
    """Return a view of `cells` without `inset` rows and columns on every side."""
    return cells[inset : cells.shape[0] - inset, inset : cells.shape[1] - inset]
