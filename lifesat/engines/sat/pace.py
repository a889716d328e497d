"""Calls to a solver that take about the same time."""

import math
import time
from collections.abc import Callable


class Pace:
    """Adapts the limit of conflicts of each call to the time that the last one took.

    The limit of the first call is `first`, and the lowest limit is `fewest`.
    """

    def __init__(self, seconds: float, first: int, fewest: int) -> None:
        # About the length of a call that decides nothing; ``math.inf`` removes the limit, so that
        # nothing stops a call.
        self.seconds = seconds
        self._conflicts = first
        self._fewest = fewest

    def call(self, solve: Callable[[int | None], bool | None]) -> bool | None:
        """Call a solver with a limit of conflicts, None for no limit, and return its answer.

        Calls become longer gradually, so they are few. They are measured in processor time, so that
        on a busy machine they do not become so short that the solver gets nowhere.
        """
        if not math.isfinite(self.seconds):
            return solve(None)
        began = time.thread_time()
        answer = solve(self._conflicts)
        if answer is None:
            took = max(time.thread_time() - began, 1e-6)
            change = min(max(self.seconds / took, 0.5), 2.0)
            self._conflicts = max(self._fewest, int(self._conflicts * change))
        return answer
