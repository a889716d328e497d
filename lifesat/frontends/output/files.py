"""Write results to standard output, a file or a folder; no file is ever left half written."""

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TextIO

from lifesat.errors import UserError
from lifesat.formats import write_text
from lifesat.formats.images import USUAL, Look
from lifesat.formats.registry import DRAWN, EXTENSIONS, IMAGES, TWO_STATES
from lifesat.formats.several import Joiner
from lifesat.formats.writing import write_file
from lifesat.frontends.output.folders import is_folder, numbered_files
from lifesat.frontends.output.images import Figure, open_image, open_images
from lifesat.life.life_history import life_history_target
from lifesat.life.pattern import Pattern
from lifesat.system.files import NewFile
from lifesat.system.printing import shown, standard_output


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
    destination: str,
    form: str,
    *,
    force: bool,
    look: Look = USUAL,
    change: Callable[[str], str] = str,
) -> Iterator[Callable[[Figure], None]]:
    """Open a destination for predecessors and yield the function that writes one.

    That function takes all generations of a predecessor. Texts hold only the first, after `change`
    has edited them.
    """
    noun = "predecessor"
    if form in IMAGES:
        with open_images(destination, form, look, noun, force=force) as draw:
            yield draw
        return
    extension = extension_of(form, EXTENSIONS | IMAGES)
    with open_texts(destination, extension, noun, form, force=force) as write:
        yield lambda figure: write([change(write_text(figure[0], form))])


@contextmanager
def open_pattern(
    destination: str, form: str, *, force: bool, look: Look = USUAL
) -> Iterator[Callable[[Pattern], None]]:
    """Open standard output (``-``) or a file, and yield the function that writes a pattern."""
    if form in IMAGES:
        with open_image(destination, form, look, force=force) as draw:
            yield lambda pattern: draw([[pattern]])
        return
    extension_of(form, EXTENSIONS | IMAGES)
    with open_text(destination, force=force) as stream:

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
