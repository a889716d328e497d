"""Write the events of a query, or its answer, to standard output, a file or a folder."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, TextIO

import numpy as np

from lifesat.formats.publishing import with_viewer
from lifesat.formats.registry import IMAGES
from lifesat.frontends.output.files import (
    Figure,
    Output,
    extension_of,
    is_folder,
    named_files,
    open_images,
    open_pattern,
    open_patterns,
    open_text,
    open_texts,
)
from lifesat.problems.life.base import LifeProblem
from lifesat.problems.life.required_cells import life_history
from lifesat.problems.problem import Problem
from lifesat.queries.events import (
    Done,
    Event,
    Known,
    Partial,
    Solutions,
    to_json,
)
from lifesat.queries.has_parent import HasParent, Parent, verdict_line

if TYPE_CHECKING:
    from lifesat.life.pattern import Pattern
    from lifesat.queries.rewind import Rewind


@contextmanager
def history_file(
    to: Output, query: "Rewind", *, every: bool = False, viewer: bool = False
) -> Iterator[Callable[[Event], None]]:
    """Open an output for what a rewind reaches and yield a function that takes every event.

    The oldest generation is written at the end, or all generations, oldest first, if `every` is
    true; pictures always have all. With `viewer`, texts get a line with which LifeViewer plays them
    up to the target.
    """
    oldest: Pattern | None = None
    generations = 0
    comments = query.problem.target.comments

    def keep(event: Event) -> None:
        nonlocal oldest, generations
        if isinstance(event, Known):
            oldest, generations = query.pattern(event.state), event.state.generations

    def published(text: str) -> str:
        return with_viewer(text, generations, comments) if viewer else text

    with open_patterns(to, published) as write:
        yield keep
        if oldest is None:
            return
        history = query.history(oldest, generations)
        each_alone = every and to.form not in IMAGES
        for figure in [[each] for each in history] if each_alone else [history]:
            write(figure)


LIFE_HISTORY = "life-history"
"""The format that marks known cells with LifeHistory states, written as RLE."""


@contextmanager
def solution_files(
    to: Output, problem: Problem, change: Callable[[str], str] | None = None
) -> Iterator[Callable[[Event], None]]:
    """Open an output for solutions and yield a function that takes every event.

    The format is one of the problem's, by default the first, or an image format if the problem is
    one of Life. `change` edits the text of each solution before it is written.
    """
    form = to.form or problem.first_form
    if form in IMAGES and isinstance(problem, LifeProblem):
        with open_images(to, problem.noun) as draw:
            yield lambda event: _draw_solutions(event, draw)
        return
    extension = extension_of(form, forms_of(problem))
    # Puzzles have other formats of the same names.
    joined = form if isinstance(problem, LifeProblem) else None
    with open_texts(to.place, extension, problem.noun, joined, force=to.force) as write:

        def write_solutions(event: Event) -> None:
            if isinstance(event, Solutions):
                texts = event.texts(form)
                write(map(change, texts) if change else texts)

        yield write_solutions


def _draw_solutions(event: Event, draw: Callable[[Figure], None]) -> None:
    if isinstance(event, Solutions) and isinstance(problem := event.problem, LifeProblem):
        names = problem.names(event.first, len(event.boards))
        for name, figure in zip(names, problem.histories(event.boards), strict=True):
            draw([pattern.replace(name=name) for pattern in figure])


def forms_of(problem: Problem) -> Mapping[str, str]:
    """Return the formats of solutions, each with its file extension."""
    return {**problem.forms, **IMAGES} if isinstance(problem, LifeProblem) else problem.forms


@contextmanager
def best_solution_file(
    to: Output, problem: Problem, change: Callable[[str], str] | None = None
) -> Iterator[Callable[[Event], None]]:
    """Open an output for the last solution, the best; arguments as for `solution_files`."""
    best: Solutions | None = None
    with solution_files(to, problem, change) as write:

        def keep(event: Event) -> None:
            nonlocal best
            if isinstance(event, Solutions):
                best = replace(
                    event, first=1, boards=event.boards[-1:], orbit_sizes=event.orbit_sizes[-1:]
                )
            elif isinstance(event, Done) and best is not None:
                write(best)

        yield keep


@contextmanager
def pattern_file(to: Output) -> Iterator[Callable[[Event], None]]:
    """Open an output for a query's pattern and yield a function that takes every event.

    The last pattern is written at the end; if there is none, there is no file. The format may also
    be `LIFE_HISTORY`.
    """
    last: Pattern | None = None
    is_target = False

    def keep(event: Event) -> None:
        nonlocal last, is_target
        if isinstance(event, Known):
            last = event.query.pattern(event.state)
            # A predecessor that answers a question has no cells of any state.
            is_target = event.query.shape == "cells" or (last is not None and last.has_unknown)

    marked = to.form == LIFE_HISTORY
    with open_pattern(to._replace(form=None) if marked else to) as write:
        yield keep
        if last is not None:
            write(life_history(last) if is_target and marked else last)


@contextmanager
def event_lines(to: Output, *, partial: bool = False) -> Iterator[Callable[[Event], None]]:
    """Open an output for events and yield the function that writes one as a line of JSON.

    Partial predecessors, which are as long as solutions, are written only if `partial` is true.
    """
    with open_text(to.place, force=to.force) as stream:

        def write(event: Event) -> None:
            if partial or not isinstance(event, Partial):
                write_event(stream, event)

        yield write


def write_event(stream: TextIO, event: Event) -> None:
    """Write an event as a line of JSON, or a line for each of its solutions."""
    stream.writelines(to_json(event).splitlines(keepends=True))
    stream.flush()


@contextmanager
def words_file(to: Output) -> Iterator[Callable[[Event], None]]:
    """Open an output for an answer in words and yield a function that takes every event.

    The last answer is written at the end.
    """
    with open_text(to.place, force=to.force) as stream, words_on(stream) as keep:
        yield keep


@contextmanager
def words_on(stream: TextIO) -> Iterator[Callable[[Event], None]]:
    """Yield a function that takes every event, and write the last answer in words at the end."""
    text = ""

    def keep(event: Event) -> None:
        nonlocal text
        if isinstance(event, Known):
            text = event.query.text(event.state)

    yield keep
    stream.write(text)
    stream.flush()


@contextmanager
def csv_lines(to: Output) -> Iterator[Callable[[Event], None]]:
    """Open an output for CSV and yield a function that takes every event.

    A solution is a line with its number, population and orbit size.
    """
    with open_text(to.place, force=to.force) as stream:
        stream.write("number,population,orbit\n")

        def write(event: Event) -> None:
            if isinstance(event, Solutions):
                rows = zip(
                    count(event.first), event.weights(), event.orbit_sizes.tolist(), strict=False
                )
                stream.writelines(f"{number},{many},{orbit}\n" for number, many, orbit in rows)

        yield write


@contextmanager
def verdict_lines(to: Output, query: HasParent) -> Iterator[Callable[[Event], None]]:
    """Open an output for verdicts and yield a function that takes every event.

    Verdicts are written in the order of the patterns; those still open at the end are written as
    unknown.
    """
    answers: dict[int, bool] = {}
    written = 0
    with open_text(to.place, force=to.force) as stream:

        def write(event: Event) -> None:
            nonlocal written
            if not isinstance(event, Known):
                return
            answers.update(query.values(event.before, event.state))
            while (answer := answers.pop(written, None)) is not None:
                stream.write(verdict_line(query.names[written], answer))
                written += 1
            stream.flush()

        yield write
        for number, name in enumerate(query.names[written:], written):
            stream.write(verdict_line(name, answers.get(number)))


@contextmanager
def parent_files(
    to: Output, query: HasParent, change: Callable[[Problem], Callable[[str], str] | None]
) -> Iterator[Callable[[Event], None]]:
    """Open an output for parents and yield a function that takes every event.

    A folder gets a file for each pattern, named after it. `change` returns the function that edits
    the texts of a problem's solutions, or None.
    """
    example = query.problem(1)
    if is_folder(to.place):
        extension = extension_of(to.form or example.first_form, forms_of(example))
        ending = f"-{example.noun}{extension}"
        with named_files(to.place, query.names, ending, force=to.force) as paths:

            def write_file(number: int, parent: Parent) -> None:
                there, problem = to._replace(place=str(paths[number - 1])), parent.problem
                with solution_files(there, problem, change(problem)) as write:
                    write(_as_solutions(parent))

            yield _each_parent(query, write_file)
        return
    with solution_files(to, example, change(example)) as write:
        yield _each_parent(query, lambda _, parent: write(_as_solutions(parent)))


def _as_solutions(parent: Parent) -> Solutions:
    return Solutions(1, parent.boards, np.ones(1, dtype=np.intp), parent.problem)


def _each_parent(query: HasParent, write: Callable[[int, Parent], None]) -> Callable[[Event], None]:
    """Return an event handler that writes each parent with the number of its pattern."""

    def write_parents(event: Event) -> None:
        if isinstance(event, Known):
            for number, _, _, parent in query.decided(event.before, event.state):
                if parent is not None:
                    write(number, parent)

    return write_parents
