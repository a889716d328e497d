"""Write results to standard output, a file or a folder; no file is ever left half written."""

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from typing import TextIO

from lifesat.errors import UserError
from lifesat.files import NewFile
from lifesat.formats import write_text
from lifesat.formats.images import USUAL, Look
from lifesat.formats.registry import EXTENSIONS, IMAGES
from lifesat.formats.several import Joiner
from lifesat.formats.writing import write_file
from lifesat.life.pattern import Pattern
from lifesat.printing import shown, standard_output
from lifesat.problems.life.base import LifeProblem
from lifesat.problems.life.orphan import life_history
from lifesat.problems.problem import Problem
from lifesat.queries.answers import Answered, Counted, Finding
from lifesat.queries.events import (
    Done,
    Event,
    Forced,
    Partial,
    Solutions,
    to_json,
)
from lifesat.reporting.folders import is_folder, numbered_files
from lifesat.reporting.images import Figure, open_image, open_images

LIFE_HISTORY = "life-history"
"""The name of RLE that says by LifeHistory states which cells are known."""


@contextmanager
def open_text(destination: str, *, force: bool) -> Iterator[TextIO]:
    """Open standard output (``-``), or a file that appears when the context ends.

    If there is an error inside the context, or nothing is written, there is no file. What is not a
    regular file is written directly.

    Parameters
    ----------
    destination
        ``-`` or a path.
    force
        Whether an existing file may be replaced.

    Raises
    ------
    UserError
        If nothing can be written there.
    """
    if destination == "-":
        yield standard_output()
        return
    with NewFile(destination, force=force) as new:
        stream = io.TextIOWrapper(new.stream, encoding="utf-8", newline="\n")
        yield shown(stream)
        stream.flush()
        if new.written:
            new.commit()


@contextmanager
def open_texts(
    destination: str, extension: str, noun: str, form: str | None, *, force: bool
) -> Iterator[Callable[[Iterable[str]], None]]:
    """Open a place for texts and yield the function that writes some.

    Parameters
    ----------
    destination
        ``-``, a file, or a folder (one that exists, or a name that ends in a slash): a folder gets
        a file for each text, complete as soon as it appears. A folder that stays empty is removed
        if it is new.
    extension
        The extension of the files in a folder.
    noun
        What a text is; files in a folder are named after it.
    form
        As for `lifesat.formats.several.Joiner`.
    force
        Whether existing files may be replaced.

    Raises
    ------
    UserError
        If nothing can be written there.
    """
    if is_folder(destination):
        with numbered_files(destination, extension, noun, force=force) as paths:

            def write_files(texts: Iterable[str]) -> None:
                for text in texts:
                    write_file(next(paths), text, force=force)

            yield write_files
    else:
        joined = Joiner(form)
        with open_text(destination, force=force) as stream:

            def write(texts: Iterable[str]) -> None:
                # One by one, since a signal can cut a long write to an unbuffered stream short.
                stream.writelines(joined(texts))
                stream.flush()

            yield write


@contextmanager
def open_patterns(
    destination: str,
    form: str,
    *,
    force: bool,
    look: Look = USUAL,
    change: Callable[[str], str] = str,
) -> Iterator[Callable[[Figure], None]]:
    """Open a place for predecessors and yield the function that writes one.

    It takes its generations; texts have the first of them.

    Parameters
    ----------
    destination, force
        As for `open_texts`.
    form
        A key of `lifesat.formats.registry.EXTENSIONS` or `IMAGES`.
    look
        How pictures look.
    change
        Changes the text of each before it is written.

    Raises
    ------
    UserError
        As for `open_texts` or `open_images`, or if there is no such format or it cannot hold a
        pattern.
    """
    noun = "predecessor"
    if form in IMAGES:
        with open_images(destination, form, look, noun, force=force) as draw:
            yield draw
        return
    extension = _extension(form, EXTENSIONS | IMAGES)
    with open_texts(destination, extension, noun, form, force=force) as write:
        yield lambda figure: write([change(write_text(figure[0], form))])


@contextmanager
def open_pattern(
    destination: str, form: str, *, force: bool, look: Look = USUAL
) -> Iterator[Callable[[Pattern], None]]:
    """Open standard output (``-``) or a file, and yield the function that writes a pattern.

    Parameters
    ----------
    destination, form, force, look
        As for `open_patterns`, but no folder.

    Raises
    ------
    UserError
        As for `open_patterns`.
    """
    if form in IMAGES:
        with open_image(destination, form, look, force=force) as draw:
            yield lambda pattern: draw([[pattern]])
        return
    _extension(form, EXTENSIONS | IMAGES)
    with open_text(destination, force=force) as stream:

        def write(pattern: Pattern) -> None:
            stream.write(write_text(pattern, form))
            stream.flush()

        yield write


def check_form(form: str, example: Pattern) -> None:
    """Refuse a format that cannot hold patterns such as an example, before the work.

    Raises
    ------
    UserError
        If there is no such format, or if it does not support the example.
    """
    if form not in IMAGES:
        _extension(form, EXTENSIONS | IMAGES)
        write_text(example, form)


@contextmanager
def solution_files(
    destination: str,
    form: str | None,
    problem: Problem,
    *,
    force: bool,
    change: Callable[[str], str] | None = None,
    look: Look = USUAL,
) -> Iterator[Callable[[Event], None]]:
    """Open a place for solutions and yield a function that takes every event.

    Parameters
    ----------
    destination, force
        As for `open_texts`.
    form
        One of the problem's, or None for the first of them; for a problem of Life, also a key of
        `lifesat.formats.registry.IMAGES`.
    problem
        What they solve.
    change
        Changes the text of each solution before it is written, or None.
    look
        How pictures look.

    Raises
    ------
    UserError
        As for `open_texts` or `open_images`, or if there is no such form.
    """
    form = form or problem.first_form
    if form in IMAGES and isinstance(problem, LifeProblem):
        with open_images(destination, form, look, problem.noun, force=force) as draw:
            yield lambda event: _draw_solutions(event, problem, draw)
        return
    extension = _extension(form, forms_of(problem))
    # Puzzles have other formats of the same names.
    joined = form if isinstance(problem, LifeProblem) else None
    with open_texts(destination, extension, problem.noun, joined, force=force) as write:

        def write_solutions(event: Event) -> None:
            if isinstance(event, Solutions):
                texts = event.texts(form)
                write(map(change, texts) if change else texts)

        yield write_solutions


def _draw_solutions(event: Event, problem: LifeProblem, draw: Callable[[Figure], None]) -> None:
    if isinstance(event, Solutions):
        names = problem.names(event.first, len(event.boards))
        for name, figure in zip(names, problem.histories(event.boards), strict=True):
            draw([pattern.replace(name=name) for pattern in figure])


def forms_of(problem: Problem) -> Mapping[str, str]:
    """Return the formats in which solutions can be written, with their extensions."""
    return {**problem.forms, **IMAGES} if isinstance(problem, LifeProblem) else problem.forms


@contextmanager
def best_solution_file(
    destination: str,
    form: str | None,
    problem: Problem,
    *,
    force: bool,
    change: Callable[[str], str] | None = None,
    look: Look = USUAL,
) -> Iterator[Callable[[Event], None]]:
    """Open a place for the last solution, the best, and yield a function that takes every event.

    Parameters
    ----------
    destination, form, problem, force, change, look
        As for `solution_files`.

    Raises
    ------
    UserError
        As for `solution_files`.
    """
    best: Solutions | None = None
    with solution_files(destination, form, problem, force=force, change=change, look=look) as write:

        def keep(event: Event) -> None:
            nonlocal best
            if isinstance(event, Solutions):
                best = replace(event, first=1, boards=event.boards[-1:], orbits=event.orbits[-1:])
            elif isinstance(event, Done) and best is not None:
                write(best)

        yield keep


@contextmanager
def pattern_file(
    destination: str, form: str | None, *, force: bool, look: Look = USUAL
) -> Iterator[Callable[[Event], None]]:
    """Open a place for the pattern that answers a query, and yield a function that takes events.

    The last pattern is written at the end. If there is none, there is no file.

    Parameters
    ----------
    destination, force, look
        As for `open_pattern`.
    form
        A format with unknown cells, `LIFE_HISTORY`, or None for RLE.
    """
    last: Pattern | None = None
    as_history = form == LIFE_HISTORY

    def keep(event: Event) -> None:
        nonlocal last
        if isinstance(event, Forced | Finding):
            last = event.pattern

    form = "rle" if form is None or as_history else form
    with open_pattern(destination, form, force=force, look=look) as write:
        yield keep
        if last is not None:
            write(life_history(last) if as_history else last)


@contextmanager
def event_lines(
    destination: str, *, force: bool, partial: bool = False
) -> Iterator[Callable[[Event], None]]:
    """Open a place for events and yield the function that writes one as a line of JSON.

    Parameters
    ----------
    destination, force
        As for `open_text`.
    partial
        Whether to write partial predecessors too, which are as long as solutions.
    """
    with open_text(destination, force=force) as stream:

        def write(event: Event) -> None:
            if isinstance(event, Partial) and not partial:
                return
            stream.writelines(to_json(event).splitlines(keepends=True))
            stream.flush()

        yield write


@contextmanager
def words_file(destination: str, *, force: bool) -> Iterator[Callable[[Event], None]]:
    """Open a place for an answer in words and yield a function that takes every event.

    The last answer is written at the end.

    Parameters
    ----------
    destination, force
        As for `open_text`.
    """
    with open_text(destination, force=force) as stream:
        yield words_writer(stream)


def words_writer(stream: TextIO) -> Callable[[Event], None]:
    """Return a function that takes every event and writes the last answer in words at the end."""
    text = ""

    def write(event: Event) -> None:
        nonlocal text
        if isinstance(event, Counted | Answered):
            text = event.text()
        elif isinstance(event, Done):
            stream.write(text)
            stream.flush()

    return write


@contextmanager
def csv_lines(destination: str, *, force: bool) -> Iterator[Callable[[Event], None]]:
    """Open a place for solutions' numbers and yield a function that takes every event.

    Parameters
    ----------
    destination, force
        As for `open_text`.
    """
    with open_text(destination, force=force) as stream:
        stream.write("number,population,orbit\n")

        def write(event: Event) -> None:
            if isinstance(event, Solutions):
                rows = zip(count(event.first), event.weights(), event.orbits.tolist(), strict=False)
                stream.writelines(f"{number},{many},{orbit}\n" for number, many, orbit in rows)

        yield write


def _extension(form: str, forms: Mapping[str, str]) -> str:
    """Return the extension of files in a form."""
    if form not in forms:
        wrong = "wrong" if form in EXTENSIONS else "unknown"
        raise UserError(f"{wrong} format {form!r}; give one of {', '.join(forms)}")
    return forms[form]
