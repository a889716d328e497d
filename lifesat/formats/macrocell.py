"""Macrocell patterns (``.mc``): a quadtree whose equal squares are written once.

Source: Golly's help, page "File Formats".  A square of level k has 2**k cells on a side; the leaves
are squares of 8 x 8 cells (two states) or 2 x 2 cells (more).  The south-east quarter of the root
begins at (0, 1).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lifesat.errors import UserError
from lifesat.formats.errors import FormatError
from lifesat.life.cell_rows import CellRows
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE, Rule, RuleError, parse_rule

if TYPE_CHECKING:
    from lifesat.life.metadata import Metadata

MAX_LEVEL = 330
"""The highest level that is read or written: coordinates have 100 digits, as in RLE."""

MAX_LEAF_CELLS = 2**27
"""The most cells in leaves, dead ones included, to which a quadtree is expanded."""

MAX_ROWS = 2**23
"""The most rows of squares with live cells, each stored separately, to which it is expanded."""

_BLOCK_LEVEL = 6
_NODE = re.compile(r"([0-9]{1,4}) ([0-9]{1,9}) ([0-9]{1,9}) ([0-9]{1,9}) ([0-9]{1,9})\s*")
_LEAF = re.compile(r"(?:[.*]{0,8}\$){0,8}[.*]{0,8}\s*")
_STATES = bytes.maketrans(b".*", b"\0\1")
_LETTERS = bytes.maketrans(b"\0\1", b".*")


def read(text: str) -> Pattern:
    """Read a macrocell file and expand it; the box is that of the live cells.

    A pattern that exceeds `MAX_LEAF_CELLS` or `MAX_ROWS` is rejected.
    """
    about: Metadata = {"comments": ()}
    tree = _Tree()
    first = text.count("\n", 0, len(text) - len(text.lstrip())) + 1  # blank lines may precede it
    for number, line in enumerate(text.split("\n"), 1):
        if number == first:
            if not line.lstrip().startswith("[M2]"):
                hint = "the first line of a macrocell file begins with [M2]"
                raise FormatError("not a macrocell file", number, 1, line[:4], hint)
        elif line.startswith("#"):
            _read_comment(line, number, about)
        elif line.strip():
            tree.add(line, number)
    rule = about.get("rule", LIFE)
    if isinstance(rule, Rule) and tree.top_state[0] >= rule.states:
        state, line_number = tree.top_state
        hint = f"rule {rule} has the states 0 to {rule.states - 1}"
        raise FormatError(f"invalid state {state}", line_number, 1, str(state), hint)
    rows = tree.expand(number)
    left, top = rows.corner
    rows = rows.moved(-left, -top)
    if rows:
        about["position"] = (left, top)
    return Pattern(rows, *rows.extent, **about)


def _read_comment(line: str, number: int, about: Metadata) -> None:
    kind, words = line[1:2], line[2:].removeprefix(" ")
    if kind == "R":
        try:
            about["rule"], about["grid"] = parse_rule(words)
        except RuleError as error:
            raise FormatError(str(error), number, 4, words.strip()) from None
    elif kind == "G" and (generation := re.fullmatch(r"\s*([0-9]{1,4000})\s*", words)):
        about["generation"] = int(generation[1])
    elif kind == "N" and "name" not in about:
        about["name"] = words.strip()
    elif kind == "O" and "author" not in about:
        about["author"] = words.strip()
    else:
        about["comments"] += (words if kind in ("C", "D") else line[1:],)


class _Tree:
    """The squares of a file by number; number 0 is a dead square of any size."""

    def __init__(self) -> None:
        self.levels = [0]
        self.leaves: dict[int, tuple[bytes, ...]] = {}
        self.nodes: dict[int, tuple[int, ...]] = {}
        self.top_state = (0, 0)  # the highest state with its line
        self.weights = [0]  # cells in the leaves of each square, as often as they occur
        self.rows = [0]  # rows of blocks that have live cells, as often as they occur
        self.masks = [0]  # of a square up to a block the rows that have live cells, as bits
        # For each square the first one inside that has two live parts or is a block, and where it
        # lies: hundreds of levels with one live part each are passed at once.
        self.cores: list[tuple[int, int, int]] = [(0, 0, 0)]

    def add(self, line: str, number: int) -> None:
        """Read the next square."""
        node = _NODE.fullmatch(line)
        if node and node[1] == "1":
            self._add_small_leaf([int(state) for state in node.groups()[1:]], number)
        elif node:
            self._add_node(int(node[1]), tuple(map(int, node.groups()[1:])), number)
        elif line[0] in ".*$" and _LEAF.fullmatch(line):
            rows = [row.ljust(8, ".") for row in (line.strip() + "$" * 8).split("$")[:8]]
            leaf = tuple(row.encode("ascii").translate(_STATES) for row in rows)
            self.leaves[len(self.levels)] = leaf
            self._count_leaf(3)
        else:
            hint = "a node is a level and four numbers; a leaf is rows of . and *, each ended by $"
            raise FormatError("invalid node or leaf", number, 1, line[:20], hint)

    def _add_small_leaf(self, states: list[int], number: int) -> None:
        if max(states) > 255:
            raise FormatError(f"invalid state {max(states)}", number, 3, "", "states are 0 to 255")
        self.top_state = max(self.top_state, (max(states), number))
        self.leaves[len(self.levels)] = bytes(states[:2]), bytes(states[2:])
        self._count_leaf(1)

    def _add_node(self, level: int, parts: tuple[int, ...], number: int) -> None:
        if not 2 <= level <= MAX_LEVEL:
            hint = f"levels go from 2 to {MAX_LEVEL}"
            raise FormatError(f"invalid level {level}", number, 1, str(level), hint)
        for part in parts:
            if part >= len(self.levels):
                hint = f"{len(self.levels) - 1} nodes are defined so far"
                raise FormatError(f"node {part} is not defined yet", number, 1, str(part), hint)
            if part and self.levels[part] != level - 1:
                message = f"node {part} has level {self.levels[part]}, not {level - 1}"
                raise FormatError(
                    message, number, 1, str(part), "children are one level below their node"
                )
        self.nodes[len(self.levels)] = parts
        side = 2 ** (level - 1)
        mask = 0
        if level <= _BLOCK_LEVEL:
            north, south = (self.masks[a] | self.masks[b] for a, b in (parts[:2], parts[2:]))
            mask = north | south << side
        rows = mask.bit_count() if mask else sum(self.rows[part] for part in parts)
        live = [place for place, part in enumerate(parts) if self.weights[part]]
        core = (len(self.levels), 0, 0)
        if level > _BLOCK_LEVEL and len(live) == 1:
            down, right = divmod(live[0], 2)
            number, x, y = self.cores[parts[live[0]]]
            core = (number, x + right * side, y + down * side)
        self._count(level, sum(self.weights[part] for part in parts), rows, mask, core)

    def _count_leaf(self, level: int) -> None:
        number = len(self.levels)
        mask = sum(1 << y for y, row in enumerate(self.leaves[number]) if any(row))
        self._count(level, 4**level if mask else 0, mask.bit_count(), mask, (number, 0, 0))

    def _count(
        self, level: int, weight: int, rows: int, mask: int, core: tuple[int, int, int]
    ) -> None:
        self.levels.append(level)
        self.weights.append(weight)
        self.rows.append(rows)
        self.masks.append(mask)
        self.cores.append(core)

    def expand(self, last_line: int) -> CellRows:
        """Return the cells of the last square, whose centre is the origin."""
        root = len(self.levels) - 1
        if self.weights[root] > MAX_LEAF_CELLS:
            raise FormatError(
                f"the pattern has {self.weights[root]:,} cells in its leaves; at most"
                f" {MAX_LEAF_CELLS:,} are expanded",
                last_line,
                1,
            )
        if self.rows[root] > MAX_ROWS:
            raise FormatError(
                f"the pattern has {self.rows[root]:,} rows of cells in its squares; at most"
                f" {MAX_ROWS:,} are expanded",
                last_line,
                1,
            )
        rows: dict[int, list[tuple[int, bytes]]] = {}
        half = 2 ** (self.levels[root] - 1) if root else 0
        waiting = [(root, -half, 1 - half)]
        blocks: dict[int, list[tuple[int, int, bytes]]] = {}
        while waiting:
            outer, left, top = waiting.pop()
            if not self.weights[outer]:
                continue
            number, x, y = self.cores[outer]
            x, y = x + left, y + top
            if self.levels[number] <= _BLOCK_LEVEL:
                if number not in blocks:
                    blocks[number] = _live_rows(self._block(number))
                for right, down, states in blocks[number]:
                    rows.setdefault(y + down, []).append((x + right, states))
                continue
            side = 2 ** (self.levels[number] - 1)
            corners = ((x, y), (x + side, y), (x, y + side), (x + side, y + side))
            waiting += ((n, *at) for n, at in zip(self.nodes[number], corners, strict=True))
        for pieces in rows.values():
            pieces.sort()
        return CellRows.pack(rows)

    def _block(self, number: int) -> tuple[bytes, ...]:
        """Return the rows of a square of at most 64 x 64 cells."""
        if number in self.leaves:
            return self.leaves[number]
        side = 2 ** (self.levels[number] - 1)
        dead = (bytes(side),) * side
        blocks = [self._block(part) if part else dead for part in self.nodes[number]]
        north = map(bytes.__add__, blocks[0], blocks[1])
        return (*north, *map(bytes.__add__, blocks[2], blocks[3]))


def _live_rows(block: tuple[bytes, ...]) -> list[tuple[int, int, bytes]]:
    """Return the column, the row and the states of the live part of each row of a square."""
    return [
        (len(row) - len(row.lstrip(b"\0")), y, row.strip(b"\0"))
        for y, row in enumerate(block)
        if any(row)
    ]


def write(pattern: Pattern) -> str:
    """Write a pattern as a quadtree; its cells must be known and within a square of `MAX_LEVEL`."""
    if pattern.has_unknown:
        raise UserError("the macrocell format does not support unknown cells; write RLE")
    lines = ["[M2] (lifesat)"]
    if pattern.rule != LIFE or pattern.grid:
        lines.append(f"#R {pattern.rule}{f':{pattern.grid}' if pattern.grid else ''}")
    if pattern.generation is not None:
        lines.append(f"#G {pattern.generation}")
    if pattern.name:
        lines.append(f"#N {pattern.name}")
    if pattern.author:
        lines.append(f"#O {pattern.author}")
    lines += [f"#C {comment}" if comment else "#C" for comment in pattern.comments]
    return "\n".join(lines + _Squares(3 if pattern.rule.states == 2 else 1).write(pattern)) + "\n"


class _Squares:
    """The lines of a quadtree: each distinct square once, parts before the whole."""

    def __init__(self, leaf_level: int) -> None:
        self.leaf_side = 2**leaf_level
        self.numbers: dict[str, int] = {}
        self.blocks: dict[tuple[bytes, ...], int] = {}
        for level in range(leaf_level, _BLOCK_LEVEL + 1):
            self.blocks[(bytes(2**level),) * 2**level] = 0

    def write(self, pattern: Pattern) -> list[str]:
        """Return the lines of a pattern's tree, the root at the end."""
        level = _BLOCK_LEVEL
        squares = {at: self._block(tuple(rows)) for at, rows in _blocks(pattern).items()}
        while not all(-1 <= index <= 0 for at in squares for index in at):
            level += 1
            if level == MAX_LEVEL:
                raise UserError(f"a cell lies more than 2**{MAX_LEVEL - 1} cells from the origin")
            parents = dict.fromkeys((x >> 1, y >> 1) for x, y in squares)
            squares = {(x, y): self._node(level, squares, 2 * x, 2 * y) for x, y in parents}
        self._node(level + 1, squares, -1, -1)
        return list(self.numbers)

    def _node(self, level: int, squares: dict[tuple[int, int], int], x: int, y: int) -> int:
        parts = ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
        return self._number(" ".join(map(str, (level, *(squares.get(at, 0) for at in parts)))))

    def _number(self, line: str) -> int:
        return self.numbers.setdefault(line, len(self.numbers) + 1)

    def _block(self, rows: tuple[bytes, ...]) -> int:
        """Return the number of the square with these rows."""
        if rows in self.blocks:
            return self.blocks[rows]
        if len(rows) == self.leaf_side:
            line = _spell_leaf(rows)
        else:
            half = len(rows) // 2
            parts = (
                self._block(tuple(row[side] for row in pair))
                for pair in (rows[:half], rows[half:])
                for side in (slice(half), slice(half, None))
            )
            line = " ".join(map(str, (len(rows).bit_length() - 1, *parts)))
        self.blocks[rows] = self._number(line)
        return self.blocks[rows]


def _blocks(pattern: Pattern) -> dict[tuple[int, int], list[bytes]]:
    """Return the rows of each square of 64 x 64 cells that has live ones, by its place."""
    side = 2**_BLOCK_LEVEL
    left, top = pattern.position or (0, 0)
    blocks: dict[tuple[int, int], list[bytes]] = {}
    for y, pieces in pattern.pieces():
        row, down = divmod(top + y - 1, side)
        for x, states in pieces:
            first, begin = divmod(left + x, side)
            aligned = bytes(begin) + states
            aligned += bytes(-len(aligned) % side)
            for column in range(len(aligned) // side):
                block = blocks.setdefault((first + column, row), [bytes(side)] * side)
                # Pieces of a row lie too far apart to meet in one square.
                block[down] = aligned[column * side : (column + 1) * side]
    return blocks


def _spell_leaf(rows: tuple[bytes, ...]) -> str:
    if len(rows) == 2:
        return " ".join(map(str, (1, *rows[0], *rows[1])))
    drawn = (row.rstrip(b"\0").translate(_LETTERS).decode("ascii") for row in rows)
    return "".join(f"{row}$" for row in drawn)
