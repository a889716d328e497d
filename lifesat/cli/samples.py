"""The options ``--samples`` and ``--seed`` of commands that can estimate."""

import argparse

from lifesat.cli.arguments import add
from lifesat.errors import UserError


def add_samples_options(parser: argparse.ArgumentParser, what: str) -> None:
    """Add ``--samples``, which estimates `what`, and ``--seed``."""
    add(parser, "samples", what=what)
    add(parser, "seed", what="--samples")


def check_samples(options: argparse.Namespace, *excluded: str) -> None:
    """Reject a seed without samples, and samples with options that need an exact answer.

    `excluded` has the names of these options without leading hyphens.
    """
    if options.samples is None:
        if options.seed:
            raise UserError("--seed is for --samples: exact numbers have no seed")
        return
    for name in excluded:
        if getattr(options, name.replace("-", "_")):
            raise UserError(f"--{name} needs an exact answer; leave out --samples")
