r"""Symmetries in space-time: equations between cells, and the names of usual ones.

An equation such as ``(x, y, t) = (x + 1, -y, t + 2)`` makes each cell equal to another one. The
names are those of Logic Life Search, such as ``D4x``, ``p7`` and ``p2 RE\ x1``: a rotation or
reflection, with a shift, after some generations. Symmetry classes may also have their LifeWiki
names, such as ``D4_x1``.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import FALSE, TRUE, Literals
from lifesat.errors import UserError
from lifesat.life.arrays import Scalar
from lifesat.life.symmetry import SYMMETRY_GROUPS, decompose, symmetry_group
from lifesat.problems.life.box import symmetry_error
from lifesat.problems.life.surroundings import Surroundings
from lifesat.problems.problem import Boards

Shape = tuple[int, int, int]
"""The numbers of generations, rows and columns of a block."""

Cell = tuple[int, int, int]
"""The column, row and generation of a cell."""

Places = NDArray[np.intp]
"""The columns, rows and generations of cells, shape ``(3, cells)``."""

_AXES = "xyt"
_SIDE = r"\(\s*(?P<{}>[^(),]+,[^(),]+,[^(),]+)\)\s*"
_NATURAL = r"\d{1,6}"
_EQUATION = re.compile(
    rf"\s*{_SIDE.format('left')}=\s*(?P<sign>-?)\s*{_SIDE.format('right')}"
    rf"(?:in\s+(?P<within>{_NATURAL},{_NATURAL},{_NATURAL},{_NATURAL})\s*)?"
)
_PARTS = re.compile(rf"\s*([+-]?)\s*(?:([xyt])|({_NATURAL}))\s*")
_EQUATION_HINT = "give an equation such as (x, y, t) = (x + 1, -y, t + 2)"

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

_NAMES = {word.casefold(): word for word in _TRANSFORMS}
# The classes of LifeWiki whose mirrors do not depend on a shift, in the words above.
_SAME = {"C2": "C2", "C4": "C4", "D4_+": "D4+", "D4_x": "D4x", "D8": "D8"}
_NUMBER = re.compile(r"([pxy])(-?[0-9]{1,6})", re.IGNORECASE)
_NAME_HINT = (
    r"give a class such as C2, D4x or D8_1, or RE\ or RO1, and p2, x1, y-1 for a period and shift, "
    "or an equation such as (x, y, t) = (x + 1, -y, t + 2)"
)


class Symmetry(ABC):
    """An equation between cells of space-time, or several of them by a name."""

    # Whether cells are the opposite of others.
    negated: bool = False

    @staticmethod
    def parse(text: str) -> "Symmetry":
        r"""Return the symmetry that a text states.

        >>> str(Symmetry.parse("re\\ P2 x1"))
        'RE\\ p2 x1'
        >>> str(Symmetry.parse("(x,y,t) = (1+x,-y,t+2)"))
        '(x, y, t) = (x + 1, -y, t + 2)'
        """
        return CellMap.of(text) if "=" in text or "(" in text else NamedSymmetry.of(text)

    @abstractmethod
    def __str__(self) -> str:
        """Return the standard form of the text."""

    @abstractmethod
    def maps(self, shape: Shape) -> "tuple[CellMap, ...]":
        """Return the equations for a block."""

    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:
        """Return an error message if a block cannot have the symmetry, else None."""
        _, height, width = shape
        if surroundings.ends:
            for each in self.maps(shape):
                x, y, _ = each.places(shape, surroundings)[1]
                if ((x < 0) | (x >= width) | (y < 0) | (y >= height)).any():
                    return f"{self.words} leads beyond the edges of the grid {surroundings.grid}"
        exchanged = any(each.exchanges for each in self.maps(shape))
        if any(surroundings.joined) and exchanged and height != width:
            grid = surroundings.grid
            return f"{self.words} needs a square grid; {grid} is {width}x{height}"
        return None

    @property
    @abstractmethod
    def is_trivial(self) -> bool:
        """Whether every block has the symmetry."""

    @property
    def words(self) -> str:
        """The symmetry in words."""
        return f"symmetry {self}"

    def holds(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:
        """Return which blocks, shape ``(boards, generations, height, width)``, are symmetric."""
        good = np.ones(len(boards), dtype=bool)
        shape = boards.shape[1], boards.shape[2], boards.shape[3]
        for each in self.maps(shape):
            first, second = each.sides(boards, surroundings)
            good &= (first == (second ^ each.negated)).all(axis=1)
        return good


class _Term(NamedTuple):
    """A coordinate on the right side of an equation: a signed coordinate of the left, and a number.

    Without a coordinate, `axis` is None and the number is all.
    """

    axis: int | None
    sign: int
    plus: int

    def __str__(self) -> str:
        if self.axis is None:
            return str(self.plus)
        name = _AXES[self.axis]
        if self.sign < 0:
            return f"{self.plus} - {name}" if self.plus else f"-{name}"
        number = f" {'-' if self.plus < 0 else '+'} {abs(self.plus)}" if self.plus else ""
        return f"{name}{number}"


@dataclass(frozen=True)
class CellMap(Symmetry):
    """Each cell on the left side of an equation is equal to the one on the right, or its opposite.

    Both sides have the same coordinates, each once, and numbers. Cells outside a block are what its
    surroundings are; the equation says nothing of generations that a block does not have.
    """

    # The column, row and generation of the cells on the left; None for any.
    fixed: tuple[int | None, int | None, int | None]
    # Those of the cells on the right.
    image: tuple[_Term, _Term, _Term]
    # Whether cells are the opposite of their images.
    negated: bool = False
    # The only cells that are on the left: those in a box, given by its left column, its top row,
    # its width and its height; None for all.
    within: tuple[int, int, int, int] | None = None

    @classmethod
    def of(cls, text: str) -> "CellMap":
        """Return the map that an equation states."""
        match = _EQUATION.fullmatch(text)
        if not match:
            raise _invalid(text, _EQUATION_HINT)
        left = [_term(part, text) for part in match["left"].split(",")]
        right = [_term(part, text) for part in match["right"].split(",")]
        for axis, term in enumerate(left):
            if term.axis is not None and term != (axis, 1, 0):
                raise _invalid(text, f"the left side has {term}, not {_AXES[axis]} or a number")
        free = sorted(term.axis for term in left if term.axis is not None)
        if sorted(term.axis for term in right if term.axis is not None) != free:
            names = ", ".join(_AXES[axis] for axis in free) or "no coordinates"
            raise _invalid(text, f"the left side has {names}; the right side needs each once")
        fixed = tuple(None if term.axis is not None else term.plus for term in left)
        within = tuple(map(int, match["within"].split(","))) if match["within"] else None
        return cls(fixed, tuple(right), bool(match["sign"]), within)  # type: ignore[arg-type]  # so many numbers

    def __str__(self) -> str:
        left = (name if at is None else at for name, at in zip(_AXES, self.fixed, strict=True))
        sides = [f"({', '.join(map(str, side))})" for side in (left, self.image)]
        within = " in {},{},{},{}".format(*self.within) if self.within else ""
        return f"{sides[0]} = {'-' * self.negated}{sides[1]}{within}"

    @property
    def is_trivial(self) -> bool:
        """Whether cells are equated with themselves."""
        same = (
            term == ((axis, 1, 0) if at is None else (None, 1, at))
            for axis, (term, at) in enumerate(zip(self.image, self.fixed, strict=True))
        )
        return all(same) and not self.negated

    @property
    def exchanges(self) -> bool:
        """Whether columns become rows or rows columns."""
        return self.image[0].axis == 1 or self.image[1].axis == 0

    def maps(self, shape: Shape) -> "tuple[CellMap, ...]":  # noqa: ARG002
        """Return the equation."""
        return (self,)

    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:
        """Return an error message if the equation makes no sense for a block, else None."""
        generations, height, width = shape
        if error := super().error(shape, surroundings):
            return error
        left, right = self.places(shape, surroundings)
        box = np.array([width, height])[:, None]
        inside = [surroundings.inside(side, height, width)[:2] for side in (left, right)]
        meets = [((side >= 0) & (side < box)).all(axis=0) for side in inside]
        if not (meets[0] | meets[1]).any():
            return (
                f"{self.words} is about no cell of the block, which has columns 0 to {width - 1}, "
                f"rows 0 to {height - 1} and generations 0 to {generations - 1}"
            )
        return None

    def places(self, shape: Shape, surroundings: Surroundings) -> tuple[Places, Places]:
        """Return the cells on the left side and, in the same order, their images.

        These are the pairs with a cell in the block, or in a ring around it unless edges are
        joined. Beyond joined edges, cells have no names on the left side.
        """
        generations, height, width = shape
        down, across = surroundings.joined
        ring = int(not (down or across))
        low, high = (-ring, -ring, 0), (width + ring, height + ring, generations)
        least, most = zip(*map(self._limits, range(3), low, high), strict=True)
        left = _cells(least, most)
        if not (surroundings.grid and surroundings.grid.is_torus):
            least, most = zip(*self._origins(low, high), strict=True)
            left = np.concatenate([left, _cells(least, most)], axis=1)
            columns = (not across) | ((left[0] >= 0) & (left[0] < width))
            rows = (not down) | ((left[1] >= 0) & (left[1] < height))
            left = left[:, columns & rows]
        right = np.stack(
            [
                term.sign * left[term.axis] + term.plus
                if term.axis is not None
                else np.full(left.shape[1], term.plus, dtype=np.intp)
                for term in self.image
            ]
        )
        there = [(side[2] >= 0) & (side[2] < generations) for side in (left, right)]
        return left[:, there[0] & there[1]], right[:, there[0] & there[1]]

    def equal(self, literals: Literals, surroundings: Surroundings) -> tuple[Literals, Literals]:
        """Return literals that are equal, in pairs: those of `sides`, the opposites negated."""
        first, second = self.sides(literals, surroundings, (FALSE, TRUE))
        return first, -second if self.negated else second

    def sides(
        self,
        cells: NDArray[Scalar],
        surroundings: Surroundings,
        states: tuple[int, int] = (0, 1),
    ) -> tuple[NDArray[Scalar], NDArray[Scalar]]:
        """Return the values of the cells on both sides of the equation, in pairs.

        `cells` has shape ``(..., generations, height, width)``, each result ``(..., pairs)``.
        `states` are the values of a dead and of a live cell outside. Values on the right are as
        they are, even if the equation says that they are opposites.
        """
        generations, height, width = cells.shape[-3:]
        one, other = (
            surroundings.at(cells, t, y, x, states)
            for x, y, t in self.places((generations, height, width), surroundings)
        )
        return one, other

    def _origins(self, low: Cell, high: Cell) -> Iterator[tuple[int, int]]:
        """Yield the ranges of the coordinates on the left whose images are in a box."""
        ranges = {}
        for term, first, end in zip(self.image, low, high, strict=True):
            ends = sorted(((first - term.plus) * term.sign, (end - 1 - term.plus) * term.sign))
            if term.axis is not None:
                ranges[term.axis] = ends[0], ends[1] + 1
            elif not first <= term.plus < end:
                yield from [(0, 0)] * 3
                return
        for axis in range(3):
            yield self._limits(axis, *ranges.get(axis, (0, 0)))

    def _limits(self, axis: int, low: int, high: int) -> tuple[int, int]:
        """Return the range of a coordinate on the left side: a part of a range if it is free."""
        at = self.fixed[axis]
        if at is not None:
            low, high = at, at + 1
        if self.within and axis < 2:
            start = self.within[axis]
            low, high = max(low, start), min(high, start + self.within[axis + 2])
        return low, high


def _cells(least: Sequence[int], most: Sequence[int]) -> Places:
    """Return the cells between two corners, the second one not included."""
    ranges = [np.arange(first, end) for first, end in zip(least, most, strict=True)]
    return np.stack([each.ravel() for each in np.meshgrid(*ranges, indexing="ij")]).astype(np.intp)


def _term(part: str, text: str) -> _Term:
    """Return a coordinate of one side of an equation: numbers and at most one of x, y and t."""
    axis, sign, plus, at = None, 1, 0, 0
    while match := _PARTS.match(part, at):
        factor = -1 if match[1] == "-" else 1
        if (at and not match[1]) or (match[2] and axis is not None):
            break
        if match[2]:
            axis, sign = _AXES.index(match[2]), factor
        else:
            plus += factor * int(match[3])
        at = match.end()
    if at < len(part):
        what = "a coordinate is a number, or one of x, y and t with a sign and a number"
        raise _invalid(text, f"cannot read {part.strip()!r}; {what}")
    return _Term(axis, sign, plus)


@dataclass(frozen=True)
class NamedSymmetry(Symmetry):
    """Each generation is an image of the one `period` generations earlier."""

    # A rotation or reflection, named as in Logic Life Search or LifeWiki.
    name: str = "C1"
    period: int = 0
    # The columns and rows by which the image is moved.
    shift: tuple[int, int] = (0, 0)

    @classmethod
    def of(cls, text: str) -> "NamedSymmetry":
        """Return the symmetry that words name."""
        words: dict[str, str] = {}
        for word in text.split():
            number = _NUMBER.fullmatch(word)
            key = number[1].lower() if number else "name"
            if key in words:
                raise _invalid(text, f"{words[key]} and {word} exclude each other")
            words[key] = word
        if not words:
            raise _invalid(text, _NAME_HINT)
        period, right, down = (int(words[key][1:]) if key in words else 0 for key in "pxy")
        if period < 0:
            raise _invalid(text, "a period is 0 at least")
        return cls(_standard(words.get("name", "C1"), text), period, (right, down))

    def __str__(self) -> str:
        right, down = self.shift
        parts = {"p": self.period, "x": right, "y": down}
        numbers = [f"{letter}{number}" for letter, number in parts.items() if number]
        return " ".join([self.name] * (self.name != "C1" or not numbers) + numbers)

    @property
    def is_trivial(self) -> bool:
        """Whether every block has the symmetry."""
        return self == NamedSymmetry(self.name) and self.transforms == ("identity",)

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

    def maps(self, shape: Shape) -> tuple[CellMap, ...]:
        """Return an equation for each transform.

        If the block is not square, transforms that exchange rows and columns are those of the
        square that has its height and its top left corner, as in Logic Life Search.
        """
        _, height, width = shape
        return tuple(
            transform_map(each, (height, width), self.period, self.shift)
            for each in self.transforms
        )

    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:
        """Return an error message if a block cannot have the symmetry, else None."""
        generations, height, width = shape
        if self.period >= generations:
            return (
                f"symmetry {self} compares generations {self.period} apart, so the block needs "
                f"{self.period + 1} generations; it has {generations}"
            )
        if self.name not in _TRANSFORMS and (error := symmetry_error(self.name, width, height)):
            return error
        return super().error(shape, surroundings)


def transform_map(
    transform: str, size: tuple[int, int], period: int = 0, shift: tuple[int, int] = (0, 0)
) -> CellMap:
    """Return the equation of cells with their images under a transform of a box of cells.

    `size` is the height and the width of the box. After `period` generations, the image is moved
    right and down by `shift`.
    """
    height, width = size
    transposed, flip_x, flip_y = decompose(transform)
    side = height if transposed else width
    x = _Term(int(transposed), -1 if flip_x else 1, shift[0] + (side - 1) * flip_x)
    y = _Term(int(not transposed), -1 if flip_y else 1, shift[1] + (height - 1) * flip_y)
    return CellMap((None, None, None), (x, y, _Term(2, 1, period)))


def _standard(word: str, text: str) -> str:
    """Return the standard form of the name of a rotation, reflection or symmetry class."""
    if name := _NAMES.get(word.casefold()):
        return name
    for base in SYMMETRY_GROUPS:
        match = re.fullmatch(rf"{re.escape(base)}(?:_?([124]))?", word, re.IGNORECASE)
        if match:
            between = "" if base[-1] in "+x" else "_"
            return f"{base}{between}{match[1]}" if match[1] else base
    raise _invalid(text, f"unknown word {word!r}; {_NAME_HINT}")


def _invalid(text: str, reason: str) -> UserError:
    return UserError(f"invalid symmetry {text!r}: {reason}")
