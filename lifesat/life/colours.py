"""The colours in which cells are drawn, for each rule."""

from __future__ import annotations

import re
from colorsys import hsv_to_rgb
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from lifesat.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lifesat.life.rule import Rule


class Colours(NamedTuple):
    """The colours of a picture, each ``#`` and six hexadecimal digits."""

    live: str
    dead: str
    unknown: str
    # The lines between cells, and what surrounds boards.
    line: str
    paper: str
    arrow: str


LIGHT = Colours("#2f7d4f", "#f3f5f2", "#c3c8cb", "#d3dad1", "#ffffff", "#5c675c")
SCHEMES = {
    "light": LIGHT,
    "dark": Colours("#7fd79b", "#1d211e", "#5a625c", "#2e342f", "#121512", "#9fab9f"),
    # Golly's colours for two-state rules.
    "golly": Colours("#ffffff", "#303030", "#787878", "#505050", "#303030", "#ffffff"),
    "print": Colours("#000000", "#ffffff", "#bdbdbd", "#c8c8c8", "#ffffff", "#000000"),
}
"""Colours that have a name."""

# LifeHistory: was live; marked live, marked dead; marked and live at first; boundary.
_HISTORY = ("#c3d0ea", "#7dbf73", "#e08a7d", "#d9b500", "#7a7f85")
# The hues of the first and of the last state of other rules, red and yellow, as turns of a circle.
_FIRST_HUE, _LAST_HUE = 0.0, 0.155
# A GIF has 256 colours, some for lines; states of rules with more share some.
_SHADES = 200
# Where unknown cells, lines and arrows lie between dead (0) and live (1), if only these are given.
_UNKNOWN, _LINE, _ARROW = 0.35, 0.15, 0.7


def read_colours(text: str) -> Colours:
    """Return the colours that a text names: one of `SCHEMES`, or ``LIVE,DEAD``.

    The two colours have six hexadecimal digits each, with or without ``#``; unknown cells, lines
    and arrows get mixtures of them.

    >>> read_colours("ffcc00,000000").line
    '#261f00'
    """
    if text in SCHEMES:
        return SCHEMES[text]
    match = re.fullmatch(r"#?([0-9a-fA-F]{6}),#?([0-9a-fA-F]{6})", text)
    if match is None:
        raise UserError(
            f"invalid colours {text[:40]!r}: give {', '.join(SCHEMES)}, or the colours of live and "
            "dead cells, such as ffcc00,000000"
        )
    live, dead = (tuple(bytes.fromhex(digits)) for digits in match.groups())

    def mixed(part: float) -> str:
        return _hexadecimal(d + part * (a - d) for a, d in zip(live, dead, strict=True))

    return Colours(mixed(1), mixed(0), mixed(_UNKNOWN), mixed(_LINE), mixed(0), mixed(_ARROW))


@lru_cache(maxsize=16)
def colours_of(rule: Rule, colours: Colours = LIGHT) -> tuple[str, ...]:
    """Return the colour of each state; a two-state rule also has one for unknown cells."""
    if rule.states == 2:
        return (colours.dead, colours.live, colours.unknown)
    if rule.family == "life-history":
        return (colours.dead, colours.live, *_HISTORY)
    last = rule.states - 2 or 1
    shades = (_shade(round(_SHADES * each / last) / _SHADES) for each in range(last + 1))
    return (colours.dead, *shades)


def _shade(part: float) -> str:
    """Return the colour at a fraction of the way from the first hue to the last."""
    hue = _FIRST_HUE + part * (_LAST_HUE - _FIRST_HUE)
    return _hexadecimal(255 * each for each in hsv_to_rgb(hue, 0.85, 0.8 + part * 0.15))


def _hexadecimal(parts: Iterable[float]) -> str:
    return "#" + "".join(f"{round(each):02x}" for each in parts)
