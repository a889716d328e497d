r"""Symmetry in space-time: a rotation or reflection, with a shift, after some generations.

The names are those of Logic Life Search, such as ``D4x``, ``p7`` and ``p2 RE\ x1``; symmetry
classes may also have their LifeWiki names, such as ``D4_x1``.
"""

import re
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import FALSE, TRUE, Equalities, Literals
from lifesat.errors import UserError
from lifesat.life.symmetry import SYMMETRY_GROUPS, decompose, symmetry_group
from lifesat.problems.life.box import add_difference, symmetry_error
from lifesat.problems.life.constraints.background import Scalar, Surroundings, box
from lifesat.problems.life.constraints.constraint import (
    Constraint,
    LiteralsShape,
    Shape,
    difference_size,
)
from lifesat.problems.problem import Boards

Places = tuple[NDArray[np.intp], NDArray[np.intp]]
"""Rows and columns."""

_TRANSFORMS: dict[str, tuple[str, ...]] = {
    "C1": ("identity",),
    "C2": ("rot180",),
    "C4": ("rot90",),
    "D2-": ("flip_y",),
    "D2|": ("flip_x",),
    "D2\\": ("transpose",),
    "D2/": ("anti_transpose",),
    "D4+": ("flip_y", "flip_x"),
    "D4x": ("anti_transpose", "transpose"),
    "D8": ("flip_y", "transpose"),
    "RO0": ("identity",),
    "RO1": ("rot90",),
    "RO2": ("rot180",),
    "RO3": ("rot270",),
    "RE-": ("flip_y",),
    "RE|": ("flip_x",),
    "RE\\": ("transpose",),
    "RE/": ("anti_transpose",),
}
"""The transforms that generate each symmetry of Logic Life Search."""

_WORDS = {word.casefold(): word for word in _TRANSFORMS}
# The classes of LifeWiki whose mirrors do not depend on a shift, in the words above.
_SAME = {"C2": "C2", "C4": "C4", "D4_+": "D4+", "D4_x": "D4x", "D8": "D8"}
_NUMBER = re.compile(r"([pxy])(-?[0-9]{1,6})", re.IGNORECASE)
_RIGHT = (
    r"give a class such as C2, D4x or D8_1, or RE\ or RO1, and p2, x1, y-1 for a period and shift"
)


@dataclass(frozen=True)
class Symmetry:
    """Each generation is an image of the one `period` generations earlier."""

    # A rotation or reflection, named as in Logic Life Search or LifeWiki.
    name: str = "C1"
    period: int = 0
    # The columns and rows by which the image is moved.
    shift: tuple[int, int] = (0, 0)

    @classmethod
    def parse(cls, text: str) -> "Symmetry":
        r"""Return the symmetry that a text names.

        Examples
        --------
        >>> Symmetry.parse("re\\ P2 x1")
        Symmetry(name='RE\\', period=2, shift=(1, 0))
        """
        words: dict[str, str] = {}
        for word in text.split():
            number = _NUMBER.fullmatch(word)
            key = number[1].lower() if number else "name"
            if key in words:
                both = f"{words[key]} and {word} exclude each other"
                raise UserError(f"invalid symmetry {text!r}: {both}")
            words[key] = word
        if not words:
            raise UserError(f"invalid symmetry {text!r}: {_RIGHT}")
        period, right, down = (int(words[key][1:]) if key in words else 0 for key in "pxy")
        if period < 0:
            raise UserError(f"invalid symmetry {text!r}: a period is 0 at least")
        return cls(_standard(words.get("name", "C1"), text), period, (right, down))

    def __str__(self) -> str:
        right, down = self.shift
        parts = {"p": self.period, "x": right, "y": down}
        numbers = [f"{letter}{number}" for letter, number in parts.items() if number]
        return " ".join([self.name] * (self.name != "C1" or not numbers) + numbers)

    @property
    def is_trivial(self) -> bool:
        """Whether every block has the symmetry."""
        return self == Symmetry(self.name) and self.transforms == ("identity",)

    @property
    def transforms(self) -> tuple[str, ...]:
        """The transforms that must each leave the block unchanged."""
        if self.name in _TRANSFORMS:
            return _TRANSFORMS[self.name]
        base = next(
            base
            for base in SYMMETRY_GROUPS
            if re.fullmatch(rf"{re.escape(base)}_?[124]?", self.name)
        )
        if base in _SAME:
            return _TRANSFORMS[_SAME[base]]
        return symmetry_group(base, self.shift)[1:]

    @property
    def words(self) -> str:
        """The symmetry in words."""
        return f"symmetry {self}"

    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:
        """Return an error message if a block cannot have the symmetry, else None."""
        generations, height, width = shape
        if self.period >= generations:
            return (
                f"symmetry {self} compares generations {self.period} apart, so the block needs "
                f"{self.period + 1} generations; it has {generations}"
            )
        if self.name not in _TRANSFORMS:
            return symmetry_error(self.name, width, height)
        turned = any(decompose(transform)[0] for transform in self.transforms)
        if turned and surroundings.torus and height != width:
            return f"symmetry {self} needs a square torus; this one is {width}x{height}"
        return None

    def sides(
        self,
        transform: str,
        cells: NDArray[Scalar],
        surroundings: Surroundings,
        states: tuple[int, int] = (0, 1),
    ) -> tuple[NDArray[Scalar], NDArray[Scalar]]:
        """Return the values of cells, and of their images under one of `transforms`, in pairs.

        `cells` has shape ``(..., generations, height, width)``, each result ``(..., pairs)``. Each
        cell of the block, and of a ring around it unless it is a torus, is paired with its image
        and with the cell whose image it is. `states` are the values of a dead and of a live cell.
        """
        generations, height, width = cells.shape[-3:]
        places = box(height, width, int(not surroundings.torus))
        image = _Image(transform, self.shift, height, width)
        images, origins = image.of(*places), image.origins(*places)
        first, second = [], []
        for t in range(generations - self.period):
            later = t + self.period
            first.append(surroundings.at(cells, t, *places, states))
            second.append(surroundings.at(cells, later, *images, states))
            first.append(surroundings.at(cells, later, *places, states))
            second.append(surroundings.at(cells, t, *origins, states))
        flat = (*cells.shape[:-3], len(first) * places[0].size)
        one, other = np.stack(first, axis=-3), np.stack(second, axis=-3)
        return one.reshape(flat), other.reshape(flat)

    def merge(self, equal: Equalities, literals: Literals, surroundings: Surroundings) -> None:
        """Make the literals of cells equal to those of their images."""
        for transform in self.transforms:
            equal.merge(*self.sides(transform, literals, surroundings, (FALSE, TRUE)))

    def holds(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:
        """Return which blocks, shape ``(boards, generations, height, width)``, are symmetric."""
        good = np.ones(len(boards), dtype=bool)
        for transform in self.transforms:
            first, second = self.sides(transform, boards, surroundings)
            good &= (first == second).all(axis=1)
        return good


@dataclass(frozen=True)
class Asymmetry(Constraint):
    """No transform that generates a symmetry leaves the block unchanged."""

    symmetry: Symmetry

    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:
        """Return an error message if every block has the symmetry, or if none can, else None."""
        if self.symmetry.is_trivial:
            return f"every block has symmetry {self.symmetry}, so none can be without it"
        return self.symmetry.error(shape, surroundings)

    def add(self, formula: Formula, literals: Literals, surroundings: Surroundings) -> None:
        """Add clauses that some cell differs from its image under each transform."""
        for transform in self.symmetry.transforms:
            sides = self.symmetry.sides(transform, literals, surroundings, (FALSE, TRUE))
            pairs = np.sort(np.reshape(sides, (2, -1)), axis=0)
            add_difference(formula, *np.unique(pairs, axis=1))

    def size(self, shape: LiteralsShape) -> Size:
        """Return a bound on what `add` adds."""
        states, generations, height, width = shape
        pairs = 2 * states * generations * (height + 2) * (width + 2)
        return difference_size(pairs) * len(self.symmetry.transforms)

    def holds(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:
        """Return which blocks are asymmetric."""
        good = np.ones(len(boards), dtype=bool)
        for transform in self.symmetry.transforms:
            first, second = self.symmetry.sides(transform, boards, surroundings)
            good &= (first != second).any(axis=1)
        return good

    @property
    def words(self) -> str:
        """The constraint in words."""
        return f"no symmetry {self.symmetry}"

    def signature(self, ids: NDArray[np.intp], surroundings: Surroundings) -> Hashable:
        """Return the pairs of cells that the transforms compare."""
        found = set()
        for transform in self.symmetry.transforms:
            pairs = np.sort(self.symmetry.sides(transform, ids, surroundings, (-2, -1)), axis=0)
            found.add(np.unique(pairs[:, pairs[0] != pairs[1]], axis=1).tobytes())
        return frozenset(found)


@dataclass(frozen=True)
class _Image:
    """A transform of the plane relative to a box, as Logic Life Search defines it.

    If the box is not square, transforms that exchange rows and columns are those of the square that
    has the box's height and top left corner.
    """

    transform: str
    shift: tuple[int, int]
    height: int
    width: int

    def of(self, y: NDArray[np.intp], x: NDArray[np.intp]) -> Places:
        """Return the rows and columns of the images of cells."""
        transposed, flip_x, flip_y = decompose(self.transform)
        right, down = self.shift
        if transposed:
            y, x = x, y
        return self._flipped(y, x, flip_x=flip_x, flip_y=flip_y, plus=(down, right))

    def origins(self, y: NDArray[np.intp], x: NDArray[np.intp]) -> Places:
        """Return the rows and columns of the cells whose images have the given places."""
        transposed, flip_x, flip_y = decompose(self.transform)
        right, down = self.shift
        y, x = self._flipped(y - down, x - right, flip_x=flip_x, flip_y=flip_y)
        return (x, y) if transposed else (y, x)

    def _flipped(
        self,
        y: NDArray[np.intp],
        x: NDArray[np.intp],
        *,
        flip_x: bool,
        flip_y: bool,
        plus: tuple[int, int] = (0, 0),
    ) -> Places:
        side = self.height if decompose(self.transform)[0] else self.width
        x = side - 1 - x if flip_x else x
        y = self.height - 1 - y if flip_y else y
        return y + plus[0], x + plus[1]


def _standard(word: str, text: str) -> str:
    """Return the standard form of the name of a rotation, reflection or symmetry class."""
    if name := _WORDS.get(word.casefold()):
        return name
    for base in SYMMETRY_GROUPS:
        match = re.fullmatch(rf"{re.escape(base)}(?:_?([124]))?", word, re.IGNORECASE)
        if match:
            between = "" if base[-1] in "+x" else "_"
            return f"{base}{between}{match[1]}" if match[1] else base
    raise UserError(f"invalid symmetry {text!r}: unknown word {word!r}; {_RIGHT}")
