"""Orphans and self-forcing patches as queries and jobs: what is known is kept and goes on."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lifesat import Pattern, UserError, is_orphan, is_self_forcing, list_jobs
from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.errors import FailedError
from lifesat.formats import read_file, read_text
from lifesat.jobs.follow import follow
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.life.life_history import life_history_target
from lifesat.life.pattern import UNKNOWN
from lifesat.life.rule import parse_rule
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.self_forcing import differing_predecessors
from lifesat.queries.events import Done, Event, Known, to_json
from lifesat.queries.one_answer import OneAnswer
from lifesat.queries.orphan import MinimalOrphan, Orphan
from lifesat.queries.query import query_from_json
from lifesat.queries.search import search
from lifesat.queries.self_forcing import LargestSelfForcing, MinimalSelfForcing, SelfForcing
from tests.support.environment import end_jobs
from tests.support.jobs import killed_at_random, reported
from tests.support.known import Said, findings, proofs

PATTERNS = Path("tests/oracles/patterns").resolve()
BLOCK = Predecessor(Pattern.from_rows(["OO", "OO"]), outside="free")
# With this rule nothing is born, so each live cell alone is an orphan.
CELLS = Predecessor(Pattern.from_rows(["O.O"], rule="B/S"), outside="free")
# The middle cell stays live whatever surrounds it, the others may be born.
GROWTH = differing_predecessors(Pattern.from_rows(["O.O"], rule="B1/S012345678"))
HOW = Options(limit=None)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    yield
    end_jobs()


def garden(name: str = "gardenofeden6") -> Predecessor:
    return Predecessor(read_file(str(PATTERNS / f"{name}.rle")), outside="free")


def dense(seed: int = 2, size: int = 5) -> Predecessor:
    """Part of this pattern is self-forcing."""
    cells = np.random.default_rng(seed).random((size, size)) < 0.5
    rule = parse_rule("B567/S01234567")[0]
    return differing_predecessors(Pattern.from_array(cells.astype(np.uint8), rule=rule))


def end_of(events: list[Event]) -> Done:
    assert isinstance(events[-1], Done)
    return events[-1]


QUERIES: dict[str, tuple[OneAnswer, str, dict[str, Any]]] = {
    "orphan": (Orphan(CELLS), "complete", {"orphan": True}),
    "no orphan": (Orphan(BLOCK), "none", {"orphan": False}),
    "minimal": (
        MinimalOrphan(CELLS),
        "complete",
        {"orphan": True, "required": 1, "necessary": 1, "known": 3},
    ),
    "no minimal": (MinimalOrphan(BLOCK), "none", {"orphan": False}),
    "not self-forcing": (SelfForcing(GROWTH), "none", {"self_forcing": False}),
    "self-forcing": (
        SelfForcing(differing_predecessors(Pattern.from_rows(["O"], rule="B/S012345678"))),
        "complete",
        {"self_forcing": True, "orphan": False},
    ),
    "largest": (LargestSelfForcing(GROWTH), "complete", {"exists": True, "cells": 1}),
    "smallest": (
        MinimalSelfForcing(GROWTH, restarts=2, seed=1),
        "complete",
        {"exists": True, "cells": 1},
    ),
    "no patch": (
        LargestSelfForcing(differing_predecessors(BLOCK.target)),
        "none",
        {"exists": False},
    ),
}
queries = pytest.mark.parametrize("name", QUERIES)


@pytest.mark.quick
@queries
def test_live_and_as_a_job(name: str) -> None:
    query, status, facts = QUERIES[name]
    assert query_from_json(query.to_json()) == query
    live = list(search(query, HOW))
    assert end_of(live).status == status
    assert findings(live)[-1].final
    assert findings(live)[-1].facts == facts
    job = Job.create("one", query, HOW)
    assert findings(list(work(job)))[-1] == findings(live)[-1]
    assert findings(list(follow(job))) == [findings(live)[-1]]
    summary = job.summary()
    assert (summary.state, summary.answer) == (status, findings(live)[-1].sentence)
    assert summary.nothing_left == "nothing left to do: the job 'one' has its answer"
    assert [each.name for each in list_jobs()] == ["one"]


@queries
@pytest.mark.parametrize(("seconds", "status"), [(0.0, "time_limit"), (None, "stopped")])
def test_it_ends_early(name: str, seconds: float | None, status: str) -> None:
    query = QUERIES[name][0]
    events = list(search(query, Options(limit=None, time_limit=seconds), lambda: seconds is None))
    assert not any(finding.final for finding in findings(events))
    assert end_of(events).status == status


def test_json_lines_hold_facts_and_pattern() -> None:
    (known,) = [e for e in search(MinimalOrphan(CELLS), HOW) if isinstance(e, Known)][-1:]
    (line,) = reported(to_json(known))
    assert (line["type"], line["orphan"], line["required"], line["final"]) == (
        "known",
        True,
        1,
        True,
    )
    assert life_history_target(read_text(line["rle"]), unknown=True).population == 1
    assert line["text"].startswith("a minimal orphan of 1 of 3 known cells")


def stopped_in_the_middle(job: Job, enough: str) -> dict[str, Any]:
    """Work until a fact is there and more is to do, and return what is known."""
    facts: dict[str, Any] = {}
    for event in work(job, lambda: bool(facts.get(enough))):
        for each in findings([event]):
            facts.update({} if each.final else each.facts)
    with job.journal() as journal:
        assert journal.values()["state"] == "stopped"
        return journal.values()


def test_a_minimal_orphan_goes_on_from_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifesat.queries.orphan._SLICE_SECONDS", 0.02)
    monkeypatch.setattr("lifesat.queries.run.PROGRESS_SECONDS", 0.0)
    query = MinimalOrphan(garden())
    job = Job.create("half", query, HOW)
    before = query.text(query.state(stopped_in_the_middle(job, "necessary")))
    half = life_history_target(read_text(before), unknown=True)
    assert is_orphan(half)
    first = findings(list(follow(job)))[-1].facts
    events = findings(list(work(job)))
    assert all(event.facts["necessary"] >= first["necessary"] for event in events)
    pattern = events[-1].pattern
    assert pattern is not None
    last = life_history_target(pattern, unknown=True)
    assert is_orphan(last)
    states, whole = last.to_array(), half.to_array()
    assert (whole[states < UNKNOWN] < UNKNOWN).all()
    for y, x in np.argwhere(states < UNKNOWN)[::20]:
        fewer = states.copy()
        fewer[y, x] = UNKNOWN
        assert not is_orphan(Pattern.from_array(fewer))


def test_a_small_patch_goes_on_from_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifesat.queries.self_forcing._SLICE_SECONDS", 0.01)
    monkeypatch.setattr("lifesat.queries.run.PROGRESS_SECONDS", 0.0)
    job = Job.create("patch", MinimalSelfForcing(dense(), restarts=60), HOW)
    first: list[int] = []
    for event in work(job, lambda: bool(first) and first[-1] >= 5):
        first.extend(map(restarts_of, findings([event])))
    assert job.summary().state == "stopped"
    before = findings(list(follow(job)))[-1]
    later = findings(list(work(job)))
    assert restarts_of(later[0]) >= restarts_of(before) >= 5
    assert later[-1].final
    assert later[-1].facts["cells"] <= before.facts["cells"]
    assert later[-1].pattern is not None
    assert is_self_forcing(later[-1].pattern)


def restarts_of(finding: Said) -> int:
    """How many restarts a search for a small patch has made; of one that is final, all."""
    said = re.search(r"after (\d+) restart", finding.sentence)
    return 60 if said is None else int(said[1])


@pytest.mark.weekly
@pytest.mark.parametrize("name", ["orphan", "patch"])
def test_killed_at_random_moments(name: str) -> None:
    """What was said is never taken back."""
    query: OneAnswer = MinimalOrphan(garden("gardenofeden1"))
    if name == "patch":
        query = MinimalSelfForcing(dense(), restarts=2_000)
    job = Job.create("killed", query, Options(limit=None, workers=2))
    size = "required" if name == "orphan" else "cells"
    sizes = [event[size] for event in killed_at_random(job, 5, 4) if size in event]
    assert job.summary().state == "complete"
    assert sizes == sorted(sizes, reverse=True)
    (last,) = findings(list(follow(job)))
    assert last.final
    assert last.pattern is not None
    if name == "orphan":
        assert is_orphan(life_history_target(last.pattern, unknown=True))
    else:
        assert is_self_forcing(last.pattern)


# ---------------------------------------------------------------- proofs


@pytest.mark.parametrize("query", [Orphan, MinimalOrphan])
def test_a_job_writes_its_proof(query: type[OneAnswer], tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    job = Job.create("proved", query(CELLS, str(proof)), HOW)
    (proved,) = proofs(work(job))
    assert proved == (len(proof.read_text().splitlines()), str(proof))
    assert proofs(follow(job)) == [proved]
    assert job.summary().answer.endswith(f"the proof is {proof}")
    assert main(["check-proof", f"{proof}.cnf", str(proof)]) == 0
    with pytest.raises(UserError, match=r"proof exists; --force replaces it"):
        Job.create("again", query(CELLS, str(proof)), HOW)


def test_a_proof_whose_writing_was_cut_short_is_written_again(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    job = Job.create("cut", Orphan(CELLS, str(proof)), HOW)
    with job.journal() as journal:
        journal.record(values={"known": '{"yes": true, "writing": true}', "state": "running"})
    proof.write_text("half of it")
    assert job.summary().state == "killed"
    assert end_of(list(work(job))).status == "complete"
    assert main(["check-proof", f"{proof}.cnf", str(proof)]) == 0


def test_a_file_that_came_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    job = Job.create("late", Orphan(CELLS, str(proof)), HOW)
    proof.write_text("mine")
    for _ in range(2):
        with pytest.raises(FailedError, match=r"proof exists"):
            list(work(job))
        assert proof.read_text() == "mine"
        assert job.summary().state == "failed"
    proof.unlink()
    assert end_of(list(work(job))).status == "complete"


# ---------------------------------------------------------------- damage


@pytest.mark.parametrize(
    "known",
    [
        "no JSON",
        "[]",
        '{"yes": "perhaps"}',
        '{"yes": true, "cells": "xyz"}',
        '{"yes": true, "cells": "-7"}',
        '{"yes": true, "cells": "ffffff"}',
        '{"lemmas": "many"}',
    ],
)
def test_a_damaged_job(known: str) -> None:
    job = Job.create("bad", MinimalOrphan(CELLS), HOW)
    with job.journal() as journal:
        journal.record(values={"known": known, "state": "stopped"})
    with pytest.raises((UserError, FailedError), match="journal"):
        list(work(job))
    assert main(["jobs", "export", "bad"]) == 2


def test_cells_that_are_no_orphan_are_not_believed() -> None:
    job = Job.create("wrong", MinimalOrphan(BLOCK), HOW)
    with job.journal() as journal:
        journal.record(values={"known": '{"yes": true, "cells": "f"}', "state": "stopped"})
    with pytest.raises(FailedError, match="the cells in the journal are no orphan"):
        list(work(job))


# ---------------------------------------------------------------- commands


def test_a_minimal_orphan_by_commands(capsys: pytest.CaptureFixture[str]) -> None:
    Path("cells.rle").write_text("x = 3, y = 1, rule = B/S\nobo!\n")
    words = ["orphan", "cells.rle", "--minimise"]
    assert main(words) == 0
    live = capsys.readouterr()
    assert main([*words, "--job", "cells"]) == 0
    job = capsys.readouterr()
    assert job.out == live.out
    assert "a minimal orphan of 1 of 3 known cells: every one is necessary" in job.err
    assert main(["jobs", "export", "cells"]) == 0
    assert capsys.readouterr().out == live.out
    assert main(["jobs", "export", "cells", "--to", "svg", "-o", "cells.svg"]) == 0
    assert Path("cells.svg").read_text().startswith("<svg")
    assert main(["jobs", "export", "cells", "--csv"]) == 2
    assert main(["jobs", "follow", "cells", "-q"]) == 0
    assert main(["jobs", "show", "cells"]) == 0
    assert "looks for: minimal orphan in the 3x1 target" in capsys.readouterr().out


def test_verdicts_by_commands(capsys: pytest.CaptureFixture[str]) -> None:
    Path("cells.rle").write_text("x = 3, y = 1, rule = B1/S012345678\nobo!\n")
    assert main(["orphan", "cells.rle", "--job", "one"]) == 1
    out, err = capsys.readouterr()
    assert (out, "no orphan: " in err) == ("", True)
    assert main(["jobs", "export", "one"]) == 0
    assert "no orphan: " in capsys.readouterr().err
    assert main(["self-forcing", "cells.rle", "--job", "two"]) == 1
    out, err = capsys.readouterr()
    assert "predecessor that differs" in out
    # It is no patch.
    assert main(["jobs", "export", "two", "--to", "life-history"]) == 0
    assert capsys.readouterr().out == out
    assert main(["self-forcing", "cells.rle", "--largest", "--to", "life-history"]) == 0
    assert "rule = B1/S012345678History" in capsys.readouterr().out
    words = ["self-forcing", "cells.rle", "--largest", "--jsonl"]
    assert main(words) == 0
    lines = reported(capsys.readouterr().out)
    assert [line["type"] for line in lines[-2:]] == ["progress", "done"]
    assert any(line["type"] == "known" and line.get("cells") == 1 for line in lines)
