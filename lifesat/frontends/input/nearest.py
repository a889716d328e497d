"""The weights of the cells of a target whose nearest predecessor is searched for."""

import re

from lifesat.errors import UserError
from lifesat.formats.detection import plain_text
from lifesat.formats.errors import MAX_DIGITS, FormatError
from lifesat.formats.reading import read_bytes, source_name
from lifesat.problems.life.nearest import NearestPredecessor, Weights
from lifesat.problems.life.predecessor import Predecessor

_SEPARATORS = re.compile(r"[,;\s]")
_HINT = "give a row of digits, or whole numbers separated by commas"


def nearest_problem(exact: Predecessor, path: str | None) -> NearestPredecessor:
    """Return the problem of the nearest predecessor.

    `path` is a file with a weight for each cell of the target; None if each counts 1.
    """
    if path is None:
        return NearestPredecessor(exact)
    weights = read_weights(path)
    try:
        return NearestPredecessor(exact, weights)
    except UserError as error:
        raise UserError(f"{source_name(path)}: {error}") from None


def read_weights(path: str) -> Weights:
    """Read a file of weights, ``-`` for standard input, as `weights_of_text` does."""
    try:
        return weights_of_text(plain_text(read_bytes(path)))
    except FormatError as error:
        error.source = source_name(path)
        raise


def weights_of_text(text: str) -> Weights:
    r"""Read rows of weights, a line for each.

    They are whole numbers separated by commas, semicolons or white space, or digits, one for each
    cell, if no line has a separator. Blank lines and lines that begin with ``#`` are ignored.

    >>> weights_of_text("109\n211\n")
    ((1, 0, 9), (2, 1, 1))
    >>> weights_of_text("1,0,90\n2,1,1\n")
    ((1, 0, 90), (2, 1, 1))
    """
    lines = [
        (number, line.rstrip())
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.startswith("#")
    ]
    if not lines:
        raise FormatError("there are no weights", 1, 1, hint=_HINT)
    separated = any(_SEPARATORS.search(line.strip()) for _, line in lines)
    word = re.compile(r"[^,;\s]+" if separated else r"\S")
    rows: list[tuple[int, ...]] = []
    for number, line in lines:
        found = list(word.finditer(line))
        for each in found:
            if not re.fullmatch(f"[0-9]{{1,{MAX_DIGITS}}}", each[0]):
                message = f"invalid weight {each[0][:20]!r}"
                raise FormatError(message, number, each.start() + 1, each[0], _HINT)
        rows.append(tuple(int(each[0]) for each in found))
        count, first = len(rows[-1]), len(rows[0])
        if count != first:
            message = f"this row has {count} weight{'s' * (count != 1)}, the first one {first}"
            raise FormatError(message, number, 1, line[:20], "give rows of the same length")
    return tuple(rows)


def text_of_weights(weights: Weights) -> str:
    """Write rows of weights from 0 to 9, for `weights_of_text` to read."""
    return "".join("".join(map(str, row)) + "\n" for row in weights)
