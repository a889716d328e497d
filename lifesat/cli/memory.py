"""The option ``--memory``, shared by the commands that make a formula or sweep a frontier."""

from __future__ import annotations

from lifesat.cli.arguments import memory_size

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse


def add_memory_option(parser: argparse._ActionsContainer) -> None:
    """Add ``--memory`` to a command."""
    parser.add_argument(
        "--memory",
        type=memory_size,
        metavar="SIZE",
        help="the most memory for all processes together, such as 500M or 8G (default: half of the "
        "machine's); a search that needs more is refused before it begins",
    )
