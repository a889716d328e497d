"""``python -m tests.fuzz [--seconds N] [--jobs N] [NAME...]``: fuzz all targets, or those named."""

import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec

from tests.fuzz.harness import fuzz
from tests.fuzz.registry import TARGETS


def main() -> int:
    """Print a line for each target and return the exit code, 1 if there is a finding."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("names", metavar="NAME", nargs="*", help="a target (default: all)")
    parser.add_argument("--seconds", type=int, default=60, help="for each target (default 60)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count(), help="targets at once (default: all cores)"
    )
    options = parser.parse_args()
    if unknown := sorted(set(options.names) - set(TARGETS)):
        parser.error(f"there is no target {unknown[0]!r}; there are {', '.join(TARGETS)}")
    if not find_spec("atheris"):
        parser.error("atheris is not installed; install the extra: pip install -e '.[fuzz]'")
    targets = [TARGETS[name] for name in options.names or TARGETS]
    failed = False
    with ThreadPoolExecutor(options.jobs) as pool:
        for outcome in pool.map(partial(fuzz, seconds=options.seconds), targets):
            sys.stdout.write(f"{outcome}\n")
            sys.stdout.flush()
            failed = failed or bool(outcome.fault)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
