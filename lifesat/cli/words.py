"""Where to write answers in words, and in what form."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from lifesat.cli.pictures import form_and_look
from lifesat.cli.publishing import publication
from lifesat.errors import UserError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import Any

    from lifesat.queries.events import Event
    from lifesat.queries.has_parent import HasParent
    from lifesat.queries.query import Query
    from lifesat.queries.rewind import Rewind

    Writer = AbstractContextManager[Callable[[Event], None]]


def words_writer(query: Query, options: argparse.Namespace) -> Writer:
    """Return what writes the events of a query that is answered in words, or its answer.

    Parameters
    ----------
    query
        The query.
    options
        The parsed command line, with where and how to write.

    Raises
    ------
    UserError
        If the answer does not have such a form.
    """
    from lifesat.reporting.event_files import (
        LIFE_HISTORY,
        event_lines,
        pattern_file,
        words_file,
    )

    asked: Any = query  # to import the classes of all queries would load solvers
    place, force = options.output, options.force
    if options.jsonl:
        _check_no_form(options)
        return event_lines(place, force=force)
    if query.name in ("marginals", "estimated_marginals"):
        from lifesat.reporting.marginal_files import form_of_marginals, marginals_file

        return marginals_file(place, form_of_marginals(options.to, place), force=force)
    if query.name == "rewind":
        return _history_writer(asked, options)
    if query.shape == "pattern":
        form, look = form_and_look(options)
        if query.name == "self_forcing" and form == LIFE_HISTORY:
            form = None  # a predecessor is not a patch
        return pattern_file(place, form, force=force, look=look)
    if query.name == "has_parent":
        return _verdict_writer(asked, options)
    _check_no_form(options)
    return words_file(place, force=force)


@contextmanager
def _verdict_writer(
    query: HasParent, options: argparse.Namespace
) -> Iterator[Callable[[Event], None]]:
    """Open places for verdicts or parents; a folder for parents leaves the screen to verdicts."""
    from lifesat.reporting.folders import is_folder
    from lifesat.reporting.verdict_lines import parent_files, verdict_lines

    place, force = options.output, options.force
    form, look = form_and_look(options)
    folder = is_folder(place)
    with ExitStack() as stack:
        writers = []
        if query.parents or form or folder:
            change = partial(publication, options)
            parents = parent_files(place, form, query, force=force, change=change, look=look)
            writers.append(stack.enter_context(parents))
        if not query.parents and (folder or not form):
            lines = verdict_lines("-" if folder else place, query.names, force=force)
            writers.append(stack.enter_context(lines))

        def write(event: Event) -> None:
            for each in writers:
                each(event)

        yield write


def _history_writer(query: Rewind, options: argparse.Namespace) -> Writer:
    """Return what writes the generations of a rewind; the export of a job has fewer options."""
    from lifesat.reporting.history_files import history_file

    form, look = form_and_look(options)
    return history_file(
        options.output,
        form,
        query,
        force=options.force,
        every=getattr(options, "all_generations", False),
        viewer=options.viewer,
        look=look,
    )


def _check_no_form(options: argparse.Namespace) -> None:
    """Refuse a format for an answer in words."""
    if getattr(options, "to", None):
        raise UserError("--to is for patterns and solutions; this answer is in words")
