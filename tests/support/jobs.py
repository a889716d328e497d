"""Jobs to test with, and processes at work on them."""

import json
import random
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from subprocess import PIPE, Popen
from typing import Any

from lifesat import Pattern
from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.problems.life.predecessor import Predecessor
from lifesat.system.processes import command
from tests.support.environment import PATIENCE_SECONDS
from tests.support.processes import started

TUB = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."]))
POND = Predecessor(Pattern.from_rows([".OO.", "O..O", "O..O", ".OO."]), outside="free")
# Its parents are far too many to list.
ENDLESS = Predecessor(Pattern.from_rows(["." * 12] * 12), margin=0)


def worker(name: str, *words: str, **options: Any) -> AbstractContextManager[Popen[Any]]:
    """The process at work on a job, as `Job.start` starts it, but heard."""
    words = ("jobs", "run", name, "--jsonl", "--quiet", *words)
    return started(*command(*words), text=True, stdout=PIPE, stderr=PIPE, **options)


def boards(job: Job) -> list[bytes]:
    """Every solution in the journal."""
    with job.journal() as journal:
        return [row.packed for row in journal.solutions(0, 10**6)]


def reported(lines: str) -> list[dict[str, Any]]:
    """The events in what a process said; its last line may be cut short."""
    return [json.loads(line) for line in lines.splitlines(keepends=True) if line.endswith("\n")]


def killed_at_random(
    job: Job, seed: int, kills: int, least: float = 0.3, most: float = 1.5
) -> list[dict[str, Any]]:
    """What the processes at work on a job tell, each killed at a random moment but for the last."""
    chance = random.Random(seed)
    events = []
    for _ in range(kills):
        with worker(job.name) as process:
            time.sleep(chance.uniform(least, most))
            process.kill()
            events += reported(process.communicate()[0])
    if job.summary().state in ("new", "killed"):
        with worker(job.name) as process:
            events += reported(process.communicate(timeout=500)[0])
    return events


def paused_killed_and_stopped(job: Job) -> None:
    """Pause a job whose sweep takes minutes, let it go on, kill its process, and stop the next."""
    with worker(job.name) as process:
        until(lambda: "cells" in job.summary().phase)
        job.request("pause")
        until(lambda: job.summary().state == "paused")
        before = job.summary().progress.seconds
        time.sleep(0.5)
        assert job.summary().progress.seconds == before
        job.request("work")
        until(lambda: job.summary().progress.seconds > before)
        process.kill()
        process.communicate(timeout=PATIENCE_SECONDS)
    assert job.summary().state == "killed"
    with worker(job.name) as process:
        until(lambda: job.summary().state == "running")
        job.request("stop")
        process.communicate(timeout=PATIENCE_SECONDS)
    assert job.summary().state == "stopped"


def until(condition: Callable[[], bool], seconds: float = PATIENCE_SECONDS) -> None:
    """Wait for something."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "that never came true"
        time.sleep(0.02)


def everything(**options: Any) -> Options:
    return Options(**{"limit": None, "workers": 2, "method": "sat", **options})
