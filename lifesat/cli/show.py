"""``lifesat show``: patterns on the terminal."""

from __future__ import annotations

import os
import shutil
import sys
import time
from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.arguments import add
from lifesat.errors import UserError
from lifesat.formats import read_all
from lifesat.formats.registry import fitted
from lifesat.frontends.output import exit_codes
from lifesat.life.colours import read_colours
from lifesat.life.life_history import under_rule
from lifesat.life.pattern import generations_of
from lifesat.system.printing import printable

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from lifesat.life.pattern import Pattern

_TRUE_COLOURS = ("truecolor", "24bit")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Show patterns on the terminal in half blocks, two cells to a character. They have colours "
        "unless NO_COLOR is set."
    )
    parser.set_defaults(run=run)
    add(parser, "show.files", "format", "unknown", "clip", "rule")
    how = ": played on a terminal, otherwise written one below the other"
    add(parser, "later.generations", how=how)
    add(parser, "step", "colours", "quiet")


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
    """The output on which patterns are shown, with its size and colours."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._live = sys.stdout.isatty()
        self._quiet, self._step = options.quiet, options.step
        self._colours = read_colours(options.colours or "light")
        self._columns, self._rows = shutil.get_terminal_size()
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
        frames, rows = self._frames(generations, plays=plays)
        for number, frame in enumerate(frames):
            if number and plays:
                time.sleep(self._step)
                self.write(f"\x1b[{rows}A\r")
            elif number:
                self.write(f"generation {number}\n")
            self.write(frame)

    def _frames(self, generations: Sequence[Pattern], *, plays: bool) -> tuple[list[str], int]:
        """Return the text of each generation, and the number of its rows."""
        from lifesat.frontends.output.blocks import draw_blocks, in_encoding

        # A file has any width, unless somebody says otherwise.
        columns = self._columns if self._live or "COLUMNS" in os.environ else None
        rows = max(1, self._rows - 1) if plays else None
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
