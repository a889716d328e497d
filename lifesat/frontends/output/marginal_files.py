"""Write marginals, exact or estimated, in one of their forms."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from lifesat.errors import UserError
from lifesat.formats.images import check_image
from lifesat.frontends.output.files import open_text
from lifesat.frontends.output.images import reject_terminal
from lifesat.queries.events import Event, Known
from lifesat.queries.marginals import CountMarginals, EstimateMarginals

MARGINAL_FORMS = ("table", "csv", "svg", "png")
"""The forms of marginals; the first is the default."""


def form_of_marginals(form: str | None, destination: str) -> str:
    """Return the form in which to write marginals; None takes it from the name of the file.

    Raises UserError, before the search, if the form is unknown or cannot be written there.
    """
    if form is None:
        suffix = Path(destination).suffix[1:].lower()
        form = suffix if suffix in MARGINAL_FORMS else MARGINAL_FORMS[0]
    if form not in MARGINAL_FORMS:
        raise UserError(f"unknown format {form!r}; give one of {', '.join(MARGINAL_FORMS)}")
    if form == "png":
        check_image(form)
        if destination == "-" and sys.stdout.isatty():
            reject_terminal(form)
    return form


@contextmanager
def marginals_file(
    destination: str, form: str, *, force: bool
) -> Iterator[Callable[[Event], None]]:
    """Open a destination for marginals and yield a function that takes every event."""
    with open_text(destination, force=force) as stream:

        def write(event: Event) -> None:
            written = _written(event, form)
            if isinstance(written, str):
                # Line by line, since a signal can cut a long write to an unbuffered stream short.
                stream.writelines(written.splitlines(keepends=True))
            else:
                stream.buffer.write(written)
            stream.flush()

        yield write


def _written(event: Event, form: str) -> str | bytes:
    """Return the marginals of an event in a form; "" for other events."""
    if not isinstance(event, Known):
        return ""
    query, state = event.query, event.state
    if isinstance(query, CountMarginals) and (counted := query.marginals(state)) is not None:
        from lifesat.frontends.output.marginals import FORMS  # noqa: PLC0415  # slow to load

        return FORMS[form](counted)
    if isinstance(query, EstimateMarginals) and (found := query.estimates(state)) is not None:
        from lifesat.frontends.output.marginal_estimates import (  # noqa: PLC0415  # slow to load
            FORMS as ESTIMATED_FORMS,
        )

        return ESTIMATED_FORMS[form](found)
    return ""
