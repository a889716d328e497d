"""``lifesat convert``: pattern files from one format to another, checked and described."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.arguments import add
from lifesat.cli.writing import add_picture_options, check_publishing, look_of
from lifesat.errors import UserError
from lifesat.formats import read_all, write_file, write_text
from lifesat.formats.publishing import with_links
from lifesat.formats.reading import source_name
from lifesat.formats.registry import EXTENSIONS, IMAGES, TWO_STATES, fitted, format_of_name
from lifesat.formats.several import Joiner
from lifesat.frontends.output import exit_codes
from lifesat.life.life_history import has_notes, life_history_target, under_rule
from lifesat.life.pattern import generations_of
from lifesat.system.files import reject_existing
from lifesat.system.printing import printable, standard_output

if TYPE_CHECKING:
    import argparse

    from lifesat.formats.images import Look
    from lifesat.life.pattern import Pattern

_EPILOG = """\
With one FILE the result goes to standard output. With two the second is written; it is replaced
only with --force. With more, or with a folder at the end, each is written into the folder under
its own name. With -o all FILEs are read. A name that ends in .gz is compressed. - is standard
input or output."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "Read patterns in any format and write them in another."
    parser.epilog = _EPILOG
    parser.set_defaults(run=run)
    add(parser, "files")
    forms = parser.add_argument_group("formats")
    add(forms, "format", "to", "unknown", "states", "clip", "links")
    add(add_picture_options(parser), "later.generations", how="; see --layout")
    changes = parser.add_argument_group("changes, made in this order")
    add(changes, "rule", "evolve", "crop", "convert.pad", "transform")
    instead = parser.add_argument_group("instead of writing").add_mutually_exclusive_group()
    add(instead, "check", "info")
    add(parser, "json", "convert.output", "split", "force", "quiet")


def run(options: argparse.Namespace) -> int:
    """Convert, check or describe the files, and return the exit code."""
    check_publishing(options)
    if options.check or options.info:
        names, destination = options.files, None
    else:
        names, destination = _destination(options)
    if options.split and not (destination and _is_folder(destination)):
        raise UserError("--split needs a folder to write into, DIR/")
    code = exit_codes.FOUND
    for name in names:
        try:
            _convert(name, destination, options)
        except UserError as error:
            if len(names) == 1:
                raise
            diagnostics.say(f"lifesat: {error}")
            code = exit_codes.USAGE
    return code


def _destination(options: argparse.Namespace) -> tuple[list[str], str]:
    """Return the names to read, and the one to write: that of -o, or the last of several."""
    names, last = options.files, options.output
    if last is None:
        *names, last = names if len(names) > 1 else (*names, "-")
    if _is_folder(last):
        return names, os.path.join(last, "")  # noqa: PTH118
    if len(names) > 1:
        read = "; with -o all others are read" if options.output else ""
        raise UserError(
            f"{last} is not a folder; several files can only be written into a folder{read}"
        )
    if last != "-" and not options.force:
        reject_existing(last)
    return names, last


def _is_folder(name: str) -> bool:
    return name.endswith(os.sep) or os.path.isdir(name)  # noqa: PTH112  # pathlib is slow to load


def _convert(name: str, destination: str | None, options: argparse.Namespace) -> None:
    patterns = []
    for pattern in read_all(
        name,
        format=options.format,
        unknown=options.unknown,
        clip=options.clip,
        bounded=not options.rule,
    ):
        if not options.quiet:
            diagnostics.warn(name, pattern)
        kept = _for_two_states(pattern, name, destination, options)
        patterns.append(_change(kept, options))
    if options.info:
        for pattern in patterns:
            _describe(name, pattern, as_json=options.json)
    elif destination is not None and options.split:
        for number, pattern in enumerate(patterns, 1):
            _write([pattern], f"{_stem(name)}-{number}.x", destination, options)
    elif destination is not None:
        _write(patterns, name, destination, options)


_LIVE = {
    "life-history": "states 1, 3 and 5 are",
    "life-super": "odd states are",
    "life-investigator": "state 1 is",
}


def _for_two_states(
    pattern: Pattern, name: str, destination: str | None, options: argparse.Namespace
) -> Pattern:
    """Drop and report the history of LifeHistory cells if the output has two states."""
    form = options.to or format_of_name(destination or "")
    two = options.evolve or (destination is not None and form in (*TWO_STATES, "apgcode"))
    if not two or options.states or options.rule or not has_notes(pattern.rule):
        return pattern
    if not options.quiet:
        diagnostics.say(
            f"{source_name(name)}: {_LIVE[pattern.rule.family]} live; the history is dropped"
        )
    return life_history_target(pattern, options.unknown)


def _change(pattern: Pattern, options: argparse.Namespace) -> Pattern:
    if options.states:
        from lifesat.frontends.input.states import pattern_of_states

        pattern = pattern_of_states(pattern, options.states, unknown=options.unknown)
    if options.rule:
        pattern = under_rule(pattern, options.rule, unknown=options.unknown)
        pattern = fitted(pattern, clip=options.clip)
    if options.evolve < 0:
        raise UserError("--evolve runs forward; for what came before use lifesat predecessors")
    if options.evolve:
        pattern = pattern.evolve(options.evolve)
    if options.crop:
        pattern = pattern.crop()
    if options.pad:
        pattern = pattern.pad(options.pad)
    return pattern.transform(options.transform) if options.transform else pattern


def _write(
    patterns: list[Pattern], name: str, destination: str, options: argparse.Namespace
) -> None:
    form = options.to or format_of_name(destination) or "rle"
    look = look_of(options, form)
    if form in IMAGES:
        _draw(patterns, name, destination, options, form, look)
        return
    if options.generations:
        raise UserError("--generations is for pictures; to write a later one use --evolve")
    texts = [write_text(pattern, form) for pattern in patterns]
    if options.links:
        texts = [with_links(text) for text in texts]
    texts = list(Joiner(form)(texts))
    if destination == "-":
        standard_output().writelines(texts)
        return
    destination = _file_in(destination, name, EXTENSIONS[form])
    write_file(destination, "".join(texts), force=options.force)


def _draw(
    patterns: list[Pattern],
    name: str,
    destination: str,
    options: argparse.Namespace,
    form: str,
    look: Look,
) -> None:
    """Write a picture of patterns and their next generations."""
    from lifesat.frontends.output.files import Output, open_image

    figures = [generations_of(pattern, options.generations) for pattern in patterns]
    destination = _file_in(destination, name, IMAGES[form])
    with open_image(Output(destination, options.force, form, look)) as write:
        write(figures)


def _file_in(destination: str, name: str, extension: str) -> str:
    """Return the name of the file to write; in a folder, it follows from the input's name."""
    if not destination.endswith(os.sep):
        return destination
    os.makedirs(destination, exist_ok=True)  # noqa: PTH103
    return destination + _stem(name) + extension


def _stem(name: str) -> str:
    """Return the name of a file without folder and extension."""
    if name == "-":
        return "stdin"
    return os.path.splitext(os.path.basename(name).removesuffix(".gz"))[0]  # noqa: PTH119, PTH122


def _describe(name: str, pattern: Pattern, *, as_json: bool) -> None:

    facts = {
        "file": name,
        "name": pattern.name,
        "author": pattern.author,
        "rule": f"{pattern.rule}:{pattern.grid}" if pattern.grid else pattern.rule.name,
        "family": pattern.rule.family,
        "width": pattern.width,
        "height": pattern.height,
        "population": pattern.population,
        "bounding_box": pattern.bounding_box,
        "symmetry": pattern.symmetry_class(),
        "unknown_cells": pattern.has_unknown,
        "position": pattern.position,
        "generation": pattern.generation,
    }
    if as_json:
        import json

        sys.stdout.write(json.dumps(facts) + "\n")
        return
    for key, value in facts.items():
        if value not in (None, "", False):
            sys.stdout.write(f"{key.replace('_', ' '):14}{printable(_spell(value))}\n")


def _spell(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return "yes" if value is True else str(value)
