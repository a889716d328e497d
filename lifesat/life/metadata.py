"""The keyword arguments of patterns."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from lifesat.life.bounded_grid import BoundedGrid
    from lifesat.life.rule import Rule
    from lifesat.life.values import ReadWarning


class Metadata(TypedDict, total=False):
    """The attributes of a pattern besides its cells and size."""

    rule: Rule | str
    grid: BoundedGrid | None
    position: tuple[int, int] | None
    name: str
    author: str
    comments: tuple[str, ...]
    generation: int | None
    delta: int | None
    trailing: str
    warnings: tuple[ReadWarning, ...]


class Attributes(Metadata, total=False):
    """The attributes that `Pattern.replace` can change."""

    width: int
    height: int
