"""No process of ours imports what lies in the current folder."""

import subprocess
import sys
from pathlib import Path

import pytest

from lifesat.jobs.job import Job
from tests.support.environment import weekly_after
from tests.support.hostile import Hostile
from tests.support.jobs import until

LIFESAT = [str(Path(sys.executable).with_name("lifesat"))]
MODULE = [sys.executable, "-m", "lifesat"]
# Python itself imports lifesat, and what it imports for itself, from the current folder.
OURS = ("filelock", "json", "numpy", "platformdirs", "pysat", "sqlite3")
TUB = "x = 3, y = 3\nbo$obo$bo!\n"


def run(hostile: Hostile, *words: str) -> str:
    done = subprocess.run(
        words, cwd=hostile.folder, capture_output=True, text=True, timeout=500, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


PROGRAMS = ["lifesat", "python -m lifesat"]


@pytest.fixture(params=PROGRAMS)
def program(request: pytest.FixtureRequest, hostile: Hostile) -> list[str]:
    (hostile.folder / "tub.rle").write_text(TUB)
    if request.param == "lifesat":
        hostile.add()
        return LIFESAT
    hostile.add(OURS)
    return MODULE


def test_a_job_and_its_processes(hostile: Hostile, program: list[str]) -> None:
    search = ("predecessors", "tub.rle", "--all", "--solver", "cadical195", "--workers", "2")
    run(hostile, *program, *search, "--job", "tub", "--detach")
    job = Job("tub")
    until(lambda: not job.at_work() and job.summary().state not in ("new", "running"))
    assert (job.summary().state, job.summary().progress.found) == ("complete", 74), (
        job.last_message()
    )


@pytest.mark.parametrize("program", weekly_after(1, PROGRAMS), indirect=True)
def test_a_search_by_several_processes(hostile: Hostile, program: list[str]) -> None:
    """A long listing is divided among processes after four seconds."""
    (hostile.folder / "empty.rle").write_text("x = 12, y = 12\n!\n")
    search = ("predecessors", "empty.rle", "-m0", "--all", "--solver", "cadical195")
    done = subprocess.run(
        [*program, *search, "--workers", "2", "--time-limit", "8", "-q", "-o", "found.rle"],
        cwd=hostile.folder, capture_output=True, text=True, timeout=500, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


PROCESSES = """
import time
from lifesat import Pattern
from lifesat.queries.solutions import ListSolutions
from lifesat.engines.options import Options
from lifesat.jobs.total import Total
from lifesat.problems.life.predecessor import Predecessor
from lifesat.engines.sat.executors import Pool
from lifesat.engines.sat.model_counter import available, count_models

if __name__ == "__main__":
    tub = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."]))
    with Pool(2) as pool:
        assert [task.result() for task in [pool.submit(abs, -1), pool.submit(abs, -2)]] == [1, 2]
    with Total(ListSolutions(tub), Options(method="sat", limit=None)) as total:
        while (number := total.arrived()) is None:
            time.sleep(0.02)
    counted = count_models(tub.formula("column_triples"), tub.projection) if available() else 74
    print(number, counted)
"""


def test_processes_of_a_program_that_uses_the_library(hostile: Hostile, tmp_path: Path) -> None:
    hostile.add()
    (tmp_path / "program.py").write_text(PROCESSES)
    assert run(hostile, sys.executable, str(tmp_path / "program.py")) == "74 74\n"


def test_a_folder_that_was_removed(tmp_path: Path) -> None:
    folder = tmp_path / "removed"
    folder.mkdir()
    removed = ["sh", "-c", 'rmdir "$PWD" && exec "$@"', "sh", *MODULE, "--version"]
    done = subprocess.run(removed, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("lifesat ")
