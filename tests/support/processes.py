"""Processes that tests start."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def started(*words: str, **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process that is killed if the test fails before it has ended."""
    with subprocess.Popen(words, **options) as process:
        try:
            yield process
        except BaseException:
            process.kill()
            raise


# An interrupt in the middle of an import can be lost, so all imports come first.
_LOADED = """
import sys
import lifesat.cli.count, lifesat.cli.predecessors, lifesat.cli.sample, lifesat.cli.still_lifes
import lifesat.frontier.densest, lifesat.jobs.optimize, lifesat.sat.solver
print("loaded", flush=True)
sys.exit(lifesat.cli.main(sys.argv[1:]))
"""


@contextmanager
def loaded(*words: str) -> Iterator[subprocess.Popen[Any]]:
    """A command that has loaded its modules, so that an interrupt meets it at work."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started(sys.executable, "-c", _LOADED, *words, **pipes) as process:
        assert process.stdout
        assert process.stdout.readline() == b"loaded\n"
        yield process


@contextmanager
def sleeping() -> Iterator[subprocess.Popen[Any]]:
    """A process that does nothing for a minute, unless the test ends it."""
    with started(sys.executable, "-c", "import time; time.sleep(60)") as process:
        yield process
        process.wait(30)
