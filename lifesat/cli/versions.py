"""``lifesat --version --verbose``: the versions that a bug report needs."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from lifesat._version import __version__
from lifesat.defaults import SOLVERS

PACKAGES = (
    "numpy",
    "python-sat",
    "platformdirs",
    "filelock",
    "textual",
    "numba",
    "textual-serve",
    "Pillow",
    "argcomplete",
    "distributed",
    "pyganak",
)
"""The packages that lifesat and its extras for users need."""


def versions() -> str:
    """Return the versions of lifesat, Python, the system and packages, and the solvers' names."""
    lines = [
        f"lifesat {__version__}",
        f"{platform.python_implementation()} {platform.python_version()}",
        platform.platform(),
    ]
    for name in PACKAGES:
        try:
            lines.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            lines.append(f"{name}: not installed")
    return "\n".join([*lines, f"solvers: {', '.join(SOLVERS)}", ""])
