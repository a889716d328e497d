"""Estimated marginals as tables, CSV, or a picture: SVG or PNG."""

from collections.abc import Callable, Iterator

from lifesat.frontier.estimates import MarginalEstimates
from lifesat.problems.life.window import Cell
from lifesat.queries.marginals import tables
from lifesat.reporting import grey_levels
from lifesat.reporting.marginals import cells_from


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
