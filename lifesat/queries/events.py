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

from lifesat.engines.strips.support import supports_strips
from lifesat.errors import UserError
from lifesat.formats import read_text, rle
from lifesat.problems.json_fields import known_fields, make, read_object
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards, Problem
from lifesat.queries.sentences import strip_line

VERSION = 1
SWEEP = {"encoding": "frontier", "solver": "none"}
"""The JSON names in `Started` of a search that sweeps a frontier."""

Status = Literal["complete", "none", "limit", "time_limit", "stopped", "failed"]


@dataclass(frozen=True)
class Started:
    """The formula or the frontier is made, and the search begins."""

    type: ClassVar = "started"
    # The size of the formula. For frontiers and strips: the number of unknowns, and 0 clauses.
    variables: int
    clauses: int
    # The variables that distinguish solutions: in Life, the cells of the first generation.
    unknowns: int
    # The order of the group up to which solutions are listed; 1 if every solution is listed.
    symmetries: int
    # The encoding and the solver are None if a frontier is swept.
    encoding: str | None
    solver: str | None
    # What the user should know about the choice of the method: a sentence without a full stop,
    # usually "".
    note: str = ""
    # The name of the engine: ``board`` for the formula of a whole board, the only one made in
    # advance.
    scope: str = "board"

    def to_json(self) -> str:
        """Return the event as a JSON object; a sweep has the encoding and the solver of `SWEEP`."""
        return json.dumps(_named(self))

    @classmethod
    def from_json(cls, text: str) -> "Started":
        """Return the event that `to_json` wrote in any version; raises UserError for other text."""
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
        Solutions found so far.
    covered
        Solutions that they represent, including images under symmetries.
    conflicts
        Conflicts of the solvers so far, except those of a call that is still running.
    seconds
        Time since the start.
    total
        Number of solutions to list, or None if it is unknown.
    cubes_done, cubes_open
        Number of cubes that are exhausted or split, and number of the others.
    members
        Number of solvers running in a portfolio; 0 if there is none.
    row, rows, nogoods
        Progress of a search strip by strip: the rows that the last strip has reached, all rows, and
        the cores found so far. Without strips, all are 0, except that `nogoods` is the number of
        dead ends of a rewind.
    particles
        Number of particles alive in a search with particles, which has rows too; otherwise 0.
    bound
        The proved lower bound; 0 if nothing is ruled out. In a search for the nearest target, it
        bounds the sum of the weights of the cells that differ; for the solution with the fewest
        live cells, their number; for the best solution of a Sokoban level, the moves or pushes.
    read_seconds
        Time that a job has spent on reading solutions of earlier runs.
    phase
        What the search is doing now, in a few words.
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
        """Solutions per second, without the time spent on reading solutions of earlier runs."""
        seconds = self.seconds - self.read_seconds
        return self.found / seconds if seconds > 0 else 0.0


@dataclass(frozen=True)
class Solutions:
    """Solutions found in one slice, all verified by their problem."""

    type: ClassVar = "solution"
    # The number of the first solution, from 1, in the order found.
    first: int
    # Shape ``(solutions, ...)``: in Life, the windows of the first generations.
    boards: Boards
    # How many solutions each one represents: 1 unless solutions are listed up to symmetry.
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

    Run forward, it gives the first rows of the target. The search may still change any of its
    cells, and there may be no predecessor.
    """

    type: ClassVar = "partial"
    # The number of rows of the target that it gives, and that of all rows.
    row: int
    rows: int
    # The window of the first generation; unreached cells are `lifesat.life.pattern.UNKNOWN`.
    board: Boards
    problem: Predecessor

    @classmethod
    def from_json(cls, text: str, problem: Problem) -> "Partial":
        """Return the event that `to_json` wrote in any version.

        Raises UserError for other text, and for an event of another problem.
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
        """What `row` counts: ``row``, or ``column`` if the strips are columns."""
        return strip_line(self.problem)

    @property
    def titles(self) -> tuple[str, str]:
        """How far the part goes, in words and in fewer words."""
        where = f"{self.line} {self.row} of {self.rows}"
        return f"partial {self.problem.noun}, {where}", f"partial, {where}"

    @property
    def place(self) -> tuple[int, int]:
        """The column and row, in the window, of a cell in the last line reached."""
        ring = (self.problem.spacetime.literals.shape[1] - len(self.board)) // 2
        last = max(0, self.row - ring)
        return (last, 0) if self.line == "column" else (0, last)

    def text(self) -> str:
        """Return the board as RLE, with ``?`` for unknown cells."""
        pattern = self.problem.pattern(self.board)
        name = f"{self.problem.target.name or 'target'}, partial {self.problem.noun}"
        return rle.write(pattern.replace(name=name))


_PARTIAL = "partial predecessor"


@dataclass(frozen=True)
class _PartialText:
    """The JSON fields of a partial predecessor."""

    row: int
    rows: int
    rle: str


@dataclass(frozen=True)
class Done:
    """The search has ended; the counts and the bound are those of its last `Progress`."""

    type: ClassVar = "done"
    # ``complete``: all solutions found, or the best one proved; ``none``: proved that there is
    # none; ``limit``: as many found as wanted.
    status: Status
    found: int
    covered: int
    conflicts: int
    seconds: float
    # Why the search failed, or another remark on its end; usually "".
    reason: str = ""
    bound: int = 0

    @classmethod
    def after(cls, progress: Progress, status: Status, reason: str = "") -> "Done":
        """Return the end of a search whose last progress is given."""
        counts = progress.found, progress.covered, progress.conflicts, progress.seconds
        return cls(status, *counts, reason, progress.bound)


@dataclass(frozen=True)
class Known:
    """More is known of an answer that is not a list of solutions."""

    type: ClassVar = "known"
    # The `lifesat.queries.query.Query`, and its state before and now.
    query: Any
    before: Any
    state: Any


Event = Started | Progress | Solutions | Partial | Known | Done


def to_json(event: Event) -> str:
    """Return an event as JSON lines; every solution has a line of its own.

    A solution is written in the first form of its problem (RLE for Life), with its population.
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
    """Return the JSON fields of an event."""
    if isinstance(event, Partial):
        return asdict(_PartialText(event.row, event.rows, event.text()))
    values = asdict(event)
    if isinstance(event, Started) and event.solver is None:
        values |= SWEEP
    return values
