"""``lifesat tui``: the terminal application."""

import argparse
from importlib import import_module

from lifesat.cli.arguments import add
from lifesat.frontends.output import exit_codes
from lifesat.system.printing import standard_output


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Start, follow and browse searches on the whole screen. Searches go on when it ends."
    )
    parser.set_defaults(run=run)
    add(parser, "begin", "no_mouse", "theme", "pictures", "browser", "port")


def run(options: argparse.Namespace) -> int:
    """Run the terminal application, print its output, and return the exit code."""
    # By its name, so that nothing here depends on it.
    if options.browser:
        import_module("lifesat_tui.browser").serve(_words(options), options.port or 0)
        return exit_codes.FOUND
    application = import_module("lifesat_tui")
    printed = application.run(
        options.begin,
        mouse=not options.no_mouse,
        theme=options.theme,
        pictures=options.pictures,
    )
    standard_output().writelines(printed)
    return exit_codes.FOUND


def _words(options: argparse.Namespace) -> list[str]:
    """Return the arguments of the application that a page in the browser runs."""
    given = {"--theme": options.theme, "--pictures": options.pictures}
    return [
        *(["--no-mouse"] if options.no_mouse else []),
        *(f"{flag}={value}" for flag, value in given.items() if value),
        *(["--", options.begin] if options.begin else []),
    ]
