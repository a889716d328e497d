"""Immutable values that load fast: their base class, and the warnings of readers.

Importing dataclasses takes 7 ms, a sixth of the run time of ``lifesat convert``.
"""

from collections.abc import Iterable, Iterator
from typing import NoReturn, Self


class Frozen:
    """Base class of immutable values whose slots are compared and hashed as fields."""

    __slots__: tuple[str, ...] = ()

    def _fill(self, fields: dict[str, object]) -> None:
        for slot in self.__slots__:
            object.__setattr__(self, slot, fields[slot])

    def _copies(self, slot: str, values: Iterable[object]) -> Iterator[Self]:
        """Yield a copy for each value of a field, without validation."""
        fields = {each: getattr(self, each) for each in self.__slots__}
        for fields[slot] in values:
            copy = object.__new__(type(self))
            copy._fill(fields)
            yield copy

    def __setstate__(self, state: tuple[None, dict[str, object]]) -> None:
        self._fill(state[1])

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and all(
            getattr(self, slot) == getattr(other, slot) for slot in self.__slots__
        )

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, slot) for slot in self.__slots__))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


class ReadWarning(Frozen):
    """An assumption that a reader made about an ambiguous or faulty text."""

    __slots__ = ("column", "line", "message")
    # The position in the text, counted from 1.
    column: int
    line: int
    message: str

    def __init__(self, line: int, column: int, message: str) -> None:
        self._fill(locals())

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.message}"
