"""Estimated marginals as tables, CSV, or a picture: SVG or PNG."""

import math
from collections.abc import Callable, Iterator

from lifesat.frontier.estimates import MarginalEstimates
from lifesat.problems.life.window import Cell
from lifesat.reporting import grey_levels
from lifesat.reporting.marginals import aligned, cells_from

# Numbers from this power of ten on are rounded.
_LARGE = 6


def tables(estimates: MarginalEstimates) -> str:
    """Return the probabilities in the shape of the board, and below them their standard errors."""
    parts = (estimates.probabilities, estimates.standard_errors)
    probabilities, errors = (
        aligned(part.tolist(), estimates.corner, lambda number, decimals: f"{number:.{decimals}f}")
        for part in parts
    )
    return f"{probabilities}\nstandard errors\n{errors}"


def csv(estimates: MarginalEstimates) -> str:
    """Return a line for each cell: its column and row, its probability, and the standard error."""
    lines = [f"{x},{y},{chance!r},{error!r}" for (x, y), chance, error in _cells(estimates)]
    return "".join(f"{line}\n" for line in ["x,y,probability,standard_error", *lines])


def svg(estimates: MarginalEstimates) -> str:
    """Return a picture: white for cells that are probably dead, black for those probably live."""
    titles = [
        f"({x}, {y}): {chance:.3f}, standard error {error:.3f}"
        for (x, y), chance, error in _cells(estimates)
    ]
    return grey_levels.svg(estimates.probabilities, titles)


def png(estimates: MarginalEstimates) -> bytes:
    """Return a picture in the grey levels of `svg`: only the board, without lines.

    Raises
    ------
    UserError
        If Pillow is not installed.
    """
    return grey_levels.png(estimates.probabilities)


def summary(estimates: MarginalEstimates) -> str:
    """Return what the estimates rest on, and how many predecessors there are, as a sentence."""
    number = number_words(estimates.log10_total)
    noun = "predecessor" if number == "1" else "predecessors"
    least = number_words(estimates.log10_least)
    return (
        f"estimated from {estimates.samples:,} samples of {estimates.particles:,} boards each, "
        f"which amount to {estimates.effective:.1f}: about {number} {noun}, "
        f"standard error {100 * estimates.total_error:.2g} %; at least {least} with a confidence "
        "of 95 %"
    )


def number_words(log10: float) -> str:
    """Return a number, given its logarithm to base 10.

    Examples
    --------
    >>> number_words(149.5), number_words(3.0), number_words(6.999)
    ('3.16e149', '1000', '9.98e6')
    """
    if log10 < _LARGE:
        return f"{10**log10:.0f}"
    # What is rounded to ten belongs to the next power.
    exponent = math.floor(log10 - math.log10(0.9995))
    return f"{10 ** (log10 - exponent):.3g}e{exponent}"


FORMS: dict[str, Callable[[MarginalEstimates], str | bytes]] = {
    "table": tables,
    "csv": csv,
    "svg": svg,
    "png": png,
}


def _cells(estimates: MarginalEstimates) -> Iterator[tuple[Cell, float, float]]:
    """Yield each cell of the window with its probability and the standard error."""
    chances, errors = estimates.probabilities, estimates.standard_errors
    places = cells_from(estimates.corner, chances.shape)
    yield from zip(places, chances.ravel().tolist(), errors.ravel().tolist(), strict=True)
