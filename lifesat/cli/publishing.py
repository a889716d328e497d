"""Options that make written patterns ready to be posted: LifeViewer's script, addresses."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lifesat.errors import UserError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from lifesat.problems.problem import Problem

_FORMS = {"viewer": ("rle", "lifelib", "forum"), "links": ("rle", "forum", "apgcode")}


def check_publishing(options: argparse.Namespace) -> None:
    """Refuse options of this module if the format of what is written has no place for them.

    Raises
    ------
    UserError
        If there are some.
    """
    for name, forms in _FORMS.items():
        if getattr(options, name, False) and _form(options) not in forms:
            raise UserError(f"--{name} needs one of the formats {', '.join(forms)}")


def _form(options: argparse.Namespace) -> str:
    """Return the format of what is written; the name of a picture's file decides, too."""
    from lifesat.formats.registry import IMAGES, format_of_name

    named = format_of_name(getattr(options, "output", None) or "-")
    return options.to or (named if named in IMAGES else None) or "rle"


def publication(options: argparse.Namespace, problem: Problem) -> Callable[[str], str] | None:
    """Return what changes the text of each solution before it is written, or None.

    Raises
    ------
    UserError
        If an option of this module is not for such solutions; a job has any.
    """
    if getattr(options, "links", False):
        return _links(problem)
    return _viewer(problem) if getattr(options, "viewer", False) else None


def _links(problem: Problem) -> Callable[[str], str]:
    from lifesat.formats.publishing import with_links
    from lifesat.problems.life.completion import Completion
    from lifesat.problems.life.periodic import Periodic
    from lifesat.problems.life.still_life import StillLife

    if not isinstance(problem, Completion | Periodic | StillLife):
        raise UserError(f"--links is for patterns with apgcodes, not for {problem.nouns}")
    return with_links


def _viewer(problem: Problem) -> Callable[[str], str]:
    from lifesat.formats.publishing import with_viewer
    from lifesat.problems.life.nearest import NearestPredecessor
    from lifesat.problems.life.target_problem import TargetProblem

    exact = problem.exact if isinstance(problem, NearestPredecessor) else problem
    if not isinstance(exact, TargetProblem):
        raise UserError(f"--viewer is for predecessors, not for {problem.nouns}")
    return partial(with_viewer, generations=exact.generations, comments=exact.target.comments)
