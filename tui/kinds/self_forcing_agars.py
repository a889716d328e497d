"""Agars whose every generation has no predecessor but the one before it."""

from typing import Any

from lifesat.defaults import AGAR_PAD
from lifesat.problems.life.agar import Agar, SelfForcingAgar
from lifesat.queries.query import ProblemQuery
from lifesat.queries.self_forcing_agars import SelfForcingAgars as Query
from lifesat.requests.values import whole_number

from .agars import Agars
from .emblem import emblem
from .fields import DASK, FormField, Texts, Values

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
    problem_class = SelfForcingAgar
    as_block = False
    fields = (*(field for field in Agars.fields if field != DASK), _PAD)

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the command line."""
        return [*super().words(texts, subject), "--self-forcing"]

    def problem(self, values: Values, subject: Any) -> SelfForcingAgar:
        """Return the problem that the values state."""
        pad = values["pad"]
        agars = super().problem(values, subject)
        return SelfForcingAgar.among(agars, AGAR_PAD if pad is None else pad)

    def query(self, problem: Agar, values: Values) -> ProblemQuery:  # noqa: ARG002
        """Return what is asked about the agars."""
        if not isinstance(problem, SelfForcingAgar):
            raise TypeError(problem)
        return Query(problem)

    def states(self, query: Any) -> bool:
        """Return whether the form can state a query."""
        return isinstance(query, Query)

    def texts_of(self, problem: Agar) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        texts = super().texts_of(problem)
        if texts is None or not isinstance(problem, SelfForcingAgar):
            return None
        return {**texts, "pad": "" if problem.pad == AGAR_PAD else str(problem.pad)}
