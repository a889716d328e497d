"""Bounded grids: the suffix of a rule that bounds the universe, in Golly's notation.

Source: Golly's help, page "Bounded Grids"; the canonical forms are those that bgolly 3.3 writes.
"""

from __future__ import annotations

import re

from lifesat.errors import UserError
from lifesat.life.values import Frozen

MAX_SIDE = 2_000_000_000  # Golly's own limit


class RuleError(UserError):
    """A text that is not a valid rule; the message says what is expected."""


class BoundedGrid(Frozen):
    """A bounded universe, written after the rule and a colon."""

    __slots__ = ("height", "kind", "shift_x", "shift_y", "twist_x", "twist_y", "width")
    # In cells; 0 if unbounded.
    height: int
    # ``P`` plane, ``T`` torus, ``K`` Klein bottle, ``C`` cross-surface, ``S`` sphere.
    kind: str
    # The shifts in cells with which the horizontal and the vertical edges are joined.
    shift_x: int
    shift_y: int
    # Whether the horizontal and the vertical edges are joined in reverse.
    twist_x: bool
    twist_y: bool
    # In cells; 0 if unbounded.
    width: int

    def __init__(
        self,
        kind: str,
        width: int,
        height: int,
        *,
        shift_x: int = 0,
        shift_y: int = 0,
        twist_x: bool = False,
        twist_y: bool = False,
    ) -> None:
        self._fill(locals())

    @property
    def is_torus(self) -> bool:
        """Whether opposite edges are joined, without a shift."""
        shifted = self.shift_x or self.shift_y
        return self.kind == "T" and min(self.width, self.height) > 0 and not shifted

    def transformed(self, *, transpose: bool, mirror: bool) -> BoundedGrid:
        """Return the grid of a pattern that is transposed, then mirrored along one axis.

        Raises RuleError for a mirrored sphere, which joins its top edge to its left edge.
        """
        if self.kind == "S" and mirror:
            raise RuleError(
                "a sphere joins its top edge to its left edge, so it can be rotated by 180 degrees"
                " or transposed, but not mirrored or rotated by 90 degrees"
            )
        across, down = (self.shift_x, self.twist_x), (self.shift_y, self.twist_y)
        if transpose:
            across, down = down, across
        sign = -1 if mirror and self.kind == "T" else 1
        return BoundedGrid(
            self.kind,
            self.height if transpose else self.width,
            self.width if transpose else self.height,
            shift_x=sign * across[0],
            shift_y=sign * down[0],
            twist_x=across[1],
            twist_y=down[1],
        )

    def __str__(self) -> str:
        first = _edge(self.width, self.twist_x, self.shift_x)
        second = _edge(self.height, self.twist_y, self.shift_y)
        return f"S{first}" if self.kind == "S" else f"{self.kind}{first},{second}"


def _edge(length: int, twisted: bool, shift: int) -> str:
    return f"{length}{'*' if twisted else ''}{f'{shift:+d}' if shift else ''}"


def parse_grid(text: str) -> BoundedGrid | None:
    """Parse the text after the colon of a rule, such as ``T30,20``, ``K30*+1,20`` or ``S30``.

    Return None if both sides are unbounded (``T0,0``).
    """
    edge = r"([0-9]{0,10})(\*?)([+-][0-9]{0,10})?"
    parts = re.fullmatch(rf"([PTKCS])(?:{edge})(?:(,){edge})?", text.upper())
    if not parts:
        raise RuleError(f"invalid bounded grid '{text}': use one such as T30,20")
    kind, comma = parts[1], parts[5]
    width = int(parts[2] or 0)
    height = int(parts[6]) if parts[6] else width
    if max(width, height) > MAX_SIDE:
        raise RuleError(f"invalid bounded grid '{text}': a side has at most {MAX_SIDE:,} cells")
    shift_x = _wrap(parts[4] or "", width)
    shift_y = _wrap(parts[8] or "", height)
    twist_x, twist_y = bool(parts[3]), bool(parts[7])
    if kind == "S" and comma:
        raise RuleError(
            f"invalid bounded grid '{text}': a sphere has one length, as in S{width or 30}"
        )
    if len(text) > 1:
        _check_grid(text, kind, (width, height), (shift_x, shift_y), (twist_x, twist_y))
    if not width and not height:
        return None
    if kind == "K":
        twist_y = not twist_x
        # Golly treats every shift of a twisted edge as 1, and ignores it if the length is odd.
        shift_x = int(shift_x != 0 and width % 2 == 0)
        shift_y = int(shift_y != 0 and height % 2 == 0)
    return BoundedGrid(
        kind, width, height, shift_x=shift_x, shift_y=shift_y, twist_x=twist_x, twist_y=twist_y
    )


def _wrap(text: str, length: int) -> int:
    """Parse a shift such as ``-7`` and reduce it modulo the length, keeping its sign."""
    size = int(text[1:] or 0)
    rest = size % length if length else size
    return -rest if text.startswith("-") else rest


def _check_grid(
    text: str, kind: str, size: tuple[int, int], shift: tuple[int, int], twist: tuple[bool, bool]
) -> None:
    reason = ""
    if any(twist) and kind != "K":
        reason = "only a Klein bottle has a twist (*)"
    elif all(twist):
        reason = "a Klein bottle has one twist; with both it is a cross-surface, as in C30,20"
    elif kind in "KCS" and not all(size):
        reason = "only a plane or a torus may be unbounded"
    elif any(shift) and kind not in "TK":
        reason = "only a torus or a Klein bottle has a shift"
    elif any(shift) and not all(size):
        reason = "an unbounded grid has no shift"
    elif all(shift):
        reason = "only one pair of edges may be shifted"
    elif kind == "K" and any(s and not t for s, t in zip(shift, twist, strict=True)):
        reason = "a Klein bottle can be shifted only along its twisted edges"
    if reason:
        raise RuleError(f"invalid bounded grid '{text}': {reason}")
