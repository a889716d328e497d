"""What a job is exported to, by the name of the file."""

from pathlib import Path

import numpy as np

from lifesat.jobs.job import Job
from lifesat_tui.screens.job_actions import export
from tests.support import drawn


def test_a_sheet_of_all_solutions(tub: Job, tmp_path: Path) -> None:
    path = tmp_path / "all.png"
    assert export(tub, str(path)) == f"wrote 74 solutions to {path}"
    (pixels,) = drawn.frames(path)
    with tub.journal() as journal:
        every = sum(each.population for each in journal.solutions(0, 74))
    # A cell is a square within the lines around it.
    assert (pixels == drawn.LIVE).all(axis=2).sum() == every * 15**2
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) == 4


def test_other_endings(tub: Job, tmp_path: Path) -> None:
    for name, begins in (("all.rle", "#CXRLE"), ("all.csv", "number,"), ("all.svg", "<svg ")):
        export(tub, str(tmp_path / name))
        assert (tmp_path / name).read_text().startswith(begins)
