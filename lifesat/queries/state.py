"""What is known of an answer: a frozen record that a journal keeps field by field."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self, TypeVar

from lifesat.errors import UserError
from lifesat.problems.json_fields import json_name, known_fields, make

Made = TypeVar("Made")

# The counts and the state of a job stand in its journal too, but are not part of what is known.
COUNT = {"kept": False}
"""The metadata of a field that is read from a journal, and that something else writes."""


@dataclass(frozen=True)
class State:
    """What is known for good of an answer; without arguments, nothing is known yet.

    Each field is a number, a text or bytes, and has the name that it has in a journal.

    Attributes
    ----------
    note
        A sentence that the user should know at once, without a full stop; usually "".
    status
        How the query ended, as in `lifesat.queries.events.Done`; "" before that.
    """

    note: str = ""
    status: str = field(default="", metadata={"json": "state", **COUNT}, compare=False)

    def values(self) -> dict[str, Any]:
        """Return the values that a journal keeps, by name."""
        return {
            json_name(each): getattr(self, each.name)
            for each in fields(self)
            if each.metadata.get("kept", True)
        }

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Return what a journal knows.

        Raises
        ------
        UserError
            If its values are not those of such a state.
        """
        return from_journal(cls, values)


def from_journal(kind: type[Made], values: Mapping[str, Any]) -> Made:
    """Return an instance of a dataclass with the values of a journal that are its fields.

    Raises
    ------
    UserError
        If they have other types.
    """
    flags = {each.name for each in fields(kind) if isinstance(each.default, bool)}  # type: ignore[arg-type]
    given = {
        # SQLite has no truth values.
        name: bool(value) if name in flags and value in (0, 1) else value
        for name, value in known_fields(kind, values).items()
    }
    try:
        return make(kind, given, "journal")
    except UserError as error:
        raise UserError(f"the journal is damaged: {error}") from error


@dataclass(frozen=True)
class ProvedState(State):
    """What is known of an answer that a proof may confirm.

    Attributes
    ----------
    writing
        Whether the files of the proof may have been written.
    lemmas
        The number of lines of the proof once it is written.
    """

    writing: bool = False
    lemmas: int | None = None
