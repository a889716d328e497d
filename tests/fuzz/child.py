"""The process that fuzzes one target: ``python -m tests.fuzz.child MODULE NAME [OPTION...]``.

MODULE is where the target NAME is; options are those of libFuzzer. The process prints the first
fault that it finds and ends.
"""

import resource
import sys
from importlib import import_module

import atheris  # type: ignore[import-untyped]

_MEMORY = 2 << 30
_INSTRUMENTED = ["lifesat", "tui", "lifesat_golly", "bridge", "signatures"]


def main(module: str, name: str, *options: str) -> None:
    """Fuzz a target until it fails or the time is over."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    # Readers import modules when they need them, so that the context has to stay open.
    with atheris.instrument_imports(include=_INSTRUMENTED):
        # The registry would import, and so instrument, what other targets need.
        (target,) = (each for each in import_module(module).TARGETS if each.name == name)
        from tests.fuzz.target import small_limits  # noqa: PLC0415

        with small_limits():
            atheris.Setup([sys.argv[0], *options], target.check)
            atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
