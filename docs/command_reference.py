"""Write docs/commands.md, the reference of the command line, from the parsers.

``make reference`` runs it; with ``-`` it writes to standard output.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from lifesat.cli import parser

if TYPE_CHECKING:
    from collections.abc import Iterator

    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]

OUTPUT = Path(__file__).resolve().parent / "commands.md"

HEAD = """\
# Commands and options

<!-- Written by docs/command_reference.py from the parsers. Do not edit: run `make reference`. -->

`lifesat COMMAND --help` prints the same. [The command line](command-line.md) describes what the
commands have in common: exit codes, output files and memory."""


def reference() -> str:
    """Return the reference as Markdown."""
    top = parser()
    commands = _commands(top)
    if commands is None:
        raise ValueError("the parser of lifesat has no commands")
    rows = [
        f"| [`lifesat {name}`](#lifesat-{name}) | {summary} |"
        for name, summary in _summaries(commands).items()
    ]
    table = "\n".join(["| command | purpose |", "| --- | --- |", *rows])
    sections = [
        "\n\n".join(_section(f"lifesat {name}", command, "##"))
        for name, command in commands.choices.items()
    ]
    options = "\n\n".join(_tables(top))
    return "\n\n".join([HEAD, table, options, *sections]) + "\n"


def _commands(command: argparse.ArgumentParser) -> Commands | None:
    """Return the action that holds a parser's commands."""
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            return action
    return None


def _summaries(commands: Commands) -> dict[str, str]:
    return {choice.dest: _cell(choice.help or "") for choice in commands._choices_actions}


def _section(title: str, command: argparse.ArgumentParser, level: str) -> Iterator[str]:
    """Yield the paragraphs about a command, then those about its own commands."""
    inner = _commands(command)
    yield f"{level} {title}"
    yield f"    {_synopsis(title, command)}"
    if command.description:
        yield _escaped(" ".join(command.description.split()))
    yield from _tables(command)
    if command.epilog:
        yield _escaped(command.epilog.strip())
    if inner is not None:
        summaries = _summaries(inner)
        for name, choice in inner.choices.items():
            if not choice.description:
                choice.description = _sentence(summaries[name])
            yield from _section(f"{title} {name}", choice, f"{level}#")


def _synopsis(title: str, command: argparse.ArgumentParser) -> str:
    """Return the shortest call: what is required, and [options]."""
    inner = _commands(command)
    words = [title]
    for action in command._actions:
        if action is inner:
            words.append(f"{action.metavar}" if action.required else f"[{action.metavar}]")
        elif not action.option_strings:
            words.append(_positional(action))
        elif action.required:
            words.append(_typed(action))
    words += [
        f"({' | '.join(_typed(action) for action in group._group_actions)})"
        for group in command._mutually_exclusive_groups
        if group.required
    ]
    has_options = any(action.option_strings for action in command._actions[1:])
    return " ".join([*words, "[options]"] if has_options and inner is None else words)


def _positional(action: argparse.Action) -> str:
    name = _metavar(action)
    return {"?": f"[{name}]", "+": f"{name} ...", "*": f"[{name} ...]"}.get(str(action.nargs), name)


def _tables(command: argparse.ArgumentParser) -> Iterator[str]:
    """Yield a table for each group of options that has any."""
    groups = [*command._action_groups[2:], *command._action_groups[:2]]
    positionals = command._action_groups[0]
    for group in [positionals, *(group for group in groups if group is not positionals)]:
        rows = [
            f"| {_spelling(action)} | {_meaning(command, action)} |"
            for action in group._group_actions
            if not isinstance(action, argparse._SubParsersAction | argparse._HelpAction)
            and action.help != argparse.SUPPRESS
        ]
        if rows:
            title = str(group.title)
            heading = {"positional arguments": "argument", "options": "option"}.get(title, title)
            yield "\n".join([f"| {heading} | meaning |", "| --- | --- |", *rows])


def _spelling(action: argparse.Action) -> str:
    """Return an argument or option as it is typed, the long name of an option first."""
    if not action.option_strings:
        return f"`{_cell(_metavar(action))}`"
    short = sorted(action.option_strings, key=len, reverse=True)[1:]
    return ", ".join(f"`{_cell(name)}`" for name in [_typed(action), *short])


def _typed(action: argparse.Action) -> str:
    """Return an option's long name and its value."""
    name = max(action.option_strings, key=len)
    return name if action.nargs == 0 else f"{name} {_metavar(action)}"


def _metavar(action: argparse.Action) -> str:
    """Return what stands for a value: its name, or the few values there are."""
    if action.metavar:
        return str(action.metavar)
    if action.choices:
        return "|".join(str(choice) for choice in action.choices)
    return action.dest.upper()


def _meaning(command: argparse.ArgumentParser, action: argparse.Action) -> str:
    """Return the help of an option, with its choices where nothing else names them."""
    text = command._get_formatter()._expand_help(action) if action.help else ""
    choices = [str(choice) for choice in action.choices or ()]
    if choices and action.metavar and not all(choice in text for choice in choices):
        named = "one of " + ", ".join(choices)
        text = f"{text}: {named}" if text else named
    return _cell(_escaped(text))


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


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}." if text else ""


if __name__ == "__main__":
    if sys.argv[1:] == ["-"]:
        sys.stdout.write(reference())
    else:
        OUTPUT.write_text(reference())
