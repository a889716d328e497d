"""What is known of an answer: a frozen record that a journal keeps field by field."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self, TypeVar

from lifesat.errors import UserError
from lifesat.problems.json_fields import json_name, known_fields, make

Made = TypeVar("Made")

# A journal also has the counts and the state of the job, which are not part of what is known.
COUNT = {"kept": False}
"""The metadata of a field that is read from a journal but written by other code."""


@dataclass(frozen=True)
class State:
    """What is known of an answer; without arguments, nothing is known yet.

    Each field is a number, text or bytes, and a journal keeps it under its name.
    """

    # A sentence for the user to read at once, without a full stop; usually "".
    note: str = ""
    # How the query ended, as in `lifesat.queries.events.Done`; "" before that.
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
        """Return the state in a journal; raises UserError if the values are of other types."""
        return from_journal(cls, values)


def from_journal(kind: type[Made], values: Mapping[str, Any]) -> Made:
    """Return a dataclass with its fields from a journal; raises UserError for wrong types."""
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
    """What is known of an answer that a proof may confirm."""

    # Whether the files of the proof may have been written.
    writing: bool = False
    # The number of lines of the proof; None until it is written.
    lemmas: int | None = None
