"""Where the tests run."""

from collections.abc import Iterable
from contextlib import suppress

import pytest

from lifesat.errors import UserError
from lifesat.jobs.job import jobs

PATIENCE_SECONDS = 120.0
"""How long a test waits for what comes at once, on a machine that may be very busy."""


def few_and_many(few: int, many: int) -> pytest.MarkDecorator:
    """Give a test of random examples a small number of them, and once a week a large one."""
    numbers = [few, pytest.param(many, marks=pytest.mark.weekly)]
    return pytest.mark.parametrize("examples", numbers, ids=["few", "many"])


def quick_first(number: int, values: Iterable[object]) -> list[object]:
    """Mark the first few values of a parameter as quick."""
    every = list(values)
    return _marked(every[:number], pytest.mark.quick) + every[number:]


def weekly_after(number: int, values: Iterable[object]) -> list[object]:
    """Mark the values of a parameter as weekly, but for the first few."""
    every = list(values)
    return every[:number] + _marked(every[number:], pytest.mark.weekly)


def _marked(values: list[object], mark: pytest.MarkDecorator) -> list[object]:
    return [pytest.param(each, marks=mark) for each in values]


def end_jobs() -> None:
    """End all processes that work on jobs."""
    for job in jobs():
        with suppress(UserError):  # a journal may be damaged
            if job.summary().state == "new":
                # One that is still starting cannot be killed yet; it reads this before it works.
                job.request("stop")
            job.kill()
