"""The option ``--memory``, shared by the commands that may sweep a frontier."""

from __future__ import annotations

import argparse
import re

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def add_memory_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--memory`` to a command."""
    parser.add_argument(
        "--memory",
        type=memory_size,
        metavar="SIZE",
        help="the most memory for a sweep, such as 500M or 8G (default: half of the machine's)",
    )


def memory_size(text: str) -> int:
    """Parse a number of bytes for argparse."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)([KMGT]?)B?", text, re.IGNORECASE)
    if not match or not float(match[1]):
        raise argparse.ArgumentTypeError(f"{text!r} is no size of memory, such as 500M or 8G")
    return int(float(match[1]) * _UNITS[match[2].upper()])
