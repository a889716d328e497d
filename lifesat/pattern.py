"""A pattern: cells in a box, with the rule, the place and the words that came with it."""

from __future__ import annotations

from lifesat.cellrows import MAX_CELLS, CellRows, PatternError
from lifesat.neighbourhoods import TURNS
from lifesat.rules import LIFE, Rule, parse_rule
from lifesat.values import Frozen, ReadWarning

__all__ = [
    "MAX_CELLS",
    "TRANSFORMS",
    "UNKNOWN",
    "Pattern",
    "PatternError",
    "ReadWarning",
    "life_history_target",
]

TYPE_CHECKING = False  # importing typing would cost a third of the start-up time
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import TypedDict, Unpack

    from lifesat.bounded import BoundedGrid
    from lifesat.cellrows import Pieces

    class About(TypedDict, total=False):
        """What a pattern may have besides its cells."""

        rule: Rule | str
        grid: BoundedGrid | None
        position: tuple[int, int] | None
        name: str
        author: str
        comments: tuple[str, ...]
        generation: int | None
        trailing: str
        warnings: tuple[ReadWarning, ...]

    class Changes(About, total=False):
        """What `Pattern.replace` can change."""

        width: int
        height: int


UNKNOWN = 2
"""State byte of a cell that may have any state; found in two-state patterns only."""

TRANSFORMS = tuple(TURNS)
"""The symmetries of the square; rotations are clockwise, ``flip_x`` swaps left and right."""

_PICTURE_STATES = {ord("."): 0, ord("O"): 1, ord("o"): 1, ord("*"): 1, ord("?"): UNKNOWN}
_TWO_STATE_PICTURE = b".O?" + b"+" * 253
_MULTI_STATE_PICTURE = b".ABCDEFGHIJKLMNOPQRSTUVWX" + b"+" * 231


class Pattern(Frozen):
    """Cells in a box: column ``0 <= x < width``, row ``0 <= y < height``.

    Parameters
    ----------
    rows
        For each row that has live cells, pieces ``(x, states)`` in order, one byte a cell.
    width, height
        The drawn box in cells, margins included.
    **about
        ``rule`` (a `Rule`, or a text that may name a bounded grid), ``grid``, ``position`` (where
        cell (0, 0) lies in the universe; None if nobody said), ``name``, ``author``, ``comments``
        (one line each), ``generation``, ``trailing`` (text after the cells) and ``warnings`` (of
        the reader; no part of equality).

    Raises
    ------
    PatternError
        If a cell lies outside the box or has a state that the rule lacks, or if a name or a
        comment is longer than a line.
    """

    __slots__ = (
        "_rows",
        "author",
        "comments",
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
        **about: Unpack[About],
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
            "trailing": "",
            "warnings": (),
        }
        self._settle({**fields, **about})

    def _settle(self, fields: dict[str, object]) -> None:
        """Take the fields, a rule that is a text among them, and check that they fit together."""
        if isinstance(fields["rule"], str):
            fields["rule"], fields["grid"] = parse_rule(fields["rule"])
        self._fill(fields)
        right, bottom = self._rows.extent
        if self.width < right or self.height < bottom or min(self._rows, default=0) < 0:
            raise PatternError(
                f"cells reach {right} x {bottom}, beyond a box of {self.width} x {self.height}"
            )
        allowed = bytes(range(self.rule.states if self.rule.states > 2 else UNKNOWN + 1))
        for y, pieces in self._rows.items():
            for x, data in pieces:
                if x < 0:
                    raise PatternError(f"a cell in column {x} lies left of the box")
                if wrong := data.translate(None, allowed):
                    raise PatternError(
                        f"cell ({x + data.index(wrong[0])}, {y}) has state {wrong[0]}, but rule"
                        f" {self.rule} has the states 0 to {self.rule.states - 1}"
                    )
        if any("\n" in text or "\r" in text for text in (self.name, self.author, *self.comments)):
            raise PatternError("a name, an author and each comment is one line")

    @classmethod
    def from_rows(cls, rows: Iterable[str], **about: Unpack[About]) -> Pattern:
        """Make a pattern from a picture, one text a row.

        Parameters
        ----------
        rows
            ``.`` for a dead cell, ``O``, ``o`` or ``*`` for a live one, ``?`` for an unknown one.
        **about
            As for `Pattern`.

        Raises
        ------
        PatternError
            At any other character.

        Examples
        --------
        >>> glider = Pattern.from_rows([".O.", "..O", "OOO"])
        >>> glider.width, glider.height, glider.population
        (3, 3, 5)
        """
        lines = list(rows)
        for y, line in enumerate(lines):
            if stray := line.strip(".Oo*?"):
                at = f"column {line.index(stray[0])}, row {y}"
                raise PatternError(f"'{stray[0]}' at {at} is no cell: use '.', 'O' or '?'")
        data = {y: [(0, s.translate(_PICTURE_STATES).encode())] for y, s in enumerate(lines)}
        return cls(data, max(map(len, lines), default=0), len(lines), **about)

    @classmethod
    def from_cells(
        cls,
        cells: Iterable[tuple[int, ...]],
        *,
        size: tuple[int, int] | None = None,
        **about: Unpack[About],
    ) -> Pattern:
        """Make a pattern from its cells.

        Parameters
        ----------
        cells
            ``(x, y)`` for a live cell or ``(x, y, state)``; of a cell given twice the last counts.
        size
            Width and height of the box that the coordinates refer to.  Without it the coordinates
            may be anything: the box is the smallest one, and ``position`` says where it lies.
        **about
            As for `Pattern`.

        Raises
        ------
        PatternError
            If a cell lies outside the box.

        Examples
        --------
        >>> blinker = Pattern.from_cells([(4, -7), (5, -7), (6, -7)])
        >>> blinker.position, blinker.width, blinker.height
        ((4, -7), 3, 1)
        """
        rows: dict[int, dict[int, int]] = {}
        for x, y, *state in cells:
            rows.setdefault(y, {})[x] = state[0] if state else 1
        if size is not None:
            return cls(_pieces(rows, 0, 0), *size, **about)
        left = min((min(row) for row in rows.values()), default=0)
        top = min(rows, default=0)
        right = max((max(row) for row in rows.values()), default=left - 1)
        bottom = max(rows, default=top - 1)
        about.setdefault("position", (left, top))
        return cls(_pieces(rows, left, top), right - left + 1, bottom - top + 1, **about)

    def replace(self, **changes: Unpack[Changes]) -> Pattern:
        """Return a copy with other words, rule, place or box; the cells stay."""
        return self.with_rows(self._rows, **changes)

    def with_rows(self, rows: CellRows, **changes: Unpack[Changes]) -> Pattern:
        """Return a copy with other cells, and with the changes that `replace` takes."""
        fields = {slot: getattr(self, slot) for slot in self.__slots__}
        copy = object.__new__(Pattern)
        copy._settle({**fields, "_rows": rows, **changes})
        return copy

    def pieces(self) -> Iterator[tuple[int, Pieces]]:
        """Yield each row that has live cells as ``(y, ((x, states), ...))``.

        Between two pieces lie at least `lifesat.cellrows.GAP` dead cells.
        """
        yield from self._rows.items()

    def cells(self) -> Iterator[tuple[int, int, int]]:
        """Yield ``(x, y, state)`` of every cell that is not dead, row by row."""
        return self._rows.cells()

    def dense_rows(self) -> Iterator[bytes]:
        """Return the rows of the box from the top, each ``width`` bytes, one state a byte.

        Raises
        ------
        PatternError
            If the box has more than `MAX_CELLS` cells.
        """
        return self._rows.dense_rows(self.width, self.height)

    @property
    def bounding_box(self) -> tuple[int, int, int, int] | None:
        """The smallest box ``(x, y, width, height)`` of the cells that are not dead, or None."""
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
        """Whether some cell may have any state."""
        return self.rule.states == 2 and any(UNKNOWN in data for data in self._rows.stored())

    def transform(self, name: str) -> Pattern:
        """Return the pattern rotated or mirrored with its box; the box's corner stays in place.

        Parameters
        ----------
        name
            One of `TRANSFORMS`.

        Raises
        ------
        PatternError
            If there is no such transform, or none for the pattern's sphere.
        """
        if name not in TRANSFORMS:
            raise PatternError(f"'{name}' is no transform: choose one of {', '.join(TRANSFORMS)}")
        turned = name in ("rot90", "rot270", "transpose", "anti_transpose")
        flip_x = name in ("rot90", "rot180", "flip_x", "anti_transpose")
        flip_y = name in ("rot270", "rot180", "flip_y", "anti_transpose")
        rows, width, height = self._rows, self.width, self.height
        if turned:
            rows, width, height = rows.transposed(width, height), height, width
        if flip_x:
            rows = rows.flipped_x(width)
        if flip_y:
            rows = rows.flipped_y(height)
        grid = self.grid and self.grid.transformed(turned=turned, mirrored=flip_x != flip_y)
        return self.with_rows(rows, width=width, height=height, grid=grid)

    def symmetries(self) -> tuple[str, ...]:
        """Names of the transforms that leave the cells, within their box, as they are."""
        square = self.width == self.height
        names = TRANSFORMS if square else ("identity", "rot180", "flip_x", "flip_y")
        bare = self.replace(grid=None)
        return tuple(name for name in names if bare.transform(name) == bare)

    def crop(self) -> Pattern:
        """Return the pattern in the smallest box of its cells; they stay in place."""
        left, top, width, height = self.bounding_box or (0, 0, 0, 0)
        return self._moved(-left, -top, width, height)

    def pad(self, margin: int) -> Pattern:
        """Return the pattern with ``margin`` dead cells more on each side; the cells stay in place.

        Raises
        ------
        PatternError
            If a negative margin would cut cells off.
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
            if slot != "warnings"
        )

    def __hash__(self) -> int:
        return hash((self.width, self.height, self.rule, tuple(self._rows.items())))

    def __str__(self) -> str:
        table = _TWO_STATE_PICTURE if self.rule.states == 2 else _MULTI_STATE_PICTURE
        return "\n".join(row.translate(table).decode("ascii") for row in self.dense_rows())

    def __repr__(self) -> str:
        return f"<Pattern {self.width}x{self.height}, {self.population} live, {self.rule}>"


def _pieces(
    rows: dict[int, dict[int, int]], left: int, top: int
) -> dict[int, list[tuple[int, bytes]]]:
    return {y - top: [(x - left, bytes((row[x],))) for x in sorted(row)] for y, row in rows.items()}


def life_history_target(pattern: Pattern, unknown: bool) -> Pattern:
    """Turn a LifeHistory pattern into a two-state target.

    States 1, 3 and 5 are required to be live, states 2 and 4 to be dead.

    Parameters
    ----------
    pattern
        A pattern of the LifeHistory kind; its box is the target's.
    unknown
        Whether a cell of state 0 may have any state; otherwise it is dead.

    Raises
    ------
    PatternError
        If the rule is no LifeHistory, or if a cell has state 6, which only bounds what the others
        may do.
    """
    if pattern.rule.family != "life-history":
        raise PatternError(f"rule {pattern.rule} is no LifeHistory: its states name no target")
    meaning = bytes((UNKNOWN if unknown else 0, 1, 0, 1, 0, 1)) + bytes(250)
    rows = {}
    for y, states in enumerate(pattern.dense_rows()):
        if 6 in states:
            raise PatternError(
                f"cell ({states.index(6)}, {y}) has state 6, a boundary: a target has live cells"
                " (states 1, 3, 5), dead cells (2, 4) and, with --unknown, cells of any state (0)"
            )
        rows[y] = [(0, states.translate(meaning))]
    name = pattern.rule.name.removesuffix("History").removesuffix("Life")
    rule = parse_rule(name)[0] if name else LIFE
    return pattern.with_rows(CellRows.pack(rows), rule=rule)
