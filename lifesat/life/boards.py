"""Patterns made from many boards at once."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lifesat.life.arrays import boards_to_rows
from lifesat.life.pattern import Pattern

if TYPE_CHECKING:
    from typing import Unpack

    from lifesat.life.metadata import Metadata


def from_boards(boards: NDArray[np.uint8], **about: "Unpack[Metadata]") -> Iterator[Pattern]:
    """Yield what `lifesat.Pattern.from_array` makes of each board, several times faster.

    Parameters
    ----------
    boards
        Shape ``(boards, height, width)``. Whether the rule has their states is not checked.
    **about
        As for `lifesat.Pattern`; what the patterns have in common.

    Raises
    ------
    PatternError
        If what they have in common is invalid.
    """
    _, height, width = boards.shape
    return Pattern({}, width, height, **about).with_each(boards_to_rows(boards))
