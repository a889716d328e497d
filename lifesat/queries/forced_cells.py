"""Find the cells that have the same state in every predecessor."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from lifesat.errors import UserError
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.numbers import integer_error
from lifesat.queries.events import Event, Forced, settled_words
from lifesat.queries.forced_generation import check_generation
from lifesat.queries.options import Options
from lifesat.queries.query import ProblemQuery, Shape
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import Run

if TYPE_CHECKING:
    from lifesat.problems.problem import Problem
    from lifesat.queries.forced_backbone import Backbone

# Options about solutions, and about machines whose processes ask no questions about cells.
_NOT_FOR_CELLS = ("skip", "up_to_symmetry", "cluster")


@dataclass(frozen=True)
class ForcedCells(ProblemQuery):
    """Find the forced cells of a generation.

    The options `limit`, `prefer_frontier` and `method` make no difference.

    Parameters
    ----------
    problem
        The predecessors.
    at
        The generation, from 0.

    Raises
    ------
    UserError
        If the problem has no such cells.
    """

    name: ClassVar[str] = "forced"
    shape: ClassVar[Shape] = "cells"
    problem: Predecessor
    at: int = 0

    def __post_init__(self) -> None:
        problem: Problem = self.problem
        if not isinstance(problem, Predecessor):
            raise UserError(f"forced cells are those of predecessors, not of {problem.nouns}")
        if fault := integer_error("at", self.at, 0):
            raise UserError(fault)
        check_generation(problem, self.at)

    @property
    def label(self) -> str:
        """The text that names the query in a list of jobs."""
        of = f" of generation {self.at}" if self.at else ""
        return self.problem.about(f"forced cells{of} in {self.problem.nouns}")

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return "forced cells"

    def check(self, options: Options) -> None:
        """Refuse options about solutions, and too large a formula."""
        for name in _NOT_FOR_CELLS:
            if getattr(options, name):
                raise UserError(f"{name} cannot be combined with the search for forced cells")
        from lifesat.queries.forced_steps import check_forced_memory  # noqa: PLC0415  # slow to load

        encoding = options.encoding_of(self.problem)
        check_forced_memory(self.problem, encoding, options.solver_if_named, options.memory)

    def told(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Forced]:
        """Yield the forced cells if more cells were settled meanwhile.

        Raises
        ------
        UserError
            If the cells are not those of this query.
        """
        from lifesat.queries.forced import restored  # noqa: PLC0415  # slow to load

        if now.get("cells") == before.get("cells"):
            return
        search = self.new_search()
        if not restored(search, now):
            raise UserError("the cells in the journal are those of another search")
        if search.exists:
            yield Forced.of(search)

    def sentence(self, values: Mapping[str, Any]) -> str:
        """Return how many cells are settled."""
        total = values.get("total")
        return settled_words(values.get("found", 0), None if total is None else int(total))

    def phase(self, values: Mapping[str, Any]) -> str:
        """Return what a process at work on it does now."""
        return "settling cells" if values.get("found") else f"looking for a {self.problem.noun}"

    def new_search(self) -> "Backbone":
        """Return a search that knows nothing yet."""
        from lifesat.queries.forced_backbone import Backbone  # noqa: PLC0415  # slow to load

        return Backbone(self.problem, self.at)

    def events(self, run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:
        """Yield the events of `lifesat.queries.forced.forced_events`."""
        from lifesat.queries.forced import forced_events  # noqa: PLC0415  # slow to load

        return forced_events(self.new_search(), run, stop, recorder)
