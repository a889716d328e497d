"""Estimated marginals as tables, CSV, or a picture: SVG or PNG."""

from collections.abc import Callable, Iterator

from lifesat.engines.frontier.estimates import MarginalEstimates
from lifesat.frontends.output import grey_levels
from lifesat.frontends.output.marginals import cells_from
from lifesat.problems.life.window import Cell
from lifesat.queries.marginals import tables


def csv(estimates: MarginalEstimates) -> str:
    """Return a CSV line for each cell: column, row, probability and standard error."""
    lines = [f"{x},{y},{chance!r},{error!r}" for (x, y), chance, error in _cells(estimates)]
    return "".join(f"{line}\n" for line in ["x,y,probability,standard_error", *lines])


def svg(estimates: MarginalEstimates) -> str:
    """Return an SVG picture: white cells are probably dead, black ones probably live."""
    titles = [
        f"({x}, {y}): {chance:.3f}, standard error {error:.3f}"
        for (x, y), chance, error in _cells(estimates)
    ]
    return grey_levels.svg(estimates.probabilities, titles)


def png(estimates: MarginalEstimates) -> bytes:
    """Return a PNG picture of the board alone, in the grey levels of `svg`."""
    return grey_levels.png(estimates.probabilities)


FORMS: dict[str, Callable[[MarginalEstimates], str | bytes]] = {
    "table": tables,
    "csv": csv,
    "svg": svg,
    "png": png,
}


def _cells(estimates: MarginalEstimates) -> Iterator[tuple[Cell, float, float]]:
    """Yield each cell of the window with its probability and its standard error."""
    chances, errors = estimates.probabilities, estimates.standard_errors
    places = cells_from(estimates.corner, chances.shape)
    yield from zip(places, chances.ravel().tolist(), errors.ravel().tolist(), strict=True)
