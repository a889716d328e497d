"""``lifesat paths``: print where jobs and other files are."""

import argparse
import sys
from pathlib import Path

import lifesat
from lifesat.frontends.output import exit_codes
from lifesat.jobs.paths import home, jobs_folder
from lifesat.system.printing import standard_output


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "Print the folders that lifesat uses; LIFESAT_HOME moves them."
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Print the folders and return the exit code."""
    lines = {
        "home": home(),
        "jobs": jobs_folder(),
        "program": Path(lifesat.__file__).parent,
        "python": Path(sys.executable),
    }
    standard_output().writelines(f"{name}\t{path}\n" for name, path in lines.items())
    return exit_codes.FOUND
