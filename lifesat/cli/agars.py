"""``lifesat agars``: patterns of the whole plane that repeat in both directions, and in time."""

import argparse
from dataclasses import replace

from lifesat.cli.arguments import shift, size, whole_number
from lifesat.cli.configuration import add_print_config, write_as_block
from lifesat.cli.searching import add_search_options, effort, run_search
from lifesat.cli.target import add_population_options
from lifesat.defaults import AGAR_PAD
from lifesat.errors import UserError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write agars: patterns of the whole plane that repeat every W cells across and every H "
        "cells down. Each is written as one period on a torus. Of those that are equal up to "
        "translations, rotations, reflections and the passage of time, one is written."
    )
    parser.set_defaults(run=run)
    parser.add_argument("box", type=size, metavar="W,H", help="the torus, one period")
    sought = parser.add_argument_group("problem")
    sought.add_argument(
        "--period",
        "-p",
        type=whole_number("period", 1),
        default=1,
        metavar="P",
        help="it is there again P generations later, and no sooner (default 1, still lifes)",
    )
    sought.add_argument(
        "--shift",
        type=shift,
        default=(0, 0),
        metavar="DX,DY",
        help="how far right and down it is by then (default 0,0); write --shift=-1,0 where the "
        "first is negative",
    )
    sought.add_argument(
        "--rule",
        default="B3/S23",
        help="the rule, B3/S23 unless given; any of two states and 3x3 cells",
    )
    add_population_options(sought, "live cells on the torus, in every generation,")
    sought.add_argument(
        "--self-forcing",
        action="store_true",
        help="only those whose every generation has no predecessor but the one before it",
    )
    sought.add_argument(
        "--pad",
        type=whole_number("padding", 0),
        metavar="N",
        help="with --self-forcing: the largest patch that is to show it is one period with N cells "
        f"on every side (default {AGAR_PAD})",
    )
    add_search_options(parser, "agars")
    add_print_config(parser)


def run(options: argparse.Namespace) -> int:
    """Search for agars and return the exit code."""
    from lifesat.problems.life.agar import Agar, SelfForcingAgar
    from lifesat.queries.self_forcing_agars import SelfForcingAgars

    width, height = options.box
    problem = Agar(
        width,
        height,
        period=options.period,
        shift=options.shift,
        least=options.min_population,
        most=options.max_population,
        rule_name=options.rule,
    )
    _check(options)
    if options.print_config:
        return write_as_block(problem, options)
    how = replace(effort(options), up_to_symmetry=not options.smallest)
    if options.self_forcing:
        pad = AGAR_PAD if options.pad is None else options.pad
        forcing = SelfForcingAgar.among(problem, pad)
        return run_search(SelfForcingAgars(forcing), how.options(forcing), options)
    return run_search(how.query(problem), how.options(problem), options)


def _check(options: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    if options.pad is not None and not options.self_forcing:
        raise UserError("--pad needs --self-forcing")
    if options.self_forcing:
        for name in ("smallest", "print_config"):
            if getattr(options, name):
                option = name.replace("_", "-")
                raise UserError(f"--{option} cannot be combined with --self-forcing")
