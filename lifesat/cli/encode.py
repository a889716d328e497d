"""``lifesat encode``: write the formula for any solver."""

import argparse

from lifesat.cli.arguments import add
from lifesat.cli.interruption import sigterm_interrupts
from lifesat.cli.target import add_target_options, read_problem
from lifesat.frontends.output import exit_codes


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "Write the formula whose models are the predecessors of TARGET."
    parser.set_defaults(run=run)
    add_target_options(parser)
    add(parser, "cnf_format", "memory", "output", "force")


def run(options: argparse.Namespace) -> int:
    """Write the formula and return the exit code."""
    from lifesat.engines.sat.memory import check, formula_bytes
    from lifesat.frontends.output.files import open_text
    from lifesat.problems.life.cell_comments import cell_comments

    problem = read_problem(options)
    encoding = options.encoding or problem.encodings[0]
    check(formula_bytes(problem.formula_size(encoding)), options.memory)
    with sigterm_interrupts(), open_text(options.output, force=options.force) as stream:
        stream.writelines(problem.formula(encoding).dimacs(cell_comments(problem, encoding)))
    return exit_codes.FOUND
