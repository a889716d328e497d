"""Constraints on a block of space-time beyond its cells, and the fields that state them."""

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import bound_population
from lifesat.cnf.formula import Formula, Template
from lifesat.cnf.spacetime import FALSE, TRUE, Literals
from lifesat.errors import UserError
from lifesat.formats.space_time_text import Rows, standard_rows, state_words
from lifesat.life.arrays import Scalar
from lifesat.life.rule import BoundedGrid, Rule
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.base import live_cells, population_words
from lifesat.problems.life.box import add_difference, extents, neighbourhoods
from lifesat.problems.life.cell_maps import Shape, Symmetry
from lifesat.problems.life.surroundings import Background, Surroundings
from lifesat.problems.problem import Boards


class Constraint(ABC):
    """A condition on the solutions of a block, besides its cells and the rule."""

    @abstractmethod
    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:
        """Return an error message if the constraint is invalid for a block, else None."""

    @abstractmethod
    def add(self, formula: Formula, literals: Literals, surroundings: Surroundings) -> None:
        """Add the clauses.

        `literals` are those of all states but 0 in the block, shape
        ``(states - 1, generations, height, width)``.
        """

    @abstractmethod
    def holds(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:
        """Return which blocks satisfy the constraint, without the formula.

        `boards` has shape ``(boards, generations, height, width)``.
        """

    @property
    @abstractmethod
    def words(self) -> str:
        """The constraint in words."""

    def signature(self, ids: NDArray[np.intp], surroundings: Surroundings) -> Hashable:  # noqa: ARG002
        """Return what moving the cells may change about the constraint.

        `ids` are numbers of the cells, shape ``(generations, height, width)``. Constraints with the
        same signature, one for the numbers and one for their image, are images of each other.
        """
        return None


class Difference(Constraint):
    """A constraint that some cells differ, and nothing else."""

    @abstractmethod
    def pairs(
        self, literals: Literals, surroundings: Surroundings
    ) -> Iterator[tuple[Literals, Literals]]:
        """Yield pairs of arrays that must each differ in some place; `literals` as for `add`."""

    def add(self, formula: Formula, literals: Literals, surroundings: Surroundings) -> None:
        """Add the clauses."""
        for one, other in self.pairs(literals, surroundings):
            add_difference(formula, one, other)


def generation_error(numbers: Iterable[int], shape: Shape) -> str | None:
    """Return an error message if a block lacks one of some generations, else None."""
    last = shape[0] - 1
    wrong = next((t for t in numbers if not 0 <= t <= last), None)
    return None if wrong is None else f"there is no generation {wrong}; the last one is {last}"


@dataclass(frozen=True)
class Asymmetry(Difference):
    """No transform that generates a symmetry leaves the block unchanged."""

    symmetry: Symmetry

    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:
        """Return an error message if every block has the symmetry, or if none can, else None."""
        if self.symmetry.is_trivial:
            return f"every block has symmetry {self.symmetry}, so none can be without it"
        return self.symmetry.error(shape, surroundings)

    def pairs(
        self, literals: Literals, surroundings: Surroundings
    ) -> Iterator[tuple[Literals, Literals]]:
        """Yield the cells and their images by each equation."""
        for each in self.symmetry.maps(_shape(literals)):
            sides = each.equal(literals, surroundings)
            one, other = np.unique(np.sort(np.reshape(sides, (2, -1)), axis=0), axis=1)
            yield one, other

    def holds(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:
        """Return which blocks are asymmetric."""
        good = np.ones(len(boards), dtype=bool)
        for each in self.symmetry.maps(_shape(boards)):
            good &= ~each.holds(boards, surroundings)
        return good

    @property
    def words(self) -> str:
        """The constraint in words."""
        return f"no symmetry {self.symmetry}"

    def signature(self, ids: NDArray[np.intp], surroundings: Surroundings) -> Hashable:
        """Return the pairs of cells that the equations compare."""
        found = set()
        for each in self.symmetry.maps(_shape(ids)):
            pairs = np.sort(each.sides(ids, surroundings, (-2, -1)), axis=0)
            pairs = pairs[:, each.negated | (pairs[0] != pairs[1])]
            found.add((each.negated, np.unique(pairs, axis=1).tobytes()))
        return frozenset(found)


def _shape(cells: NDArray[Scalar]) -> Shape:
    generations, height, width = cells.shape[-3:]
    return generations, height, width


_BOUND = re.compile(
    r"\s*(?P<sign><=|=<|>=|=>|==?|<|>|)\s*(?P<bound>[1-9][0-9]{0,5}x[1-9][0-9]{0,5}|[0-9]{1,9})"
    r"(?P<generations>(?:\s+[0-9]{1,6}(?:\.\.[0-9]{1,6})?)*)"
    r"(?:\s+(?P<over>each|ever))?(?P<active>\s+active)?"
    r"(?:\s+outside\s+(?P<outside>[0-9]{1,6}(?:,[0-9]{1,6}){3}))?\s*"
)
_POPULATION_HINT = (
    'give a bound such as "<=12", ">3", "=5" or "<=6x4", and after it generations such as 0 1 or '
    "0..9, each or ever, active, and a box whose cells do not count, such as outside 2,2,5,4"
)


@dataclass(frozen=True)
class Population(Constraint):
    """Bounds on the number of live or active cells, or on the box that holds them.

    A cell is active if it is on or beside a live cell of the block's last generation, and not in
    the state that it has there.
    """

    # Inclusive bounds; None is no upper bound.
    min_population: int = 0
    max_population: int | None = None
    # The generations whose cells are counted.
    generations: tuple[int, ...] = (0,)
    # A box whose cells do not count: its left column, its top row, its width and its height.
    outside: tuple[int, int, int, int] | None = None
    # The greatest width and height of the box that holds the cells, instead of bounds.
    size: tuple[int, int] | None = None
    # Whether the cells of all generations are counted together (""), those of each are ("each"), or
    # those that count in any of them ("ever").
    over: Literal["", "each", "ever"] = ""
    active: bool = False

    @classmethod
    def parse(cls, text: str) -> "Population":
        """Return the bounds that a text states; docs/search-files.md describes its grammar.

        >>> bounds = Population.parse("<12 0..2 each")
        >>> bounds.max_population, bounds.generations, bounds.over
        (11, (0, 1, 2), 'each')
        """
        match = _BOUND.fullmatch(text)
        if not match:
            raise UserError(f"invalid population {text!r}: {_POPULATION_HINT}")
        sign, (number, _, height) = match["sign"], match["bound"].partition("x")
        least, size = int(number), None
        most: int | None = least
        if height:
            if sign not in ("<=", "=<"):
                raise UserError(f"invalid population {text!r}: write <= before the size of a box")
            least, most, size = 0, None, (int(number), int(height))
        elif sign.startswith(">") or sign == "=>":
            least, most = least + (sign == ">"), None
        elif "<" in sign:
            least, most = 0, least - (sign == "<")
        if most is not None and most < 0:
            raise UserError(f"invalid population {text!r}: there are never fewer than 0 live cells")
        try:
            generations = _generations(match["generations"].split()) or (0,)
        except ValueError as error:
            raise UserError(f"invalid population {text!r}: {error}") from None
        box = tuple(map(int, match["outside"].split(","))) if match["outside"] else None
        words = match["over"] or "", bool(match["active"])
        return cls(least, most, generations, box, size, *words)  # type: ignore[arg-type]

    def __str__(self) -> str:
        if self.size:
            bound = "<={}x{}".format(*self.size)
        elif self.max_population is None:
            bound = f">={self.min_population}"
        elif self.max_population == self.min_population:
            bound = f"={self.max_population}"
        else:
            bound = f"<={self.max_population}"
        generations = _ranges(self.generations, "..") if self.generations != (0,) else ()
        words = (self.over, "active" * self.active)
        box = ["outside", ",".join(map(str, self.outside))] if self.outside else ()
        return " ".join([bound, *generations, *filter(None, words), *box])

    @property
    def words(self) -> str:
        """The constraint in words."""
        if self.size:
            found = "live cells within {}x{}".format(*self.size)
        elif self.min_population == self.max_population:
            found = f"exactly {live_cells(self.min_population)}"
        else:
            bounds = population_words(self.min_population, self.max_population)
            found = ", ".join(bounds) or "any population"
        if self.active:
            found = found.replace("live cell", "active cell")
        if self.outside:
            x, y, width, height = self.outside
            found += f" outside the {width}x{height} cells at {x},{y}"
        if self.generations == (0,):
            return found
        numbers = ", ".join(_ranges(self.generations, " to "))
        which = {"": "in", "each": "in each of", "ever": "in any of"}[self.over]
        return f"{found} {which} generation{'s' * (len(self.generations) > 1)} {numbers}"

    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:  # noqa: ARG002
        """Return an error message if the block lacks a generation or part of the box, else None."""
        error = generation_error(self.generations, shape)
        if self.outside and not error:
            x, y, width, height = self.outside
            if not (width and height and x + width <= shape[2] and y + height <= shape[1]):
                error = f"the box {width}x{height} at {x},{y} is not within the block"
        return error and f"invalid population {str(self)!r}: {error}"

    def add(self, formula: Formula, literals: Literals, surroundings: Surroundings) -> None:
        """Add the clauses."""
        cells = literals[:, list(self.generations)]
        if self.active:
            last = literals.shape[1] - 1
            around = surroundings.around(literals, last, (1, 1), (FALSE, TRUE))
            beside = any_of(formula, np.concatenate(neighbourhoods(around)))
            beside = np.where(self._counts(literals.shape), beside, FALSE)
            cells = differ(formula, cells, literals[:, -1:])
            cells = both(formula, beside, any_of(formula, cells))
        else:
            cells = any_of(formula, cells)
            cells = np.where(self._counts(literals.shape), cells, FALSE)
        if self.over == "ever":
            cells = any_of(formula, cells)[None]
        for group in self._groups(cells):
            if self.size:
                _bound_box(formula, group, *self.size)
            else:
                bound_population(formula, group, self.min_population, self.max_population)

    def holds(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:
        """Return which blocks satisfy the constraint."""
        chosen = boards[:, list(self.generations)]
        cells = (chosen > 0) & self._counts(boards.shape)
        if self.active:
            around = surroundings.around(boards, boards.shape[1] - 1, (1, 1)) > 0
            beside = np.any(neighbourhoods(around), axis=0) & self._counts(boards.shape)
            cells = (chosen != boards[:, -1:]) & beside[:, None]
        if self.over == "ever":
            cells = np.any(cells, axis=1, keepdims=True)
        groups, good = self._groups(cells), np.ones(len(boards), dtype=bool)
        if self.size:
            for axis, most in zip((3, 4), self.size, strict=True):
                good &= (extents(np.any(groups, axis=(2, axis))) <= most).all(axis=1)
            return good
        counts = np.count_nonzero(groups, axis=(2, 3, 4))
        good &= (counts >= self.min_population).all(axis=1)
        if self.max_population is not None:
            good &= (counts <= self.max_population).all(axis=1)
        return good

    def signature(self, ids: NDArray[np.intp], surroundings: Surroundings) -> Hashable:  # noqa: ARG002
        """Return the cells that are counted, if these are not all, and the rows of an oblong."""
        counted = ids[list(self.generations)][:, self._counts(ids.shape)] if self.outside else None
        oblong = self.size and self.size[0] != self.size[1]
        rows = np.unique(np.sort(ids[0], axis=1), axis=0).tobytes() if oblong else None
        return None if counted is None else np.sort(counted, axis=None).tobytes(), rows

    def _counts(self, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        """Return which cells of a block of some shape count, shape ``(height, width)``."""
        counted = np.ones(shape[-2:], dtype=np.bool_)
        if self.outside:
            x, y, width, height = self.outside
            counted[y : y + height, x : x + width] = False
        return counted

    def _groups(self, cells: NDArray[Scalar]) -> NDArray[Scalar]:
        """Return the cells that each bound is about, ``(..., bounds, layers, height, width)``.

        `cells` has shape ``(..., layers, height, width)``.
        """
        return np.expand_dims(cells, -3 if self.over == "each" else -4)


def _generations(words: Iterable[str]) -> tuple[int, ...]:
    """Return the generations that numbers and ranges such as ``3..5`` name.

    Raises ValueError if a range is empty, or if a generation is named twice.
    """
    found: dict[int, None] = {}
    for word in words:
        first, _, last = word.partition("..")
        if last and int(last) < int(first):
            raise ValueError(f"the generations {word} are in the wrong order")
        for t in range(int(first), int(last or first) + 1):
            if t in found:
                raise ValueError("it names a generation twice")
            found[t] = None
    return tuple(found)


def _ranges(numbers: Sequence[int], to: str) -> list[str]:
    """Return numbers as text, with `to` between the ends of three or more in ascending order."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [
        text
        for run in runs
        for text in ([f"{run[0]}{to}{run[-1]}"] if len(run) > 2 else map(str, run))
    ]


def _bound_box(formula: Formula, cells: Literals, width: int, height: int) -> None:
    """Add clauses: the true cells of all layers lie within a box of some size.

    `cells` has shape ``(layers, height, width)``.
    """
    for axis, most in ((2, width), (1, height)):
        lines = np.moveaxis(cells, axis, 0).reshape(cells.shape[axis], -1)
        some = formula.fresh(len(lines))
        formula.add(
            np.stack([-lines, np.broadcast_to(some[:, None], lines.shape)], axis=-1).reshape(-1, 2)
        )
        one, other = np.triu_indices(len(lines), most)
        formula.add(-np.stack([some[one], some[other]], axis=1))


_BOTH = Template([(-1, -2, 3), (1, -3), (2, -3)])
_DIFFER = Template([(-1, -2, -3), (1, 2, -3), (-1, 2, 3), (1, -2, 3)])


def both(formula: Formula, first: Literals, second: Literals) -> Literals:
    """Add gates and return their outputs: literals that are true where both inputs are.

    Where a constant or an input is equivalent, there is no new variable.
    """
    simple = np.select(
        [
            (first == FALSE) | (second == FALSE) | (first == -second),
            (first == TRUE) | (first == second),
            second == TRUE,
        ],
        [np.full_like(first, FALSE), second, first],
        default=0,
    )
    return _with_gates(formula, simple, np.stack(np.broadcast_arrays(first, second)), _BOTH)


def any_of(formula: Formula, inputs: Literals) -> Literals:
    """Add gates and return their outputs: literals that are true where some input is.

    `inputs` has shape ``(inputs, ...)``; there is no new variable where at most one may be true.
    """
    count = len(inputs)
    possible = inputs != FALSE
    only = np.where(possible.any(axis=0), inputs.sum(axis=0, where=possible), FALSE)
    simple = np.where(possible.sum(axis=0) < 2, only, 0)
    simple[(inputs == TRUE).any(axis=0)] = TRUE
    template = Template(
        [(-each, count + 1) for each in range(1, count + 1)] + [(*range(1, count + 1), -count - 1)]
    )
    return _with_gates(formula, simple, inputs, template)


def differ(formula: Formula, first: Literals, second: Literals) -> Literals:
    """Add gates and return their outputs: literals that are true where the inputs differ."""
    simple = np.select(
        [first == second, first == -second, first == FALSE, first == TRUE, second == FALSE],
        [np.full_like(first, FALSE), np.full_like(first, TRUE), second, -second, first],
        default=0,
    )
    simple = np.where((simple == 0) & (second == TRUE), -first, simple)
    return _with_gates(formula, simple, np.stack(np.broadcast_arrays(first, second)), _DIFFER)


def _with_gates(
    formula: Formula, simple: Literals, inputs: Literals, template: Template
) -> Literals:
    """Return `simple` with the output of a gate wherever it is 0."""
    open_ = simple == 0
    outputs = simple.astype(np.int32)
    outputs[open_] = formula.fresh(int(open_.sum()))
    rows = np.column_stack([*(each[open_] for each in inputs), outputs[open_]])
    formula.add_template(template, rows.astype(np.int32))
    return outputs


Kind = Literal["change", "growth", "decay"]


@dataclass(frozen=True)
class ForcedChange(Difference):
    """Two generations differ in some cell of the block."""

    first: int = 0
    second: int = 1

    @property
    def words(self) -> str:
        """The constraint in words."""
        return f"generations {self.first} and {self.second} differ"

    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:  # noqa: ARG002
        """Return an error message if no block can satisfy the constraint, else None."""
        what = f"a change between generations {self.first} and {self.second}"
        if self.first == self.second:
            return f"{what} is impossible; give two different generations"
        error = generation_error((self.first, self.second), shape)
        return error and f"{what}: {error}"

    def pairs(
        self,
        literals: Literals,
        surroundings: Surroundings,  # noqa: ARG002
    ) -> Iterator[tuple[Literals, Literals]]:
        """Yield the two generations."""
        yield literals[:, self.first], literals[:, self.second]

    def holds(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:  # noqa: ARG002
        """Return which blocks satisfy the constraint."""
        good: NDArray[np.bool_] = (boards[:, self.first] != boards[:, self.second]).any(axis=(1, 2))
        return good


@dataclass(frozen=True)
class GreatestChange(Constraint):
    """Every generation differs from the first one in at most `limit` cells of the block."""

    limit: int
    # The cells that count: all that differ ("change"), those that are dead in the first generation
    # and not in the later one ("growth"), or the reverse ("decay").
    kind: Kind = "change"

    @property
    def words(self) -> str:
        """The constraint in words."""
        cells = f"{self.limit} cell{'s' * (self.limit != 1)}"
        return f"a {self.kind} of at most {cells} since the first generation"

    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:  # noqa: ARG002
        """Return None: every block can have the constraint."""
        return None

    def add(self, formula: Formula, literals: Literals, surroundings: Surroundings) -> None:  # noqa: ARG002
        """Add the clauses."""
        for counted in self._counted(formula, literals):
            bound_population(formula, counted, most=self.limit)

    def _counted(self, formula: Formula, literals: Literals) -> Iterator[Literals]:
        """Yield the literals that are counted in each later generation, and add their gates."""
        if self.kind == "change":
            for later in np.moveaxis(literals[:, 1:], 1, 0):
                yield any_of(formula, differ(formula, literals[:, 0], later))
            return
        first, *others = any_of(formula, literals)
        for later in others:
            growth = self.kind == "growth"
            yield both(formula, -first, later) if growth else both(formula, first, -later)

    def holds(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:  # noqa: ARG002
        """Return which blocks satisfy the constraint."""
        first, later = boards[:, :1], boards[:, 1:]
        counted = {
            "change": later != first,
            "growth": (later > 0) & (first == 0),
            "decay": (later == 0) & (first > 0),
        }
        most = counted[self.kind].sum(axis=(2, 3)).max(axis=1, initial=0)
        good: NDArray[np.bool_] = most <= self.limit
        return good


@dataclass(frozen=True)
class DifferentFrom(Difference):
    """Some known cell of a given block, or of its first generations, has another state."""

    # Generations from the first one on, as in `lifesat.problems.life.search.SpaceTimeSearch`; each
    # cell is a state or *, which is not compared.
    cells: Rows
    last_state: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", standard_rows(self.cells, self.last_state + 1))
        words = (word for rows in self.cells for row in rows for word in row.split(" "))
        if other := next((word for word in words if word != "*" and not word.isdigit()), None):
            raise UserError(
                f"a block to differ from has a cell {other!r}; "
                f"its cells are {state_words(self.last_state + 1)} and *"
            )

    @cached_property
    def states(self) -> NDArray[np.int8]:
        """The cells, -1 for those that are not compared; shape ``(generations, height, width)``."""
        return np.array(
            [
                [[-1 if word == "*" else int(word) for word in row.split(" ")] for row in rows]
                for rows in self.cells
            ],
            dtype=np.int8,
        )

    @property
    def words(self) -> str:
        """The constraint in words."""
        return f"different from a given block of {int((self.states >= 0).sum()):,} known cells"

    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:  # noqa: ARG002
        """Return an error message if the given block does not fit into a block, else None."""
        generations, height, width = self.states.shape
        if (height, width) != shape[1:]:
            return (
                f"a block to differ from has {width}x{height} cells, but the block has "
                f"{shape[2]}x{shape[1]}"
            )
        if generations > shape[0]:
            return f"a block to differ from has {generations} generations, the block {shape[0]}"
        return None

    def pairs(
        self,
        literals: Literals,
        surroundings: Surroundings,  # noqa: ARG002
    ) -> Iterator[tuple[Literals, Literals]]:
        """Yield the known cells and their states."""
        known, state = self.states >= 0, np.arange(1, self.last_state + 1)
        given = np.where(self.states == state[:, None, None, None], TRUE, FALSE)
        yield literals[:, : len(self.states)][:, known], given[:, known].astype(np.int32)

    def add(self, formula: Formula, literals: Literals, surroundings: Surroundings) -> None:
        """Add the clause that one of the known cells has another state."""
        ((cells, given),) = self.pairs(literals, surroundings)
        has, dead = given == TRUE, (given == FALSE).all(axis=0)
        clause = np.concatenate([-cells[has], cells[:, dead].ravel()])
        formula.add(np.unique(clause)[None])

    def holds(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:  # noqa: ARG002
        """Return which blocks differ."""
        unlike = (boards[:, : len(self.states)] != self.states) & (self.states >= 0)
        good: NDArray[np.bool_] = unlike.any(axis=(1, 2, 3))
        return good

    def signature(self, ids: NDArray[np.intp], surroundings: Surroundings) -> Hashable:  # noqa: ARG002
        """Return the known cells and their states."""
        known = self.states >= 0
        return frozenset(
            zip(ids[: len(known)][known].tolist(), self.states[known].tolist(), strict=True)
        )


_KINDS: tuple[Kind, ...] = ("change", "growth", "decay")


@dataclass(frozen=True, kw_only=True)
class ConstraintFields(ABC):
    """Constraints on a block beyond its cells."""

    # Symmetries that the block must have, and must not have, as `Symmetry.parse` reads them.
    symmetry: tuple[str, ...] = ()
    asymmetry: tuple[str, ...] = ()
    # Pairs of generations that must differ.
    force_change: tuple[tuple[int, int], ...] = ()
    # Bounds on populations, as `Population.parse` reads them.
    population: tuple[str, ...] = ()
    # The most cells in which a generation may differ from the first one, may be live in addition to
    # it, or may be dead instead; None for any number.
    max_change: int | None = None
    max_growth: int | None = None
    max_decay: int | None = None
    # Blocks, or their first generations, that are not solutions.
    different_from: tuple[Rows, ...] = ()
    # The cells outside, as in `Background.cells`; empty for dead cells.
    background: tuple[str, ...] = ()
    # The column, row and generation of the background at the top left of the block.
    background_offset: tuple[int, int, int] = (0, 0, 0)
    # The generation whose population the problem's bounds and the searches for the fewest and the
    # most live cells count; None for the first one.
    counted_generation: int | None = None

    @property
    def counted(self) -> int:
        """The generation whose live cells count."""
        return self.counted_generation or 0

    @property
    def counted_words(self) -> str:
        """The words after a number of live cells; empty if the first generation counts."""
        return f" in generation {self.counted}" if self.counted else ""

    @cached_property
    def symmetries_wanted(self) -> tuple[Symmetry, ...]:
        """The symmetries that the block must have."""
        return tuple(map(Symmetry.parse, self.symmetry))

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints that add clauses."""
        limits = ((getattr(self, f"max_{kind}"), kind) for kind in _KINDS)
        return (
            *(Asymmetry(Symmetry.parse(text)) for text in self.asymmetry),
            *(ForcedChange(*pair) for pair in self.force_change),
            *map(Population.parse, self.population),
            *(GreatestChange(limit, kind) for limit, kind in limits if limit is not None),
            *(DifferentFrom(cells, self.last_state) for cells in self.different_from),
        )

    @property
    @abstractmethod
    def last_state(self) -> int:
        """The highest state of a cell."""

    def standardise(self) -> None:
        """Replace the texts by their standard form, and reject invalid ones."""
        given = (DifferentFrom(cells, self.last_state) for cells in self.different_from)
        for name, values in (
            ("symmetry", self.symmetries_wanted),
            ("asymmetry", map(Symmetry.parse, self.asymmetry)),
            ("population", map(Population.parse, self.population)),
        ):
            object.__setattr__(self, name, tuple(map(str, values)))
        object.__setattr__(self, "different_from", tuple(each.cells for each in given))
        rows = tuple(" ".join(row.split()) for row in self.background)
        object.__setattr__(self, "background", rows)
        object.__setattr__(self, "counted_generation", self.counted_generation or None)
        if self.background and self.last_state > 1:
            raise UserError("a background needs a rule of two states")
        for text in (*self.symmetry, *self.asymmetry):
            if self.last_state > 1 and Symmetry.parse(text).negated:
                raise UserError(f"symmetry {text}: an opposite needs a rule of two states")

    def surroundings_on(self, grid: BoundedGrid | None, rules: tuple[Rule, Rule]) -> Surroundings:
        """Return the cells around the block on a grid, and reject an invalid background.

        `rules` are two rules that differ in every unknown transition; the background must be the
        same under both.
        """
        if not self.background:
            if any(self.background_offset):
                raise UserError("a background offset needs a background")
            return Surroundings(grid)
        if any(Surroundings(grid).joined):
            raise UserError("joined edges have nothing outside, so there can be no background")
        rule, other = rules
        background = Background(self.background, rule, self.background_offset)
        if not background.obeys(other):
            raise UserError("the background has transitions that the rule leaves open; name them")
        return Surroundings(grid, background)

    def constraint_errors(self, shape: Shape, surroundings: Surroundings) -> list[str]:
        """Return an error message for each constraint that is invalid for a block."""
        names = (*(f"max_{kind}" for kind in _KINDS), "counted_generation")
        found = [integer_error(name, getattr(self, name), 0, optional=True) for name in names]
        if not any(found):
            if self.counted >= shape[0]:
                found.append(
                    f"generation {self.counted} is counted, but the last one is {shape[0] - 1}"
                )
            found += [each.error(shape, surroundings) or "" for each in self._all]
        return [error for error in found if error]

    def add_constraints(
        self, formula: Formula, literals: Literals, surroundings: Surroundings
    ) -> None:
        """Add the clauses for the cells of a block, which already have the symmetries.

        The arguments are as in `Constraint.add`.
        """
        for constraint in self.constraints:
            constraint.add(formula, literals, surroundings)

    def constraints_hold(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:
        """Return which blocks have the symmetries and satisfy the constraints."""
        good = np.ones(len(boards), dtype=bool)
        for each in self._all:
            good &= each.holds(boards, surroundings)
        return good

    def same_constraints(
        self, ids: NDArray[np.intp], images: NDArray[np.intp], surroundings: Surroundings
    ) -> bool:
        """Return whether the constraints are the same for the images of cells.

        `ids` and `images` number the cells before and after a rotation, reflection or translation,
        shape ``(generations, height, width)``.
        """
        before, after = (
            {each.signature(numbers, surroundings) for each in self.constraints}
            for numbers in (ids, images)
        )
        return before == after

    def constraints_move(self, shape: Shape, surroundings: Surroundings) -> bool:
        """Return whether the constraints are the same for a block moved within dead cells."""
        ids = np.arange(np.prod(shape)).reshape(shape)
        moved = (np.roll(ids, 1, axis) for axis in (1, 2))
        return all(self.same_constraints(ids, each, surroundings) for each in moved)

    def constraint_words(self) -> list[str]:
        """Return a description of each constraint and of the background."""
        words = [each.words for each in self._all]
        if self.background:
            size = f"{self.background[0].count(' ') + 1}x{len(self.background)}"
            offset = ",".join(map(str, self.background_offset))
            words.append(f"a background of {size} cells at {offset}")
        return words

    @property
    def _all(self) -> tuple[Symmetry | Constraint, ...]:
        return (*self.symmetries_wanted, *self.constraints)
