"""Conversion of problems to subclasses that use other words."""

from dataclasses import fields
from typing import TypeVar

from lifesat.problems.problem import Problem

Renamed = TypeVar("Renamed", bound=Problem)


def renamed(problem: Problem, kind: type[Renamed]) -> Renamed:
    """Return a problem as an instance of a subclass that differs only in its words."""
    values = {each.name: getattr(problem, each.name) for each in fields(kind)}  # type: ignore[arg-type]
    return kind(**values)
