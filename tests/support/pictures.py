"""Pictures of screens at the stops of a walk, compared with those that were kept."""

import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from tests.support.application import assert_shows, drive, screen_text
from tests.support.environment import PATIENCE_SECONDS

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

PLACE = Path(__file__).parents[1] / "tui" / "__snapshots__" / "test_pictures_of_screens"
SIXTY, EIGHTY, WIDE, LARGE = (60, 20), (80, 24), (120, 40), (200, 60)
# How long a picture that was kept may take to come when it is not to be replaced, and when it is.
_KEPT_SECONDS, _REPLACED_SECONDS, _NEW_SECONDS = PATIENCE_SECONDS, 10.0, 0.5


class Svg(SingleFileSnapshotExtension):
    """A file for each picture."""

    file_extension = "svg"
    _write_mode = WriteMode.TEXT


class Stop(NamedTuple):
    """A place on a walk: its name, the keys that lead there, and what is to be seen then."""

    name: str
    keys: tuple[str, ...]
    seen: str


class Camera:
    """Takes a picture as soon as the screen is as it was, or else when it is at rest."""

    def __init__(
        self, app: "LifesatApp", pilot: "Pilot[None]", snapshot: SnapshotAssertion
    ) -> None:
        self._app, self._pilot = app, pilot
        self._snapshot = snapshot.use_extension(Svg)
        self._size = "{}x{}".format(*app.size)

    async def check_screen(self, name: str, seen: str) -> None:
        """Compare the screen with its picture."""
        await assert_shows(seen, self._app, self._pilot)
        name = f"{name}-{self._size}"
        kept = [path.read_text() for path in PLACE.glob(f"*[[]{name}].svg")]
        replaced = _REPLACED_SECONDS if self._snapshot.update_snapshots else _KEPT_SECONDS
        end = time.monotonic() + (replaced if kept else _NEW_SECONDS)
        while (now := picture(self._app)) not in kept and time.monotonic() < end:
            await self._pilot.pause(0.05)
        assert now == self._snapshot(name=name), screen_text(self._app)

    async def check_stops(self, *stops: Stop) -> None:
        """Take a picture at each stop."""
        for stop in stops:
            await self._pilot.press(*stop.keys)
            await self.check_screen(stop.name, stop.seen)


def picture(app: "LifesatApp") -> str:
    """The screen as SVG, without the numbers that Textual draws by chance and paths of the test."""
    svg = re.sub(r"terminal-\d+", "terminal", app.export_screenshot(title="lifesat"))
    svg = re.sub(rf"<text[^>]*>[^<]*{re.escape(os.environ['LIFESAT_HOME'])}[^<]*</text>", "", svg)
    return re.sub(r"\n\s*", "\n", svg)


def check_pictures(
    snapshot: SnapshotAssertion,
    size: tuple[int, int],
    *stops: Stop,
    job: str | None = None,
    begin: str = "",
) -> None:
    """Walk through the application, as soon as it shows what the walk begins with."""

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows(begin, app, pilot)
        await Camera(app, pilot, snapshot).check_stops(*stops)

    drive(steps, job=job, size=size)
