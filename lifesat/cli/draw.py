"""``lifesat draw``: patterns from text and from pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli.arguments import add, argument
from lifesat.cli.pictures import add_picture_options, form_and_look
from lifesat.errors import UserError
from lifesat.reporting import exit_codes
from lifesat.requests.values import parse_size, whole_number

if TYPE_CHECKING:
    import argparse

    from lifesat.life.pattern import Pattern
    from lifesat.problems.life.nearest import Weights

_OF_PICTURES = ("size", "threshold", "dither", "invert", "weights")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write TEXT as a pattern, in letters seven cells high, or with --picture a picture. The "
        "pattern can be a target: lifesat draw HI | lifesat predecessors - --nearest"
    )
    parser.set_defaults(run=run)
    parser.add_argument("text", metavar="TEXT", nargs="?", help="the text; \\n begins a line")
    parser.add_argument(
        "--spacing",
        type=argument(whole_number("spacing")),
        metavar="N",
        help="dead cells between letters (default 1)",
    )
    picture = parser.add_argument_group("pictures (they need the extra pictures)")
    picture.add_argument(
        "--picture", metavar="FILE", help="draw this picture, PNG or any that Pillow reads"
    )
    picture.add_argument(
        "--size",
        type=argument(parse_size),
        metavar="W,H",
        help="cells (default: a cell for each pixel)",
    )
    shades = picture.add_mutually_exclusive_group()
    shades.add_argument(
        "--threshold",
        type=argument(whole_number("threshold", 1)),
        metavar="N",
        help="pixels darker than this are live: 1 to 255 (default 128)",
    )
    shades.add_argument(
        "--dither", action="store_true", help="show grey by the density of live cells"
    )
    picture.add_argument("--invert", action="store_true", help="light is live, not dark")
    picture.add_argument(
        "--weights",
        metavar="FILE",
        help="also write weights for lifesat predecessors --nearest: a digit for each cell, from 1 "
        "where the picture is as light as the threshold to 9 where it is black or white",
    )
    output = parser.add_argument_group("output")
    add(output, "output", "force", "to")
    add_picture_options(parser, generations=False)


def run(options: argparse.Namespace) -> int:
    """Draw, and return the exit code."""
    from lifesat.reporting.files import open_pattern

    _check(options)
    form, look = form_and_look(options)
    with open_pattern(options.output, form or "rle", force=options.force, look=look) as write:
        write(_picture(options) if options.text is None else _text(options))
    return exit_codes.FOUND


def _check(options: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    if (options.text is None) == (options.picture is None):
        raise UserError("give a text, or a picture with --picture FILE")
    if options.text is not None:
        for name in _OF_PICTURES:
            if getattr(options, name):
                raise UserError(f"--{name} needs --picture")
    elif options.spacing is not None:
        raise UserError("--spacing is for text, not for a picture")
    if options.weights == options.output:
        raise UserError("--weights and -o cannot have the same destination; give one another file")


def _text(options: argparse.Namespace) -> Pattern:
    """Return a text as a pattern."""
    from lifesat.requests.drawing import draw_text

    spacing = 1 if options.spacing is None else options.spacing
    return draw_text(options.text.replace("\\n", "\n"), spacing)


def _picture(options: argparse.Namespace) -> Pattern:
    """Return a picture as a pattern, and write its weights if they are asked for."""
    from lifesat.requests.drawing import PictureRequest

    request = PictureRequest(
        options.picture,
        size=options.size,
        threshold=128 if options.threshold is None else options.threshold,
        dither=options.dither,
        invert=options.invert,
    )
    pattern, weights = request.drawn()
    if options.weights is not None:
        _write_weights(options, weights)
    return pattern


def _write_weights(options: argparse.Namespace, weights: Weights) -> None:
    """Write a digit for each cell."""
    from lifesat.reporting.files import open_text
    from lifesat.requests.nearest import text_of_weights

    with open_text(options.weights, force=options.force) as stream:
        stream.write(text_of_weights(weights))
