"""Pattern files of all kinds: text to `Pattern` and back.

The readers of the single formats are loaded when they are needed.
"""

from lifesat.formats.errors import FormatError
from lifesat.formats.pasted import detect
from lifesat.formats.reading import read_all, read_file, read_text
from lifesat.formats.registry import FORMATS, write_text
from lifesat.formats.writing import write_file

__all__ = [
    "FORMATS",
    "FormatError",
    "detect",
    "read_all",
    "read_file",
    "read_text",
    "write_file",
    "write_text",
]
