"""``lifesat ancestors``: decide whether one of two patterns is an ancestor of the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli.arguments import add
from lifesat.cli.searching import add_job_options, add_solver_options, run_search, search_options
from lifesat.cli.target import READING, WHERE, read_targets
from lifesat.cli.writing import add_picture_options, output_of
from lifesat.errors import UserError

if TYPE_CHECKING:
    import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Decide whether one of two patterns becomes the other, wherever it then lies and in any "
        "orientation, and write a parent of that one: it becomes both. The patterns stand in two "
        "files or in one. The exit code is 1 if neither becomes the other; then nothing becomes "
        "both of them."
    )
    parser.set_defaults(run=run)
    add(parser, "files", "ancestors.generations", *READING, "quiet", "encoding")
    margin = "a parent may exceed the box of the pattern"
    add(parser, *WHERE, when="with dead outside: ", what=margin)
    add_solver_options(parser)
    add_job_options(parser, cluster=False)
    output = parser.add_argument_group("output")
    add(output, "output", "force")
    add(output.add_mutually_exclusive_group(), "to", "jsonl")
    add_picture_options(parser, generations=False)


def run(options: argparse.Namespace) -> int:
    """Compare the patterns, write a common parent, and return the exit code."""
    from lifesat.frontends.input.target import PredecessorRequest
    from lifesat.frontends.output.files import check_form
    from lifesat.queries.ancestors import Ancestors

    targets = [target.replace(name=target.name or name)
               for name, target in read_targets(options.files, options)]  # fmt: skip
    if len(targets) != 2:
        raise UserError(f"ancestors compares two patterns; the files have {len(targets)}")
    request = PredecessorRequest(
        1, options.outside, options.margin, options.size, encoding=options.encoding
    )
    first, second = (request.problem(target) for target in targets)
    check_form(output_of(options).form or "rle", first.target)
    query = Ancestors(first, second, options.generations)
    return run_search(query, search_options(options), options)
