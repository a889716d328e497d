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
    """Yield a pattern for each board, several times faster than `lifesat.Pattern.from_array`.

    The boards have shape ``(boards, height, width)``, and their states are not validated. `about`
    has the attributes that the patterns share.
    """
    _, height, width = boards.shape
    return Pattern({}, width, height, **about).with_each(boards_to_rows(boards))
