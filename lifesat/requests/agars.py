"""Searches for agars on a torus."""

from dataclasses import dataclass
from typing import TypedDict

from lifesat.life.rule import LIFE
from lifesat.problems.life.agar import Agar, SelfForcingAgar
from lifesat.problems.life.box import Shift


class _Fields(TypedDict):
    """The fields that all problems about agars have."""

    width: int
    height: int
    period: int
    shift: Shift
    least: int
    most: int | None
    rule_name: str


@dataclass(frozen=True)
class AgarRequest:
    """A torus, and what holds for every agar on it.

    Attributes
    ----------
    box
        Width and height.
    period, shift, least, most
        As for `lifesat.problems.life.agar.Agar`.
    rule
        The name of the rule, or None for Life.
    """

    box: tuple[int, int]
    period: int = 1
    shift: Shift = (0, 0)
    rule: str | None = None
    least: int = 0
    most: int | None = None

    def agar(self) -> Agar:
        """Return the search for agars.

        Raises
        ------
        UserError
            If the parts do not fit together.
        """
        return Agar(**self._fields())

    def self_forcing(self, pad: int) -> SelfForcingAgar:
        """Return the search for self-forcing agars.

        Parameters
        ----------
        pad
            As for `lifesat.problems.life.agar.SelfForcingAgar`.

        Raises
        ------
        UserError
            If the parts do not fit together.
        """
        return SelfForcingAgar(**self._fields(), pad=pad)

    def _fields(self) -> _Fields:
        width, height = self.box
        return _Fields(
            width=width,
            height=height,
            period=self.period,
            shift=self.shift,
            least=self.least,
            most=self.most,
            rule_name=LIFE.name if self.rule is None else self.rule,
        )
