"""Write docs/lifesat.1, the man page, from the parsers.

``make reference`` runs it; with ``-`` it writes to standard output.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import parsers

from lifesat import __version__
from lifesat.cli import parser
from lifesat.cli.overview import EXAMPLES
from lifesat.frontends.output.exit_codes import EXIT_CODES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

OUTPUT = Path(__file__).resolve().parent / "lifesat.1"

ENVIRONMENT = {
    "LIFESAT_HOME": "The folder of jobs and settings, instead of the user's folder of data.",
    "NO_COLOR": "If it is set and not empty, the terminal application uses no colours.",
}

CONVENTIONS = (
    "Data goes to standard output, messages to standard error. A file name `-` stands for standard "
    "input or output. Pattern files may be RLE, plaintext, Life 1.05, Life 1.06, macrocell, "
    "apgcode, or any text with a pattern in it, such as a forum post."
)


def page() -> str:
    """Return the man page."""
    top = parser()
    commands = parsers.commands_of(top)
    if commands is None:
        raise ValueError("the parser of lifesat has no commands")
    lines = [
        '.\\" Written by docs/man_page.py from the parsers. Do not edit: run `make reference`.',
        f'.TH LIFESAT 1 "" "lifesat {__version__}" "User Commands"',
        ".SH NAME",
        "lifesat \\- run Conway's Game of Life backwards",
        ".SH SYNOPSIS",
        ".B lifesat",
        ".I COMMAND",
        "[options]",
        ".SH DESCRIPTION",
        _text(top.description or ""),
        _text(CONVENTIONS),
        ".SH COMMANDS",
        *_items({f"lifesat {name}": text for name, text in parsers.summaries_of(commands).items()}),
        ".SH OPTIONS",
        *_options(top, with_heading=False),
    ]
    for name, command in commands.choices.items():
        lines.append(f'.SH "LIFESAT {name.upper()}"')
        for section in parsers.sections(f"lifesat {name}", command):
            lines += _section(*section)
    lines += [".SH EXIT STATUS", *_items({str(code): text for code, text in EXIT_CODES.items()})]
    lines += [".SH ENVIRONMENT", *_items(ENVIRONMENT)]
    lines.append(".SH EXAMPLES")
    for line, purpose in EXAMPLES.items():
        shown = ".PP", ".RS 4", ".nf", _text(line), ".fi", ".RE", ".PP"
        lines += [f"{_text(purpose.capitalize())}:", *shown]
    lines.pop()
    return "\n".join([*lines, ".SH SEE ALSO", ".BR golly (6)"]) + "\n"


def _section(title: str, description: str, command: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the lines about a command, or about one of its own commands."""
    if len(title.split()) > 2:
        yield f'.SS "{_text(title)}"'
    yield f".B {_text(title)}"
    if words := parsers.synopsis(command):
        yield _text(" ".join(words))
    if description:
        yield ".PP"
        yield _text(description)
    yield from _options(command, with_heading=True)
    if command.epilog:
        yield ".PP"
        yield _text(" ".join(command.epilog.split()))


def _options(command: argparse.ArgumentParser, *, with_heading: bool) -> Iterator[str]:
    """Yield the options of a command, each group under its heading."""
    for heading, actions in parsers.groups(command):
        if with_heading and heading not in ("argument", "option"):
            yield ".PP"
            yield f".I {_text(heading[0].upper() + heading[1:])}:"
        yield from _items(
            {
                ", ".join(parsers.spellings(action)): parsers.meaning(command, action)
                for action in actions
            }
        )


def _items(items: dict[str, str]) -> Iterator[str]:
    """Yield tagged paragraphs."""
    for tag, text in items.items():
        yield from (".TP", f".B {_text(tag)}", _text(text))


def _text(text: str) -> str:
    """Return a text in which troff finds nothing to interpret, with `code` in bold."""
    for plain, escape in {
        "\\": "\\e",
        "-": "\\-",
        "'": "\\(aq",
        "^": "\\(ha",
        "~": "\\(ti",
    }.items():
        text = text.replace(plain, escape)
    text = re.sub(r"`([^`]*)`", r"\\fB\1\\fR", text)
    return f"\\&{text}" if text.startswith(".") else text


if __name__ == "__main__":
    if sys.argv[1:] == ["-"]:
        sys.stdout.write(page())
    else:
        OUTPUT.write_text(page(), encoding="utf-8")
