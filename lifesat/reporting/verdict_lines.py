"""Yes or no for each of many patterns, as lines of text in their order."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from lifesat.queries.answers import Verdicts
from lifesat.queries.events import (
    Event,
)
from lifesat.queries.has_parent import verdict_line
from lifesat.reporting.files import open_text


@contextmanager
def verdict_lines(
    destination: str, names: Sequence[str], *, force: bool
) -> Iterator[Callable[[Event], None]]:
    """Open a place for verdicts and yield a function that takes every event.

    A line is written once those of all patterns before are written. At the end, all other patterns
    are unknown.

    Parameters
    ----------
    destination, force
        As for `lifesat.reporting.files.open_text`.
    names
        The names of the patterns.
    """
    answers: dict[int, bool] = {}
    written = 0
    with open_text(destination, force=force) as stream:

        def write(event: Event) -> None:
            nonlocal written
            if not isinstance(event, Verdicts):
                return
            answers.update(zip(event.numbers, event.answers, strict=True))
            while (answer := answers.pop(written + 1, None)) is not None:
                stream.write(verdict_line(names[written], answer))
                written += 1
            stream.flush()

        yield write
        for number, name in enumerate(names[written:], written + 1):
            stream.write(verdict_line(name, answers.get(number)))
