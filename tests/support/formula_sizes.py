"""What tests share: formula sizes."""

import numpy as np

from lifesat import Pattern
from lifesat.life.pattern import UNKNOWN
from lifesat.life.rule import LIFE, BoundedGrid


def soup(height: int, width: int, torus: bool = False, unknown: float = 0) -> Pattern:
    chance = np.random.default_rng(height * width)
    cells = (chance.random((height, width)) < 0.5).astype(np.uint8)
    cells[chance.random((height, width)) < unknown] = UNKNOWN
    return Pattern.from_array(
        cells, rule=LIFE, grid=BoundedGrid("T", width, height) if torus else None
    )


FLOOR = "#" + " " * 14 + "#"
HALL = ("#" * 16, *[FLOOR] * 3, "# $ $ .  .  @  #", *[FLOOR] * 3, "#" * 16)
