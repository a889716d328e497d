"""Predecessor searches: the target a user names, and what is asked about it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from lifesat.errors import UserError
from lifesat.formats import read_all, read_file, read_text
from lifesat.formats.bounds import fitted
from lifesat.formats.reading import read_bytes, source_name
from lifesat.life.life_history import has_notes, life_history_target
from lifesat.life.pattern import Pattern
from lifesat.life.rule import BoundedGrid, parse_rule
from lifesat.problems.life.generations_predecessor import (
    GenerationsPredecessor,
    refuse_several_states,
)
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.predecessor_states import PredecessorStates
from lifesat.problems.life.window import Cell, Outside
from lifesat.requests.states import pattern_of_states

# What may be asked about a target under a rule of any number of states.
_OF_ANY_RULE = ("generations", "outside", "margin", "size", "encoding")


@dataclass(frozen=True)
class TargetRequest:
    """A target: a file or a text, and how to read it.

    Attributes
    ----------
    path
        The file, ``-`` for standard input, or None to read `text`.
    text
        The text, where `path` is None.
    format
        The format of the file or text, one of `lifesat.formats.registry.FORMATS`; None if it is
        detected.
    rule
        A rule that replaces the one in the file, with its grid, or None.
    unknown
        Whether ``?`` is a cell of any state; in LifeHistory patterns, whether state 0 is.
    clip
        Whether a target larger than the bounded grid of its file is cut.
    states
        How the states of a LifeHistory pattern are read, in the words of
        `lifesat.requests.states.States.parse`; "" if states 1, 3 and 5 are live, 2 and 4 dead.
    """

    path: str | None = None
    text: str = ""
    format: str | None = None
    rule: str | None = None
    unknown: bool = False
    clip: bool = False
    states: str = ""

    def read(self) -> Pattern:
        """Return the target as a pattern of two states, with the grid of its file.

        Raises
        ------
        UserError
            If the file, the text or its states cannot be read, or if there is no such rule.
        """
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
        """Yield all targets of the file, each as `read` returns one.

        Raises
        ------
        UserError
            As for `read`; and if there is no file.
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
        """Return a pattern of a file with two states, and under the rule that was asked for."""
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
    """What is asked about a target.

    Attributes
    ----------
    outside
        As for `lifesat.problems.life.predecessor.Predecessor`; None for the torus of the target's
        grid, or for dead cells if the target has none.
    size
        The size of the torus of a target without a grid.
    require, forbid
        Pattern files whose live cells must be live or dead in the first generation, or None.
    given
        A pattern file whose live cells must be live in the first generation, and whose dead cells
        must be dead; unknown cells are not given. In LifeHistory patterns state 0 is unknown.
    within
        With a number, live cells of the first generation lie at most so many cells from a cell of
        the target that may be live; see `lifesat.problems.life.window.Window.far_cells`.
    project
        A pattern file whose live cells are those of the first generation whose distinct states to
        list instead of whole predecessors, or None.
    encoding
        The encoding, which must be able to express the rule, or None for the default.
    generations
        As for `lifesat.problems.life.predecessor.Predecessor`; None for as many as the file of the
        target asks for, or one.
    margin, min_population, max_population, different, symmetry
        As for `lifesat.problems.life.predecessor.Predecessor`.
    """

    generations: int | None = None
    outside: Outside | None = None
    margin: int = 1
    size: tuple[int, int] | None = None
    min_population: int = 0
    max_population: int | None = None
    different: bool = False
    require: str | None = None
    forbid: str | None = None
    given: str | None = None
    within: int | None = None
    project: str | None = None
    symmetry: str = "C1"
    encoding: str | None = None

    def problem(self, target: Pattern) -> Predecessor:
        """Return the problem of the whole predecessors of a target.

        Raises
        ------
        UserError
            If a file cannot be read, if the parts do not fit together, or if the encoding cannot
            express the rule.
        """
        target = self._on_grid(target)
        problem = Predecessor(
            target=target,
            generations=self._generations_of(target),
            outside=self._outside_of(target),
            margin=self.margin,
            min_population=self.min_population,
            max_population=self.max_population,
            different=self.different,
            require=_live_cells(self.require, target),
            forbid=_live_cells(self.forbid, target),
            symmetry=self.symmetry,
        )
        if self.given is not None:
            problem = with_given(problem, TargetRequest(self.given, unknown=True).read())
        if self.within is not None:
            problem = with_near_cells(problem, self.within)
        self._check_encoding(problem)
        return problem

    def target_problem(self, target: Pattern) -> Predecessor | GenerationsPredecessor:
        """Return the problem of the predecessors of a target, under a Generations rule too.

        Raises
        ------
        UserError
            As for `problem`; and if there are conditions that need a rule of two states.
        """
        if target.rule.family != "generations":
            return self.problem(target)
        target = self._on_grid(target)
        problem = GenerationsPredecessor(
            target, self._generations_of(target), self._outside_of(target), self.margin
        )
        for field in fields(self):
            if field.name not in _OF_ANY_RULE and getattr(self, field.name) != field.default:
                refuse_several_states(problem, field.name)
        self._check_encoding(problem)
        return problem

    def _check_encoding(self, problem: Predecessor | GenerationsPredecessor) -> None:
        if self.encoding and (fault := problem.encoding_error(self.encoding)):
            raise UserError(fault)

    def states(self, target: Pattern) -> PredecessorStates:
        """Return the problem of the states of the cells to project on.

        Raises
        ------
        UserError
            As for `problem`, and if there are no cells to project on.
        """
        problem = self.problem(target)
        cells = _live_cells(self.project, problem.target)
        if not cells:
            raise UserError(f"{self.project} has no live cells, which name the cells to project on")
        return PredecessorStates(problem, cells)

    def _generations_of(self, target: Pattern) -> int:
        """Return how many generations to go back from a target."""
        return self.generations or target.delta or 1

    def _outside_of(self, target: Pattern) -> Outside:
        """Return what lies outside a target on the grid that was asked for."""
        torus = target.grid is not None and target.grid.kind == "T"
        return self.outside or ("torus" if torus else "dead")

    def _on_grid(self, target: Pattern) -> Pattern:
        """Return the target on the torus that was asked for, or without a grid."""
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
        return target if self.outside in (None, "torus") else target.replace(grid=None)


def with_given(problem: Predecessor, given: Pattern) -> Predecessor:
    """Return a problem with the known cells of a pattern as conditions on its first generation.

    Parameters
    ----------
    problem
        The problem.
    given
        Its live cells are required, its dead cells forbidden. If it has a position, it is placed
        by it, and a target without one lies at (0, 0), where answers put it; otherwise the top
        left corners of the two meet.

    Raises
    ------
    UserError
        If the box is larger than the window, or if a cell cannot have its state.
    """
    height, width = problem.target_states.shape
    if given.width > width or given.height > height:
        raise UserError(
            f"the pattern of given cells is {given.width}x{given.height}, larger than the window "
            f"of the first generation, {width}x{height}"
        )
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


def _live_cells(path: str | None, target: Pattern) -> frozenset[Cell]:
    """Return the live cells of a file, placed as by `with_given`."""
    if path is None:
        return frozenset()
    pattern = read_file(path)
    return _placed(((x, y) for x, y, _ in pattern.cells()), pattern, target)


def _placed(cells: Iterable[Sequence[int]], pattern: Pattern, target: Pattern) -> frozenset[Cell]:
    """Return cells of a pattern's box relative to the target's top left cell."""
    dx = dy = 0
    if pattern.position:
        x, y = target.position or (0, 0)
        dx, dy = pattern.position[0] - x, pattern.position[1] - y
    return frozenset((x + dx, y + dy) for x, y in cells)
