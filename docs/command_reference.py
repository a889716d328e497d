"""Write docs/commands.md, the reference of the command line, from the parsers.

``make reference`` runs it; with ``-`` it writes to standard output.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import parsers

from lifesat.cli import parser

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

OUTPUT = Path(__file__).resolve().parent / "commands.md"

HEAD = """\
# Commands and options

<!-- Written by docs/command_reference.py from the parsers. Do not edit: run `make reference`. -->

`lifesat COMMAND --help` prints the same, and so does [`man lifesat`](installation.md#the-man-page).
[The command line](command-line.md) describes what the commands have in common: exit codes, output
files and memory.

```console
$ lifesat predecessors --help
...
```"""


def reference() -> str:
    """Return the reference as Markdown."""
    top = parser()
    commands = parsers.commands_of(top)
    if commands is None:
        raise ValueError("the parser of lifesat has no commands")
    rows = [
        f"| [`lifesat {name}`](#lifesat-{name}) | {_cell(summary)} |"
        for name, summary in parsers.summaries_of(commands).items()
    ]
    table = "\n".join(["| command | purpose |", "| --- | --- |", *rows])
    described = [
        "\n\n".join(_section(*section))
        for name, command in commands.choices.items()
        for section in parsers.sections(f"lifesat {name}", command)
    ]
    options = "\n\n".join(_tables(top))
    return "\n\n".join([HEAD, table, options, *described]) + "\n"


def _section(title: str, description: str, command: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the paragraphs about a command."""
    yield f"{'#' * len(title.split())} {title}"
    yield f"    {' '.join([title, *parsers.synopsis(command)])}"
    if description:
        yield _escaped(description)
    yield from _tables(command)
    if command.epilog:
        yield _escaped(command.epilog.strip())


def _tables(command: argparse.ArgumentParser) -> Iterator[str]:
    """Yield a table for each group of options."""
    for heading, actions in parsers.groups(command):
        rows = [
            f"| {_spelling(action)} | {_cell(_escaped(parsers.meaning(command, action)))} |"
            for action in actions
        ]
        yield "\n".join([f"| {heading} | meaning |", "| --- | --- |", *rows])


def _spelling(action: argparse.Action) -> str:
    return ", ".join(f"`{_cell(name)}`" for name in parsers.spellings(action))


def _cell(text: str) -> str:
    """Return a text that fits a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def _escaped(text: str) -> str:
    """Return a text with its options as code, and nothing that Markdown takes for markup."""
    parts = text.split("`")
    for i in range(0, len(parts), 2):
        plain = re.sub(r"([*_<])", r"\\\1", parts[i])
        parts[i] = re.sub(r"(?<![\w`-])(--?[a-z][\w-]*)", r"`\1`", plain)
    return "`".join(parts)


if __name__ == "__main__":
    if sys.argv[1:] == ["-"]:
        sys.stdout.write(reference())
    else:
        OUTPUT.write_text(reference(), encoding="utf-8")
