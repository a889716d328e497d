"""``lifesat draw``: patterns from text and from pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.arguments import add
from lifesat.cli.writing import add_picture_options, output_of
from lifesat.errors import UserError
from lifesat.frontends.options.table import from_values
from lifesat.frontends.output import exit_codes

if TYPE_CHECKING:
    import argparse

    from lifesat.life.pattern import Pattern
    from lifesat.problems.life.nearest import Weights


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write TEXT as a pattern, in letters seven cells high, or with --picture a picture. The "
        "pattern can be a target: lifesat draw HI | lifesat predecessors - --nearest"
    )
    parser.set_defaults(run=run)
    add(parser, "text", "spacing")
    picture = parser.add_argument_group("pictures (they need the extra pictures)")
    add(picture, "picture", "draw.size")
    add(picture.add_mutually_exclusive_group(), "threshold", "dither")
    add(picture, "invert", "draw.weights")
    output = parser.add_argument_group("output")
    add(output, "output", "force", "to")
    add_picture_options(parser, generations=False)


def run(options: argparse.Namespace) -> int:
    """Write the pattern and return the exit code."""
    from lifesat.frontends.output.files import open_pattern

    _check(options)
    with open_pattern(output_of(options)) as write:
        pattern = _picture(options) if options.text is None else _text(options)
        diagnostics.warn("text", pattern)
        write(pattern)
    return exit_codes.FOUND


def _check(options: argparse.Namespace) -> None:
    """Reject options that cannot be combined."""
    if (options.text is None) == (options.picture is None):
        raise UserError("give a text, or a picture with --picture FILE")
    if options.weights == options.output:
        raise UserError("--weights and -o cannot have the same destination; give one another file")


def _text(options: argparse.Namespace) -> Pattern:
    """Return the text as a pattern."""
    from lifesat.frontends.input.drawing import draw_text

    return draw_text(options.text.replace("\\n", "\n"), options.spacing)


def _picture(options: argparse.Namespace) -> Pattern:
    """Return the picture as a pattern, and write its weights if requested."""
    from lifesat.frontends.input.drawing import PictureRequest

    request = from_values(PictureRequest, vars(options) | {"path": options.picture})
    pattern, weights = request.drawn()
    if options.weights is not None:
        _write_weights(options, weights)
    return pattern


def _write_weights(options: argparse.Namespace, weights: Weights) -> None:
    """Write a digit for each cell."""
    from lifesat.frontends.input.nearest import text_of_weights
    from lifesat.frontends.output.files import open_text

    with open_text(options.weights, force=options.force) as stream:
        stream.write(text_of_weights(weights))
