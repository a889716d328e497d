"""Which of many patterns have a parent, each with the parent that was found."""

from itertools import islice

from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards
from lifesat.queries.answers import Verdicts
from lifesat.queries.has_parent import HasParent
from lifesat.queries.query import Query

from .display import Answer, LifeDisplay, Step
from .of_target import run_to_target

# The text has the verdicts on all patterns, however many they are.
_MOST = 200


class VerdictsDisplay(LifeDisplay[Predecessor]):
    """How verdicts are shown: each pattern beside its parent; the command line asks for them."""

    problem_class = Predecessor
    steps = "pattern"

    def shows_answer(self, query: Query) -> bool:
        """Return whether a query asks which patterns have a parent."""
        return isinstance(query, HasParent)

    def generations(self, problem: Predecessor, boards: Boards) -> list[Boards]:
        """Return all generations, up to the target's."""
        return run_to_target(problem, boards)

    def answer_steps(self, query: HasParent, answer: Answer) -> list[Step]:
        """Return the parents that were found beside their patterns, and patterns without one."""
        events = [event for event in answer.events if isinstance(event, Verdicts)]
        verdicts = (
            (number, name, yes, parent)
            for event in events
            for number, name, yes, parent in zip(
                event.numbers, event.names, event.answers, event.parents, strict=True
            )
        )
        return [
            Step(
                target if parent is None else parent.boards[0],
                "parent" if parent is not None else "has a parent" if yes else "no parent",
                None if parent is None else (name, target),
                name,
            )
            for number, name, yes, parent in islice(verdicts, _MOST)
            for target in [query.problem(number).target.to_array()]
        ]

    def step_words(self, time: int, last: int) -> str:
        """Return which pattern is shown, from 1."""
        return super().step_words(time + 1, last + 1)
