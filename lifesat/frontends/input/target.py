"""Predecessor searches: the target that a user names, and the conditions on its predecessors."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from operator import index

import numpy as np

from lifesat.errors import UserError
from lifesat.formats import read_all, read_text
from lifesat.formats.reading import read_bytes, source_name
from lifesat.formats.registry import fitted
from lifesat.frontends.input.states import pattern_of_states
from lifesat.life.life_history import has_notes, life_history_target
from lifesat.life.pattern import Pattern
from lifesat.life.rule import BoundedGrid, parse_rule
from lifesat.problems.life.predecessor import Predecessor, needs_two_states
from lifesat.problems.life.window import Cell, Outside

Cells = Pattern | Iterable[Cell]
"""Cells ``(column, row)``, relative to the top left cell of the target, or those of a pattern."""


@dataclass(frozen=True)
class TargetRequest:
    """A target: a file or a text, and how to read it."""

    # ``-`` for standard input, or None to read `text`.
    path: str | None = None
    text: str = ""
    # One of `lifesat.formats.registry.FORMATS`; None if it is detected.
    format: str | None = None
    # Replaces the rule in the file, with its grid.
    rule: str | None = None
    # Whether ``?`` is a cell of any state; in LifeHistory patterns, whether state 0 is.
    unknown: bool = False
    # Whether to cut a target larger than the bounded grid of its file.
    clip: bool = False
    # How the states of a LifeHistory pattern are read, in the words of
    # `lifesat.frontends.input.states.States.parse`; "" if states 1, 3 and 5 are live, 2 and 4 dead.
    states: str = ""

    def read(self) -> Pattern:
        """Return the target; a LifeHistory pattern becomes one of two states."""
        text: str | bytes = self.text
        if self.path is not None:
            text = read_bytes(self.path)
        target = read_text(
            text,
            format=self.format,
            unknown=self.unknown,
            clip=self.clip,
            bounded=not self.rule,
            source="text" if self.path is None else source_name(self.path),
        )
        return self._prepared(target)

    def read_all(self) -> Iterator[Pattern]:
        """Yield all targets of the file, as `read` returns one.

        Raises UserError if there is no file.
        """
        if self.path is None:
            raise UserError("there is no file to read targets from")
        patterns = read_all(
            self.path,
            format=self.format,
            unknown=self.unknown,
            clip=self.clip,
            bounded=not self.rule,
        )
        yield from map(self._prepared, patterns)

    def _prepared(self, target: Pattern) -> Pattern:
        """Return a pattern of a file in two states and under the requested rule."""
        if self.states:
            target = pattern_of_states(target, self.states, unknown=self.unknown)
        if has_notes(target.rule):
            target = life_history_target(target, unknown=self.unknown)
        if self.rule:
            rule, grid = parse_rule(self.rule)
            target = fitted(target.replace(rule=rule, grid=grid), clip=self.clip)
        return target


@dataclass(frozen=True)
class PredecessorRequest:
    """Conditions on the predecessors of a target.

    Fields without a comment are those of `lifesat.problems.life.predecessor.Predecessor`.
    """

    # None for as many as the file of the target names, or one.
    generations: int | None = None
    # None for the torus of the target's grid, or for dead cells if the target has none.
    outside: Outside | None = None
    margin: int = 1
    # The size of the torus of a target without a grid.
    size: tuple[int, int] | None = None
    min_population: int = 0
    max_population: int | None = None
    max_outside: int | None = None
    different: bool = False
    # Cells that must be live, or dead, in the first generation.
    require: Cells = ()
    forbid: Cells = ()
    # Live and dead cells have these states in the first generation; unknown cells are not given.
    given: Pattern | None = None
    # The greatest distance of a live cell of the first generation from cells of the target that may
    # be live; see `lifesat.problems.life.window.Window.far_cells`.
    within: int | None = None
    # List the distinct states of these cells in the first generation instead of whole predecessors.
    project: Cells | None = None
    symmetry: str = "C1"
    encoding: str | None = None

    def problem(self, target: Pattern) -> Predecessor:
        """Return the problem of the predecessors of a target, or of the states of some cells.

        An encoding that cannot express the rule is rejected.
        """
        target = self._on_grid(target)
        as_given = {name: getattr(self, name) for name in _SAME}
        problem = Predecessor(
            target,
            self.generations or target.delta or 1,
            self.outside or _default_outside(target.grid),
            require=cells_of("require", self.require, target),
            forbid=cells_of("forbid", self.forbid, target),
            project=None if self.project is None else cells_of("project", self.project, target),
            **as_given,
        )
        if self.given is not None:
            problem = with_given(problem, self.given)
        if self.within is not None:
            problem = with_near_cells(problem, self.within)
        if self.encoding and (error := problem.encoding_error(self.encoding)):
            raise UserError(error)
        return problem

    def _on_grid(self, target: Pattern) -> Pattern:
        """Return the target on the requested torus, or without a grid."""
        if self.size:
            if self.outside not in (None, "torus"):
                raise UserError("--size is the size of a torus; it needs --outside torus")
            torus = BoundedGrid("T", *self.size)
            if target.grid not in (None, torus):
                raise UserError(
                    f"the target has the grid {target.grid}, but --size says {torus}; leave out "
                    f"--size, or give --rule {target.rule}:{torus} for another torus"
                )
            target = target.replace(grid=torus)
        return target.replace(grid=None) if self.outside in ("dead", "free") else target


def _default_outside(grid: BoundedGrid | None) -> Outside:
    """Return what lies outside a target with a grid or without one."""
    if grid is None:
        return "dead"
    return "torus" if grid.is_torus else "grid"


# The fields that a `Predecessor` has with the same values.
_SAME = {each.name for each in fields(PredecessorRequest)} & {
    each.name for each in fields(Predecessor)
} - {"generations", "outside", "require", "forbid", "project"}


def with_given(problem: Predecessor, given: Pattern) -> Predecessor:
    """Return a problem with the known cells of a pattern as conditions on its first generation.

    Live cells are required, dead cells forbidden. If the pattern has a position, it is placed by
    it, and a target without one lies at (0, 0), where answers put it; otherwise the top left
    corners of the two meet. A pattern of more states, or larger than the window, is rejected.
    """
    height, width = problem.target_states.shape
    if given.width > width or given.height > height:
        raise UserError(
            f"the pattern of given cells is {given.width}x{given.height}, larger than the window "
            f"of the first generation, {width}x{height}"
        )
    if given.rule.states > 2:
        raise needs_two_states(given.rule, "a pattern of given cells")
    states = given.to_array()
    live, dead = (
        _placed(np.argwhere(states == state)[:, ::-1].tolist(), given, problem.target)
        for state in (1, 0)
    )
    return replace(problem, require=problem.require | live, forbid=problem.forbid | dead)


def with_near_cells(problem: Predecessor, within: int) -> Predecessor:
    """Return a problem whose first generation is live only within a distance of the target."""
    far = problem.window.far_cells(within)
    if missed := problem.require & far:
        raise UserError(f"the required cell {min(missed)} is not within {within} of the target")
    return replace(problem, forbid=problem.forbid | far)


def cells_of(name: str, cells: Cells, target: Pattern) -> frozenset[Cell]:
    """Return cells relative to the target; the live cells of a pattern lie as by `with_given`."""
    if isinstance(cells, Pattern):
        return _placed(((x, y) for x, y, _ in cells.cells()), cells, target)
    try:
        # Coordinates may be integers of numpy.
        return frozenset((index(x), index(y)) for x, y in cells)
    except (TypeError, ValueError) as error:
        raise UserError(
            f"{name} is {cells!r}; it must hold cells, each a pair of ints: column and row"
        ) from error


def _placed(cells: Iterable[Sequence[int]], pattern: Pattern, target: Pattern) -> frozenset[Cell]:
    """Return cells of a pattern's box relative to the target's top left cell."""
    dx = dy = 0
    if pattern.position:
        x, y = target.position or (0, 0)
        dx, dy = pattern.position[0] - x, pattern.position[1] - y
    return frozenset((x + dx, y + dy) for x, y in cells)
