"""How an enumeration calls its solver."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from lifesat.sat import enumerate as enumeration
from lifesat.sat.enumerate import Enumeration


class SteadySolver:
    """Finds nothing, at a steady number of conflicts a second of a clock of its own."""

    def __init__(self, speed: float) -> None:
        self.now = 0.0
        self.calls: list[float] = []
        self._speed = speed

    def solve(self, conflicts: int) -> None:
        self.calls.append(conflicts / self._speed)
        self.now += self.calls[-1]


@pytest.mark.parametrize("speed", [1e3, 1e4, 1e5, 1e6])
def test_calls_come_to_last_a_quarter_of_a_second(
    speed: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = SteadySolver(speed)
    clock = SimpleNamespace(perf_counter=lambda: solver.now)
    monkeypatch.setattr(enumeration, "time", clock)
    search = Enumeration(cast("Any", solver), 1)
    models = search.advance(20.0)
    assert not search.complete
    assert not len(models.literals)
    assert solver.calls[-20:] == pytest.approx([0.25] * 20, rel=0.02)
    assert 20.0 <= solver.now <= 20.5
