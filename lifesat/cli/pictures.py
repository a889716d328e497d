"""Options about pictures, for the commands that write patterns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli.arguments import add
from lifesat.errors import UserError

if TYPE_CHECKING:
    import argparse

    from lifesat.formats.images import Look
    from lifesat.frontends.output.files import Output

_LARGEST_CELL = 200
_OPTIONS = ("layout", "cell_size", "colours", "grid")


def add_picture_options(
    parser: argparse.ArgumentParser, *, generations: bool = True
) -> argparse._ArgumentGroup:
    """Add the options for pictures, with ``--layout`` for `generations`; return their group."""
    pictures = parser.add_argument_group(
        "pictures", "with --to svg, png, gif or apng; all but SVG need the extra pictures"
    )
    if generations:
        add(pictures, "layout")
    add(pictures, "cell_size", "colours", "grid")
    return pictures


def output_of(options: argparse.Namespace) -> Output:
    """Return where and how to write patterns; its format is None if none is chosen.

    The extension of the output file can also choose a picture. Raises `UserError` if there are
    options for pictures, but no picture.
    """
    from lifesat.formats.registry import IMAGES, format_of_name
    from lifesat.frontends.output.files import Output

    form: str | None = options.to
    if form is None and (named := format_of_name(options.output)) in IMAGES:
        form = named
    return Output(options.output, options.force, form, look_of(options, form))


def look_of(options: argparse.Namespace, form: str | None) -> Look:
    """Return how a picture looks; options for pictures are an error with any other format."""
    from lifesat.formats.images import Look
    from lifesat.formats.registry import IMAGES
    from lifesat.life.colours import LIGHT, read_colours

    # Puzzles have no such options.
    given = {name: getattr(options, name, None) for name in _OPTIONS}
    for name, value in given.items():
        if value is not None and form not in IMAGES:
            flag = name.replace("_", "-")
            raise UserError(f"--{flag} is for pictures: --to svg, png, gif or apng")
    layout, cell_size, colours, grid = given.values()
    if cell_size is not None and cell_size > _LARGEST_CELL:
        raise UserError(f"--cell-size {cell_size} is too large; the limit is {_LARGEST_CELL}")
    return Look(
        layout or "", cell_size, read_colours(colours) if colours else LIGHT, grid or "auto"
    )
