"""What the parsers of the command line know, as docs/commands.md and the man page print it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]


def commands_of(command: argparse.ArgumentParser) -> Commands | None:
    """Return the action that holds a parser's commands."""
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            return action
    return None


def summaries_of(commands: Commands) -> dict[str, str]:
    """Return the line of help for each command."""
    return {choice.dest: choice.help or "" for choice in commands._choices_actions}


def sections(
    title: str, command: argparse.ArgumentParser
) -> Iterator[tuple[str, str, argparse.ArgumentParser]]:
    """Yield a command and then its own commands: title, description and parser."""
    yield title, " ".join((command.description or "").split()), command
    inner = commands_of(command)
    if inner is None:
        return
    summaries = summaries_of(inner)
    for name, choice in inner.choices.items():
        if not choice.description and (summary := summaries[name]):
            choice.description = f"{summary[0].upper()}{summary[1:]}."
        yield from sections(f"{title} {name}", choice)


def synopsis(command: argparse.ArgumentParser) -> list[str]:
    """Return the words of the shortest call after the name: what is required, and [options]."""
    inner = commands_of(command)
    words = []
    for action in command._actions:
        if action is inner:
            words.append(f"{action.metavar}" if action.required else f"[{action.metavar}]")
        elif not action.option_strings:
            words.append(_positional(action))
        elif action.required:
            words.append(typed(action))
    words += [
        f"({' | '.join(typed(action) for action in group._group_actions)})"
        for group in command._mutually_exclusive_groups
        if group.required
    ]
    has_options = any(action.option_strings for action in command._actions[1:])
    return [*words, "[options]"] if has_options and inner is None else words


def groups(command: argparse.ArgumentParser) -> Iterator[tuple[str, list[argparse.Action]]]:
    """Yield the groups of options that have any, those of arguments first: title and options."""
    ordered = [*command._action_groups[2:], *command._action_groups[:2]]
    positionals = command._action_groups[0]
    for group in [positionals, *(group for group in ordered if group is not positionals)]:
        actions = [
            action
            for action in group._group_actions
            if not isinstance(action, argparse._SubParsersAction | argparse._HelpAction)
            and action.help != argparse.SUPPRESS
        ]
        if actions:
            title = str(group.title)
            yield (
                {"positional arguments": "argument", "options": "option"}.get(title, title),
                actions,
            )


def spellings(action: argparse.Action) -> list[str]:
    """Return how an argument or option is typed, an option by its long name first."""
    if not action.option_strings:
        return [metavar(action)]
    return [typed(action), *sorted(action.option_strings, key=len, reverse=True)[1:]]


def typed(action: argparse.Action) -> str:
    """Return an option's long name and its value."""
    name = max(action.option_strings, key=len)
    return name if action.nargs == 0 else f"{name} {metavar(action)}"


def metavar(action: argparse.Action) -> str:
    """Return what stands for a value: its name, or the few values there are."""
    if action.metavar:
        return str(action.metavar)
    if action.choices:
        return "|".join(str(choice) for choice in action.choices)
    return action.dest.upper()


def meaning(command: argparse.ArgumentParser, action: argparse.Action) -> str:
    """Return the help of an option, with its choices where nothing else names them."""
    text = command._get_formatter()._expand_help(action) if action.help else ""
    choices = [str(choice) for choice in action.choices or ()]
    if choices and action.metavar and not all(choice in text for choice in choices):
        named = "one of " + ", ".join(choices)
        text = f"{text}: {named}" if text else named
    return " ".join(text.split())


def _positional(action: argparse.Action) -> str:
    name = metavar(action)
    return {"?": f"[{name}]", "+": f"{name} ...", "*": f"[{name} ...]"}.get(str(action.nargs), name)
