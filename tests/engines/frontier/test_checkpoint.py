"""A count goes on from the sweep that it kept in a file."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lifesat.engines.frontier import checkpoint as checkpoint_module
from lifesat.engines.frontier import sweep
from lifesat.engines.frontier.checkpoint import Checkpoint
from lifesat.engines.frontier.counts import count_boards, count_by_population, count_orbits
from lifesat.engines.frontier.progress import SweepProgress
from lifesat.errors import StoppedError
from lifesat.life.pattern import Pattern
from lifesat.problems.life.periodic import Oscillator
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.still_life import StillLife

DEAD = Predecessor(Pattern.from_rows(["." * 6] * 6))
TORUS = Predecessor(Pattern.from_rows(["." * 4] * 5, rule="B3/S23:T4,5"), outside="torus")
COUNTS: list[Callable[..., object]] = [
    lambda **more: count_boards(DEAD, **more),
    lambda **more: count_by_population(DEAD, **more),
    lambda **more: count_boards(StillLife(7, 7, min_population=5), **more),
    lambda **more: count_boards(Oscillator(4, 5, 2), **more),
    lambda **more: count_orbits(StillLife(5, 5), **more),
    lambda **more: count_boards(TORUS, **more),
]


@pytest.fixture(autouse=True)
def parts_of_a_torus(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a small torus be swept in parts."""
    monkeypatch.setattr(sweep, "_STATES_AT_ONCE", 1000)


def stopping_after(reports: int, seen: list[int]) -> Callable[[SweepProgress], None]:
    def report(progress: SweepProgress) -> None:
        seen.append(progress.visited)
        if len(seen) > reports:
            raise StoppedError

    return report


@pytest.mark.parametrize("count", COUNTS)
def test_a_stopped_count_goes_on(count: Callable[..., object], tmp_path: Path) -> None:
    path, number = tmp_path / "work", None
    starts: list[int] = []
    while number is None:
        seen: list[int] = []
        try:
            number = count(
                report=stopping_after(6 * len(starts) + 6, seen), checkpoint=Checkpoint(path)
            )
        except StoppedError:
            assert path.exists()
        starts.append(seen[0] if seen else 0)
    assert number == count()
    assert len(starts) > 2
    assert max(starts) > starts[0]
    Checkpoint(path).remove()
    assert not path.exists()


def stopped(path: Path, count: Callable[..., object] = COUNTS[0]) -> None:
    with pytest.raises(StoppedError):
        count(report=stopping_after(12, []), checkpoint=Checkpoint(path))


def test_a_frontier_is_kept_while_a_sweep_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint_module, "_EVERY_SECONDS", 0.0)
    monkeypatch.setattr(checkpoint_module, "_SHARE", 0)
    path, sizes = tmp_path / "work", []

    def report(_progress: SweepProgress) -> None:
        if path.exists():
            sizes.append(path.stat().st_size)

    assert count_boards(DEAD, report=report, checkpoint=Checkpoint(path)) == count_boards(DEAD)
    assert len(set(sizes)) > 5


@pytest.mark.parametrize("damage", ["cut", "changed", "sum", "number", "no header", "empty"])
def test_a_damaged_file_is_as_good_as_none(damage: str, tmp_path: Path) -> None:
    path = tmp_path / "work"
    stopped(path)
    whole = path.read_bytes()
    line = whole.index(b"\n")
    path.write_bytes(
        {
            "cut": whole[:-9],
            "changed": whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:],
            "no header": whole[line + 1 :],
            "sum": whole[1:],
            "number": whole.replace(b'"steps": ', b'"steps": 1'),
            "empty": b"",
        }[damage]
    )
    seen: list[int] = []
    number = count_boards(DEAD, report=stopping_after(1 << 30, seen), checkpoint=Checkpoint(path))
    assert number == count_boards(DEAD)
    path.write_bytes(whole)
    later: list[int] = []
    count_boards(DEAD, report=stopping_after(1 << 30, later), checkpoint=Checkpoint(path))
    assert seen[0] < later[0]


def test_a_file_of_another_version_is_as_good_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "work"
    stopped(path)
    monkeypatch.setattr(checkpoint_module, "_VERSION", 9)
    seen: list[int] = []
    count_boards(DEAD, report=stopping_after(1 << 30, seen), checkpoint=Checkpoint(path))
    every: list[int] = []
    count_boards(DEAD, report=stopping_after(1 << 30, every))
    assert seen == every


def test_what_a_killed_process_was_writing_is_removed(tmp_path: Path) -> None:
    part, other = tmp_path / ".work.0123456789abcdef.part", tmp_path / ".other.01.part"
    part.touch()
    other.touch()
    Checkpoint(tmp_path / "work")
    assert not part.exists()
    assert other.exists()


def test_a_file_of_another_count_is_as_good_as_none(tmp_path: Path) -> None:
    path = tmp_path / "work"
    stopped(path)
    other = Predecessor(Pattern.from_rows(["." * 6] * 5 + [".OO..."]))
    assert count_boards(other, checkpoint=Checkpoint(path)) == count_boards(other)


def test_a_file_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    path = tmp_path / "no folder" / "work"
    assert count_boards(DEAD, checkpoint=Checkpoint(path)) == count_boards(DEAD)
    stopped(path)
