"""How many predecessors a target has."""

from collections.abc import Sequence

from lifesat.jobs.answer import Answer
from lifesat.problems.life.predecessor import Predecessor

from ..figures import counted
from ..pictures import Picture
from .emblem import emblem
from .fields import (
    BOUNDS,
    DIFFERENT,
    ENCODING,
    GENERATIONS,
    MARGIN,
    NAME,
    OUTSIDE,
    RULE,
    SIZE,
    SWITCH,
    SYMMETRY,
    TARGET,
    UNKNOWN,
    UP_TO_SYMMETRY,
    FormField,
)
from .of_target import OfTarget

_BY_POPULATION = FormField(
    "by_population", "by population", "one count per population", "no", SWITCH,
    flag="--by-population",
)  # fmt: skip


class Count(OfTarget):
    """The exact number of predecessors, without listing them."""

    name = "count"
    description = "the exact number of predecessors"
    details = "How many predecessors there are, without a list; also how many of each population."
    emblem = emblem("O.O.O.O.", "O.O.O.O.", "O.O.O.O.", "O.O.O.O.")
    command = "count"
    job = False
    fields = (NAME, *TARGET, GENERATIONS, OUTSIDE, SIZE, MARGIN, SYMMETRY, _BY_POPULATION,
              UP_TO_SYMMETRY, RULE, UNKNOWN, DIFFERENT, *BOUNDS, ENCODING)  # fmt: skip

    def answer_words(self, words: Sequence[str], answer: Answer) -> str:
        """Return the number with its unit."""
        rows = [line.split() for line in answer.text.splitlines() if line.strip()]
        if answer.code or not rows:
            return super().answer_words(words, answer)
        unit = "predecessor orbit" if "--up-to-symmetry" in words else "predecessor"
        if "--by-population" not in words:
            return counted(rows[0][0], unit)
        return f"{unit}s by population: {counted(str(len(rows)), 'population')}"

    def answer_pictures(self, problem: Predecessor, answer: Answer) -> list[Picture]:  # noqa: ARG002
        """Return no picture: numbers are text."""
        return []
