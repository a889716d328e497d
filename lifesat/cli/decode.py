"""``lifesat decode``: read back the model that a solver found for an encoded target."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.arguments import add
from lifesat.cli.interruption import sigterm_interrupts
from lifesat.cli.target import add_target_options, read_problem
from lifesat.cli.writing import add_picture_options, check_publishing, output_of, publication
from lifesat.errors import UserError
from lifesat.frontends.output import exit_codes

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from lifesat.life.pattern import Pattern
    from lifesat.problems.life.predecessor import Predecessor


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write the predecessor of TARGET that a solver's MODEL stands for. "
        "The options must be those that were given to encode."
    )
    parser.set_defaults(run=run)
    add_target_options(parser)
    add(parser, "model", "output", "force", "to", "viewer")
    add_picture_options(parser)


def run(options: argparse.Namespace) -> int:
    """Write the predecessor and return the exit code."""
    from lifesat.frontends.output.files import open_patterns

    check_publishing(options)
    problem = read_problem(options)
    writer = open_patterns(output_of(options), publication(options, problem) or str)
    with sigterm_interrupts(), writer as write:
        return _decode(problem, options, write)


def _decode(
    problem: Predecessor, options: argparse.Namespace, write: Callable[[Sequence[Pattern]], None]
) -> int:
    """Read the model, write the predecessor, and return the exit code."""
    import numpy as np

    from lifesat.formats.reading import source_name

    model, source = read_model(options.model), source_name(options.model)
    if model is None:
        if not options.quiet:
            diagnostics.say(
                f"{problem.none_words()}: the solver says so, for {problem.conditions()}"
            )
        return exit_codes.NONE
    missing = [k for k in range(1, problem.projection + 1) if k not in model and -k not in model]
    if missing:
        # Solvers leave out variables that stand in no clause; any value will do.
        blocks = problem.formula(options.encoding or problem.encodings[0]).blocks()
        constrained = {k for block in blocks for k in np.unique(np.abs(block)).tolist()}
        for variable in missing:
            if variable in constrained:
                raise UserError(
                    f"{source}: the model leaves variable {variable} open, which stands in clauses"
                )
    literals = [k if k in model else -k for k in range(1, problem.projection + 1)]
    boards = problem.boards(np.array([literals], dtype=np.int32))
    if not problem.verify(boards)[0]:
        raise UserError(
            f"{source}: the model does not evolve into the target; encode with the same options"
        )
    write(next(problem.histories(boards)))
    return exit_codes.FOUND


def read_model(path: str) -> set[int] | None:
    """Return the literals in a solver's output, or None if it says there is no model.

    Raises `UserError` if the file has neither.
    """
    from lifesat.formats.detection import plain_text
    from lifesat.formats.reading import read_bytes, source_name

    source = source_name(path)
    literals: set[int] = set()
    satisfiable = False
    for number, line in enumerate(plain_text(read_bytes(path)).split("\n"), 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        if words in (["s", "UNSATISFIABLE"], ["UNSAT"]):
            return None
        if words[0] == "s" or words == ["SAT"]:
            satisfiable |= words in (["s", "SATISFIABLE"], ["SAT"])
            continue
        for word in words[1:] if words[0] == "v" else words:
            if not re.fullmatch(r"-?[0-9]{1,9}", word):
                raise UserError(
                    f"{source}:{number}: invalid literal {word!r}; give numbers such as 1 -2 0"
                )
            literals.add(int(word))
    literals.discard(0)
    # A formula without clauses has a model without literals.
    if not literals and not satisfiable:
        raise UserError(f"{source}: no model in this file; a model is lines such as v 1 -2 3 0")
    return literals
