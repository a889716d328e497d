"""Write pictures of patterns to standard output, a file or a folder."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO

from lifesat.errors import UserError
from lifesat.formats.images import Look, check_image, draw
from lifesat.formats.registry import IMAGES
from lifesat.frontends.output.folders import is_folder, numbered_files
from lifesat.life.pattern import Pattern
from lifesat.life.pictures.scene import MOST_FIGURES
from lifesat.system.files import NewFile, write_bytes

Figure = Sequence[Pattern]
"""The generations of a pattern."""


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
def open_image(
    destination: str, form: str, look: Look, *, force: bool
) -> Iterator[Callable[[Sequence[Figure]], None]]:
    """Open a destination for a picture and yield the function that draws figures there.

    A terminal is rejected unless the picture is text.
    """
    check_image(form, look)
    with open_bytes(destination, force=force) as stream:
        if stream.isatty():
            reject_terminal(form)

        def write(figures: Sequence[Figure]) -> None:
            stream.write(draw(figures, form, look))

        yield write


@contextmanager
def open_images(
    destination: str, form: str, look: Look, noun: str, *, force: bool
) -> Iterator[Callable[[Figure], None]]:
    """Open a destination for pictures and yield the function that takes one figure.

    A folder gets a file for each figure, named after `noun` and complete as soon as it appears. A
    file, or standard output, gets one picture of all figures when the context ends: a sheet if
    there are several, of at most `MOST_FIGURES`.
    """
    if is_folder(destination):
        check_image(form, look)
        with numbered_files(destination, IMAGES[form], noun, force=force) as paths:
            yield lambda figure: write_bytes(next(paths), draw([figure], form, look), force=force)
        return
    figures: list[Figure] = []

    def keep(figure: Figure) -> None:
        if len(figures) == MOST_FIGURES:
            raise UserError(
                f"a picture can show {MOST_FIGURES:,} {noun}s at most; give a limit, or a folder "
                "for a picture of each"
            )
        figures.append(figure)

    with open_image(destination, form, look, force=force) as write:
        yield keep
        if figures:
            write(figures)
