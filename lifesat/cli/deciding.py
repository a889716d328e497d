"""``--proof`` and search options of the commands whose answers may be proved."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from lifesat.defaults import PROVERS
from lifesat.errors import UserError

if TYPE_CHECKING:
    import argparse


def proof_of(options: argparse.Namespace, *, output: bool) -> str:
    """Return the path of the proof or "", absolute for a job, which may run in another folder."""
    check_proof_options(options, output=output)
    proof: str = options.proof or ""
    if not proof or options.job is None:
        return proof
    return os.path.abspath(proof)  # noqa: PTH100 - pathlib is slow to load


def check_proof_options(options: argparse.Namespace, *, output: bool) -> None:
    """Reject a proof that cannot be written; `output` says whether ``-o`` is written, too."""
    if not options.proof:
        return
    if options.proof == "-" or _among_devices(options.proof):
        raise UserError("--proof needs the name of a file, since the formula is written beside it")
    if options.solver and options.solver not in PROVERS:
        raise UserError(f"{options.solver} writes no proofs; use one of {', '.join(PROVERS)}")
    if output:
        check_other_name("-o", options.output, "--proof", options.proof, f"{options.proof}.cnf")


def check_other_name(flag: str, path: str, writer: str, *written: str) -> None:
    """Reject the file of option `flag` if option `writer` writes it, too."""
    if path == "-" or _among_devices(path):
        return
    if Path(path).resolve() in {Path(name).resolve() for name in written}:
        raise UserError(f"{writer} writes {path} too; give {flag} another name")


def _among_devices(path: str) -> bool:
    """Return whether a path is where files must not be created, such as ``/dev/null``."""
    folder = Path(path).absolute().parent.resolve()
    return folder.is_relative_to("/proc") or folder in (Path("/dev"), Path("/dev/fd"))
