"""Writers for the answers of queries."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from lifesat.cli.pictures import output_of
from lifesat.cli.publishing import publication
from lifesat.errors import UserError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import Any

    from lifesat.frontends.output.files import Output
    from lifesat.queries.events import Event
    from lifesat.queries.query import Query

    Writer = AbstractContextManager[Callable[[Event], None]]


def answer_writer(query: Query, options: argparse.Namespace) -> Writer:
    """Return a writer for the events of a query or its answer, by the shape of the answer.

    Raises `UserError` if the answer cannot be written in the chosen format.
    """
    from lifesat.frontends.output.event_files import event_lines

    if options.jsonl:
        return event_lines(_place(options), partial=getattr(options, "partial", False))
    return _WRITERS[query.shape](query, options)


def _place(options: argparse.Namespace, form: str | None = None) -> Output:
    """Return where to write what is no pattern."""
    from lifesat.frontends.output.files import Output

    return Output(options.output, options.force, form)


def _solutions(query: Any, options: argparse.Namespace) -> Writer:
    from lifesat.frontends.output.event_files import solution_files

    to, problem = output_of(options), query.named_problem
    return solution_files(to, problem, publication(options, problem))


def _words(_query: Any, options: argparse.Namespace) -> Writer:
    from lifesat.frontends.output.event_files import words_file

    if getattr(options, "to", None):
        raise UserError("--to is for patterns and solutions; this answer is in words")
    return words_file(_place(options))


def _pattern(_query: Any, options: argparse.Namespace) -> Writer:
    from lifesat.frontends.output.event_files import pattern_file

    return pattern_file(output_of(options))


def _generations(query: Any, options: argparse.Namespace) -> Writer:
    """Return a writer for a rewind; the export of a job has fewer options."""
    from lifesat.frontends.output.event_files import history_file

    every = getattr(options, "all_generations", False)
    return history_file(output_of(options), query, every=every, viewer=options.viewer)


def _probabilities(_query: Any, options: argparse.Namespace) -> Writer:
    from lifesat.frontends.output.marginals import marginals_file

    return marginals_file(_place(options, options.to))


@contextmanager
def _verdicts(query: Any, options: argparse.Namespace) -> Iterator[Callable[[Event], None]]:
    """Yield a writer for verdicts or parents; if parents go to a folder, verdicts are printed."""
    from lifesat.frontends.output.files import is_folder
    from lifesat.frontends.output.verdict_lines import parent_files, verdict_lines

    to = output_of(options)
    folder = is_folder(to.place)
    with ExitStack() as stack:
        writers = []
        if query.parents or to.form or folder:
            parents = parent_files(to, query, partial(publication, options))
            writers.append(stack.enter_context(parents))
        if not query.parents and (folder or not to.form):
            lines = verdict_lines(to._replace(place="-") if folder else to, query)
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
