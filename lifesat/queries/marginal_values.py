"""Marginals as a journal keeps them."""

import json
import math
import sys
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from lifesat.errors import UserError
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.query import ProblemQuery
from lifesat.queries.state import State
from lifesat.queries.sweeping import counted_ending
from lifesat.queries.verdicts import Outcome

if TYPE_CHECKING:
    from lifesat.frontier.estimates import MarginalEstimates
    from lifesat.frontier.marginals import Marginals
    from lifesat.problems.problem import Problem


ARRAYS = ("probabilities", "standard_errors")
"""The names of the estimates that have a number for each cell."""


@dataclass(frozen=True)
class MarginalState(State):
    """The numbers for each cell as JSON; "" if they are unknown."""

    marginals: str = ""


def counted_values(marginals: "Marginals") -> dict[str, Any]:
    """Return exact numbers as JSON has them."""
    return {
        "corner": marginals.corner, "total": marginals.total, "live": marginals.live.tolist()
    }  # fmt: skip


def estimated_values(estimates: "MarginalEstimates") -> dict[str, Any]:
    """Return estimates as JSON has them."""
    values = dict(vars(estimates))
    return values | {name: values[name].tolist() for name in ARRAYS}


def text_of(values: dict[str, Any]) -> str:
    """Return numbers of any length as JSON."""
    # By default, Python refuses to write numbers of more than 4,300 digits.
    sys.set_int_max_str_digits(0)
    return json.dumps(values)


def marginals_ending(query: ProblemQuery, outcome: Outcome, took: str) -> str:
    """Return the sentence on the end, or ""; an error tells why marginals failed."""
    if outcome.state == "failed":
        return ""
    return counted_ending(query, f"the {query.nouns} are not known", outcome, took)


def check_predecessors(problem: "Problem") -> None:
    """Refuse a problem whose solutions are not predecessors.

    Raises
    ------
    UserError
        If it is one.
    """
    if not isinstance(problem, Predecessor):
        raise UserError(f"marginals are those of predecessors, not of {problem.nouns}")


def counted_of(problem: Predecessor, text: object) -> "Marginals":
    """Return the numbers that `counted_values` has as JSON.

    Parameters
    ----------
    problem
        The problem that they are about.
    text
        The JSON.

    Raises
    ------
    UserError
        If there are none, or if they are about another problem.
    """
    from lifesat.frontier.marginals import Marginals  # noqa: PLC0415  # slow to load

    live, total = _counted(problem, text)
    return Marginals(np.array(live, dtype=object), total, _corner(problem))


def total_of(problem: Predecessor, text: object) -> int:
    """Return how many predecessors there are, without loading what counts them.

    Parameters, errors
        As for `counted_of`.
    """
    return _counted(problem, text)[1]


def _counted(problem: Predecessor, text: object) -> tuple[list[list[Any]], int]:
    """Return how many predecessors have each cell live, and how many there are."""
    values = _values(text)
    total: Any = values.get("total")
    live = _rows(values.get("live"), problem)
    if type(total) is not int or total < 1:
        raise _unreadable()
    if not all(type(n) is int and 0 <= n <= total for row in live for n in row):
        raise _unreadable()
    return live, total


def estimated_of(problem: Predecessor, text: object) -> "MarginalEstimates":
    """Return the numbers that `estimated_values` has as JSON.

    Parameters, errors
        As for `counted_of`.
    """
    from lifesat.frontier.estimates import MarginalEstimates  # noqa: PLC0415  # slow to load

    values = _values(text)
    arrays = {name: _rows(values.get(name), problem) for name in ARRAYS}
    names = {each.name for each in fields(MarginalEstimates)} - {*ARRAYS, "corner"}
    numbers: dict[str, Any] = {name: values.get(name) for name in names}
    every = [*numbers.values(), *(n for rows in arrays.values() for row in rows for n in row)]
    if not all(map(_is_number, every)):
        raise _unreadable()
    numbers |= {name: np.array(rows, dtype=np.float64) for name, rows in arrays.items()}
    return MarginalEstimates(**numbers, corner=_corner(problem))


def _values(text: object) -> dict[str, Any]:
    """Return a JSON object."""
    # By default, Python refuses to read numbers of more than 4,300 digits.
    sys.set_int_max_str_digits(0)
    try:
        values = json.loads(str(text))
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise _unreadable()
    return values


def _rows(rows: Any, problem: Predecessor) -> list[list[Any]]:
    """Return a list of lists that has an entry for each cell of the window."""
    height, width = problem.target_states.shape
    if not isinstance(rows, list) or len(rows) != height:
        raise _unreadable()
    if not all(isinstance(row, list) and len(row) == width for row in rows):
        raise _unreadable()
    return rows


def _is_number(value: object) -> bool:
    """Return whether a value is a number that a float can hold."""
    if type(value) is int:
        return abs(value) <= sys.maxsize
    return type(value) is float and math.isfinite(value)


def _corner(problem: Predecessor) -> tuple[int, int]:
    """Return the column and row of the top left cell of the window."""
    row, column = problem.window.place(0, 0)
    return -column, -row


def _unreadable() -> UserError:
    return UserError("the marginals in the journal cannot be read")
