"""Write results to standard output, a file or a folder; no file is ever left half written."""

import io
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TextIO

from lifesat.errors import UserError
from lifesat.files import NewFile, refuse_existing
from lifesat.formats import write_text
from lifesat.formats.registry import EXTENSIONS
from lifesat.formats.writing import write_file
from lifesat.jobs.events import Event, Forced, Partial, Solutions, to_json
from lifesat.life.pattern import Pattern
from lifesat.printing import shown, standard_output
from lifesat.problems.problem import Problem


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
    destination: str, extension: str, noun: str, *, force: bool
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
    force
        Whether existing files may be replaced.

    Raises
    ------
    UserError
        If nothing can be written there.
    """
    folder = Path(destination)
    if destination != "-" and (folder.is_dir() or destination.endswith(os.sep)):
        stem = noun.replace(" ", "-")
        paths = (folder / f"{stem}-{number:06d}{extension}" for number in count(1))

        def write_files(texts: Iterable[str]) -> None:
            for text in texts:
                write_file(next(paths), text, force=force)

        with _open_folder(folder):
            if not force:
                refuse_existing(folder / f"{stem}-000001{extension}")
            yield write_files
    else:
        with open_text(destination, force=force) as stream:

            def write(texts: Iterable[str]) -> None:
                # One by one, since a signal can cut a long write to an unbuffered stream short.
                stream.writelines(texts)
                stream.flush()

            yield write


@contextmanager
def _open_folder(folder: Path) -> Iterator[None]:
    """Make a folder unless it exists; a new one in which nothing was written is removed."""
    new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot make the folder {folder}: {error.strerror}") from error
    try:
        yield
    finally:
        if new:
            with suppress(OSError):  # it is not empty
                folder.rmdir()


@contextmanager
def open_patterns(
    destination: str, form: str, *, force: bool
) -> Iterator[Callable[[Pattern], None]]:
    """Open a place for predecessors and yield the function that writes one.

    Parameters
    ----------
    destination, force
        As for `open_texts`.
    form
        A key of `lifesat.formats.registry.EXTENSIONS`.

    Raises
    ------
    UserError
        As for `open_texts`, or if there is no such format or it cannot hold a pattern.
    """
    extension = _extension(form, EXTENSIONS)
    with open_texts(destination, extension, "predecessor", force=force) as write:
        yield lambda pattern: write([write_text(pattern, form)])


@contextmanager
def solution_files(
    destination: str, form: str | None, problem: Problem, *, force: bool
) -> Iterator[Callable[[Event], None]]:
    """Open a place for solutions and yield a function that takes every event.

    Parameters
    ----------
    destination, force
        As for `open_texts`.
    form
        One of the problem's, or None for the first of them.
    problem
        What they solve.

    Raises
    ------
    UserError
        As for `open_texts`, or if there is no such form.
    """
    form = form or problem.first_form
    extension = _extension(form, problem.forms)
    with open_texts(destination, extension, problem.noun, force=force) as write:

        def write_solutions(event: Event) -> None:
            if isinstance(event, Solutions):
                write(event.texts(form))

        yield write_solutions


@contextmanager
def forced_file(
    destination: str, form: str | None, *, force: bool
) -> Iterator[Callable[[Event], None]]:
    """Open a place for forced cells and yield a function that takes every event.

    The last cells are written at the end.

    Parameters
    ----------
    destination, force
        As for `open_text`.
    form
        A format with unknown cells, or None for RLE.
    """
    last: Forced | None = None

    def keep(event: Event) -> None:
        nonlocal last
        if isinstance(event, Forced):
            last = event

    with open_text(destination, force=force) as stream:
        yield keep
        if last is not None:
            stream.write(write_text(last.pattern, form or "rle"))
            stream.flush()


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
        raise UserError(f"unknown format {form!r}; give one of {', '.join(forms)}")
    return forms[form]
