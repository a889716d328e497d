"""Agars whose every generation has no predecessor but the one before it."""

from typing import Any

from lifesat.problems.life.agar import Agar, SelfForcingAgar
from lifesat.queries.query import ProblemQuery
from lifesat.queries.self_forcing_agars import SelfForcingAgars as Query

from .agars import Agars
from .emblem import emblem
from .fields import CLUSTER, Texts, Values, of_option, texts_of_values

_PAD = of_option("pad", "padding", "cells around the largest patch", advanced=True)


class SelfForcingAgars(Agars):
    """Agars that have no predecessor but themselves."""

    name = "forcing agars"
    description = "agars that only they themselves become"
    details = "Patterns of the whole plane whose every predecessor is the pattern itself."
    emblem = emblem("OOOOOOOO", "O..OO..O", "OOOOOOOO", "O..OO..O")
    problem_class = SelfForcingAgar
    as_block = False
    fields = (*(field for field in Agars.fields if field != CLUSTER), _PAD)

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the command line."""
        return [*super().words(texts, subject), "--self-forcing"]

    def problem(self, values: Values, subject: Any) -> SelfForcingAgar:
        """Return the problem that the values state."""
        return SelfForcingAgar.among(super().problem(values, subject), values["pad"])

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
        return texts | texts_of_values({"pad": problem.pad})
