"""Cell probabilities, exact or estimated, as a table, CSV, or a picture: SVG or PNG."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Context, Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lifesat.errors import UserError
from lifesat.formats.images import check_image
from lifesat.frontends.options.table import MARGINALS
from lifesat.frontends.output.files import Output, open_text, reject_terminal
from lifesat.queries.events import Event, Known
from lifesat.queries.marginals import CountMarginals, EstimateMarginals

if TYPE_CHECKING:
    from lifesat.engines.frontier.estimates import MarginalEstimates  # slow to load
    from lifesat.engines.frontier.marginals import Marginals  # slow to load

# Significant digits of an exact probability in CSV, about as exact as a float.
_DIGITS = 17
# No probability is too small for this exponent.
_EXPONENTS = 999_999_999


def form_of_marginals(form: str | None, destination: str) -> str:
    """Return the form in which to write marginals; None takes it from the name of the file.

    Raises UserError, before the search, if the form is unknown or cannot be written there.
    """
    if form is None:
        suffix = Path(destination).suffix[1:].lower()
        form = suffix if suffix in MARGINALS else MARGINALS[0]
    if form not in MARGINALS:
        raise UserError(f"unknown format {form!r}; give one of {', '.join(MARGINALS)}")
    if form == "png":
        check_image(form)
        if destination == "-" and sys.stdout.isatty():
            reject_terminal(form)
    return form


@contextmanager
def marginals_file(to: Output) -> Iterator[Callable[[Event], None]]:
    """Open an output for marginals and yield a function that takes every event."""
    form = form_of_marginals(to.form, to.place)
    with open_text(to.place, force=to.force) as stream:

        def write(event: Event) -> None:
            written = _written(event.query, event.state, form) if isinstance(event, Known) else ""
            if isinstance(written, str):
                # Line by line, since a signal can cut a long write to an unbuffered stream short.
                stream.writelines(written.splitlines(keepends=True))
            else:
                stream.buffer.write(written)
            stream.flush()

        yield write


def _written(query: Any, state: Any, form: str) -> str | bytes:
    """Return the marginals of a state in a form; "" before they are known."""
    if form == "table":
        text: str = query.text(state)
        return text
    if isinstance(query, CountMarginals) and (counted := query.marginals(state)) is not None:
        numbers, lines, titles = counted.probabilities, _counted_csv(counted), _counted(counted)
    elif isinstance(query, EstimateMarginals) and (found := query.estimates(state)) is not None:
        numbers, lines, titles = found.probabilities, _estimated_csv(found), _estimated(found)
    else:
        return ""
    if form == "csv":
        return "".join(f"{line}\n" for line in lines)
    from lifesat.frontends.output import grey_levels  # noqa: PLC0415  # slow to load

    return grey_levels.svg(numbers, titles) if form == "svg" else grey_levels.png(numbers)


def _counted_csv(marginals: "Marginals") -> list[str]:
    """Return a line for each cell: column, row, exact numbers and probability.

    >>> from lifesat import Pattern, marginals
    >>> tub = Pattern.from_rows([".O.", "O.O", ".O."])
    >>> _counted_csv(marginals(tub, margin=0))[:3]
    ['x,y,live,total,probability', '0,0,4,6,0.66666666666666667', '1,0,3,6,0.5']
    """
    # The context rounds the quotient once; making a Decimal of an int is exact.
    divide = Context(prec=_DIGITS, Emin=-_EXPONENTS, Emax=_EXPONENTS).divide
    total = Decimal(marginals.total)
    lines = ["x,y,live,total,probability"]
    for x, y, live in _cells(marginals, marginals.live):
        lines.append(f"{x},{y},{live},{marginals.total},{divide(Decimal(live), total)}")
    return lines


def _counted(marginals: "Marginals") -> list[str]:
    """Return the tooltip of each cell."""
    cells = _cells(marginals, marginals.live)
    return [f"({x}, {y}): {live} of {marginals.total}" for x, y, live in cells]


def _estimated_csv(estimates: "MarginalEstimates") -> list[str]:
    """Return a line for each cell: column, row, probability and standard error."""
    cells = _cells(estimates, estimates.probabilities, estimates.standard_errors)
    return ["x,y,probability,standard_error", *(f"{x},{y},{p!r},{e!r}" for x, y, p, e in cells)]


def _estimated(estimates: "MarginalEstimates") -> list[str]:
    """Return the tooltip of each cell."""
    cells = _cells(estimates, estimates.probabilities, estimates.standard_errors)
    return [f"({x}, {y}): {p:.3f}, standard error {e:.3f}" for x, y, p, e in cells]


def _cells(numbers: "Marginals | MarginalEstimates", *arrays: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the column and row of each cell, row by row, and its entries in the arrays."""
    x0, y0 = numbers.corner
    height, width = arrays[0].shape
    places = ((x, y) for y in range(y0, y0 + height) for x in range(x0, x0 + width))
    for (x, y), *entries in zip(places, *(each.ravel().tolist() for each in arrays), strict=True):
        yield (x, y, *entries)
