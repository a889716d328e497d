"""``lifesat rewind``: go back as many generations as possible, one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli.arguments import add
from lifesat.cli.searching import add_job_options, add_solver_options, run_search, search_options
from lifesat.cli.target import READING, WHERE, read_target
from lifesat.cli.writing import add_picture_options, check_publishing, output_of
from lifesat.defaults import REWIND_SECONDS
from lifesat.errors import UserError
from lifesat.frontends.options.table import from_values

if TYPE_CHECKING:
    import argparse

    from lifesat.problems.life.predecessor import Predecessor


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Go back from TARGET one generation at a time, as far as possible, and write the oldest "
        "generation. If a generation has no predecessor, another one is taken of that which "
        "follows it. Unless the surroundings are free, parents whose live cells lie near those of "
        "the generation come first. With --generations, an oscillator or a spaceship goes back to "
        "its own phases. The exit code is 0 if N generations are reached, 3 if the time ends "
        "before, and 1 if it is proved that there is none."
    )
    parser.set_defaults(run=run)
    add(parser, "target")
    group = parser.add_argument_group("problem")
    margin = "each generation may exceed the box of the one after it"
    add(group, "rewind.generations", *WHERE, when="with dead outside: ", what=margin)
    add(group, *READING)
    add(parser, "quiet", "encoding")
    add_solver_options(parser)
    add_job_options(parser, cluster=False)
    output = parser.add_argument_group("output")
    add(output, "folder.output", "force")
    form = output.add_mutually_exclusive_group()
    add(form, "to", "jsonl")
    add(output, "all_generations")
    add(parser, "viewer")
    add_picture_options(parser)


def run(options: argparse.Namespace) -> int:
    """Go back, write what was reached, and return the exit code."""
    from lifesat.formats.registry import IMAGES
    from lifesat.frontends.output.files import check_form
    from lifesat.queries.rewind import Rewind

    if options.generations is None and options.time_limit is None and options.job is None:
        options.time_limit = float(REWIND_SECONDS)
    check_publishing(options)
    form = output_of(options).form
    if options.all_generations and (options.jsonl or form in IMAGES):
        what = "JSON lines have" if options.jsonl else "pictures show"
        raise UserError(f"{what} every generation; leave out --all-generations")
    problem = _read_problem(options)
    check_form(form or "rle", problem.target)
    return run_search(Rewind(problem, options.generations), search_options(options), options)


def _read_problem(options: argparse.Namespace) -> Predecessor:
    """Return the problem of finding the target's parents."""
    from lifesat.frontends.input.target import PredecessorRequest

    request = from_values(PredecessorRequest, vars(options) | {"generations": 1})
    return request.problem(read_target(options))
