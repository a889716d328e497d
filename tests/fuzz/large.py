"""Run a target on an input with limits on the processor's time and on memory.

``python -m tests.fuzz.large NUMBER`` takes an input from `tests.fuzz.findings.LARGE`.
"""

import resource
import sys

from tests.fuzz.findings import LARGE
from tests.fuzz.registry import TARGETS

_SECONDS = 12
_MEMORY = 3 << 30


def main(number: str) -> None:
    """Run one; the process is killed if it takes too long."""
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    name, data = LARGE[int(number)]
    TARGETS[name].check(data)


if __name__ == "__main__":
    main(*sys.argv[1:])
