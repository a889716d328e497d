"""Write what a rewind has reached: the oldest generation, or all of them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lifesat.formats.images import USUAL, Look
from lifesat.formats.publishing import with_viewer
from lifesat.formats.registry import IMAGES
from lifesat.frontends.output.files import open_patterns
from lifesat.queries.events import Event, Known

if TYPE_CHECKING:
    from lifesat.life.pattern import Pattern
    from lifesat.queries.rewind import Rewind


@contextmanager
def history_file(
    destination: str,
    form: str | None,
    query: "Rewind",
    *,
    force: bool,
    every: bool = False,
    viewer: bool = False,
    look: Look = USUAL,
) -> Iterator[Callable[[Event], None]]:
    """Open a destination for what a rewind reaches and yield a function that takes every event.

    The oldest generation is written at the end, or all generations, oldest first, if `every` is
    true; pictures always have all. With `viewer`, texts get a line with which LifeViewer plays them
    up to the target.
    """
    oldest: Pattern | None = None
    generations = 0
    comments = query.problem.target.comments

    def keep(event: Event) -> None:
        nonlocal oldest, generations
        if isinstance(event, Known):
            oldest, generations = query.pattern(event.state), event.state.generations

    def published(text: str) -> str:
        return with_viewer(text, generations, comments) if viewer else text

    form = form or "rle"
    with open_patterns(destination, form, force=force, look=look, change=published) as write:
        yield keep
        if oldest is None:
            return
        history = query.history(oldest, generations)
        for figure in [[each] for each in history] if every and form not in IMAGES else [history]:
            write(figure)
