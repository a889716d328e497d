"""Which of many patterns have a parent, each with the parent that was found."""

from itertools import islice

from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards
from lifesat.queries.has_parent import HasParent, VerdictState
from lifesat.queries.query import Query

from .display import LifeDisplay, Step
from .of_target import run_to_target

# The text has the verdicts on all patterns, however many they are.
_MOST = 200


class VerdictsDisplay(LifeDisplay[Predecessor]):
    """How verdicts are shown: each pattern beside its parent."""

    problem_class = Predecessor
    steps = "pattern"

    def shows_answer(self, query: Query) -> bool:
        """Return whether a query asks which patterns have a parent."""
        return isinstance(query, HasParent)

    def generations(self, problem: Predecessor, boards: Boards) -> list[Boards]:
        """Return all generations, up to the target's."""
        return run_to_target(problem, boards)

    def answer_steps(self, query: HasParent, state: VerdictState) -> list[Step]:
        """Return the parents found, beside their patterns, and the patterns without one."""
        decided = query.decided(VerdictState(), state)
        return [
            Step(
                target if parent is None else parent.boards[0],
                "parent" if parent is not None else "has a parent" if yes else "no parent",
                None if parent is None else (name, target),
                name,
            )
            for number, name, yes, parent in islice(decided, _MOST)
            for target in [query.problem(number).target.to_array()]
        ]

    def step_words(self, time: int, last: int) -> str:
        """Return in words which pattern is shown; patterns count from 1."""
        return super().step_words(time + 1, last + 1)
