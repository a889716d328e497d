"""The error that all readers raise, and the line and column of a place in a text."""

from __future__ import annotations

from lifesat.errors import UserError

MAX_DIGITS = 100
"""The most digits of counts, sizes and coordinates."""


class FormatError(UserError):
    """A text that cannot be read, with the position of the error and a hint.

    Parameters
    ----------
    message
        What is wrong.
    line, column
        The position, counted from 1.
    token
        The text that is wrong.
    hint
        What would be right.

    Attributes
    ----------
    source
        The name of the file; empty until the reader of the file sets it.
    """

    def __init__(
        self, message: str, line: int, column: int, token: str = "", hint: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.token = token
        self.hint = hint
        self.source = ""

    def __str__(self) -> str:
        source = f"{self.source}:" if self.source else ""
        hint = f"; {self.hint}" if self.hint else ""
        return f"{source}{self.line}:{self.column}: {self.message}{hint}"


class Places:
    """Lines and columns of offsets in a text; fast for offsets in ascending order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._offset = 0
        self._line = 1

    def of(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset, both from 1."""
        if offset < self._offset:
            self._offset, self._line = 0, 1
        self._line += self._text.count("\n", self._offset, offset)
        self._offset = offset
        return self._line, offset - self._text.rfind("\n", 0, offset)


def place(text: str, offset: int) -> tuple[int, int]:
    """Return the line and the column of an offset in a text, both from 1."""
    return Places(text).of(offset)
