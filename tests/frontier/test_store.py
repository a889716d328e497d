"""Arrays in memory and in files: what fits where, and what makes room again."""

from collections import namedtuple
from pathlib import Path

import numpy as np
import pytest

from lifesat.frontier import OutOfReachError
from lifesat.frontier.store import Store


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def in_file(array: object) -> bool:
    return isinstance(array, np.memmap)


def test_a_quarter_of_the_memory_then_files_of_four_times_the_memory(folder: Path) -> None:
    keeper = Store(4000)
    first, second = (keeper.store(np.full(500, k, dtype=np.uint8)) for k in range(2))
    assert not list(folder.iterdir())
    third = keeper.store(np.arange(2000))
    assert [in_file(array) for array in (first, second, third)] == [False, False, True]
    assert (third == np.arange(2000)).all()
    with pytest.raises(OutOfReachError, match="temporary files"):
        keeper.store(np.zeros(1, dtype=np.uint8))
    del first, third
    first = keeper.store(np.zeros(500, dtype=np.uint8))
    third = keeper.store(np.full(2000, 7))
    assert [in_file(array) for array in (first, second, third)] == [False, False, True]
    assert (third == 7).all()
    del first, second, third, keeper
    assert not list(folder.iterdir())


def test_files_leave_half_of_the_disk_that_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", ["total", "used", "free"])
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage(9000, 6000, 3000))
    keeper = Store(4000)
    filed = keeper.store(np.zeros(1500, dtype=np.uint8))
    assert in_file(filed)
    with pytest.raises(OutOfReachError, match=r"1\.5e-06 GB of temporary files"):
        keeper.store(np.zeros(1001, dtype=np.uint8))


def test_without_a_limit_nothing_is_filed(folder: Path) -> None:
    assert not in_file(Store(None).store(np.zeros(1 << 20, dtype=np.uint8)))
    assert not list(folder.iterdir())
