"""Agars whose every generation has no predecessor but the one before it."""

from typing import Any

from lifesat.jobs.answer import Answer
from lifesat.problems.life.agar import Agar
from lifesat.requests.values import whole_number

from ..pictures import Picture
from .agars import Agars
from .emblem import emblem
from .fields import DASK, FormField, Texts
from .kind import pattern_pictures

_PAD = FormField(
    "pad", "padding", "cells around the largest patch; empty: 27",
    parse=whole_number("padding", 0), flag="--pad", advanced=True,
)  # fmt: skip


class SelfForcingAgars(Agars):
    """Agars that have no predecessor but themselves."""

    name = "forcing agars"
    description = "agars that only they themselves become"
    details = "Patterns of the whole plane whose every predecessor is the pattern itself."
    emblem = emblem("OOOOOOOO", "O..OO..O", "OOOOOOOO", "O..OO..O")
    job = False
    as_block = False
    answer_ending = ".rle"
    answer_title = "the first agar"
    negative = "no self-forcing agar"
    fields = (*(field for field in Agars.fields if field != DASK), _PAD)

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the command line."""
        return [*super().words(texts, subject), "--self-forcing"]

    def answer_pictures(self, problem: Agar, answer: Answer) -> list[Picture]:  # noqa: ARG002
        """Return the first of the agars; the text has all of them."""
        return [*pattern_pictures(answer.text)]
