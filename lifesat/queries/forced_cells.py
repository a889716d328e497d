"""Find the cells that have the same state in every predecessor."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from lifesat.engines.backbone.backbone import check_generation
from lifesat.engines.options import Options
from lifesat.errors import StoppedError, UserError
from lifesat.formats import rle
from lifesat.life.pattern import Pattern
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.predecessor import Predecessor, finds_boards, reject_several_states
from lifesat.problems.life.required_cells import life_history
from lifesat.queries.query import End, ProblemQuery, Shape, Steps
from lifesat.queries.run import COUNT, Run, State
from lifesat.queries.sentences import CAUSES, Outcome, proved_none, solutions_ending

if TYPE_CHECKING:
    from lifesat.engines.backbone.backbone import Backbone  # slow to load
    from lifesat.problems.problem import Boards, Problem

# Options about lists of solutions, and about clusters, which cannot search for forced cells.
_NOT_FOR_CELLS = ("skip", "up_to_symmetry", "cluster")


class Forced(NamedTuple):
    """The cells that are known to have the same state in every predecessor."""

    # The number of cells known to be live, and of those known to be dead, in every predecessor.
    live: int
    dead: int
    # The number of other cells that may still turn out to be forced.
    unsettled: int
    # The forced cells in the place of their generation; all others are `UNKNOWN`.
    pattern: Pattern

    @property
    def place(self) -> None:
        """No cell matters more than others."""
        return None

    @property
    def titles(self) -> tuple[str, str]:
        """How many cells are forced, in words and in no fewer words."""
        words = f"forced: {self.live:,} live, {self.dead:,} dead"
        return words, words

    @property
    def board(self) -> "Boards":
        """The forced cells; all others are `UNKNOWN`."""
        return self.pattern.to_array()

    @property
    def words(self) -> str:
        """How many cells are forced, and how many may be."""
        cells = self.pattern.width * self.pattern.height
        known = f"forced: {self.live:,} live, {self.dead:,} dead, of {cells:,} cells"
        return f"{known}; {self.unsettled:,} cells not settled" if self.unsettled else known


@dataclass(frozen=True)
class ForcedState(State):
    """The cells that are settled: known to be forced, or known not to be."""

    # The number of settled cells.
    found: int = field(default=0, metadata=COUNT, compare=False)
    # The number of all cells, as text; "" before the first report.
    total: str = ""
    # A packed predecessor, which has the states of the forced cells.
    predecessor: bytes | None = None
    # A letter for each cell; see `lifesat.engines.backbone.backbone.Backbone.restore`.
    cells: str | None = None


@dataclass(frozen=True)
class ForcedCells(ProblemQuery):
    """Find the forced cells of a generation.

    The options `limit` and `method` are ignored.
    """

    name: ClassVar[str] = "forced"
    shape: ClassVar[Shape] = "cells"
    State: ClassVar[type[State]] = ForcedState
    problem: Predecessor
    # The generation, from 0.
    at: int = 0

    def __post_init__(self) -> None:
        problem: Problem = self.problem
        reject_several_states(problem, "a search for forced cells")
        if not finds_boards(problem):
            raise UserError(f"forced cells are those of predecessors, not of {problem.nouns}")
        if error := integer_error("at", self.at, 0):
            raise UserError(error)
        check_generation(problem, self.at)

    @property
    def label(self) -> str:
        """The name of the query in a list of jobs."""
        of = f" of generation {self.at}" if self.at else ""
        return self.problem.about(f"forced cells{of} in {self.problem.nouns}")

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return "forced cells"

    def check(self, options: Options) -> None:
        """Reject options about lists of solutions, and a formula that is too large."""
        for name in _NOT_FOR_CELLS:
            if getattr(options, name):
                raise UserError(f"{name} cannot be combined with the search for forced cells")
        from lifesat.engines.backbone.search import check_forced_memory  # noqa: PLC0415  # slow to load

        encoding = options.encoding_of(self.problem)
        check_forced_memory(self.problem, encoding, options.solver, options.memory)

    def new_search(self) -> "Backbone":
        """Return a search that knows nothing yet."""
        from lifesat.engines.backbone.backbone import Backbone  # noqa: PLC0415  # slow to load

        return Backbone(self.problem, self.at)

    def steps(self, state: ForcedState, run: Run) -> Steps:
        """Settle cells; `Progress` counts the settled ones as found, and all cells as the total."""
        from lifesat.engines.backbone.search import forced_steps  # noqa: PLC0415  # slow to load

        search, options = self._search(state), run.options
        run.phase = f"looking for a {self.problem.noun}"
        _count(run, search)
        yield run.progress()
        encoding = options.encoding_of(self.problem)
        for questions in forced_steps(
            search,
            encoding,
            options.solver,
            run.over,
            memory=options.memory,
            workers=options.workers,
        ):
            run.wait(questions.suspended)
            if run.due:
                _count(run, search)
                yield _state(search)
        _count(run, search)
        yield _state(search)
        if not search.complete:
            raise StoppedError
        return End("complete" if search.exists else "none")

    def _search(self, state: ForcedState) -> "Backbone":
        """Return a search that continues from a state; raises UserError for another search's state.

        The predecessor is verified. The letters of the cells are trusted, as are the cubes that
        other searches have exhausted.
        """
        search = self.new_search()
        if state.cells is not None and not _restore(search, state):
            raise UserError("the journal is damaged: its cells are those of another search")
        return search

    def forced(self, state: ForcedState) -> Forced | None:
        """Return the cells that are known to be forced; None before there is a predecessor."""
        return None if state.cells is None else _forced(self, state.predecessor, state.cells)

    def partial(self, state: ForcedState) -> Forced | None:
        """Return the forced cells, which are drawn instead of a predecessor."""
        return self.forced(state)

    def final(self, state: ForcedState) -> bool:
        """Return whether all cells are settled."""
        forced = self.forced(state)
        return forced is not None and not forced.unsettled

    def sentence(self, state: ForcedState) -> str:
        """Return how many cells are settled."""
        return settled_words(state.found, int(state.total) if state.total else None)

    def pattern(self, state: ForcedState) -> Pattern | None:
        """Return the forced cells; all others are unknown."""
        forced = self.forced(state)
        return forced and forced.pattern

    def facts(self, state: ForcedState) -> dict[str, Any]:
        """Return how many cells are forced, and which: 1 live, 2 dead, 0 all others."""
        forced = self.forced(state)
        if forced is None:
            return {}
        counts = {"live": forced.live, "dead": forced.dead, "unsettled": forced.unsettled}
        return counts | {"life_history": rle.write(life_history(forced.pattern))}

    def lines(self, before: ForcedState, state: ForcedState) -> Iterator[dict[str, Any]]:
        """Yield the facts if they have changed."""
        if self.facts(state) != self.facts(before):
            yield from super().lines(before, state)

    def ending(self, state: ForcedState, outcome: Outcome, took: str = "") -> str:
        """Return how many cells are forced, and how many may be."""
        if outcome.state == "none":
            return f"{proved_none(self.problem)}{took}"
        forced = self.forced(state)
        if forced is None:
            return solutions_ending(self.problem, replace(outcome, found=0), took)
        cause = ""
        if forced.unsettled and outcome.state in CAUSES:
            cause = f"; {outcome.reason}" if outcome.reason else f", since {outcome.cause}"
        return f"{forced.words}{cause}{took}"


def settled_words(settled: int, total: int | None) -> str:
    """Return the number of settled cells in words."""
    of_all = "" if total is None else f" of {total:,}"
    return f"{settled:,}{of_all} cells settled"


@lru_cache(maxsize=4)
def _forced(query: ForcedCells, predecessor: bytes | None, cells: str) -> Forced:
    """Return the forced cells of a state with this predecessor and these letters."""
    search = query._search(ForcedState(predecessor=predecessor, cells=cells))  # noqa: SLF001
    board = search.board()
    live, dead = int((board == 1).sum()), int((board == 0).sum())
    return Forced(live, dead, search.unsettled, search.pattern())


def _count(run: Run, search: "Backbone") -> None:
    run.found = run.covered = search.cells - search.unsettled
    run.total = search.cells
    if search.exists:
        run.phase = settled_words(run.found, run.total)


def _state(search: "Backbone") -> ForcedState:
    """Return the state of a search."""
    from lifesat.engines.sat.search import pack  # noqa: PLC0415  # slow to load

    settled, total = search.cells - search.unsettled, str(search.cells)
    if (progress := search.progress()) is None:
        return ForcedState(found=settled, total=total)
    model, letters = progress
    packed = pack(model[None]).tobytes()
    return ForcedState(found=settled, total=total, predecessor=packed, cells=letters)


def _restore(search: "Backbone", state: ForcedState) -> bool:
    """Restore a search from a state; return false if the state is of another search."""
    import numpy as np  # noqa: PLC0415  # slow to load

    from lifesat.engines.sat.search import unpack  # noqa: PLC0415  # slow to load

    projection = search.problem.projection
    packed, letters = state.predecessor or b"", state.cells or ""
    if len(packed) != (projection + 7) // 8:
        return False
    model = unpack(np.frombuffer(packed, dtype=np.uint8)[None], projection)[0]
    return search.restore(model, letters)
