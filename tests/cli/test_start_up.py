"""Most of the time of a small search is its start, so a command does only what it needs.

What is loaded and started is checked, not seconds, which depend on the machine.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lifesat.cli.overview import COMMANDS

ROOT = Path(__file__).parents[2]

# What takes milliseconds to load, in groups: for listings and counts without a solver, for searches
# in several processes, for other problems, and for jobs and pictures.
SWEEPS = (
    "lifesat.engines.sweeps",
    "lifesat.engines.frontier.parents",
    "lifesat.engines.frontier.densest",
)
COUNTS = ("lifesat.engines.frontier.counts", "lifesat.engines.frontier.marginals")
SOLVER = ("pysat", "lifesat.engines.sat.cubes", "concurrent.futures")
PROCESSES = ("lifesat.engines.sat.worker_process", "multiprocessing")
OTHERS = (
    "lifesat.engines.nearest.windows",
    "lifesat.engines.backbone.backbone",
    "lifesat.problems.life.nearest",
)
JOBS = ("lifesat.jobs.journal", "lifesat.jobs.summary", "sqlite3")
# Each takes milliseconds, and a help text has no use for it.
SLOW_FOR_HELP = ("numpy", "dataclasses", "inspect")
NEVER = (*PROCESSES, *OTHERS, *JOBS, "PIL", "lifesat.formats.images.raster", "lifesat_tui")

RUN = """
import atexit, gc, os, sys
heavy = sys.argv.pop(1).split()
before = set(sys.modules)  # a measurement of coverage loads some

def report():
    loaded = [name for name in heavy if name in sys.modules and name not in before]
    threads = len(os.listdir("/proc/self/task")) if sys.platform == "linux" else 1
    print(loaded, gc.get_freeze_count() > 0, os.environ["OPENBLAS_NUM_THREADS"], threads)

atexit.register(report)
from lifesat.cli import main
sys.exit(main())
"""


def reported(words: list[str], heavy: tuple[str, ...], code: int, **variables: str) -> str:
    """Return what a command says about itself when it ends."""
    environment = {k: v for k, v in os.environ.items() if k != "OPENBLAS_NUM_THREADS"} | variables
    line = [sys.executable, "-c", RUN, " ".join(heavy), *words]
    done = subprocess.run(line, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == code, done.stderr
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "absent", "code"),
    [
        ("predecessors examples/block.rle -q", (*SWEEPS, *COUNTS), 0),
        ("predecessors examples/block.rle -q --all", COUNTS, 0),
        ("count examples/block.rle", (*SWEEPS, *SOLVER), 0),
        ("sample examples/block.rle -q", (*COUNTS, *SOLVER), 0),
        ("marginals examples/block.rle", (*SWEEPS, *SOLVER), 0),
        ("oscillators 3,3 --period 2 -q", (*SWEEPS, *COUNTS), 0),
        ("spaceships 4,4 --period 4 --shift 1,1 -q", (*SWEEPS, *COUNTS), 0),
        ("search --blank 4,4,3 --symmetry p2 -q", (*SWEEPS, *COUNTS), 0),
        ("complete examples/block.rle -q", (*SWEEPS, *COUNTS), 0),
        ("orphan examples/block.rle", (*SWEEPS, *COUNTS), 1),
    ],
    ids=lambda value: value.split(" -")[0] if isinstance(value, str) else "",
)
def test_a_command_loads_only_what_it_needs(
    words: str, absent: tuple[str, ...], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    heavy = (*absent, *NEVER)
    assert reported(words.split(), heavy, code).startswith("[] True 1 ")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_help_text_comes_at_once(command: str) -> None:
    # These two are about formats in all that they do.
    formats = () if command in ("convert", "show") else ("lifesat.formats",)
    assert reported([command, "--help"], (*SLOW_FOR_HELP, *formats), 0).startswith("[] True 1 ")


def test_openblas_starts_no_threads_unless_the_user_wants_them() -> None:
    words = ["predecessors", str(ROOT / "examples/block.rle"), "--all", "-q"]
    assert reported(words, (), 0) == "[] True 1 1"
    assert reported(words, (), 0, OPENBLAS_NUM_THREADS="2").startswith("[] True 2 ")
