"""Problems whose solutions bear other names."""

from dataclasses import fields
from typing import TypeVar

from lifesat.problems.problem import Problem

Renamed = TypeVar("Renamed", bound=Problem)


def renamed(problem: Problem, kind: type[Renamed]) -> Renamed:
    """Return a problem as one of a subclass of its class that differs in words alone."""
    values = {each.name: getattr(problem, each.name) for each in fields(kind)}  # type: ignore[arg-type]
    return kind(**values)
