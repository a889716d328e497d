"""Write texts and pictures to standard output, a file or a folder, never a half-written file."""

import io
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO, NamedTuple, TextIO

from lifesat.errors import UserError
from lifesat.formats import write_text
from lifesat.formats.images import USUAL, Look, check_image, draw
from lifesat.formats.registry import DRAWN, EXTENSIONS, IMAGES, TWO_STATES, write_file
from lifesat.formats.several import Joiner
from lifesat.life.life_history import life_history_target
from lifesat.life.pattern import Pattern
from lifesat.life.pictures import MOST_FIGURES
from lifesat.system.files import NewFile, reject_existing, write_bytes
from lifesat.system.printing import shown, standard_output

Figure = Sequence[Pattern]
"""The generations of a pattern."""

# Most systems allow 255 bytes in a name, and a character may take four.
_MOST_CHARACTERS = 50


class Output(NamedTuple):
    """Where and how to write patterns, events or other answers."""

    # A file, a folder, or ``-`` for standard output.
    place: str = "-"
    # Whether files may be replaced.
    force: bool = False
    # The format, or None for the usual one of what is written.
    form: str | None = None
    # How pictures look.
    look: Look = USUAL


def is_folder(destination: str) -> bool:
    """Return whether a destination is an existing folder or a name with a trailing slash."""
    return destination != "-" and (Path(destination).is_dir() or destination.endswith(os.sep))


@contextmanager
def numbered_files(
    destination: str, extension: str, noun: str, *, force: bool
) -> Iterator[Iterator[Path]]:
    """Make a folder unless it exists, and yield paths in it such as ``predecessor-000001.rle``.

    A new folder that stays empty is removed. Without `force`, an existing first file is an error.
    """
    stem = noun.replace(" ", "-")
    with _folder(destination) as folder:
        if not force:
            reject_existing(folder / f"{stem}-000001{extension}")
        yield (folder / f"{stem}-{number:06d}{extension}" for number in count(1))


@contextmanager
def named_files(
    destination: str, names: Sequence[str], ending: str, *, force: bool
) -> Iterator[Sequence[Path]]:
    """Make a folder unless it exists, and yield a path in it for each name.

    A name is that of a file, maybe with ``#`` and a number. Without `force`, any existing file is
    an error.
    """
    stems = list(map(_stem, names))
    often = Counter(stem.lower() for stem in stems)
    stems = [f"{s}-{k}" if often[s.lower()] > 1 else s for k, s in enumerate(stems, 1)]
    with _folder(destination) as folder:
        paths = [folder / f"{stem}{ending}" for stem in stems]
        if not force:
            for path in paths:
                reject_existing(path)
        yield paths


def _stem(name: str) -> str:
    """Return a stem of safe characters for the name of a file about another file."""
    path, mark, number = name.rpartition("#")
    if not (mark and number.isdecimal()):
        path, number = name, ""
    stem = Path(path).name.removesuffix(".gz")
    stem = (stem.rpartition(".")[0] or stem)[:_MOST_CHARACTERS]
    return "-".join(re.findall(r"[\w.+]+", f"{stem}-{number}")) or "pattern"


@contextmanager
def _folder(destination: str) -> Iterator[Path]:
    """Make a folder unless it exists; remove it if it is new and stays empty."""
    folder = Path(destination)
    new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot make the folder {folder}: {error.strerror}") from error
    try:
        yield folder
    finally:
        if new:
            with suppress(OSError):  # it is not empty
                folder.rmdir()


@contextmanager
def open_text(destination: str, *, force: bool) -> Iterator[TextIO]:
    """Open standard output (``-``), or a file that appears when the context ends.

    After an error, or if nothing was written, there is no file. A device or a pipe is written
    directly.
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
    """Open a destination for texts and yield the function that writes some.

    A folder gets a file for each text, named after `noun` and complete as soon as it appears; a new
    folder that stays empty is removed. Texts in one file are joined as by
    `lifesat.formats.several.Joiner`.
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
    to: Output, change: Callable[[str], str] = str
) -> Iterator[Callable[[Figure], None]]:
    """Open an output for predecessors and yield the function that writes one.

    That function takes all generations of a predecessor. Texts hold only the first, after `change`
    has edited them.
    """
    noun, form = "predecessor", to.form or "rle"
    if form in IMAGES:
        with open_images(to, noun) as draw:
            yield draw
        return
    extension = extension_of(form, EXTENSIONS | IMAGES)
    with open_texts(to.place, extension, noun, form, force=to.force) as write:
        yield lambda figure: write([change(write_text(figure[0], form))])


@contextmanager
def open_pattern(to: Output) -> Iterator[Callable[[Pattern], None]]:
    """Open an output and yield the function that writes a pattern, as RLE unless it has a form."""
    form = to.form or "rle"
    if form in IMAGES:
        with open_image(to) as draw:
            yield lambda pattern: draw([[pattern]])
        return
    extension_of(form, EXTENSIONS | IMAGES)
    with open_text(to.place, force=to.force) as stream:

        def write(pattern: Pattern) -> None:
            stream.write(write_text(_in_two_states(pattern, form), form))
            stream.flush()

        yield write


def check_form(form: str, example: Pattern) -> None:
    """Reject, before the search, a format that cannot hold patterns such as `example`."""
    if form not in IMAGES:
        extension_of(form, EXTENSIONS | IMAGES)
        write_text(_in_two_states(example, form), form)


def _in_two_states(pattern: Pattern, form: str) -> Pattern:
    """Return a LifeHistory pattern with ``?`` for state 0, if the format has two states.

    Raises UserError if such a format has no ``?``.
    """
    if pattern.rule.family != "life-history" or form not in (*TWO_STATES, "apgcode"):
        return pattern
    if form not in DRAWN:
        forms = ", ".join(("rle", *DRAWN))
        raise UserError(f"{form} cannot say which cells may be anything; write {forms}, svg or png")
    return life_history_target(pattern, unknown=True)


def extension_of(form: str, forms: Mapping[str, str]) -> str:
    """Return the file extension of a format, or reject a format that is not in `forms`."""
    if form not in forms:
        wrong = "wrong" if form in EXTENSIONS else "unknown"
        raise UserError(f"{wrong} format {form!r}; give one of {', '.join(forms)}")
    return forms[form]


@contextmanager
def open_bytes(destination: str, *, force: bool) -> Iterator[BinaryIO]:
    """Open standard output (``-``), or a file that appears when the context ends, for bytes.

    After an error, or if nothing was written, there is no file.
    """
    if destination == "-":
        yield sys.stdout.buffer
        sys.stdout.flush()
        return
    with NewFile(destination, force=force) as new:
        yield new.stream
        if new.written:
            new.commit()


def reject_terminal(form: str) -> None:
    """Reject a terminal as the destination of a picture, unless the picture is text."""
    if form != "svg":
        raise UserError(f"a terminal cannot show a {form.upper()} picture; give -o FILE")


@contextmanager
def open_image(to: Output) -> Iterator[Callable[[Sequence[Figure]], None]]:
    """Open an output for a picture, SVG if it has no form, and yield the function that draws there.

    A terminal is rejected unless the picture is text.
    """
    form, look = to.form or "svg", to.look
    check_image(form, look)
    with open_bytes(to.place, force=to.force) as stream:
        if stream.isatty():
            reject_terminal(form)

        def write(figures: Sequence[Figure]) -> None:
            stream.write(draw(figures, form, look))

        yield write


@contextmanager
def open_images(to: Output, noun: str) -> Iterator[Callable[[Figure], None]]:
    """Open an output for pictures and yield the function that takes one figure.

    A folder gets a file for each figure, named after `noun` and complete as soon as it appears. A
    file, or standard output, gets one picture of all figures when the context ends: a sheet if
    there are several, of at most `MOST_FIGURES`.
    """
    if is_folder(to.place):
        form, look = to.form or "svg", to.look
        check_image(form, look)
        with numbered_files(to.place, IMAGES[form], noun, force=to.force) as paths:
            yield lambda figure: write_bytes(
                next(paths), draw([figure], form, look), force=to.force
            )
        return
    figures: list[Figure] = []

    def keep(figure: Figure) -> None:
        if len(figures) == MOST_FIGURES:
            raise UserError(
                f"a picture can show {MOST_FIGURES:,} {noun}s at most; give a limit, or a folder "
                "for a picture of each"
            )
        figures.append(figure)

    with open_image(to) as write:
        yield keep
        if figures:
            write(figures)
