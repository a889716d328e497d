"""Reading and writing pattern files of all formats: text to `Pattern` and back.

The module of each format is loaded when it is needed.
"""

from lifesat.formats.errors import FormatError
from lifesat.formats.pasted import detect
from lifesat.formats.reading import read_all, read_file, read_text
from lifesat.formats.registry import FORMATS, write_file, write_text

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
