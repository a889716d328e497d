"""A process at work may be killed at any moment: nothing told is lost, nothing is found twice."""

import random
import select
import time

import pytest

from lifesat.engines.options import Options
from lifesat.formats import rle
from lifesat.jobs.follow import found
from lifesat.jobs.job import Job
from lifesat.queries.events import Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support.jobs import POND, everything, reported, worker


def undisturbed(options: Options) -> set[bytes]:
    events = search(ListSolutions(POND), options)
    return {
        board.tobytes()
        for event in events
        if isinstance(event, Solutions)
        for board in event.boards
    }


@pytest.mark.parametrize(
    ("options", "kills"),
    [
        pytest.param(everything(), 2, id="cubes"),
        pytest.param(everything(), 20, marks=pytest.mark.weekly, id="cubes, often"),
        pytest.param(everything(up_to_symmetry=True), 12, marks=pytest.mark.weekly, id="orbits"),
        pytest.param(Options(limit=None), 2, marks=pytest.mark.weekly, id="sweep"),
    ],
)
def test_killed_at_random_moments(options: Options, kills: int) -> None:
    chance = random.Random(kills)
    job = Job.create("killed", ListSolutions(POND), options)
    announced: dict[int, str] = {}

    def note(said: str) -> None:
        for event in reported(said):
            if event["type"] == "solution":
                assert event["number"] not in announced
                announced[event["number"]] = event["rle"]

    for kill in range(kills):
        with worker("killed") as process:
            assert process.stdout
            if kill % 3:
                select.select([process.stdout], [], [], 60)
            time.sleep(chance.uniform(0.0, 1.0))
            process.kill()
            note(process.communicate()[0])
    assert job.summary().state in ("killed", "complete")
    if job.summary().state == "killed":
        with worker("killed") as process:
            said, complaint = process.communicate(timeout=500)
        assert process.returncode == 0, complaint
        assert reported(said)[-1]["status"] == "complete"
        note(said)
    listed = [board.tobytes() for event in found(job) for board in event.boards]
    assert len(listed) == len(set(listed))
    assert set(listed) == undisturbed(options)
    patterns = (
        pattern
        for event in found(job)
        for pattern in POND.named_patterns(event.boards, event.first)
    )
    texts = [rle.write(pattern) for pattern in patterns]
    assert announced
    assert all(texts[number - 1] == text for number, text in announced.items())
