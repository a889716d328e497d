"""Arrays in memory and in files: what fits where, and what makes room again."""

import errno
import gc
import sys
from collections import namedtuple
from pathlib import Path

import numpy as np
import pytest

from lifesat.engines.frontier.store import Store
from lifesat.engines.frontier.support import Limits, OutOfReachError


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def in_file(array: object) -> bool:
    return isinstance(array, np.memmap)


@pytest.mark.quick
def test_a_quarter_of_the_memory_then_files_of_four_times_the_memory(folder: Path) -> None:
    keeper = Store(Limits(4000))
    first, second = (keeper.store(np.full(500, k, dtype=np.uint8)) for k in range(2))
    assert not list(folder.iterdir())
    third = keeper.store(np.arange(2000))
    assert [in_file(array) for array in (first, second, third)] == [False, False, True]
    assert (third == np.arange(2000)).all()
    assert sys.platform == "win32" or not list(folder.iterdir()), "a killed process leaves files"
    with pytest.raises(OutOfReachError, match="temporary files"):
        keeper.store(np.zeros(1, dtype=np.uint8))
    del first, third
    first = keeper.store(np.zeros(500, dtype=np.uint8))
    third = keeper.store(np.full(2000, 7))
    assert [in_file(array) for array in (first, second, third)] == [False, False, True]
    assert (third == 7).all()
    del first, second, third, keeper
    assert not list(folder.iterdir())


@pytest.mark.quick
def test_files_leave_half_of_the_disk_that_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", ["total", "used", "free"])
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage(9000, 6000, 3000))
    keeper = Store(Limits(4000))
    filed = keeper.store(np.zeros(1500, dtype=np.uint8))
    assert in_file(filed)
    with pytest.raises(OutOfReachError, match=r"1\.5e-06 GB of temporary files"):
        keeper.store(np.zeros(1001, dtype=np.uint8))


def test_files_as_large_as_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", ["total", "used", "free"])
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage(90_000, 60_000, 30_000))
    keeper = Store(Limits(memory=4000, disk=25_000))
    filed = keeper.store(np.zeros(24_000, dtype=np.uint8))
    assert in_file(filed)
    assert 24_000 <= keeper.file_bytes <= 25_000
    del filed
    gc.collect()
    assert keeper.file_bytes == 0
    with pytest.raises(OutOfReachError, match=r"outgrows 2\.5e-05 GB of temporary files"):
        keeper.store(np.zeros(25_001, dtype=np.uint8))
    with pytest.raises(OutOfReachError, match="outgrows 0 GB of temporary files"):
        Store(Limits(memory=4000, disk=0)).store(np.zeros(2000, dtype=np.uint8))


@pytest.mark.quick
def test_without_a_limit_nothing_is_filed(folder: Path) -> None:
    assert not in_file(Store(Limits()).store(np.zeros(1 << 20, dtype=np.uint8)))
    assert not list(folder.iterdir())


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="only Linux lists open files")
def test_few_files_hold_many_arrays() -> None:
    before = open_files()
    keeper = Store(Limits(1_000_000))
    arrays = [keeper.store(np.full((10, 20), k, dtype=np.int32)) for k in range(4000)]
    assert sum(map(in_file, arrays)) > 3000
    assert open_files() - before < 150
    for k, array in enumerate(arrays):
        assert array.shape == (10, 20)
        assert (array == k).all()
    del arrays, array
    gc.collect()
    assert open_files() <= before + 1


@pytest.mark.quick
def test_a_file_makes_room_when_all_its_arrays_are_gone() -> None:
    keeper = Store(Limits(128_000))
    keeper.store(np.zeros(32_000, dtype=np.uint8))
    held = [keeper.store(np.zeros(1000, dtype=np.uint8)) for _ in range(380)]
    with pytest.raises(OutOfReachError):
        keeper.store(np.zeros(100_000, dtype=np.uint8))
    del held[:200]
    assert in_file(keeper.store(np.zeros(100_000, dtype=np.uint8)))


@pytest.mark.quick
def test_a_full_disk_is_an_error_before_anything_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_file: int, _start: int, _size: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.posix_fallocate", refuse, raising=False)
    with pytest.raises(OutOfReachError, match=r"GB in .*: No space left on device$"):
        Store(Limits(4000)).store(np.zeros(2000, dtype=np.uint8))


def test_systems_that_cannot_reserve_space(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("os.posix_fallocate", raising=False)
    filed = Store(Limits(4000)).store(np.arange(1500, dtype=np.uint16))
    assert in_file(filed)
    assert filed.tolist() == list(range(1500))
