"""The page that is installed beside the scripts, in Golly's help window."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.golly import installed
from tests.support.screen import Golly

TITLE = "Complete still life"
"""Of the question that the first script on the page asks."""


@pytest.fixture
def golly(display: str, tmp_path: Path) -> Iterator[Golly]:
    """A Golly whose folder has a name that HTML has to spell otherwise."""
    running = installed(display, tmp_path / '"a" <b> &amp;')
    yield running
    running.kill()


def test_a_link_runs_a_script(golly: Golly) -> None:
    golly.start("x = 2, y = 2, rule = B3/S23\n2o$2o!\n")
    golly.select_all()
    golly.probe(f"g.open([[{golly.scripts / 'lifesat.html'}]]) return 'true'")
    assert golly.has_window("lifesat$")
    (window, *_) = golly.xdotool("search", "--onlyvisible", "--name", "lifesat$").split()
    # The links to scripts are at the left, below an introduction whose height depends on the font.
    assert any(
        golly.xdotool("mousemove", "--window", window, "30", str(y), "click", "1")
        or golly.has_window(TITLE, 0.2)
        for y in range(40, 400, 8)
    )
    golly.cancel(TITLE)
