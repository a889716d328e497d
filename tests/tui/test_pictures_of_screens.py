"""The screens as they look, compared with what was looked at and kept: SVG as Textual draws it.

After a change that is meant: ``pytest tests/tui/test_pictures_of_screens.py --snapshot-update``,
and a look at the files in ``__snapshots__``.
"""

import re
from typing import TYPE_CHECKING

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from lifesat.jobs.job import Job
from tests.tui.conftest import SIZES, drive, shows

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from tui.app import LifesatApp


class Svg(SingleFileSnapshotExtension):
    """A file for each picture."""

    file_extension = "svg"
    _write_mode = WriteMode.TEXT


def picture(app: "LifesatApp") -> str:
    """The screen as SVG, without the numbers that Textual draws by chance."""
    svg = re.sub(r"terminal-\d+", "terminal", app.export_screenshot(title="lifesat"))
    return re.sub(r"\n\s*", "\n", svg)


def still(job: Job) -> None:
    """Take out of a job what differs from run to run."""
    with job.journal() as journal:
        journal.record(values={"seconds": 61.5, "created": "2026-01-01T00:00:00+00:00"})
        journal._connection.execute("UPDATE samples SET seconds = 61.5")


SCREENS = {
    "job": ("1 of 74", ()),
    "generation-1": ("1 of 74", ("full_stop",)),
    "sort-and-filter": ("1 of 74", ("slash",)),
    "delete": ("1 of 74", ("d",)),
    "keys": ("1 of 74", ("question_mark",)),
    "form": ("1 of 74", ("c",)),
}


PICTURES = [(name, (80, 24)) for name in SCREENS] + [("job", size) for size in SIZES[1:]]


@pytest.mark.parametrize(
    ("name", "size"),
    [pytest.param(name, size, id=f"{name}-{size[0]}x{size[1]}") for name, size in PICTURES],
)
def test_screens_look_as_they_did(
    name: str, size: tuple[int, int], tub: Job, snapshot: SnapshotAssertion
) -> None:
    still(tub)
    wait, keys = SCREENS[name]
    found: list[str] = []

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await shows(wait, app, pilot)
        await shows("elapsed 1:01", app, pilot)
        await pilot.press(*keys)
        if name == "form":
            await shows("exactly 74 predecessors", app, pilot)
        await pilot.pause(0.1)
        found.append(picture(app))

    drive(steps, job="tub", size=size)
    assert found[0] == snapshot(extension_class=Svg)
