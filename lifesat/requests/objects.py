"""Searches for objects in a box: still lifes, oscillators, spaceships."""

from dataclasses import dataclass
from typing import TypedDict

from lifesat.life.rule import LIFE
from lifesat.problems.life.periodic import Oscillator, Spaceship
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.life.still_life_class import PseudoStillLife, StrictStillLife
from lifesat.requests.choices import NO_GLIDE

STILL_LIFE_PROBLEMS: dict[str, type[StillLife]] = {
    "any": StillLife,
    "strict": StrictStillLife,
    "pseudo": PseudoStillLife,
}
"""The problem for each class in `lifesat.requests.choices.STILL_LIFE_CLASSES`."""


class _Shared(TypedDict):
    """The fields that all problems about objects in a box have."""

    width: int
    height: int
    symmetry: str
    least: int
    most: int | None
    rule_name: str


@dataclass(frozen=True)
class ObjectRequest:
    """A box, and what holds for every object in it.

    Attributes
    ----------
    box
        Width and height.
    rule
        The name of the rule, or None for Life.
    symmetry
        A name in `lifesat.requests.choices.SYMMETRIES`.
    least, most
        Bounds on the number of live cells; None for no upper bound.
    """

    box: tuple[int, int]
    rule: str | None = None
    symmetry: str = "C1"
    least: int = 0
    most: int | None = None

    def still_life(
        self, kind: str = "any", *, no_empty_lines: bool = False, density: int | None = None
    ) -> StillLife:
        """Return the search for still lifes.

        Parameters
        ----------
        kind
            A key of `STILL_LIFE_PROBLEMS`.
        no_empty_lines, density
            As for `lifesat.problems.life.still_life.StillLife`.

        Raises
        ------
        UserError
            If the parts do not fit together.
        """
        return STILL_LIFE_PROBLEMS[kind](
            **self._shared(), no_empty_lines=no_empty_lines, density=density
        )

    def oscillator(self, period: int, glide: str = NO_GLIDE) -> Oscillator:
        """Return the search for oscillators.

        Parameters
        ----------
        period, glide
            As for `lifesat.problems.life.periodic.Periodic`.

        Raises
        ------
        UserError
            If the parts do not fit together.
        """
        return Oscillator(**self._shared(), period=period, glide=glide)

    def spaceship(self, period: int, shift: tuple[int, int], glide: str = NO_GLIDE) -> Spaceship:
        """Return the search for spaceships.

        Parameters
        ----------
        period, shift, glide
            As for `lifesat.problems.life.periodic.Periodic`.

        Raises
        ------
        UserError
            If the parts do not fit together.
        """
        return Spaceship(**self._shared(), period=period, shift=shift, glide=glide)

    def _shared(self) -> _Shared:
        width, height = self.box
        return {
            "width": width,
            "height": height,
            "symmetry": self.symmetry,
            "least": self.least,
            "most": self.most,
            "rule_name": self.rule or LIFE.name,
        }
