"""Writers for the answers of queries."""

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
    from lifesat.queries.query import Query

    Writer = AbstractContextManager[Callable[[Event], None]]


def answer_writer(query: Query, options: argparse.Namespace) -> Writer:
    """Return a writer for the events of a query or its answer, by the shape of the answer.

    Raises `UserError` if the answer cannot be written in the chosen format.
    """
    from lifesat.frontends.output.event_files import event_lines

    if options.jsonl:
        partials = getattr(options, "partial", False)
        return event_lines(options.output, force=options.force, partial=partials)
    return _WRITERS[query.shape](query, options)


def _solutions(query: Any, options: argparse.Namespace) -> Writer:
    from lifesat.frontends.output.event_files import solution_files

    form, look = form_and_look(options)
    problem = query.named_problem
    change = publication(options, problem)
    return solution_files(
        options.output, form, problem, force=options.force, change=change, look=look
    )


def _words(_query: Any, options: argparse.Namespace) -> Writer:
    from lifesat.frontends.output.event_files import words_file

    if getattr(options, "to", None):
        raise UserError("--to is for patterns and solutions; this answer is in words")
    return words_file(options.output, force=options.force)


def _pattern(_query: Any, options: argparse.Namespace) -> Writer:
    from lifesat.frontends.output.event_files import pattern_file

    form, look = form_and_look(options)
    return pattern_file(options.output, form, force=options.force, look=look)


def _generations(query: Any, options: argparse.Namespace) -> Writer:
    """Return a writer for a rewind; the export of a job has fewer options."""
    from lifesat.frontends.output.event_files import history_file

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


def _probabilities(_query: Any, options: argparse.Namespace) -> Writer:
    from lifesat.frontends.output.marginals import form_of_marginals, marginals_file

    form = form_of_marginals(options.to, options.output)
    return marginals_file(options.output, form, force=options.force)


@contextmanager
def _verdicts(query: Any, options: argparse.Namespace) -> Iterator[Callable[[Event], None]]:
    """Yield a writer for verdicts or parents; if parents go to a folder, verdicts are printed."""
    from lifesat.frontends.output.files import is_folder
    from lifesat.frontends.output.verdict_lines import parent_files, verdict_lines

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
            lines = verdict_lines("-" if folder else place, query, force=force)
            writers.append(stack.enter_context(lines))

        def write(event: Event) -> None:
            for each in writers:
                each(event)

        yield write


_WRITERS: dict[str, Callable[[Any, argparse.Namespace], Writer]] = {
    "solutions": _solutions,
    "words": _words,
    "pattern": _pattern,
    "cells": _pattern,
    "generations": _generations,
    "probabilities": _probabilities,
    "verdicts": _verdicts,
}
