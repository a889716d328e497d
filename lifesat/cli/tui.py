"""``lifesat tui``: the terminal application."""

import argparse
from importlib import import_module

from lifesat.reporting import exit_codes
from lifesat.system.printing import standard_output


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Start, follow and browse searches on the whole screen. Searches go on when it ends."
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "begin", metavar="JOB|FILE", nargs="?",
        help="show this job at first, or the form of a new search with this file",
    )  # fmt: skip
    parser.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal")
    parser.add_argument(
        "--theme",
        metavar="THEME",
        help="a theme, such as lifesat-dark or lifesat-light; ansi-dark and ansi-light keep the "
        "terminal's own colours",
    )
    parser.add_argument(
        "--pictures",
        choices=("auto", "half-block", "braille", "ascii"),
        help="how patterns are drawn: auto (the default) takes the largest that fit",
    )


def run(options: argparse.Namespace) -> int:
    """Show the application, print what the user wants printed, and return the exit code."""
    # By its name, so that nothing here depends on it.
    application = import_module("lifesat_tui")
    printed = application.run(
        options.begin,
        mouse=not options.no_mouse,
        theme=options.theme,
        pictures=options.pictures,
    )
    standard_output().writelines(printed)
    return exit_codes.FOUND
