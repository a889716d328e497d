"""Marginals, exact and estimated, as tables and in a sentence."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from lifesat.problems.life.window import Cell

if TYPE_CHECKING:
    from lifesat.frontier.estimates import MarginalEstimates
    from lifesat.frontier.marginals import Marginals

# A table has up to so many decimals, fewer if it would be wider than a terminal.
_DECIMALS = 3
_COLUMNS = 80
# Numbers from this power of ten on are rounded.
_LARGE = 6

Number = TypeVar("Number")


def table(marginals: "Marginals") -> str:
    """Return rounded probabilities in the shape of the board, with their columns and rows.

    0 and 1 without decimals are exact.

    Examples
    --------
    >>> from lifesat import Pattern, marginals
    >>> print(table(marginals(Pattern.from_rows(["OO", "OO"]), margin=0)), end="")
          0     1
    0 0.800 0.800
    1 0.800 0.800
    """
    return aligned(marginals.fractions().tolist(), marginals.corner, _rounded)


def aligned(
    numbers: Sequence[Sequence[Number]], corner: Cell, rounded: Callable[[Number, int], str]
) -> str:
    """Return numbers between 0 and 1 in the shape of a board, with their columns and rows.

    Parameters
    ----------
    numbers
        The numbers, row by row.
    corner
        The column and row of the first of them.
    rounded
        Returns a number as text, given the most decimals that fit a terminal.
    """
    x, y = corner
    height, width = len(numbers), len(numbers[0])
    margin = max(len(str(row)) for row in (y, y + height - 1))
    decimals = _DECIMALS
    while decimals > 1 and margin + width * (decimals + 3) > _COLUMNS:
        decimals -= 1
    wide = max(decimals + 2, *(len(str(column)) for column in (x, x + width - 1)))
    lines = [" " * margin + "".join(f" {column:>{wide}}" for column in range(x, x + width))]
    for row, cells in enumerate(numbers, start=y):
        shown = (f" {rounded(number, decimals):>{wide}}" for number in cells)
        lines.append(f"{row:>{margin}}" + "".join(shown))
    return "".join(f"{line}\n" for line in lines)


def tables(estimates: "MarginalEstimates") -> str:
    """Return the probabilities in the shape of the board, and below them their standard errors."""
    parts = (estimates.probabilities, estimates.standard_errors)
    probabilities, errors = (
        aligned(part.tolist(), estimates.corner, lambda number, decimals: f"{number:.{decimals}f}")
        for part in parts
    )
    return f"{probabilities}\nstandard errors\n{errors}"


def summary(estimates: "MarginalEstimates") -> str:
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


def _rounded(fraction: Fraction, decimals: int) -> str:
    if fraction in (0, 1):
        return str(fraction)
    whole, rest = divmod(round(fraction * 10**decimals), 10**decimals)
    return f"{whole}.{rest:0{decimals}}"
