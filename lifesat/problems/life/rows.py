"""The cells of a block of space-time as texts."""

from lifesat.errors import UserError
from lifesat.formats.space_time_text import cell_error, standard_cell

Rows = tuple[tuple[str, ...], ...]
"""For each generation its rows, each a text of cells with one blank between them."""


def standard_rows(cells: Rows, states: int) -> Rows:
    """Return rows with every cell in its standard form.

    Raises UserError for an invalid cell, an empty row, or generations or rows of different sizes.
    """
    # Many rows of a large block are alike.
    standard = {
        row: " ".join(_standard(word, states) for word in row.split())
        for row in dict.fromkeys(row for rows in cells for row in rows)
    }
    rows = tuple(tuple(standard[row] for row in rows) for rows in cells)
    sizes = {(len(rows_of_one), row.count(" ") + 1) for rows_of_one in rows for row in rows_of_one}
    if not rows or not all(rows) or not all(row for one in rows for row in one):
        raise UserError("a block needs a cell at least, in every row of every generation")
    if len(sizes) > 1:
        raise UserError("the generations and rows of a block must all have the same size")
    return rows


def is_blank(cells: Rows) -> bool:
    """Return whether every cell is unknown and has no name."""
    return {word for row in {row for rows in cells for row in rows} for word in row.split()} == {
        "*"
    }


def _standard(word: str, states: int) -> str:
    cell = standard_cell(word, states)
    if cell is None:
        raise UserError("; ".join(cell_error(word, states)))
    return cell
