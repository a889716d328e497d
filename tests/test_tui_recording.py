"""The recording and the pictures of the terminal application in the documents."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

DOCS = Path(__file__).parents[1] / "docs"
TAG = "{http://www.w3.org/2000/svg}"


def check(picture: Path) -> None:
    """Check that it moves, is small, and shows a search from its form to its solutions."""
    assert picture.stat().st_size < 500_000
    text = picture.read_text(encoding="utf-8")
    groups = {
        str(each.get("id")): each
        for each in ElementTree.fromstring(text).iter(f"{TAG}g")  # noqa: S314 - our own
    }
    frames = {name: group for name, group in groups.items() if re.fullmatch(r"f\d+", name)}
    assert len(frames) > 12
    animated = re.findall(r"^#(f\d+)\{visibility:\w+;animation:k\d+ ", text, re.MULTILINE)
    assert animated == list(frames)
    used = {str(use.get("href"))[1:] for frame in frames.values() for use in frame}
    shown = "\n".join("".join(groups[line].itertext()) for line in used).replace("\xa0", " ")
    for words in ("what to search for", "new search", "1,000 predecessors", "target", "share in %"):
        assert words in shown
    # It shows no folder of whoever has recorded it, and needs nothing from elsewhere.
    assert tempfile.gettempdir() not in text
    assert not re.search(r"\burl\(|@import|<script", text)


def test_the_recording_in_the_documents() -> None:
    check(DOCS / "tui-recording.svg")


@pytest.mark.weekly
def test_the_script_records(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, DOCS / "tui_recording.py", tmp_path / "new.svg"], check=True, timeout=300
    )
    check(tmp_path / "new.svg")


def test_the_screens_in_the_documents() -> None:
    shown = re.findall(r"\]\((tui-screens/.*?)\)", (DOCS / "tui-screens.md").read_text("utf-8"))
    texts = {name: (DOCS / name).read_text("utf-8") for name in shown}
    assert set(DOCS.glob("tui-screens/*")) == {DOCS / name for name in shown}
    assert sum(map(len, texts.values())) < 1_000_000
    for name, text in texts.items():
        width, height = map(int, re.findall(r"\d+", name))
        frame = next(ElementTree.fromstring(text).iter(f"{TAG}svg"))  # noqa: S314 - our own
        assert frame.get("viewBox") == f"0 0 {round(width * 12.2 + 20)} {round(height * 24.4 + 20)}"
        assert tempfile.gettempdir() not in text
