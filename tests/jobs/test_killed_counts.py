"""A count whose process is killed goes on from the frontier that it kept."""

import subprocess
import sys
from pathlib import Path

from lifesat.engines.frontier.counts import count_boards
from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.count_solutions import CountSolutions
from tests.support.jobs import reported, until

# Works on a job, and keeps the frontier after each step.
_WORKER = """
import sys
from lifesat.engines.frontier import checkpoint
checkpoint._EVERY_SECONDS = checkpoint._SHARE = 0
from lifesat.cli import main
sys.exit(main(["jobs", "run", sys.argv[1], "--jsonl", "--quiet"]))
"""
DEAD = Predecessor(Pattern.from_rows(["." * 8] * 8))


def test_a_killed_count_goes_on() -> None:
    job = Job.create("killed", CountSolutions(DEAD), Options())
    work = job.folder / "work"
    for _ in range(2):
        written = work.stat().st_mtime_ns if work.exists() else 0
        with subprocess.Popen(
            [sys.executable, "-c", _WORKER, "killed"], stdout=subprocess.DEVNULL
        ) as process:
            until(lambda: work.exists() and work.stat().st_mtime_ns > written + 10**8)  # noqa: B023
            process.kill()
    ended = subprocess.run(
        [sys.executable, "-c", _WORKER, "killed"], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    events = reported(ended.stdout)
    assert events[-1]["status"] == "complete"
    (known,) = [event for event in events if event["type"] == "known"]
    assert known["number"] == count_boards(DEAD)
    assert not Path(work).exists()
