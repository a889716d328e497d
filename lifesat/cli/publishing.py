"""Options that prepare written patterns for posting: LifeViewer's script, links."""

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
    """Reject ``--viewer`` and ``--links`` if the output format has no place for them."""
    for name, forms in _FORMS.items():
        if getattr(options, name, False) and _form(options) not in forms:
            raise UserError(f"--{name} needs one of the formats {', '.join(forms)}")


def _form(options: argparse.Namespace) -> str:
    """Return the output format, which the extension of a picture's file also determines."""
    from lifesat.formats.registry import IMAGES, format_of_name

    named = format_of_name(getattr(options, "output", None) or "-")
    return options.to or (named if named in IMAGES else None) or "rle"


def publication(options: argparse.Namespace, problem: Problem) -> Callable[[str], str] | None:
    """Return a function that changes the text of each solution before it is written, or None.

    Raises `UserError` if ``--links`` or ``--viewer`` does not apply to such solutions; a job may
    have any.
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
