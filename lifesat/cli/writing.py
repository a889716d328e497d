"""Where and how answers are written: formats, pictures, additions for posting, search files."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from lifesat.cli.arguments import add
from lifesat.cli.interruption import sigterm_interrupts
from lifesat.errors import UserError
from lifesat.frontends.output import exit_codes

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import Any

    from lifesat.formats.images import Look
    from lifesat.frontends.output.files import Output
    from lifesat.problems.life.cell_comments import PlacedProblem
    from lifesat.problems.life.search import SpaceTimeSearch
    from lifesat.problems.problem import Problem
    from lifesat.queries.events import Event
    from lifesat.queries.query import Query

    Writer = AbstractContextManager[Callable[[Event], None]]


_LARGEST_CELL = 200
_OPTIONS = ("layout", "cell_size", "colours", "grid")


def add_picture_options(
    parser: argparse.ArgumentParser, *, generations: bool = True
) -> argparse._ArgumentGroup:
    """Add the options for pictures, with ``--layout`` for `generations`; return their group."""
    pictures = parser.add_argument_group(
        "pictures", "with --to svg, png, gif or apng; all but SVG need the extra pictures"
    )
    if generations:
        add(pictures, "layout")
    add(pictures, "cell_size", "colours", "grid")
    return pictures


def output_of(options: argparse.Namespace) -> Output:
    """Return where and how to write patterns; its format is None if none is chosen.

    The extension of the output file can also choose a picture. Raises `UserError` if there are
    options for pictures, but no picture.
    """
    from lifesat.formats.registry import IMAGES, format_of_name
    from lifesat.frontends.output.files import Output

    form: str | None = options.to
    if form is None and (named := format_of_name(options.output)) in IMAGES:
        form = named
    return Output(options.output, options.force, form, look_of(options, form))


def look_of(options: argparse.Namespace, form: str | None) -> Look:
    """Return how a picture looks; options for pictures are an error with any other format."""
    from lifesat.formats.images import Look
    from lifesat.formats.registry import IMAGES
    from lifesat.life.colours import LIGHT, read_colours

    # Puzzles have no such options.
    given = {name: getattr(options, name, None) for name in _OPTIONS}
    for name, value in given.items():
        if value is not None and form not in IMAGES:
            flag = name.replace("_", "-")
            raise UserError(f"--{flag} is for pictures: --to svg, png, gif or apng")
    layout, cell_size, colours, grid = given.values()
    if cell_size is not None and cell_size > _LARGEST_CELL:
        raise UserError(f"--cell-size {cell_size} is too large; the limit is {_LARGEST_CELL}")
    return Look(
        layout or "", cell_size, read_colours(colours) if colours else LIGHT, grid or "auto"
    )


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
    from lifesat.problems.life.predecessor import Predecessor

    exact = problem.exact if isinstance(problem, NearestPredecessor) else problem
    if not isinstance(exact, Predecessor):
        raise UserError(f"--viewer is for predecessors, not for {problem.nouns}")
    return partial(with_viewer, generations=exact.generations, comments=exact.target.comments)


def write_config(problem: SpaceTimeSearch, options: argparse.Namespace) -> int:
    """Write the search file of a block, and return the exit code."""
    from lifesat.frontends.input.search_file import write_search
    from lifesat.frontends.output.files import open_text

    with open_text(options.output, force=options.force) as stream:
        stream.write(write_search(problem))
    return exit_codes.FOUND


def write_formula(problem: PlacedProblem, options: argparse.Namespace) -> int:
    """Write the formula of a problem in DIMACS, and return the exit code."""
    from lifesat.engines.sat.memory import check, formula_bytes
    from lifesat.frontends.output.files import open_text
    from lifesat.problems.life.cell_comments import cell_comments

    encoding = options.encoding or problem.encodings[0]
    with sigterm_interrupts(), open_text(options.output, force=options.force) as stream:
        check(formula_bytes(problem.formula_size(encoding)), options.memory)
        stream.writelines(problem.formula(encoding).dimacs(cell_comments(problem, encoding)))
    return exit_codes.FOUND


def write_as_block(problem: Problem, options: argparse.Namespace) -> int:
    """Write the search file for the solutions of a problem, and return the exit code.

    Raises `UserError` if a search file cannot state the problem.
    """
    from lifesat.frontends.input.blocks import block_of

    return write_config(block_of(problem), options)


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

    form = getattr(options, "marginals", None) or options.to
    return marginals_file(_place(options, form))


@contextmanager
def _verdicts(query: Any, options: argparse.Namespace) -> Iterator[Callable[[Event], None]]:
    """Yield a writer for verdicts or parents; if parents go to a folder, verdicts are printed."""
    from lifesat.frontends.output.event_files import parent_files, verdict_lines
    from lifesat.frontends.output.files import is_folder

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
