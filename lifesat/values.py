"""Small values that never change: their base, and the warning that readers leave."""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would cost a third of the start-up time
if TYPE_CHECKING:
    from typing import NoReturn


class Frozen:
    """Base of small values: the slots are the fields, compared and hashed together."""

    __slots__: tuple[str, ...] = ()

    def _fill(self, fields: dict[str, object]) -> None:
        for slot in self.__slots__:
            object.__setattr__(self, slot, fields[slot])

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
    """What a reader assumed where a text left a choice.

    Parameters
    ----------
    line, column
        Where in the text, counted from 1.
    message
        What was assumed.
    """

    __slots__ = ("column", "line", "message")
    column: int
    line: int
    message: str

    def __init__(self, line: int, column: int, message: str) -> None:
        self._fill(locals())

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.message}"
