"""What all tests share."""

import json
import signal
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import tests.support.profiles  # noqa: F401
from tests.support import peers, strict
from tests.support.environment import PATIENCE_SECONDS
from tests.support.hostile import Hostile


def pytest_configure(config: pytest.Config) -> None:
    """Be strict at the end of the session, and give every test the programs to compare with."""
    # A program that is started in the background ignores Ctrl-C, and so would all that tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.pluginmanager.register(strict)
    config.pluginmanager.register(peers)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Leave out where a test was skipped, so that the summary has each reason once."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple):
        report.longrepr = str(Path(__file__).parent), None, report.longrepr[2]  # type: ignore[assignment]
    return report


@pytest.fixture(autouse=True)
def stop_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that stops may take its time on a busy machine."""
    monkeypatch.setenv("LIFESAT_STOP_SECONDS", str(PATIENCE_SECONDS))


@pytest.fixture
def hostile(tmp_path: Path) -> Iterator[Hostile]:
    """An empty folder, and the assurance that nothing ran of what a test puts there."""
    there = Hostile(tmp_path / "hostile", tmp_path / "said")
    there.folder.mkdir()
    yield there
    assert not there.said.exists(), f"imported from the current folder: {there.said.read_text()}"


@pytest.fixture(scope="session")
def oracles() -> Path:
    """The folder of numbers and patterns that nobody here made up; its README names sources."""
    return Path(__file__).parent / "oracles"


@pytest.fixture(scope="session")
def counts(oracles: Path) -> dict[str, Any]:
    """The independent counts: parents of common objects, OEIS terms and others."""
    numbers: dict[str, Any] = json.loads((oracles / "counts.json").read_text())
    return numbers


@pytest.fixture(scope="session")
def dask() -> None:
    """A dask cluster can be started here."""
    if not find_spec("distributed"):
        pytest.skip("dask.distributed is not installed (the extra cluster)")


@pytest.fixture(scope="session")
def pyganak() -> None:
    """The model counter, an optional extra, is installed."""
    if not find_spec("pyganak"):
        pytest.skip("pyganak is not installed (the extra models)")
