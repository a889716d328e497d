"""The commands in groups, and the output of ``lifesat --help``."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator

from lifesat.frontends.output import exit_codes
from lifesat.plugins import Plugin, plugins

USAGE = "lifesat COMMAND [options]"
DESCRIPTION = (
    "Run Conway's Game of Life backwards: find what could have come before a pattern,\n"
    "count it, or prove that nothing could."
)

GROUPS: dict[str, dict[str, str]] = {
    "predecessors": {
        "predecessors": "list the predecessors of a pattern",
        "has-parent": "decide which of many patterns have a predecessor",
        "rewind": "go back as many generations as possible, one at a time",
        "ancestors": "decide whether one pattern is an ancestor of another",
        "count": "count the predecessors of a pattern",
        "sample": "draw predecessors at random, all with the same probability",
        "marginals": "print the probability that each cell is live in a predecessor",
        "forced": "find the cells that all predecessors have in common",
        "orphan": "decide whether a pattern is an orphan, with a proof",
        "orphans": "find orphans in a box, from nothing",
        "self-forcing": "decide whether every predecessor contains the pattern",
    },
    "other searches": {
        "still-lifes": "find still lifes in a box",
        "oscillators": "find oscillators in a box",
        "spaceships": "find spaceships in a box",
        "replicators": "find patterns that become two copies of themselves",
        "eaters": "find still lifes that eat a glider",
        "catalysts": "find still lifes that a pattern hits and that recover",
        "agars": "find agars, which repeat in both directions of the plane",
        "complete": "find the smallest still life or oscillator with given cells",
        "search": "find what a search file describes: any block of space-time",
    },
    "puzzles": {},
    "formulas and proofs": {
        "encode": "write the formula of a search in DIMACS, for any solver",
        "decode": "turn the model of any solver into a pattern",
        "check-proof": "check a proof that --proof wrote",
    },
    "files": {
        "convert": "convert, check or describe pattern files",
        "show": "show patterns in the terminal",
        "draw": "make a pattern from text or from a picture",
    },
    "jobs and places": {
        "jobs": "list, follow, pause, resume, stop or export jobs",
        "tui": "run searches in the terminal application",
        "golly": "install the scripts for Golly, and check that they work",
        "paths": "print where jobs and other files are",
    },
}
"""The groups by title: their commands, each with a line of help."""

MODULES: dict[str, str] = {}
"""The modules of commands that plug-ins add; others have the name of their command."""


def add_commands(plugin: Plugin) -> None:
    """Add the commands of a plug-in."""
    for name, (title, summary, module) in plugin.commands.items():
        GROUPS.setdefault(title, {})[name] = summary
        MODULES[name] = module


for _plugin in plugins():
    add_commands(_plugin)


def commands() -> dict[str, str]:
    """Return the commands, each with a line of help."""
    return {name: summary for group in GROUPS.values() for name, summary in group.items()}


COMMANDS = commands()
"""The commands that lifesat brings, each with a line of help."""

EXAMPLES = {
    "lifesat predecessors tub.rle": "one predecessor",
    "lifesat predecessors tub.rle --all -o parents/": "all of them, a file each",
    "lifesat count tub.rle": "how many there are",
    "lifesat orphan garden.rle --proof garden.drat": "none, with a proof",
    "lifesat predecessors life.rle --job one": "a job that outlives the shell",
}
"""Example command lines, and what they do."""

_HINT = "`lifesat COMMAND --help` describes a command, `man lifesat` all of them."


def overview(parser: ArgumentParser) -> str:
    """Return the help of the whole command line, with the options of `parser`."""
    formatter = RawDescriptionHelpFormatter(parser.prog)
    formatter.start_section("options")
    formatter.add_arguments(each for each in parser._actions if each.option_strings)  # noqa: SLF001
    formatter.end_section()
    width = max(map(len, COMMANDS))
    codes = {f"{code:3}": meaning for code, meaning in exit_codes.EXIT_CODES.items()}
    return "\n".join(
        [
            f"usage: {USAGE}",
            "",
            DESCRIPTION,
            "",
            *_section("examples", EXAMPLES),
            *(
                line
                for title, group in GROUPS.items()
                if group
                for line in _section(title, group, width)
            ),
            _HINT,
            "",
            formatter.format_help(),
            *_section("exit codes", codes),
        ]
    )


def _section(title: str, entries: dict[str, str], width: int = 0) -> Iterator[str]:
    """Yield the lines of a section and an empty line."""
    width = max(width, *map(len, entries))
    yield f"{title}:"
    for name, words in entries.items():
        yield f"  {name:{width}}  {words}"
    yield ""
