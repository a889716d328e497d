"""The options ``--samples`` and ``--seed``, shared by commands that can estimate."""

import argparse

from lifesat.cli.arguments import add
from lifesat.errors import UserError


def add_samples_options(parser: argparse.ArgumentParser, what: str) -> None:
    """Add ``--samples``, which estimates something, and ``--seed``."""
    add(parser, "samples", what=what)
    add(parser, "seed", what="--samples")


def check_samples(options: argparse.Namespace, *excluded: str) -> None:
    """Refuse options that do not go together.

    Parameters
    ----------
    options
        The options of the command.
    excluded
        The options that only an exact answer takes, without their hyphens.

    Raises
    ------
    UserError
        If there is a seed without samples, or an excluded option with samples.
    """
    if options.samples is None:
        if options.seed:
            raise UserError("--seed is for --samples: exact numbers have no seed")
        return
    for name in excluded:
        if getattr(options, name.replace("-", "_")):
            raise UserError(f"--{name} needs an exact answer; leave out --samples")
