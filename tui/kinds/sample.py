"""Predecessors of a target that are drawn at random."""

import re
from collections.abc import Sequence

from lifesat.errors import UserError
from lifesat.formats import read_text
from lifesat.jobs.answer import Answer
from lifesat.life.arrays import to_array
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.requests.values import whole_number

from ..figures import counted
from ..pictures import Picture
from .emblem import emblem
from .fields import (
    BOUNDS,
    DIFFERENT,
    GENERATIONS,
    MARGIN,
    NAME,
    OUTSIDE,
    RULE,
    SEED,
    SIZE,
    SYMMETRY,
    TARGET,
    UNKNOWN,
    FormField,
    Texts,
)
from .of_target import OfTarget

# A pattern of the answer, without its comments.
_RLE = re.compile(r"^x = .*?!$", re.MULTILINE | re.DOTALL)

_NUMBER = FormField(
    "number", "how many", "or type N", "1000",
    parse=whole_number("number", 1), missing="enter how many to draw", amount="sample, or list",
)  # fmt: skip


class Samples(OfTarget):
    """Predecessors drawn independently, all with the same probability, without a list."""

    name = "sample"
    description = "predecessors drawn at random"
    details = "Predecessors drawn at random from all there are, each with the same probability."
    emblem = emblem("O..O....", "...O..O.", ".O....O.", "O....O..")
    command = "sample"
    job = False
    answer_ending = ".rle"
    answer_title = "drawn at random"
    reached = ""
    fields = (NAME, *TARGET, GENERATIONS, OUTSIDE, SIZE, MARGIN, SYMMETRY, _NUMBER, RULE, UNKNOWN,
              DIFFERENT, *BOUNDS, SEED)  # fmt: skip

    def words(self, texts: Texts, subject: Pattern | None) -> list[str]:
        """Return the command line; the command draws one unless it is told how many."""
        number = texts.get(_NUMBER.name, _NUMBER.default).strip()
        return [*super().words(texts, subject), "--number", number or _NUMBER.default]

    def step_words(self, time: int, last: int) -> str:
        """Return which of the predecessors is shown."""
        return f"{time + 1:,} of {last + 1:,}"

    def answer_words(self, words: Sequence[str], answer: Answer) -> str:
        """Return how many were drawn."""
        drawn = len(_RLE.findall(answer.text))
        if answer.code or not drawn:
            return super().answer_words(words, answer)
        return f"{counted(str(drawn), 'predecessor')} drawn at random"

    def answer_pictures(self, problem: Predecessor, answer: Answer) -> list[Picture]:  # noqa: ARG002
        """Return the predecessors."""
        try:
            return [to_array(read_text(pattern)) for pattern in _RLE.findall(answer.text)]
        except UserError:
            return []
