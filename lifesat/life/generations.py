"""A pattern and its next generations in one box."""

from lifesat.life.cell_rows import CellRows
from lifesat.life.pattern import Pattern


def generations_of(pattern: Pattern, generations: int) -> list[Pattern]:
    """Return a pattern and its next generations, all in one box at one position.

    With 0 generations the pattern is returned unchanged, even if it cannot evolve.
    """
    if not generations:
        return [pattern]
    history = [pattern.replace(position=pattern.position or (0, 0))]
    for _ in range(generations):
        history.append(history[-1].evolve())
    left, top = history[-1].position or (0, 0)
    if pattern.grid:  # the whole torus from the first generation on
        history[0] = history[0].evolve(0)
    width, height = history[-1].width, history[-1].height
    return [_in_box(each, left, top, width, height) for each in history]


def _in_box(pattern: Pattern, left: int, top: int, width: int, height: int) -> Pattern:
    """Return a pattern in a box at (`left`, `top`) that contains its own."""
    x, y = pattern.position or (0, 0)
    return Pattern(
        CellRows(pattern.pieces()).moved(x - left, y - top),
        width,
        height,
        rule=pattern.rule,
        grid=pattern.grid,
        position=(left, top),
        name=pattern.name,
        generation=pattern.generation,
    )
