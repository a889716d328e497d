"""Predecessor searches: the target a user names, and what is asked about it."""

from dataclasses import dataclass

from lifesat.errors import UserError
from lifesat.formats import read_file, read_text
from lifesat.life.life_history import life_history_target
from lifesat.life.pattern import Pattern
from lifesat.life.rule import BoundedGrid, parse_rule
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.predecessor_states import PredecessorStates
from lifesat.problems.life.window import Cell, Outside


@dataclass(frozen=True)
class TargetRequest:
    """A target: a file or a text, and how to read it.

    Attributes
    ----------
    path
        The file, ``-`` for standard input, or None to read `text`.
    text
        The text, where `path` is None.
    rule
        A rule that replaces the one in the file, with its grid, or None.
    unknown
        Whether ``?`` is a cell of any state; in LifeHistory patterns, whether state 0 is.
    """

    path: str | None = None
    text: str = ""
    rule: str | None = None
    unknown: bool = False

    def read(self) -> Pattern:
        """Return the target as a pattern of two states, with the grid of its file.

        Raises
        ------
        UserError
            If the file or the text cannot be read, or if there is no such rule.
        """
        if self.path is None:
            target = read_text(self.text, unknown=self.unknown, source="text")
        else:
            target = read_file(self.path, unknown=self.unknown)
        if target.rule.family == "life-history":
            target = life_history_target(target, unknown=self.unknown)
        if self.rule:
            rule, grid = parse_rule(self.rule)
            target = target.replace(rule=rule, grid=grid)
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
        The size of the torus, or None for that of the target's grid.
    require, forbid
        Pattern files whose live cells must be live or dead in the first generation, or None.
    project
        A pattern file whose live cells are those of the first generation whose distinct states are
        sought, instead of whole predecessors, or None.
    encoding
        The encoding, which must be able to express the rule, or None for the default.
    generations, margin, least, most, different, symmetry
        As for `lifesat.problems.life.predecessor.Predecessor`.
    """

    generations: int = 1
    outside: Outside | None = None
    margin: int = 1
    size: tuple[int, int] | None = None
    least: int = 0
    most: int | None = None
    different: bool = False
    require: str | None = None
    forbid: str | None = None
    project: str | None = None
    symmetry: str = "C1"
    encoding: str | None = None

    def problem(self, target: Pattern) -> Predecessor:
        """Return the problem for a target.

        Raises
        ------
        UserError
            If a file cannot be read, if the parts do not fit together, or if the encoding cannot
            express the rule.
        """
        target = self._on_grid(target)
        torus = target.grid is not None and target.grid.kind == "T"
        problem = Predecessor(
            target=target,
            generations=self.generations,
            outside=self.outside or ("torus" if torus else "dead"),
            margin=self.margin,
            least=self.least,
            most=self.most,
            different=self.different,
            require=_live_cells(self.require, target),
            forbid=_live_cells(self.forbid, target),
            symmetry=self.symmetry,
        )
        if self.encoding and (fault := problem.encoding_error(self.encoding)):
            raise UserError(fault)
        if self.project is None:
            return problem
        cells = _live_cells(self.project, target)
        if not cells:
            raise UserError(f"{self.project} has no live cells, which name the cells to project on")
        return PredecessorStates.of(problem, cells)

    def _on_grid(self, target: Pattern) -> Pattern:
        """Return the target on the torus that was asked for, or without a grid."""
        if self.size:
            if self.outside not in (None, "torus"):
                raise UserError("--size is the size of a torus; it needs --outside torus")
            target = target.replace(grid=BoundedGrid("T", *self.size))
        return target if self.outside in (None, "torus") else target.replace(grid=None)


def _live_cells(path: str | None, target: Pattern) -> frozenset[Cell]:
    """Return the live cells of a file, relative to the target's top left cell.

    If both files give a position, they are laid over each other accordingly; otherwise their top
    left corners meet.
    """
    if path is None:
        return frozenset()
    pattern = read_file(path)
    dx = dy = 0
    if pattern.position and target.position:
        dx = pattern.position[0] - target.position[0]
        dy = pattern.position[1] - target.position[1]
    return frozenset((x + dx, y + dy) for x, y, _ in pattern.cells())
