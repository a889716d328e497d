"""Evolution of patterns on the infinite plane or on a torus."""

import numpy as np
from numpy.typing import NDArray

from lifesat.life.arrays import from_array, to_array
from lifesat.life.evolution import evolve
from lifesat.life.pattern import Pattern, PatternError
from lifesat.life.rule import RULES_WITH_TABLE
from lifesat.life.rule_kind import rule_kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lifesat.life.metadata import Metadata

_CHUNK = 16  # generations between two computations of the bounding box


def evolve_pattern(pattern: Pattern, generations: int) -> Pattern:
    """Return a pattern some generations later; its box grows with its cells.

    Parameters
    ----------
    pattern
        A pattern without a grid, or on a torus.
    generations
        The number of generations, at least 0.

    Returns
    -------
    Pattern
        The rule and the metadata are kept; a known generation number is increased.

    Raises
    ------
    PatternError
        If the rule has no table, if the grid is not supported, or if there are unknown cells.
    """
    _check(pattern, generations)
    states, corner = (_on_torus if pattern.grid else _on_plane)(pattern, generations)
    about: Metadata = {
        "rule": pattern.rule,
        "grid": pattern.grid,
        "position": corner if pattern.position else None,
        "name": pattern.name,
        "author": pattern.author,
        "comments": pattern.comments,
        "trailing": pattern.trailing,
    }
    if pattern.generation is not None:
        about["generation"] = pattern.generation + generations
    return from_array(states, **about)


def generations_of(pattern: Pattern, generations: int) -> list[Pattern]:
    """Return a pattern and its next generations, all in one box at one position.

    Parameters
    ----------
    pattern, generations
        As for `evolve_pattern`; with 0 generations any pattern will do.

    Raises
    ------
    PatternError
        As for `evolve_pattern`, if there are generations to compute.
    """
    if not generations:
        return [pattern]
    history = [pattern.replace(position=pattern.position or (0, 0))]
    for _ in range(generations):
        history.append(history[-1].evolve())
    left, top = history[-1].position or (0, 0)
    size = history[-1].width, history[-1].height
    if pattern.grid:  # the whole torus from the first generation on
        history[0] = history[0].evolve(0)
    return [_in_box(each, left, top, *size) for each in history]


def _in_box(pattern: Pattern, left: int, top: int, width: int, height: int) -> Pattern:
    """Return a pattern in a box that contains its own."""
    x, y = pattern.position or (0, 0)
    cells = np.zeros((height, width), dtype=np.uint8)
    cells[y - top :, x - left :][: pattern.height, : pattern.width] = to_array(pattern)
    return from_array(cells).replace(
        rule=pattern.rule,
        grid=pattern.grid,
        position=(left, top),
        name=pattern.name,
        generation=pattern.generation,
    )


def _on_torus(pattern: Pattern, generations: int) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    """Return the whole torus after some generations, and the position of its corner."""
    width, height = (pattern.grid.width, pattern.grid.height) if pattern.grid else (0, 0)
    # Golly puts the cell in the middle of a grid, rounded down, at (0, 0).
    left, top = -(width // 2), -(height // 2)
    x, y = pattern.position or (left, top)
    board = np.zeros((height, width), dtype=np.uint8)
    board[: pattern.height, : pattern.width] = to_array(pattern)
    board = np.roll(board, (y - top, x - left), axis=(0, 1))
    return evolve(board, pattern.rule, generations, "torus"), (left, top)


def _on_plane(pattern: Pattern, generations: int) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    """Return the joint box of the pattern and its descendant, and the position of its corner."""
    x, y = pattern.position or (0, 0)
    now = pattern.replace(position=(x, y)).crop()
    for done in range(0, generations, _CHUNK):
        steps = min(_CHUNK, generations - done)
        grown = now.pad(steps)
        states = evolve(to_array(grown), pattern.rule, steps)
        now = from_array(states, rule=pattern.rule, position=grown.position).crop()
    left, top = now.position if now.population and now.position else (x, y)
    before = (max(top - y, 0), max(left - x, 0))
    after = (
        max(y + pattern.height - top - now.height, 0),
        max(x + pattern.width - left - now.width, 0),
    )
    states = np.pad(to_array(now), tuple(zip(before, after, strict=True)))
    return states, (min(left, x), min(top, y))


def _check(pattern: Pattern, generations: int) -> None:
    rule, grid = pattern.rule, pattern.grid
    reason = ""
    if not _is_count(generations):
        reason = f"generations is {generations!r}; it must be an int of at least 0"
    elif not rule.has_table:
        reason = f"{rule_kind(rule)}; evolution needs {RULES_WITH_TABLE}"
    elif pattern.has_unknown:
        reason = "patterns with unknown cells cannot evolve"
    elif rule.table[0] and not grid:
        reason = f"rule {rule}: births without neighbours would fill an unbounded universe"
    elif grid and (grid.kind != "T" or not grid.width or not grid.height):
        reason = f"grid {grid}: only a torus with two sizes is supported"
    elif grid and (grid.shift_x or grid.shift_y):
        reason = f"grid {grid}: a shifted torus is not supported"
    elif grid and (pattern.width > grid.width or pattern.height > grid.height):
        reason = f"the pattern is larger than its grid {grid}"
    if reason:
        raise PatternError(reason)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
