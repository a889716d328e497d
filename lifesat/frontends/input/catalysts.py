"""Catalysts: the pattern that hits a still life, where the still life may be, and conditions."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lifesat.errors import UserError
from lifesat.frontends.input.search_file import with_given
from lifesat.frontends.input.states import rule_on_plane
from lifesat.life.life_history import as_life_history, has_notes, life_history_target
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import rule_kind
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.catalyst import FIXED, FREE, PATTERN, catalyst_block
from lifesat.problems.life.constraints import Population
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.problems.problem import size_errors

# A still life whose cells are all farther from those of a pattern does not touch it at first.
_APART = 2


@dataclass(frozen=True)
class CatalystRequest:
    """Conditions on the still lifes that a pattern hits and that recover."""

    # These and the next two are those of `lifesat.problems.life.catalyst.catalyst_block`.
    generations: int
    contact: tuple[int, int] | None = None
    recovered: int = 4
    # The most active cells in a generation, and the size of a box that holds all cells that are
    # ever active; None for any.
    max_active: int | None = None
    active_box: tuple[int, int] | None = None
    # The cells by which the box in which all happens exceeds the pattern's on every side.
    margin: int = 4
    # Replaces the pattern's rule.
    rule: str | None = None
    # Bounds on the live cells of the still life.
    min_population: int = 0
    max_population: int | None = None
    # Patterns whose known cells are so in some generation.
    filter: tuple[tuple[int, Pattern], ...] = ()
    # Patterns some of whose known cells are different in generation 0.
    different_from: tuple[Pattern, ...] = ()

    def problem(self, pattern: Pattern) -> SpaceTimeSearch:
        """Return the search for still lifes that a pattern hits.

        The states of a pattern with those of LifeHistory are as in
        `lifesat.problems.life.catalyst`. In one of two states, live cells hit the still life, which
        lies in the unknown cells; if there are none, more than two cells from the live ones.
        """
        for name, least in (("generations", 1), ("recovered", 1), ("margin", 0)):
            if error := integer_error(name, getattr(self, name), least):
                raise UserError(error)
        if error := integer_error("max_active", self.max_active, 1, optional=True):
            raise UserError(error)
        rule = rule_on_plane(pattern, self.rule)
        height, width = (side + 2 * self.margin for side in (pattern.height, pattern.width))
        box = f"a box of {width}x{height} cells over {self.generations:,} generations"
        for error in size_errors(box, height * width, self.generations + 1):
            raise UserError(error)
        states = _states(pattern, self.margin)
        problem = catalyst_block(states, rule, self.generations, self.contact, self.recovered)
        every = tuple(range(self.generations + 1))
        bounds = []
        if self.max_active is not None:
            bounds.append(Population(0, self.max_active, every, over="each", active=True))
        if self.active_box:
            bounds.append(Population(0, None, every, size=self.active_box, active=True))
        x, y = pattern.position or (0, 0)
        corner = x - self.margin, y - self.margin
        cells = problem.cells
        for t, given in self.filter:
            if error := integer_error("the generation of a filter", t, 0):
                raise UserError(error)
            if t > self.generations:
                raise UserError(
                    f"there is no generation {t} to filter; the last one is {self.generations}"
                )
            known = _known_cells(given, corner, states.shape)
            blank = (" ".join("*" * width),) * height
            cells = with_given(cells, ((blank,) * t) + (known,))
        return replace(
            problem,
            cells=cells,
            position=corner,
            population=(*problem.population, *map(str, bounds)),
            different_from=tuple(
                (_known_cells(each, corner, states.shape),) for each in self.different_from
            ),
            min_population=self.min_population,
            max_population=self.max_population,
        )


def _states(pattern: Pattern, margin: int) -> NDArray[np.uint8]:
    """Return the states of `catalyst_block` in the pattern's box with a margin."""
    pattern = as_life_history(pattern)
    cells = np.pad(pattern.to_array(), margin)
    if has_notes(pattern.rule):
        wrong = np.argwhere(cells > FIXED) - margin
        for y, x in wrong[:1].tolist():
            raise UserError(
                f"cell ({x}, {y}) has state {cells[y + margin, x + margin]}; catalysts take the "
                f"states 0 to {FIXED} of LifeHistory"
            )
        return cells
    if pattern.rule.states != 2:
        raise UserError(
            f"{rule_kind(pattern.rule)}; a pattern that hits a still life has two states or those "
            "of LifeHistory"
        )
    unknown = cells == UNKNOWN
    if not unknown.any():
        rows, columns = np.nonzero(cells)
        unknown = np.ones(cells.shape, dtype=bool)
        for y, x in zip(rows.tolist(), columns.tolist(), strict=True):
            top, left = max(y - _APART, 0), max(x - _APART, 0)
            unknown[top : y + _APART + 1, left : x + _APART + 1] = False
    return np.select([unknown, cells == 1], [FREE, PATTERN], 0).astype(np.uint8)


def _known_cells(
    pattern: Pattern, corner: tuple[int, int], shape: tuple[int, ...]
) -> tuple[str, ...]:
    """Return the rows of a box in which the known cells of a pattern are known.

    `corner` is the position of the box's top left cell.
    """
    if has_notes(pattern.rule):
        pattern = life_history_target(pattern, unknown=True)
    cells = pattern.to_array()
    x, y = pattern.position or (0, 0)
    left, top = x - corner[0], y - corner[1]
    rows = np.full(shape, "*")
    for (dy, dx), state in np.ndenumerate(cells):
        if state == UNKNOWN:
            continue
        if not (0 <= top + dy < shape[0] and 0 <= left + dx < shape[1]):
            raise UserError(
                f"cell ({x + dx}, {y + dy}) of {pattern.name or 'a given pattern'} is outside the "
                f"box of the search, {shape[1]}x{shape[0]} cells at {corner[0]},{corner[1]}"
            )
        rows[top + dy, left + dx] = "1" if state else "0"
    return tuple(" ".join(row) for row in rows.tolist())
