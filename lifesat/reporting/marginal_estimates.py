"""Estimated marginals as tables, CSV, or a picture: SVG or PNG."""

from collections.abc import Callable, Iterator

from lifesat.frontier.estimates import MarginalEstimates
from lifesat.problems.life.window import Cell
from lifesat.reporting import grey_levels
from lifesat.reporting.marginals import aligned, cells_from


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
    exponent, rest = divmod(estimates.log10_total, 1)
    number = (
        f"{10**rest:.2g}e{exponent:.0f}" if exponent >= 6 else f"{10**estimates.log10_total:,.0f}"
    )
    noun = "predecessor" if number == "1" else "predecessors"
    return (
        f"estimated from {estimates.samples:,} samples of {estimates.particles:,} boards each, "
        f"which amount to {estimates.effective:.1f}: about {number} {noun}, "
        f"standard error {100 * estimates.total_error:.2g} %"
    )


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
