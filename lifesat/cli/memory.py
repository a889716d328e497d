"""The options ``--memory`` and ``--disk``, shared by commands that make a formula or sweep."""

import argparse

from lifesat.cli.arguments import disk_size, memory_size


def add_memory_option(parser: argparse._ActionsContainer) -> None:
    """Add ``--memory`` to a command."""
    parser.add_argument(
        "--memory",
        type=memory_size,
        metavar="SIZE",
        help="the most memory for all processes together, such as 500M or 8G (default: half of the "
        "machine's); a search that needs more is refused before it begins",
    )


def add_sweep_options(parser: argparse._ActionsContainer) -> None:
    """Add ``--memory`` and ``--disk`` to a command that sweeps a frontier."""
    add_memory_option(parser)
    parser.add_argument(
        "--disk",
        type=disk_size,
        metavar="SIZE",
        help="the most temporary files, for what a sweep has no room for in memory, such as 20G "
        "(default: four times the memory, but at most half of the space that is free)",
    )
