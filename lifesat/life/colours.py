"""The colours in which cells are drawn, for each rule."""

from __future__ import annotations

from colorsys import hsv_to_rgb
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lifesat.life.rule import Rule

DEAD, LIVE, UNKNOWN = "#f3f5f2", "#2f7d4f", "#c3c8cb"
# LifeHistory: was live; marked live, marked dead; marked and live at first; boundary.
_HISTORY = ("#c3d0ea", "#7dbf73", "#e08a7d", "#d9b500", "#7a7f85")
# The hues of the first and of the last state of other rules, red and yellow, as turns of a circle.
_FIRST_HUE, _LAST_HUE = 0.0, 0.155
# A GIF has 256 colours, some for lines; states of rules with more share some.
_SHADES = 200


@lru_cache(maxsize=16)
def colours_of(rule: Rule) -> tuple[str, ...]:
    """Return the colour of each state; a rule with two states has one for unknown cells too."""
    if rule.states == 2:
        return (DEAD, LIVE, UNKNOWN)
    if rule.family == "life-history":
        return (DEAD, LIVE, *_HISTORY)
    last = rule.states - 2 or 1
    return (DEAD, *(_shade(round(_SHADES * each / last) / _SHADES) for each in range(last + 1)))


def _shade(part: float) -> str:
    """Return the colour at a part of the way from the first hue to the last."""
    colour = hsv_to_rgb(_FIRST_HUE + part * (_LAST_HUE - _FIRST_HUE), 0.85, 0.8 + part * 0.15)
    return "#" + "".join(f"{round(255 * each):02x}" for each in colour)
