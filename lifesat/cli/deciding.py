"""What commands have in common whose answer may be proved: ``--proof``, and how to search."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from lifesat.defaults import PROVERS
from lifesat.errors import UserError
from lifesat.system.machine import cores

if TYPE_CHECKING:
    import argparse

    from lifesat.queries.options import Options


def add_proof_option(output: argparse._ActionsContainer, what: str) -> None:
    """Add ``--proof``; `what` says what is proved."""
    output.add_argument(
        "--proof",
        metavar="FILE",
        help=f"write a DRAT proof{what}, and the formula to FILE.cnf",
    )


def proof_of(options: argparse.Namespace, *, output: bool) -> str:
    """Return the file of a proof, which a job finds wherever it runs, or "".

    Parameters
    ----------
    options, output
        As for `check_proof_options`.
    """
    check_proof_options(options, output=output)
    proof: str = options.proof or ""
    if not proof or options.job is None:
        return proof
    return os.path.abspath(proof)  # noqa: PTH100 - pathlib is slow to load


def effort_for_one_answer(options: argparse.Namespace) -> Options:
    """Return how to search for the answer to a yes-or-no question, or for a best part."""
    from lifesat.queries.options import QUICKEST, Options

    return Options(
        encoding=options.encoding,
        solver=options.solver or QUICKEST,
        limit=None,
        seconds=options.time_limit,
        memory=options.memory,
        workers=options.workers or cores(),
    )


def check_proof_options(options: argparse.Namespace, *, output: bool) -> None:
    """Refuse a proof that cannot be written.

    Parameters
    ----------
    options
        The parsed command line.
    output
        Whether the file of ``-o`` is written beside the proof.
    """
    if not options.proof:
        return
    if options.proof == "-" or _among_devices(options.proof):
        raise UserError("--proof needs the name of a file, since the formula is written beside it")
    if options.solver and options.solver not in PROVERS:
        raise UserError(f"{options.solver} writes no proofs; use one of {', '.join(PROVERS)}")
    if output and options.output != "-":
        files = {Path(name).resolve() for name in (options.proof, f"{options.proof}.cnf")}
        if Path(options.output).resolve() in files:
            raise UserError(f"--proof writes {options.output} too; give -o another name")


def _among_devices(path: str) -> bool:
    """Whether a path lies where files must not be created, such as ``/dev/null``."""
    folder = Path(path).absolute().parent.resolve()
    return folder.is_relative_to("/proc") or folder in (Path("/dev"), Path("/dev/fd"))
