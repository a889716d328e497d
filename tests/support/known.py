"""What events say of an answer that is not a list."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from lifesat.life.pattern import Pattern
from lifesat.queries.events import Event, Known


class Said(NamedTuple):
    """What a query says of a state."""

    sentence: str
    final: bool
    facts: dict[str, Any]
    pattern: Pattern | None


def states(events: Iterable[Event]) -> list[Any]:
    """All that is known, each time that it is more."""
    return [event.state for event in events if isinstance(event, Known)]


def findings(events: Iterable[Event]) -> list[Said]:
    """What is said each time that more is known; patterns and proofs are apart from the facts."""
    apart = ("rle", "lines", "file")
    return [
        Said(
            event.query.sentence(event.state),
            event.query.final(event.state),
            {k: v for k, v in event.query.facts(event.state).items() if k not in apart},
            event.query.pattern(event.state),
        )
        for event in events
        if isinstance(event, Known)
    ]


def values_of(events: Iterable[Event]) -> list[Any]:
    """What a Python program gets."""
    return [
        value
        for event in events
        if isinstance(event, Known)
        for value in event.query.values(event.before, event.state)
    ]


def proofs(events: Iterable[Event]) -> list[tuple[int, str]]:
    """The lengths and files of the proofs that are written."""
    facts = [
        event.query.facts(event.state)
        for event in events
        if isinstance(event, Known) and event.state.lemmas != event.before.lemmas
    ]
    return [(each["lines"], each["file"]) for each in facts]
