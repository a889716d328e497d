"""apgcodes of many still lifes of one size, tens of thousands a second.

Boards with the same smallest box are processed together, each object once; then all strips of an
orientation are written as one text.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from lifesat.formats.apgcode import DIGITS, code_of, rule_suffix, shortened, sort_key
from lifesat.life.arrays import transform
from lifesat.life.pattern import Pattern
from lifesat.life.rule import Rule

_LETTERS = np.frombuffer(DIGITS.encode(), dtype=np.uint8)
_WEIGHTS = np.array([1, 2, 4, 8, 16], dtype=np.uint8)[:, None]


def still_life_codes(boards: NDArray[np.uint8], rule: Rule) -> list[str]:
    """Return what `lifesat.formats.apgcode.code_of` returns for each board.

    The boards, shape ``(boards, height, width)``, are still lifes under a rule of two states and
    3x3 cells without births from nothing.

    Examples
    --------
    >>> from lifesat.life.rule import LIFE
    >>> boards = np.array([[[1, 1, 0], [1, 1, 0]], [[0, 1, 1], [0, 1, 1]]], dtype=np.uint8)
    >>> still_life_codes(boards, LIFE)
    ['xs4_33', 'xs4_33']
    """
    if rule.family == "hexagonal":  # it has orientations that are not symmetries of the square
        return [code_of(Pattern.from_array(board, rule=rule)) for board in boards]
    codes = np.full(len(boards), f"xs0_0{rule_suffix(rule)}", dtype=object)
    for (top, bottom, left, right), which in _smallest_boxes(boards):
        cropped = boards[which, top : bottom + 1, left : right + 1]
        _, first, back = np.unique(
            np.packbits(cropped.reshape(len(which), -1), axis=1),
            axis=0, return_index=True, return_inverse=True,
        )  # fmt: skip
        objects = cropped[first]
        bodies = [_bodies(transform(objects, name)) for name in rule.symmetries]
        populations = objects.sum(axis=(1, 2), dtype=np.intp).tolist()
        texts = [
            f"xs{population}_{min(texts, key=sort_key)}{rule_suffix(rule)}"
            for population, *texts in zip(populations, *bodies, strict=True)
        ]
        codes[which] = np.array(texts, dtype=object)[back.ravel()]
    result: list[str] = codes.tolist()
    return result


def _smallest_boxes(
    boards: NDArray[np.uint8],
) -> Iterator[tuple[tuple[int, int, int, int], NDArray[np.intp]]]:
    """Yield each smallest box, as first and last row and column, with the numbers of its boards."""
    live = np.flatnonzero(boards.any(axis=(1, 2)))
    if not len(live):
        return
    sides = []
    for axis in (2, 1):
        lines: NDArray[np.bool_] = np.any(boards[live], axis=axis)
        sides += [lines.argmax(axis=1), lines.shape[1] - 1 - lines[:, ::-1].argmax(axis=1)]
    boxes, back = np.unique(np.column_stack(sides), axis=0, return_inverse=True)
    for number, (top, bottom, left, right) in enumerate(boxes.tolist()):
        yield (top, bottom, left, right), live[back.ravel() == number]


def _bodies(boards: NDArray[np.uint8]) -> list[str]:
    """Return the cells of each board as in an apgcode."""
    number, height, width = boards.shape
    strips = -(-height // 5)
    padded = np.zeros((number, 5 * strips, width), dtype=np.uint8)
    padded[:, :height] = boards
    values = (padded.reshape(number, strips, 5, width) * _WEIGHTS).sum(axis=2, dtype=np.uint8)
    text = np.full((number, strips, width + 1), ord("z"), dtype=np.uint8)
    text[:, :, :-1] = _LETTERS[values]
    text[:, -1, -1] = ord("\n")
    return shortened(text.tobytes().decode()).splitlines()
