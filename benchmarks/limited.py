"""Parts of a benchmark in processes of their own, which are killed when their time is over."""

import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import partial


def run_limited(module: str, words: Sequence[str], seconds: int) -> str | None:
    """Run ``python -m`` with a module and words.

    Returns
    -------
    str or None
        What it wrote to standard output, or None if it needed more processor time than `seconds`.

    Raises
    ------
    subprocess.CalledProcessError
        If it failed otherwise.
    """
    reported = subprocess.run(
        [sys.executable, "-m", module, *words],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        preexec_fn=partial(resource.setrlimit, resource.RLIMIT_CPU, (seconds, seconds + 1)),
    )
    if reported.returncode == -signal.SIGXCPU:
        return None
    reported.check_returncode()
    return reported.stdout
