"""``lifesat knuth``: print what Knuth's programs for Life print."""

import argparse

from lifesat.cli.arguments import add
from lifesat.cli.interruption import sigterm_interrupts
from lifesat.frontends.output import exit_codes

_SUMMARIES = {
    "sat-life-grid": "R steps of Life on a grid of M rows and N columns",
    "sat-life-grid-eater": "the same, and a still life that eats a glider within R steps",
}
_STEPS = {
    "sat-life-grid": "sat-life-grid.generations",
    "sat-life-grid-eater": "sat-life-grid-eater.generations",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "Print the clauses that a program of Donald E. Knuth's prints."
    programs = parser.add_subparsers(metavar="PROGRAM", required=True)
    for name, summary in _SUMMARIES.items():
        program = programs.add_parser(name, help=summary, description=f"Clauses for {summary}.")
        program.set_defaults(run=run, program=name)
        add(program, "knuth.rows", "knuth.columns", _STEPS[name], "knuth.format")
        add(program, "memory", "output", "force")


def run(options: argparse.Namespace) -> int:
    """Print the clauses and return the exit code."""
    from lifesat.engines.sat.memory import check
    from lifesat.frontends.output.files import open_text
    from lifesat.knuth.program import PROGRAMS, dimacs, most_bytes, symbolic

    program = PROGRAMS[options.program](options.rows, options.columns, options.generations)
    check(most_bytes(program, options.format), options.memory)
    write = dimacs if options.format == "dimacs" else symbolic
    with sigterm_interrupts(), open_text(options.output, force=options.force) as stream:
        stream.writelines(write(program))
    return exit_codes.FOUND
