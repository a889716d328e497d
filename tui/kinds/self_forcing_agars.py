"""Agars whose every generation has no predecessor but the one before it."""

from typing import Any

from lifesat.problems.life.agar import Agar
from lifesat.queries.query import ProblemQuery
from lifesat.queries.self_forcing import SelfForcingAgars as Query

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
    as_block = False
    fields = (*(field for field in Agars.fields if field != CLUSTER), _PAD)

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the command line."""
        return [*super().words(texts, subject), "--self-forcing"]

    def query(self, problem: Agar, values: Values) -> ProblemQuery:
        """Return the query for self-forcing agars."""
        return Query(problem, values["pad"])

    def states(self, query: Any) -> bool:
        """Return whether the form can state a query."""
        return isinstance(query, Query)

    def texts_of_query(self, query: ProblemQuery) -> dict[str, str]:
        """Return the text of the field for the padding."""
        if not isinstance(query, Query):
            raise TypeError(query)
        return texts_of_values({"pad": query.pad})
