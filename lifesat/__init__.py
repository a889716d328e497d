"""lifesat runs Conway's Game of Life backwards.

The names here are the public face: a pattern, its predecessors, and the reading and writing of
pattern files. They are loaded when first used, so that ``import lifesat`` costs nothing.

Examples
--------
>>> from lifesat import Pattern, predecessors
>>> tub = Pattern.from_rows([".O.", "O.O", ".O."])
>>> sorted(parent.population for parent in predecessors(tub, margin=0, up_to_symmetry=True))
[4, 5, 5]
"""

from importlib import import_module

from lifesat._version import __version__

TYPE_CHECKING = False  # importing typing would cost a third of the start-up time
if TYPE_CHECKING:
    from lifesat.api import predecessors
    from lifesat.errors import UserError
    from lifesat.formats import read_all, read_file, read_text, write_text
    from lifesat.pattern import UNKNOWN, Pattern

__all__ = [
    "UNKNOWN",
    "Pattern",
    "UserError",
    "__version__",
    "predecessors",
    "read_all",
    "read_file",
    "read_text",
    "write_text",
]

_HOMES = {
    "UNKNOWN": "lifesat.pattern",
    "Pattern": "lifesat.pattern",
    "UserError": "lifesat.errors",
    "predecessors": "lifesat.api",
    "read_all": "lifesat.formats",
    "read_file": "lifesat.formats",
    "read_text": "lifesat.formats",
    "write_text": "lifesat.formats",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'lifesat' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
