"""An orphan proof from the form: the file is there, and the orphan is shown."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lifesat.cli import main
from lifesat_tui.form.draft import Draft
from tests.support.application import answered, assert_shows, drive

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

# With the rule B/S nothing is ever born, so each live cell is an orphan.
DRAFT = Draft("orphan proof", {"text": "x = 3, y = 2, rule = B/S\nobo$bo!\n"})


def test_a_proof_is_written_and_the_orphan_is_shown(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert answered("eden", DRAFT).summary().state == "complete"
    assert main(["check-proof", "eden.drat.cnf", "eden.drat"]) == 0

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("orphan: no pattern becomes it", app, pilot)
        await assert_shows("eden.drat", app, pilot)
        await assert_shows("█" * 16 + " " * 16 + "█" * 16, app, pilot)

    drive(steps, job="eden", size=(120, 40))
