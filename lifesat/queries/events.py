"""Events of a search.

As JSON lines they are the protocol between a search and every program that shows it. Changes only
add fields or types; readers ignore fields and types that they do not know.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.errors import UserError
from lifesat.formats import read_text, rle
from lifesat.problems.json_fields import known_fields, make, read_object
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards, Problem
from lifesat.queries.sentences import strip_line
from lifesat.strips.support import supports_strips

VERSION = 1
SWEEP = {"encoding": "frontier", "solver": "none"}
"""The JSON names in `Started` of a search that sweeps a frontier."""

Status = Literal["complete", "none", "limit", "time_limit", "stopped", "failed"]


@dataclass(frozen=True)
class Started:
    """The formula or the frontier is made, and the search begins.

    Attributes
    ----------
    variables, clauses
        The size of the formula; for a frontier, and for strips, the number of unknowns and 0.
    unknowns
        The number of variables that distinguish solutions: in Life, cells of the first generation.
    symmetries
        The order of the group up to which solutions are listed; 1 if every solution is listed.
    encoding, solver
        The encoding and the SAT solver, or None if a frontier is swept instead.
    note
        A sentence on the choice of the method that the user should know, without a full stop;
        usually "".
    scope
        What is searched; see `lifesat.sat.search.Scope`. Only the formula of a whole board is made
        before the search begins.
    """

    type: ClassVar = "started"
    variables: int
    clauses: int
    unknowns: int
    symmetries: int
    encoding: str | None
    solver: str | None
    note: str = ""
    scope: str = "board"

    def to_json(self) -> str:
        """Return the event as a JSON object; a sweep names the encoding and solver of `SWEEP`."""
        return json.dumps(_named(self))

    @classmethod
    def from_json(cls, text: str) -> "Started":
        """Return the event that `to_json` wrote, in this version or another.

        Raises
        ------
        UserError
            If the text is not such an event.
        """
        values = known_fields(cls, read_object(text, "start of a search"))
        if values.get("solver") == SWEEP["solver"]:
            values |= dict.fromkeys(SWEEP)
        return make(cls, values, "start of a search")


@dataclass(frozen=True)
class Progress:
    """The counts of a running search.

    Attributes
    ----------
    found
        Solutions listed so far.
    covered
        Solutions that they represent, images under symmetries included.
    conflicts
        The solvers' conflicts so far; those of a call that has not ended are not counted.
    seconds
        Time since the start.
    total
        How many solutions there are to list, or None if that is not known.
    cubes_done, cubes_open
        The cubes that are exhausted or split, and those that are not.
    members
        The number of solvers at work in a portfolio; 0 if there is none.
    row, rows, nogoods
        How far a search strip by strip has come: the rows that the last strip has reached, all
        rows, and the cores found so far. Without strips, all are 0, but `nogoods` is the number of
        dead ends of a rewind.
    particles
        The particles alive, of a search with particles, which has rows too; otherwise 0.
    bound
        The lower bound that is proved. Of a search for the nearest target, the least sum of the
        weights of the cells that differ that has not been ruled out; of the solution with the
        fewest live cells, their number that has not been; of the best solution of a Sokoban level,
        the fewest moves or pushes that have not been. 0 if nothing is ruled out.
    read_seconds
        How much of the time a job has read solutions of earlier runs, to go on from there.
    phase
        What the search does now, in a few words.
    """

    type: ClassVar = "progress"
    found: int
    covered: int
    conflicts: int
    seconds: float
    total: int | None = None
    cubes_done: int = 0
    cubes_open: int = 0
    members: int = 0
    row: int = 0
    rows: int = 0
    nogoods: int = 0
    particles: int = 0
    bound: int = 0
    read_seconds: float = 0.0
    phase: str = ""

    @property
    def rate(self) -> float:
        """Solutions per second, without the time in which known ones were read again."""
        seconds = self.seconds - self.read_seconds
        return self.found / seconds if seconds > 0 else 0.0


@dataclass(frozen=True)
class Solutions:
    """Solutions found in one slice, all verified by their problem.

    Attributes
    ----------
    first
        The number of the first solution, from 1, in the order found.
    boards
        A board for each solution, shape ``(solutions, ...)``: in Life, the window of the first
        generation.
    orbit_sizes
        How many solutions each one represents, shape ``(solutions,)``: 1 unless solutions are
        listed up to symmetry.
    problem
        Their problem.
    """

    type: ClassVar = "solution"
    first: int
    boards: Boards
    orbit_sizes: NDArray[np.intp]
    problem: Problem

    def weights(self) -> list[int]:
        """Return the weight of each solution: in Life, its population."""
        weights: list[int] = self.problem.weights(self.boards).tolist()
        return weights

    def texts(self, form: str) -> Iterable[str]:
        """Return the text of each solution in one of the problem's forms."""
        return self.problem.texts(self.boards, self.first, form)


@dataclass(frozen=True)
class Partial:
    """The part of a predecessor that strips or particles have so far; not a solution.

    Run forward, it gives the first rows of the target. The search may change any of its cells, and
    there may be no predecessor.

    Attributes
    ----------
    row, rows
        The rows of the target that it gives, and all rows, as in `Progress`.
    board
        The window of the first generation: states, and `lifesat.life.pattern.UNKNOWN` for the cells
        that have not been reached.
    problem
        Its problem.
    """

    type: ClassVar = "partial"
    row: int
    rows: int
    board: Boards
    problem: Predecessor

    @classmethod
    def from_json(cls, text: str, problem: Problem) -> "Partial":
        """Return the event that `to_json` wrote, in this version or another.

        Raises
        ------
        UserError
            If the text is not such an event, or belongs to another problem.
        """
        read = make(_PartialText, known_fields(_PartialText, read_object(text, _PARTIAL)), _PARTIAL)
        pattern = read_text(read.rle, format="rle", unknown=True, source=_PARTIAL)
        if not supports_strips(problem) or problem.target_states.shape != (
            pattern.height,
            pattern.width,
        ):
            raise UserError(f"invalid {_PARTIAL}: it belongs to another problem")
        return cls(read.row, read.rows, pattern.to_array(), problem)

    @property
    def line(self) -> str:
        """What is counted: ``row``, or ``column`` if strips are of columns."""
        return strip_line(self.problem)

    @property
    def place(self) -> tuple[int, int]:
        """The column and the row of a cell of the last line reached, in the window."""
        ring = (self.problem.spacetime.literals.shape[1] - len(self.board)) // 2
        last = max(0, self.row - ring)
        return (last, 0) if self.line == "column" else (0, last)

    def text(self) -> str:
        """Return it as RLE, with ``?`` for unknown cells."""
        pattern = self.problem.pattern(self.board)
        name = f"{self.problem.target.name or 'target'}, partial {self.problem.noun}"
        return rle.write(pattern.replace(name=name))


_PARTIAL = "partial predecessor"


@dataclass(frozen=True)
class _PartialText:
    """A partial predecessor as JSON has it."""

    row: int
    rows: int
    rle: str


@dataclass(frozen=True)
class Done:
    """The search has ended.

    Attributes
    ----------
    status
        ``complete`` (all solutions found, or the best one proved), ``none`` (proved that there is
        none), ``limit`` (as many as wanted), ``time_limit``, ``stopped`` or ``failed``.
    found, covered, conflicts, seconds
        As in `Progress`.
    reason
        Why the search failed, or another remark on its end; usually "".
    bound
        As in `Progress`.
    """

    type: ClassVar = "done"
    status: Status
    found: int
    covered: int
    conflicts: int
    seconds: float
    reason: str = ""
    bound: int = 0

    @classmethod
    def after(cls, progress: Progress, status: Status, reason: str = "") -> "Done":
        """Return the end of a search that has come so far."""
        counts = progress.found, progress.covered, progress.conflicts, progress.seconds
        return cls(status, *counts, reason, progress.bound)


@dataclass(frozen=True)
class Known:
    """More is known for good of an answer that is not a list of solutions.

    Attributes
    ----------
    query
        The `lifesat.queries.query.Query`, which says, writes and draws what is known.
    before, state
        What was known before, and what is known now.
    """

    type: ClassVar = "known"
    query: Any
    before: Any
    state: Any


Event = Started | Progress | Solutions | Partial | Known | Done


def to_json(event: Event) -> str:
    """Return an event as lines of JSON, each with its line feed; every solution has its own line.

    A solution is written in the first form of its problem, RLE for Life, with its population.
    """
    if isinstance(event, Known):
        lines = [*event.query.lines(event.before, event.state)]
    elif isinstance(event, Solutions):
        form = event.problem.first_form
        rows = zip(event.orbit_sizes.tolist(), event.weights(), event.texts(form), strict=True)
        lines = [
            {"number": number, "orbit": orbit, "population": weight, form: text}
            for number, (orbit, weight, text) in enumerate(rows, event.first)
        ]
    else:
        values = _named(event).items()
        lines = [{name: round(v, 3) if isinstance(v, float) else v for name, v in values}]
    head = {"v": VERSION, "type": event.type}
    return "".join(json.dumps(head | line) + "\n" for line in lines)


def _named(event: Started | Progress | Partial | Done) -> dict[str, Any]:
    """Return the fields of an event as JSON has them."""
    if isinstance(event, Partial):
        return asdict(_PartialText(event.row, event.rows, event.text()))
    values = asdict(event)
    if isinstance(event, Started) and event.solver is None:
        values |= SWEEP
    return values
