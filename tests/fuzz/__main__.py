"""``python -m tests.fuzz [--seconds N] [--jobs N] [NAME...]``: fuzz all targets, or those named."""

import argparse
import os
import sys
from contextlib import redirect_stderr
from importlib.util import find_spec
from pathlib import Path

_INSTRUMENTED = ["lifesat", "tui", "lifesat_golly", "bridge", "signatures"]
_LIBRARIES = ("OMP", "OPENBLAS", "MKL")


def main() -> int:
    """Print a line for each target and return the exit code, 1 if there is a finding."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("names", metavar="NAME", nargs="*", help="a target (default: all)")
    parser.add_argument("--seconds", type=int, default=60, help="for each target (default 60)")
    parser.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        help="targets at once (default: all cores)",
    )
    options = parser.parse_args()
    if not find_spec("atheris"):
        parser.error("atheris is not installed; install the extra: pip install -e '.[fuzz]'")
    os.environ.update({f"{library}_NUM_THREADS": "1" for library in _LIBRARIES})
    import atheris  # type: ignore[import-untyped]  # noqa: PLC0415

    failed = False
    # Readers import modules when they need them, so that the context has to stay open.
    with atheris.instrument_imports(include=_INSTRUMENTED):
        with Path(os.devnull).open("w") as nothing, redirect_stderr(nothing):  # names all modules
            from tests.fuzz.harness import fuzz  # noqa: PLC0415
            from tests.fuzz.registry import TARGETS  # noqa: PLC0415

        if unknown := sorted(set(options.names) - set(TARGETS)):
            parser.error(f"there is no target {unknown[0]!r}; there are {', '.join(TARGETS)}")
        targets = [TARGETS[name] for name in options.names or TARGETS]
        for outcome in fuzz(targets, options.seconds, options.jobs):
            sys.stdout.write(f"{outcome}\n")
            sys.stdout.flush()
            failed = failed or bool(outcome.error)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
