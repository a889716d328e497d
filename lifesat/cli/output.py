"""Where results go: standard output, a file or a folder; files are whole or not there."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TextIO

from lifesat.errors import UserError
from lifesat.formats import write_text
from lifesat.formats.registry import EXTENSIONS
from lifesat.formats.writing import write_file
from lifesat.jobs.events import Event, Solutions, to_json
from lifesat.pattern import Pattern
from lifesat.problems.problem import Problem


@contextmanager
def open_text(destination: str, *, force: bool) -> Iterator[TextIO]:
    """Open standard output (``-``), or a file that appears when the context ends.

    An error inside the context, or nothing written, leaves no file.

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
        yield sys.stdout
        return
    path = Path(destination)
    if path.is_dir() or destination.endswith(os.sep):
        raise UserError(f"{destination} is a folder; give the name of a file")
    if path.exists() and not force:
        raise UserError(f"{path} exists; --force replaces it")
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from error
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            yield stream
        if temporary.stat().st_size:
            temporary.chmod(0o666 & ~_umask())
            temporary.replace(path)
    finally:
        with suppress(FileNotFoundError):
            temporary.unlink()


@contextmanager
def open_texts(
    destination: str, extension: str, noun: str, *, force: bool
) -> Iterator[Callable[[Iterable[str]], None]]:
    """Open a place for texts and yield the function that writes some.

    Parameters
    ----------
    destination
        ``-``, a file, or a folder (one that exists, or a name that ends in a slash): a folder gets
        a file for each text, each complete as soon as it is there.
    extension
        How the names of files in a folder end.
    noun
        What they are, from which files in a folder get their names.
    force
        Whether existing files may be replaced.

    Raises
    ------
    UserError
        If nothing can be written there.
    """
    folder = Path(destination)
    if destination != "-" and (folder.is_dir() or destination.endswith(os.sep)):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"cannot make the folder {folder}: {error.strerror}") from error
        stem, numbers = noun.replace(" ", "-"), count(1)

        def write_files(texts: Iterable[str]) -> None:
            for text in texts:
                path = folder / f"{stem}-{next(numbers):06d}{extension}"
                write_file(path, text, force=force)

        yield write_files
    else:
        with open_text(destination, force=force) as stream:

            def write(texts: Iterable[str]) -> None:
                # One by one: an unbuffered stream loses what a signal leaves of a long write.
                stream.writelines(texts)
                stream.flush()

            yield write


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
def event_lines(destination: str, *, force: bool) -> Iterator[Callable[[Event], None]]:
    """Open a place for events and yield the function that writes one as a line of JSON.

    Parameters
    ----------
    destination, force
        As for `open_text`.
    """
    with open_text(destination, force=force) as stream:

        def write(event: Event) -> None:
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
    """Return how names of files end in a form."""
    if form not in forms:
        raise UserError(f"{form!r} is no format to write; there are {', '.join(forms)}")
    return forms[form]


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
