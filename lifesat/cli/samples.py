"""The options ``--samples`` and ``--seed``, shared by commands that can estimate."""

import argparse

from lifesat.cli.arguments import whole_number
from lifesat.defaults import FEWEST_SAMPLES
from lifesat.errors import UserError


def add_samples_options(parser: argparse.ArgumentParser, what: str) -> None:
    """Add ``--samples`` and ``--seed`` to a command.

    Parameters
    ----------
    parser
        The command's parser.
    what
        What is estimated, with its article.
    """
    parser.add_argument(
        "--samples",
        type=whole_number("number of samples", FEWEST_SAMPLES),
        metavar="K",
        help=f"estimate {what} from K independent samples (at least {FEWEST_SAMPLES}; 100 is a "
        "good start)",
    )
    parser.add_argument(
        "--seed",
        type=whole_number("seed", 0),
        metavar="S",
        help="the seed of --samples (default 0)",
    )


def check_samples(options: argparse.Namespace, *excluded: str) -> None:
    """Refuse options that contradict each other.

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
        if options.seed is not None:
            raise UserError("--seed is for --samples: exact numbers have no seed")
        return
    for name in excluded:
        if getattr(options, name.replace("-", "_")):
            raise UserError(f"--{name} needs an exact answer; leave out --samples")
