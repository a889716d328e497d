"""``lifesat knuth``: print what Knuth's programs for Life print."""

import argparse

from lifesat.cli.arguments import add, argument
from lifesat.cli.interruption import sigterm_interrupts
from lifesat.reporting import exit_codes
from lifesat.requests.values import whole_number

_SUMMARIES = {
    "sat-life-grid": "R steps of Life on a grid of M rows and N columns",
    "sat-life-grid-eater": "the same, and a still life that eats a glider within R steps",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "Print the clauses that a program of Donald E. Knuth's prints."
    programs = parser.add_subparsers(metavar="PROGRAM", required=True)
    for name, summary in _SUMMARIES.items():
        program = programs.add_parser(name, help=summary, description=f"Clauses for {summary}.")
        program.set_defaults(run=run, program=name)
        program.add_argument(
            "rows", type=argument(whole_number("number of rows", 1)), metavar="M", help="rows"
        )
        program.add_argument(
            "columns",
            type=argument(whole_number("number of columns", 1)),
            metavar="N",
            help="columns",
        )
        least = 1 if name == "sat-life-grid-eater" else 0
        program.add_argument(
            "generations",
            type=argument(whole_number("number of steps", least)),
            metavar="R",
            help="steps",
        )
        program.add_argument(
            "--format",
            choices=("symbolic", "dimacs"),
            default="symbolic",
            help="Knuth's own format (default), or DIMACS with the names in comments",
        )
        add(program, "memory", "output", "force")


def run(options: argparse.Namespace) -> int:
    """Print the clauses and return the exit code."""
    from lifesat.knuth import PROGRAMS, dimacs, symbolic
    from lifesat.knuth.writing import most_bytes
    from lifesat.reporting.files import open_text
    from lifesat.sat.memory import check

    program = PROGRAMS[options.program](options.rows, options.columns, options.generations)
    check(most_bytes(program, options.format), options.memory)
    write = dimacs if options.format == "dimacs" else symbolic
    with sigterm_interrupts(), open_text(options.output, force=options.force) as stream:
        stream.writelines(write(program))
    return exit_codes.FOUND
