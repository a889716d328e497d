"""The nearest pattern with a predecessor."""

from lifesat.frontends.input.nearest import nearest_problem
from lifesat.life.pattern import Pattern
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.problem import Boards

from ..board.pictures import Picture, marked
from .display import describe_pattern
from .emblem import emblem
from .fields import (
    CONDITIONS,
    ENCODING,
    GENERATIONS,
    MARGIN,
    NAME,
    NEAREST,
    OUTSIDE,
    RULE,
    SEED,
    SIZE,
    SOLVER,
    TARGET,
    TIME_LIMIT,
    UNKNOWN,
    WORKERS,
    Texts,
    Values,
    of_option,
)
from .for_the_best import ForTheBest
from .of_target import AboutTarget, run_to_target, texts_of_target

_WEIGHTS = of_option("weights", "weights", "file: how much each cell counts; empty: 1")


class NearestPredecessors(ForTheBest[NearestPredecessor], AboutTarget[NearestPredecessor]):
    """The nearest pattern with a predecessor."""

    name = "nearest"
    description = "the nearest target with a predecessor"
    details = "The pattern with a predecessor that differs from the target in the fewest cells."
    emblem = emblem("OOO..OOO", "O.O..OOO", "OOO..OOO")
    command = "predecessors"
    problem_class = NearestPredecessor
    answer_ending = ".rle"
    answer_title = "predecessor"
    reached = "the nearest target"
    fields = (NAME, *TARGET, GENERATIONS, OUTSIDE, SIZE, MARGIN, NEAREST, _WEIGHTS, TIME_LIMIT,
              RULE, UNKNOWN, *CONDITIONS, ENCODING, SOLVER, WORKERS, SEED)  # fmt: skip

    def problem(self, values: Values, subject: Pattern) -> NearestPredecessor:
        """Return the problem that the values state."""
        return nearest_problem(self.request(values).problem(subject), values["weights"])

    def words(self, texts: Texts, subject: Pattern | None) -> list[str]:
        """Return the command line."""
        return [*super().words(texts, subject), "--nearest"]

    def texts_of(self, problem: NearestPredecessor) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem; weights are in a file."""
        return None if problem.cell_weights else texts_of_target(problem.exact)

    def generations(self, problem: NearestPredecessor, boards: Boards) -> list[Boards]:
        """Return all generations."""
        return run_to_target(problem.exact, boards)

    def history(self, problem: NearestPredecessor, board: Boards) -> list[Picture]:
        """Return all generations; in the last, the cells that differ from the target are marked."""
        *earlier, last = super().history(problem, board)
        return [*earlier, marked(last, problem.differing(board[None])[0])]

    def describe_solution(self, problem: NearestPredecessor, board: Boards) -> str:
        """Return in how many cells the target differs, and what the predecessor is."""
        pattern = next(problem.exact.patterns(board[None]))
        return f"{problem.cost_words('fewest', board)}, {describe_pattern(pattern)}"

    def target(self, problem: NearestPredecessor) -> tuple[str, Picture]:
        """Return the target."""
        return "target", problem.exact.target_states

    def reference(self, problem: NearestPredecessor, board: Boards) -> tuple[str, Picture]:
        """Return the target, with the cells marked that differ."""
        return "target", marked(problem.exact.target_states, problem.differing(board[None])[0])
