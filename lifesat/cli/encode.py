"""``lifesat encode``: write the formula, for any solver."""

from __future__ import annotations

from lifesat.cli import diagnostics
from lifesat.cli.target import add_target_options, read_problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from lifesat.problems.predecessor import Predecessor


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "Write the formula whose models are the predecessors of TARGET."
    parser.set_defaults(run=run)
    add_target_options(parser)
    parser.add_argument(
        "--format", choices=("dimacs",), default="dimacs", help="the format (default dimacs)"
    )
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="write to a file")
    parser.add_argument("--force", action="store_true", help="let -o replace a file")


def run(options: argparse.Namespace) -> int:
    """Write the formula and return the exit code."""
    from lifesat.cli.output import open_text

    problem = read_problem(options)
    encoding = options.encoding or problem.encodings[0]
    formula = problem.formula(encoding)
    with open_text(options.output, force=options.force) as stream:
        formula.write_dimacs(stream, comments(problem, encoding))
    return diagnostics.FOUND


def comments(problem: Predecessor, encoding: str) -> Iterator[str]:
    """Yield the comments that say what the variables are; model counters project on `p show`."""
    yield f"predecessors {problem.conditions()}"
    yield f"encoding {encoding}"
    yield "cell VARIABLE X Y T: (0, 0) is the target's top left cell, T = 0 the first layer"
    for variable, x, y, t in problem.places():
        yield f"cell {variable} {x} {y} {t}"
    yield " ".join(["p show", *map(str, range(1, problem.projection + 1)), "0"])
