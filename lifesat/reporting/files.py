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
from lifesat.life.life_history import life_history_target
from lifesat.life.pattern import Pattern
from lifesat.reporting.folders import is_folder, numbered_files
from lifesat.reporting.images import Figure, open_image, open_images
from lifesat.system.files import NewFile
from lifesat.system.printing import shown, standard_output


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
    extension = extension_of(form, EXTENSIONS | IMAGES)
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
    extension_of(form, EXTENSIONS | IMAGES)
    with open_text(destination, force=force) as stream:

        def write(pattern: Pattern) -> None:
            stream.write(write_text(_in_two_states(pattern, form), form))
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
        extension_of(form, EXTENSIONS | IMAGES)
        write_text(_in_two_states(example, form), form)


def _in_two_states(pattern: Pattern, form: str) -> Pattern:
    """Return a LifeHistory pattern with ``?`` for state 0 where a format has that letter.

    Raises
    ------
    UserError
        If the format has two states and no such letter.
    """
    if pattern.rule.family != "life-history" or form not in (*TWO_STATES, "apgcode"):
        return pattern
    if form not in DRAWN:
        forms = ", ".join(("rle", *DRAWN))
        raise UserError(f"{form} cannot say which cells may be anything; write {forms}, svg or png")
    return life_history_target(pattern, unknown=True)


def extension_of(form: str, forms: Mapping[str, str]) -> str:
    """Return the extension of files in a form."""
    if form not in forms:
        wrong = "wrong" if form in EXTENSIONS else "unknown"
        raise UserError(f"{wrong} format {form!r}; give one of {', '.join(forms)}")
    return forms[form]
