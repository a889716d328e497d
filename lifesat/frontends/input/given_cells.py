"""Cells that are given in addition to those of a search file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.errors import UserError

if TYPE_CHECKING:
    from lifesat.problems.life.rows import Rows

_OPPOSITE = {"0": "1", "1": "0"}


def with_given(cells: Rows, given: Rows) -> Rows:
    """Return a block with some of its cells known.

    `given` holds the first generations of the block, or the upper left part of them; ``*`` is not
    given. A cell with a name becomes known wherever the name stands; a cell that the rule does not
    bind stays so. Raises UserError if the given cells do not fit into the block or contradict it.
    """
    block = [[row.split() for row in rows] for rows in cells]
    _check_size(block, given)
    names: dict[str, str] = {}
    for t, rows in enumerate(given):
        for y, row in enumerate(rows):
            for x, state in enumerate(row.split()):
                if state != "*":
                    _give(block[t][y], x, state, names, f"column {x}, row {y}, generation {t}")
    return tuple(
        tuple(" ".join(_known(cell, names) for cell in row) for row in rows) for rows in block
    )


def _check_size(block: list[list[list[str]]], given: Rows) -> None:
    """Reject cells that lie outside the block."""
    shape = len(block[0][0]), len(block[0]), len(block)
    size = max(len(row.split()) for rows in given for row in rows), len(given[0]), len(given)
    if any(part > whole for part, whole in zip(size, shape, strict=True)):
        sizes = [
            "{}x{} cells over {} generation{}".format(*each, "s" * (each[2] > 1))
            for each in (size, shape)
        ]
        raise UserError(f"the given cells are {sizes[0]}; the block is only {sizes[1]}")


def _give(row: list[str], x: int, state: str, names: dict[str, str], where: str) -> None:
    """Record the state of a cell: in its row, or for its name."""
    literal = row[x].rstrip("'")
    if literal == "*":
        row[x] = row[x].replace("*", state)
        return
    name = literal.removeprefix("-")
    value = _OPPOSITE[state] if name != literal else state
    known = name if name.isdigit() else names.setdefault(name, value)
    if known != value:
        raise UserError(f"the cell in {where} is given as {state}, which contradicts other cells")


def _known(cell: str, names: dict[str, str]) -> str:
    """Return a cell with the state of its name, if that is known."""
    literal = cell.rstrip("'")
    name = literal.removeprefix("-")
    if name not in names:
        return cell
    value = _OPPOSITE[names[name]] if name != literal else names[name]
    return value + cell[len(literal) :]
