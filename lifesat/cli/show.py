"""``lifesat show``: patterns on the terminal."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.arguments import add
from lifesat.errors import UserError
from lifesat.formats import read_all
from lifesat.formats.bounds import fitted
from lifesat.life.colours import read_colours
from lifesat.life.generations import generations_of
from lifesat.life.life_history import under_rule
from lifesat.life.pictures.pixels import pixels
from lifesat.life.pictures.scene import Look, arrange
from lifesat.reporting import exit_codes
from lifesat.reporting.graphics import ENCODERS, ask_terminal, protocol_of, space
from lifesat.system.printing import printable

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from lifesat.life.pattern import Pattern
    from lifesat.reporting.graphics import Space

_TRUE_COLOURS = ("truecolor", "24bit")
# Pixels: the side of a cell, if it fits.
_CELL = 12


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Show patterns on the terminal: as pictures where the terminal says that it can, otherwise "
        "in half blocks, two cells to a character. They have colours unless NO_COLOR is set."
    )
    parser.set_defaults(run=run)
    add(parser, "show.files", "format", "unknown", "clip", "rule")
    how = ": played on a terminal, otherwise written one below the other"
    add(parser, "later.generations", how=how)
    add(parser, "step", "form", "colours", "quiet")


def run(options: argparse.Namespace) -> int:
    """Show the patterns and return the exit code."""
    patterns = []
    for name in options.files:
        for pattern in read_all(
            name,
            format=options.format,
            unknown=options.unknown,
            clip=options.clip,
            bounded=not options.rule,
        ):
            if not options.quiet:
                diagnostics.warn(name, pattern)
            if options.rule:
                ruled = under_rule(pattern, options.rule, unknown=options.unknown)
                patterns.append(fitted(ruled, clip=options.clip))
            else:
                patterns.append(pattern)
    screen = _Screen(options)
    for number, pattern in enumerate(patterns):
        if not (pattern.width and pattern.height):
            raise UserError(f"{options.files[0]}: there is nothing to show: the box is empty")
        if len(patterns) > 1:
            screen.write(("\n" if number else "") + _title(pattern))
        screen.show(generations_of(pattern, options.generations))
    return exit_codes.FOUND


def _title(pattern: Pattern) -> str:
    name = f"{printable(pattern.name)}: " if pattern.name else ""
    return f"{name}{repr(pattern).strip('<>').removeprefix('Pattern ')}\n"


class _Screen:
    """The output on which patterns are shown, with its colours and graphics protocol."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._live = sys.stdout.isatty()
        self._quiet, self._step = options.quiet, options.step
        self._colours = read_colours(options.colours or "light")
        self._space: Space = space()
        self._protocol: str | None = None
        if options.form != "auto":
            self._protocol = None if options.form == "blocks" else options.form
        elif self._live:
            self._protocol = protocol_of(os.environ, b"") or protocol_of(os.environ, ask_terminal())
        self._depth: int | None = None
        if self._live and not os.environ.get("NO_COLOR"):
            self._depth = 1 << 24 if os.environ.get("COLORTERM") in _TRUE_COLOURS else 256

    def write(self, text: str) -> None:
        """Write a text and flush the output."""
        sys.stdout.write(text)
        sys.stdout.flush()

    def show(self, generations: Sequence[Pattern]) -> None:
        """Show a pattern, or its generations one after the other."""
        plays = self._live and len(generations) > 1
        cell = self._cell_size(generations[0])
        if self._protocol and cell:
            frames, rows = self._frames_as_pictures(generations, cell, plays=plays)
        else:
            frames, rows = self._frames_as_blocks(generations, plays=plays)
        for number, frame in enumerate(frames):
            if number and plays:
                time.sleep(self._step)
                self.write(f"\x1b[{rows}A\r")
            elif number:
                self.write(f"generation {number}\n")
            self.write(frame)

    def _frames_as_blocks(
        self, generations: Sequence[Pattern], *, plays: bool
    ) -> tuple[list[str], int]:
        """Return the text of each generation, and the number of its rows."""
        from lifesat.reporting.blocks import draw_blocks, in_encoding

        # A file has any width, unless somebody says otherwise.
        columns = self._space.columns if self._live or "COLUMNS" in os.environ else None
        rows = max(1, self._space.rows - 1) if plays else None
        how = columns, rows, self._depth, self._colours
        drawn = [draw_blocks(each, *how) for each in generations]
        scale = drawn[0].scale
        if scale > 1 and not self._quiet:
            first = generations[0]
            diagnostics.say(
                f"{first.width:,} x {first.height:,} cells; each one shown stands for "
                f"{scale} x {scale}, and is live if one of them is"
            )
        encoding = sys.stdout.encoding or "utf-8"
        texts = ["".join(f"{line}\n" for line in each.lines) for each in drawn]
        return [in_encoding(text, encoding) for text in texts], len(drawn[0].lines)

    def _frames_as_pictures(
        self, generations: Sequence[Pattern], cell: int, *, plays: bool
    ) -> tuple[list[str], int]:
        """Return each generation as a picture, and how many rows of the terminal it takes."""
        scene = arrange([generations], Look("animation", cell, self._colours))
        rows = -(-scene.height // self._space.high)
        encode = ENCODERS[self._protocol or "sixel"]
        texts = [encode(pixels(scene, k)) for k in range(len(generations))]
        if plays:
            # Make room first, so that the place of the cursor remains where it is saved.
            below = "\n" * rows + f"\x1b[{rows}A"
            texts = [f"{below}\x1b7{text}\x1b8\x1b[{rows}B" for text in texts]
        return texts, rows

    def _cell_size(self, pattern: Pattern) -> int:
        """Return a cell's side, at most `_CELL` pixels, at which a picture fits; 0 if none does."""
        width, height = self._space.columns * self._space.wide, self._space.rows * self._space.high
        return min(_CELL, (width - 1) // pattern.width, (height - 1) // pattern.height)
