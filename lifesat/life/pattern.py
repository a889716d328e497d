"""Patterns: cells in a box with their rule, position and comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.life.cell_rows import UNKNOWN, CellRows, PatternError, cell_pieces, cells_by_row
from lifesat.life.rule import LIFE, Rule, parse_rule
from lifesat.life.symmetry import TRANSFORMS, class_name, decompose
from lifesat.life.values import Frozen, ReadWarning

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Unpack

    from numpy import uint8
    from numpy.typing import ArrayLike, NDArray

    from lifesat.life.bounded_grid import BoundedGrid
    from lifesat.life.cell_rows import Pieces
    from lifesat.life.metadata import Attributes, Metadata

__all__ = ["UNKNOWN", "Pattern", "PatternError", "ReadWarning"]


_PICTURE_STATES = {ord("."): 0, ord("O"): 1, ord("o"): 1, ord("*"): 1, ord("?"): UNKNOWN}
_TWO_STATE_PICTURE = b".O?" + b"+" * 253
_MULTI_STATE_PICTURE = b".ABCDEFGHIJKLMNOPQRSTUVWX" + b"+" * 231


class Pattern(Frozen):
    """Cells in a box: column ``0 <= x < width``, row ``0 <= y < height``.

    Parameters
    ----------
    rows
        For each row with live cells, its pieces ``(x, states)`` from left to right, one byte for
        each cell.
    width, height
        The size of the box in cells, including empty margins.
    **about
        ``rule`` (a `Rule`, or its name, which may include a bounded grid), ``grid``, ``position``
        (the coordinates of cell (0, 0) in the universe, or None if unknown), ``name``, ``author``,
        ``comments`` (one line each), ``generation``, ``trailing`` (the text after the cells), and,
        which do not affect equality, ``delta`` (how many generations back its file asks for a
        predecessor) and ``warnings``.

    Raises
    ------
    PatternError
        If a cell lies outside the box or has a state that the rule does not have, or if a name
        or a comment has more than one line.
    """

    __slots__ = (
        "_rows",
        "author",
        "comments",
        "delta",
        "generation",
        "grid",
        "height",
        "name",
        "position",
        "rule",
        "trailing",
        "warnings",
        "width",
    )
    _rows: CellRows
    author: str
    comments: tuple[str, ...]
    delta: int | None
    generation: int | None
    grid: BoundedGrid | None
    height: int
    name: str
    position: tuple[int, int] | None
    rule: Rule
    trailing: str
    warnings: tuple[ReadWarning, ...]
    width: int

    def __init__(
        self,
        rows: Mapping[int, Iterable[tuple[int, bytes]]],
        width: int,
        height: int,
        **about: Unpack[Metadata],
    ) -> None:
        fields: dict[str, object] = {
            "_rows": CellRows.pack(rows),
            "width": width,
            "height": height,
            "rule": LIFE,
            "grid": None,
            "position": None,
            "name": "",
            "author": "",
            "comments": (),
            "generation": None,
            "delta": None,
            "trailing": "",
            "warnings": (),
        }
        self._set_fields({**fields, **about})

    def _set_fields(self, fields: dict[str, object]) -> None:
        """Set the fields, parsing a rule given as text, and validate them."""
        if isinstance(fields["rule"], str):
            fields["rule"], fields["grid"] = parse_rule(fields["rule"])
        if not isinstance(fields["rule"], Rule):
            raise PatternError(f"rule is {fields['rule']!r}; it must be a Rule or its name")
        self._fill(fields)
        right, bottom = self._rows.extent
        if self.width < right or self.height < bottom or min(self._rows, default=0) < 0:
            raise PatternError(
                f"cells reach {right} x {bottom}, outside a box of {self.width} x {self.height}"
            )
        allowed = bytes(range(self.rule.states if self.rule.states > 2 else UNKNOWN + 1))
        for y, pieces in self._rows.items():
            for x, data in pieces:
                if x < 0:
                    raise PatternError(f"a cell in column {x} lies to the left of the box")
                if wrong := data.translate(None, allowed):
                    raise PatternError(
                        f"cell ({x + data.index(wrong[0])}, {y}) has state {wrong[0]}, but rule"
                        f" {self.rule} has the states 0 to {self.rule.states - 1}"
                    )
        if any("\n" in text or "\r" in text for text in (self.name, self.author, *self.comments)):
            raise PatternError("the name, the author and each comment must be a single line")

    @classmethod
    def from_rows(cls, rows: Iterable[str], **about: Unpack[Metadata]) -> Pattern:
        """Make a pattern from a picture, one string for each row.

        Parameters
        ----------
        rows
            ``.`` is a dead cell, ``O``, ``o`` and ``*`` are live cells, ``?`` is an unknown cell.
        **about
            Other attributes; see `Pattern`.

        Raises
        ------
        PatternError
            If a row has any other character.

        Examples
        --------
        >>> glider = Pattern.from_rows([".O.", "..O", "OOO"])
        >>> glider.width, glider.height, glider.population
        (3, 3, 5)
        """
        lines = list(rows)
        for y, line in enumerate(lines):
            if not isinstance(line, str):
                raise PatternError(f"row {y} is {line!r}; it must be a text of '.', 'O' and '?'")
            if stray := line.strip(".Oo*?"):
                at = f"column {line.index(stray[0])}, row {y}"
                raise PatternError(f"invalid cell '{stray[0]}' at {at}: use '.', 'O' or '?'")
        data = {y: [(0, s.translate(_PICTURE_STATES).encode())] for y, s in enumerate(lines)}
        return cls(data, max(map(len, lines), default=0), len(lines), **about)

    @classmethod
    def from_cells(
        cls,
        cells: Iterable[tuple[int, ...]],
        *,
        size: tuple[int, int] | None = None,
        **about: Unpack[Metadata],
    ) -> Pattern:
        """Make a pattern from its cells.

        Parameters
        ----------
        cells
            ``(x, y)`` for a live cell, or ``(x, y, state)``. If a cell occurs twice, the last
            state wins.
        size
            Width and height of the box, whose upper left cell is (0, 0). By default the box is the
            bounding box of the cells, and ``position`` gives its corner.
        **about
            Other attributes; see `Pattern`.

        Raises
        ------
        PatternError
            If a cell lies outside the box, or is not a tuple of such integers.

        Examples
        --------
        >>> blinker = Pattern.from_cells([(4, -7), (5, -7), (6, -7)])
        >>> blinker.position, blinker.width, blinker.height
        ((4, -7), 3, 1)
        """
        rows = cells_by_row(cells)
        if size is not None:
            return cls(cell_pieces(rows, 0, 0), *size, **about)
        left = min((min(row) for row in rows.values()), default=0)
        top = min(rows, default=0)
        right = max((max(row) for row in rows.values()), default=left - 1)
        bottom = max(rows, default=top - 1)
        about.setdefault("position", (left, top))
        return cls(cell_pieces(rows, left, top), right - left + 1, bottom - top + 1, **about)

    @classmethod
    def from_array(cls, cells: ArrayLike, **about: Unpack[Metadata]) -> Pattern:
        """Make a pattern from a numpy array of states, or from anything array-like.

        Parameters
        ----------
        cells
            Shape ``(height, width)``, indexed ``[y, x]``: integers or booleans.
        **about
            Other attributes; see `Pattern`.

        Raises
        ------
        PatternError
            If the array does not have two dimensions, or contains an invalid state.
        """
        from lifesat.life.arrays import array_to_rows  # noqa: PLC0415  # it loads numpy

        return cls(*array_to_rows(cells), **about)

    def to_array(self) -> NDArray[uint8]:
        """Return the states of the box, shape ``(height, width)``, indexed ``[y, x]``.

        Raises
        ------
        PatternError
            If the box has more than `lifesat.life.cell_rows.MAX_CELLS` cells.
        """
        from lifesat.life.arrays import rows_to_array  # noqa: PLC0415  # it loads numpy

        return rows_to_array(self._rows, self.width, self.height)

    def evolve(self, generations: int = 1) -> Pattern:
        """Return the pattern some generations later, on its bounded grid or on the infinite plane.

        The box grows with the cells. The position and the metadata are kept.

        Raises
        ------
        PatternError
            If the rule does not evolve (see `lifesat.life.rule.evolves`), or if the pattern
            has unknown cells.

        Examples
        --------
        >>> print(Pattern.from_rows(["OOO"]).evolve())
        .O.
        .O.
        .O.
        """
        from lifesat.life.evolution import evolve_rows  # noqa: PLC0415  # it loads numpy

        box = self._rows, self.width, self.height, self.position
        rows, changes = evolve_rows(*box, generations, rule=self.rule, grid=self.grid)
        changes["warnings"] = ()
        if self.generation is not None:
            changes["generation"] = self.generation + generations
        return self.with_rows(rows, **changes)

    def replace(self, **changes: Unpack[Attributes]) -> Pattern:
        """Return a copy with other attributes and the same cells."""
        return self.with_rows(self._rows, **changes)

    def with_rows(self, rows: CellRows, **changes: Unpack[Attributes]) -> Pattern:
        """Return a copy with other cells and attributes; see `replace`."""
        fields = {slot: getattr(self, slot) for slot in self.__slots__}
        copy = object.__new__(Pattern)
        copy._set_fields({**fields, "_rows": rows, **changes})
        return copy

    def with_each(self, many: Iterable[CellRows]) -> Iterator[Pattern]:
        """Yield copies with other cells, without validation; much faster than `with_rows`."""
        return self._copies("_rows", many)

    def pieces(self) -> Iterator[tuple[int, Pieces]]:
        """Yield each row with live cells as ``(y, ((x, states), ...))``.

        At least `lifesat.life.cell_rows.GAP` dead cells separate two pieces.
        """
        yield from self._rows.items()

    def cells(self) -> Iterator[tuple[int, int, int]]:
        """Yield ``(x, y, state)`` for every cell that is not dead, row by row."""
        return self._rows.cells()

    def dense_rows(self) -> Iterator[bytes]:
        """Return the rows of the box from the top, each ``width`` bytes, one byte for each cell.

        Raises
        ------
        PatternError
            If the box has more than `lifesat.life.cell_rows.MAX_CELLS` cells.
        """
        return self._rows.dense_rows(self.width, self.height)

    @property
    def bounding_box(self) -> tuple[int, int, int, int] | None:
        """The bounding box ``(x, y, width, height)`` of the cells that are not dead, or None."""
        if not self._rows:
            return None
        left, top = self._rows.corner
        right, bottom = self._rows.extent
        return left, top, right - left, bottom - top

    @property
    def population(self) -> int:
        """The number of live cells; unknown cells are not counted."""
        if self.rule.states == 2:
            return sum(data.count(1) for data in self._rows.stored())
        return sum(len(data) - data.count(0) for data in self._rows.stored())

    @property
    def has_unknown(self) -> bool:
        """Whether the pattern has unknown cells."""
        return self.rule.states == 2 and any(UNKNOWN in data for data in self._rows.stored())

    def transform(self, name: str) -> Pattern:
        """Return the pattern rotated or mirrored; the upper left corner of its box stays in place.

        Parameters
        ----------
        name
            One of `lifesat.life.symmetry.TRANSFORMS`.

        Raises
        ------
        PatternError
            If the transform is unknown, or undefined for the pattern's sphere.
        """
        if name not in TRANSFORMS:
            raise PatternError(f"unknown transform '{name}'; choose one of {', '.join(TRANSFORMS)}")
        transpose, flip_x, flip_y = decompose(name)
        rows, width, height = self._rows, self.width, self.height
        if transpose:
            rows, width, height = rows.transposed(width, height), height, width
        if flip_x:
            rows = rows.flipped_x(width)
        if flip_y:
            rows = rows.flipped_y(height)
        grid = self.grid and self.grid.transformed(transpose=transpose, mirror=flip_x != flip_y)
        return self.with_rows(rows, width=width, height=height, grid=grid)

    def symmetries(self) -> tuple[str, ...]:
        """Return the names of the transforms that leave the box of cells unchanged."""
        square = self.width == self.height
        names = TRANSFORMS if square else ("identity", "rot180", "flip_x", "flip_y")
        unbounded = self.replace(grid=None)
        return tuple(name for name in names if unbounded.transform(name) == unbounded)

    def symmetry_class(self) -> str:
        """Return the symmetry of the cells as apgsearch names it: C1, C2_1, ..., D4_+2, D8_4."""
        cropped = self.crop()
        return class_name(cropped.symmetries(), cropped.width, cropped.height)

    def crop(self) -> Pattern:
        """Return the pattern in its bounding box; the cells keep their position."""
        left, top, width, height = self.bounding_box or (0, 0, 0, 0)
        return self._moved(-left, -top, width, height)

    def pad(self, margin: int) -> Pattern:
        """Return the pattern with ``margin`` more cells on each side, at the same position.

        Raises
        ------
        PatternError
            If a negative margin would remove live cells.
        """
        return self._moved(margin, margin, self.width + 2 * margin, self.height + 2 * margin)

    def _moved(self, x: int, y: int, width: int, height: int) -> Pattern:
        position = self.position and (self.position[0] - x, self.position[1] - y)
        rows = self._rows.moved(x, y)
        return self.with_rows(rows, width=width, height=height, position=position)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pattern) and all(
            getattr(self, slot) == getattr(other, slot)
            for slot in self.__slots__
            if slot not in ("delta", "warnings")
        )

    def __hash__(self) -> int:
        return hash((self.width, self.height, self.rule, tuple(self._rows.items())))

    def __str__(self) -> str:
        table = _TWO_STATE_PICTURE if self.rule.states == 2 else _MULTI_STATE_PICTURE
        return "\n".join(row.translate(table).decode("ascii") for row in self.dense_rows())

    def __repr__(self) -> str:
        return f"<Pattern {self.width}x{self.height}, {self.population} live, {self.rule}>"

    def _repr_html_(self) -> str | None:
        """Return a picture for notebooks, or None if the pattern is too large for one."""
        from lifesat.life.pictures import svg_of_one  # noqa: PLC0415  # seldom needed

        return svg_of_one(self, f"{self.name}: {self!r}" if self.name else repr(self))


def generations_of(pattern: Pattern, generations: int) -> list[Pattern]:
    """Return a pattern and its next generations, all in one box at one position.

    With 0 generations the pattern is returned unchanged, even if it cannot evolve.
    """
    if not generations:
        return [pattern]
    history = [pattern.replace(position=pattern.position or (0, 0))]
    for _ in range(generations):
        history.append(history[-1].evolve())
    left, top = history[-1].position or (0, 0)
    if pattern.grid:  # the whole torus from the first generation on
        history[0] = history[0].evolve(0)
    width, height = history[-1].width, history[-1].height
    return [_in_box(each, left, top, width, height) for each in history]


def _in_box(pattern: Pattern, left: int, top: int, width: int, height: int) -> Pattern:
    """Return a pattern in a box at (`left`, `top`) that contains its own."""
    x, y = pattern.position or (0, 0)
    return Pattern(
        CellRows(pattern.pieces()).moved(x - left, y - top),
        width,
        height,
        rule=pattern.rule,
        grid=pattern.grid,
        position=(left, top),
        name=pattern.name,
        generation=pattern.generation,
    )


def from_boards(boards: NDArray[uint8], **about: Unpack[Metadata]) -> Iterator[Pattern]:
    """Yield a pattern for each board, several times faster than `lifesat.Pattern.from_array`.

    The boards have shape ``(boards, height, width)``, and their states are not validated. `about`
    has the attributes that the patterns share.
    """
    from lifesat.life.arrays import boards_to_rows  # noqa: PLC0415  # it loads numpy

    _, height, width = boards.shape
    return Pattern({}, width, height, **about).with_each(boards_to_rows(boards))
