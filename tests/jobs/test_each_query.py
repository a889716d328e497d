"""Every query goes the same way: its state is kept, and a process at work on it may be killed."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lifesat.engines.options import Options
from lifesat.jobs.follow import found
from lifesat.jobs.job import Job
from lifesat.queries.events import Done, Event, Known, Solutions
from lifesat.queries.query import QUERIES, Query, query_from_json
from lifesat.queries.search import improving_search
from tests.support.jobs import killed_at_random
from tests.support.queries import queries

# What may be another one each time, such as the parent that is found.
APART = ("rle", "lines", "file", "moves", "answer")
HOW = Options(method="sat", limit=None, workers=2)


def asked(name: str, folder: Path) -> tuple[Query, Options]:
    """A query, and how it is answered."""
    query = queries(folder)[name]
    return query, replace(HOW, limit=20 if query.repeats else None)


def certain(facts: dict[str, Any]) -> dict[str, Any]:
    """What is known whichever solution is found."""
    return {name: value for name, value in facts.items() if name not in APART}


def boards(events: list[Event]) -> list[bytes]:
    """All solutions of events."""
    solutions = [event for event in events if isinstance(event, Solutions)]
    return [board.tobytes() for event in solutions for board in event.boards]


def test_there_is_one_of_each(tmp_path: Path) -> None:
    assert queries(tmp_path).keys() == QUERIES.keys()


@pytest.mark.quick
@pytest.mark.parametrize("name", QUERIES)
def test_a_state_is_kept(name: str, tmp_path: Path) -> None:
    query, options = asked(name, tmp_path)
    assert query_from_json(query.to_json()) == query
    for event in improving_search(query, options):
        if not isinstance(event, Known):
            continue
        state = event.state
        assert query.state({**state.values(), "state": state.status}) == state
        json.dumps([*query.lines(event.before, state)])
        if query.shape != "solutions":
            assert query.sentence(state) or not query.facts(state)
        assert query.final(state) or not query.final(event.before)


@pytest.mark.parametrize("name", QUERIES)
def test_killed_at_random_moments(name: str, tmp_path: Path) -> None:
    query, options = asked(name, tmp_path)
    *events, done = improving_search(query, options)
    assert isinstance(done, Done)
    job = Job.create("killed", query, options)
    killed_at_random(job, seed=len(name), kills=2, least=0.1, most=1.0)
    known, summary = job.known(), job.summary()
    assert summary.state == done.status
    state = query.State()
    for event in events:
        state = event.state if isinstance(event, Known) else state
    assert certain(query.facts(known.state)) == certain(query.facts(state))
    assert query.final(known.state) == query.final(state)
    if query.shape == "solutions" and query.limited and done.status == "complete":
        assert sorted(boards(list(found(job)))) == sorted(boards(events))
