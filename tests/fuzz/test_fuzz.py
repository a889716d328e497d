"""Every target on its seeds, on what was found before, and on some mutations."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.findings import FINDINGS, LARGE
from tests.fuzz.registry import TARGETS
from tests.fuzz.target import ROOT, Target, small_limits


@pytest.fixture(autouse=True, scope="module")
def limits() -> Iterator[None]:
    with small_limits():
        yield


def mutations(target: Target) -> st.SearchStrategy[bytes]:
    """Return bytes, and seeds with a part replaced, doubled or left out."""

    def changed(seed: bytes, places: tuple[int, int], middle: bytes, times: int) -> bytes:
        begin, end = sorted(place % (len(seed) + 1) for place in places)
        return seed[:begin] + seed[begin:end] * times + middle + seed[end:]

    places = st.tuples(st.integers(0, 300), st.integers(0, 300))
    seeds = st.sampled_from(target.seeds)
    part = st.binary(max_size=4) | st.sampled_from([b"0", b"9" * 12, b"\n", b"-1", b"["])
    return st.binary(max_size=60) | st.builds(changed, seeds, places, part, st.integers(0, 3))


@pytest.mark.parametrize("name", TARGETS)
def test_seeds(name: str) -> None:
    for seed in TARGETS[name].seeds:
        TARGETS[name].check(seed)


@pytest.mark.parametrize("number", range(len(FINDINGS)))
def test_what_was_found_before(number: int) -> None:
    name, data = FINDINGS[number]
    TARGETS[name].check(data)


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=20)
@given(data=st.data())
def test_mutations(name: str, data: st.DataObject) -> None:
    TARGETS[name].check(data.draw(mutations(TARGETS[name])))


@pytest.mark.parametrize("number", range(len(LARGE)))
def test_large_inputs_take_little_time_and_memory(number: int) -> None:
    command = [sys.executable, "-m", "tests.fuzz.large", str(number)]
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    ended = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr[-2000:]
