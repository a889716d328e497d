"""``lifesat check-proof``: check a proof without trusting the solver that wrote it."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.arguments import add
from lifesat.errors import UserError
from lifesat.frontends.output import exit_codes

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import TextIO

    from lifesat.engines.sat.drat_check import Checked


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Check a DRAT proof that a formula in DIMACS has no model: every lemma has to follow from "
        "what comes before it by unit propagation."
    )
    parser.set_defaults(run=run)
    add(parser, "formula", "check-proof.proof", "quiet")


def run(options: argparse.Namespace) -> int:
    """Check the proof and return the exit code."""
    from lifesat.engines.sat.drat_check import ProofError, check_proof, read_dimacs

    if options.formula == options.proof == "-":
        raise UserError("only one of FORMULA and PROOF can be standard input")
    began = time.perf_counter()
    with _lines(options.formula) as lines:
        formula = read_dimacs(lines, options.formula)
    try:
        with _lines(options.proof) as lines:
            _report(check_proof(formula, lines, options.proof), quiet=options.quiet)
    except ProofError as error:
        diagnostics.say(f"rejected: {error}")
        return exit_codes.NONE
    if not options.quiet:
        diagnostics.say(f"the formula has no model ({time.perf_counter() - began:.2f} s)")
    return exit_codes.FOUND


def _report(checked: Iterator[Checked], *, quiet: bool) -> None:
    """Check the whole proof; show progress on a terminal, and the counts at the end."""
    live = not quiet and sys.stderr.isatty()
    for state in checked:
        if live:
            sys.stderr.write(f"\r\x1b[K{state.lemmas:,} lemmas checked")
            sys.stderr.flush()
        if state.complete and not quiet:
            if live:
                sys.stderr.write("\r\x1b[K")
            diagnostics.say(_found(state))


def _found(checked: Checked) -> str:
    """Return a sentence on a proof that was checked to the end."""
    lemmas = {0: "no lemma is needed: the contradiction follows", 1: "the lemma follows"}
    follow = lemmas.get(checked.lemmas, f"all {checked.lemmas:,} lemmas follow")
    deletions = f"{checked.deletions:,} deletion{'s' * (checked.deletions != 1)}"
    return f"{follow} by unit propagation; {deletions}"


@contextmanager
def _lines(path: str) -> Iterator[TextIO]:
    """Open a text file; invalid bytes become characters that no formula has."""
    if path == "-":
        # Standard input as the environment sets it up may reject such bytes.
        stdin = TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
        try:
            yield stdin
        finally:
            stdin.detach()
        return
    try:
        stream = open(path, encoding="utf-8", errors="replace")  # noqa: PTH123, SIM115
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
    with stream:
        yield stream
