"""The common part of all searches about a pattern from the form or a file."""

import re

from lifesat.life.pattern import Pattern

from .display import ProblemT
from .fields import Texts, Values, file_argument, given_text
from .kind import LifeKind

_RLE = re.compile(r"^\s*x\s*=\s*\d+\s*,\s*y\s*=", re.MULTILINE)


class OfPattern(LifeKind[ProblemT]):
    """A search about a pattern."""

    def takes(self, values: Values) -> dict[str, str]:
        """Read the pattern; it needs no texts of other fields."""
        self.read(values)
        return {}

    def nearly_takes(self, values: Values) -> dict[str, str] | None:
        """Accept RLE with a mistake, which its header identifies."""
        return {} if _RLE.search(given_text(values)) else None

    def arguments(self, texts: Texts) -> list[str]:
        """Return the file of the pattern, or ``-`` for standard input."""
        return file_argument(texts)

    def piped(self, texts: Texts) -> str:
        """Return the pattern, unless it is in a file."""
        return "" if texts.get("source") == "file" else texts.get("text", "")


def words_about(pattern: Pattern) -> str:
    """Return the size, the live cells and the rule of a pattern.

    Examples
    --------
    >>> words_about(Pattern.from_rows([".O.", "O.O"]))
    '3x2, 3 live, B3/S23'
    """
    grid = f":{pattern.grid}" if pattern.grid else ""
    return f"{pattern.width}x{pattern.height}, {pattern.population:,} live, {pattern.rule}{grid}"
