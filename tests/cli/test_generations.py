"""Targets under Generations rules as their users meet them."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from lifesat import (
    Pattern,
    UserError,
    count,
    has_predecessor,
    have_predecessors,
    is_orphan,
    minimal_orphan,
    predecessors,
    prove,
    smallest,
)
from lifesat.cli import main
from lifesat.engines.sat.drat_check import check_proof, read_dimacs
from tests.support.commands import listed
from tests.support.generations import WARS, aged
from tests.support.kinds import BRAIN, plainly

KIND = "predecessor-generations"
# No cell of state 2 comes from one with so many live neighbours, all of which would survive.
LIVE = Pattern.from_array(np.ones((4, 4), np.uint8), rule="/2/3")


@pytest.fixture
def brain(folder: Path) -> Path:
    (folder / "brain.rle").write_text("x = 3, y = 3, rule = /2/3\n$.B$ABA!\n")
    (folder / "live.rle").write_text("x = 4, y = 4, rule = /2/3\n4A$4A$4A$4A!\n")
    (folder / "wars.rle").write_text("x = 3, y = 3, rule = 345/2/4\nA.B$.C$B.A!\n")
    return folder


PARENTS = ["predecessors", "brain.rle", "--margin", "0", "--generations", "2"]


@pytest.mark.quick
def test_the_search_file_has_the_same_predecessors(
    brain: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*PARENTS, "--print-config"]) == 0
    (brain / "brain.toml").write_text(capsys.readouterr().out)
    assert main(["search", "brain.toml", "--all", "-q"]) == 0
    found = listed(capsys.readouterr().out)
    assert {each.to_array().tobytes() for each in found} == plainly(KIND)


@pytest.mark.quick
def test_all_predecessors(brain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PARENTS, "--all"]) == 0
    out, err = capsys.readouterr()
    found = listed(out)
    assert {each.to_array().tobytes() for each in found} == plainly(KIND)
    assert len(found) == 16
    later = [each.evolve(2).crop().to_array().tolist() for each in found]
    assert later == [[[0, 2, 0], [1, 2, 1]]] * 16
    assert {each.rule.name for each in found} == {"/2/3"}
    assert "16 predecessors, and no others (" in err
    assert main([*PARENTS, "--all", "--up-to-symmetry"]) == 0
    out, err = capsys.readouterr()
    assert "predecessors up to symmetry, 16 in all" in err
    mirrored = {np.fliplr(each.to_array()).tobytes() for each in listed(out)}
    assert mirrored | {each.to_array().tobytes() for each in listed(out)} == plainly(KIND)
    assert main([*PARENTS, "--limit", "3", "--jsonl", "-q"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    solutions = [event for event in events if event["type"] == "solution"]
    assert len(solutions) == 3
    for event in solutions:
        (pattern,) = listed(event["rle"])
        assert event["population"] == pattern.population


def test_jobs_and_files(
    brain: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(brain / "home"))
    assert main([*PARENTS, "--all", "--job", "brain", "-q", "-o", "all.rle"]) == 0
    assert len(listed((brain / "all.rle").read_text())) == 16
    assert main(["jobs", "export", "brain", "--to", "macrocell", "-o", "all.mc"]) == 0
    assert capsys.readouterr().out == ""
    assert main([*PARENTS, "--to", "picture"]) == 2
    assert "rule /2/3 has more than two states, but picture has two" in capsys.readouterr().err
    assert main([*PARENTS, "-q", "-o", "one.svg"]) == 0
    assert "<svg" in (brain / "one.svg").read_text()


@pytest.mark.quick
def test_life_viewer_plays_a_parent(brain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PARENTS, "--viewer", "-q"]) == 0
    out = capsys.readouterr().out
    assert "#C [[ THEME 6 GRID AUTOSTART LOOP 2 STOP 2 ]]\n" in out
    (parent,) = listed(out)
    assert parent.evolve(2).crop().to_array().tolist() == [[0, 2, 0], [1, 2, 1]]


@pytest.mark.quick
def test_numbers_and_verdicts(brain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", *PARENTS[1:], "-q"]) == 0
    assert capsys.readouterr().out == "16\n"
    assert main(["count", *PARENTS[1:], "-q", "--up-to-symmetry"]) == 0
    orbits = int(capsys.readouterr().out)
    assert 8 <= orbits < 16
    assert main(["has-parent", "brain.rle", "wars.rle", "live.rle", "-q"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "live.rle: no"
    assert main(["orphan", "live.rle", "--proof", "proof"]) == 0
    assert "orphan: no pattern becomes it, whatever surrounds it" in capsys.readouterr().err
    *_, checked = check_proof(
        read_dimacs((brain / "proof.cnf").read_text().splitlines(), "cnf"),
        (brain / "proof").read_text().splitlines(),
        "proof",
    )
    assert checked.lemmas
    assert main(["orphan", "brain.rle"]) == 1


@pytest.mark.quick
def test_outside_and_rule(brain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for outside, corner in {"dead": 0, "free": 0, "torus --size 5,5": -2}.items():
        words = ["predecessors", "brain.rle", "-q", "--outside", *outside.split()]
        assert main(words) == 0
        child = listed(capsys.readouterr().out)[0].evolve()
        x, y = child.position or (0, 0)
        states = {(u + x - corner, v + y - corner): state for u, v, state in child.cells()}
        rows = [[states.get((u, v), 0) for u in range(3)] for v in range(3)]
        assert rows == [[0, 0, 0], [0, 2, 0], [1, 2, 1]]
    assert main(["predecessors", "brain.rle", "--rule", "B03/S23", "-q"]) == 2
    assert main(["predecessors", "brain.rle", "--rule", "/02/3", "-q"]) == 2
    assert "births without neighbours" in capsys.readouterr().err
    assert main(["predecessors", "brain.rle", "--rule", "/2/9", "-q"]) == 2
    assert "of 9 states; this needs one of at most 8 states" in capsys.readouterr().err
    assert main(["predecessors", "wars.rle", "--encoding", "bailleux_boufkhad", "-q"]) == 2
    assert "cannot be encoded with bailleux_boufkhad" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["predecessors", "--given", "wars.rle"],
        ["predecessors", "--project", "brain.rle"],
        ["predecessors", "--nearest"],
        ["predecessors", "--all", "--skip", "1"],
        ["predecessors", "--seed", "1"],
        ["predecessors", "--method", "strips"],
        ["count", "--samples", "100"],
        ["orphan", "--minimise"],
        ["sample"],
        ["marginals"],
        ["forced"],
        ["self-forcing"],
    ],
    ids=" ".join,
)
def test_what_needs_two_states(
    brain: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    command, *options = words
    assert main([command, "wars.rle", *options]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "rule 345/2/4 is a Generations rule of 4 states; " in err
    assert "rule of two states" in err


@pytest.mark.quick
def test_a_solver_of_its_own(brain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["encode", "brain.rle", "--margin", "0", "-o", "brain.cnf"]) == 0
    comments = (brain / "brain.cnf").read_text()
    assert "c cell VARIABLE X Y T STATE: " in comments
    assert "c cell 1 0 0 0 2\n" in comments
    (brain / "model").write_text("s SATISFIABLE\nv 1 -2 -3 4 5 -6 -7 0\n")
    assert main(["decode", "brain.rle", "model", "--margin", "0", "-q"]) == 0
    (parent,) = listed(capsys.readouterr().out)
    assert [(x, y, state) for x, y, state in parent.cells() if y == 0] == [(0, 0, 2)]


@pytest.mark.quick
def test_conditions_and_a_rewind(brain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--symmetry", "D2_+", "--different", "--max-outside", "0", "--require", "one.rle"]
    (brain / "one.rle").write_text("x = 1, y = 1\no!\n")
    assert main(["predecessors", "brain.rle", *words, "--smallest"]) == 1
    assert "with some cells required or forbidden" in capsys.readouterr().err
    assert main(["predecessors", "brain.rle", *words[:5], "--largest"]) == 0
    out, err = capsys.readouterr()
    (parent,) = listed(out)
    assert np.array_equal(parent.to_array(), np.fliplr(parent.to_array()))
    assert "the most" in err
    assert main(["rewind", "brain.rle", "--generations", "3", "--all-generations", "-q"]) == 0
    layers = listed(capsys.readouterr().out)
    assert len(layers) == 4
    for earlier, later in pairwise(layers):
        assert earlier.evolve().crop().to_array().tolist() == later.crop().to_array().tolist()


def test_python() -> None:
    target = BRAIN.target
    found = list(predecessors(target, generations=2, margin=0))
    assert {each.to_array().tobytes() for each in found} == plainly(KIND)
    assert count(target, generations=2, margin=0) == 16
    assert has_predecessor(target, margin=0)
    wars = aged(12, 12, WARS)
    assert dict(have_predecessors([wars, LIVE], margin=0)) == {0: True, 1: False}
    assert is_orphan(LIVE)
    proof = prove(LIVE)
    assert proof is not None
    assert proof.drat
    (parent,) = predecessors(wars, limit=1, margin=0)
    assert parent.evolve().crop() == wars.replace(position=(0, 0)).crop()
    least = min(each.population for each in found)
    best = smallest(target, generations=2, margin=0)
    assert best is not None
    assert best.population == least
    corner = predecessors(target, generations=2, margin=0, forbid=[(0, 0)], within=1)
    assert {str(each) for each in corner} == {
        str(each) for each in found if (0, 0) not in {(x, y) for x, y, _ in each.cells()}
    }
    with pytest.raises(UserError, match="a pattern of given cells needs a rule of two states"):
        predecessors(target, given=target)
    with pytest.raises(UserError, match="of 3 states; project needs a rule of two states"):
        predecessors(target, project=[(0, 0)])
    with pytest.raises(UserError, match="of 3 states; a minimal orphan needs a rule of two states"):
        minimal_orphan(target)
    with pytest.raises(TypeError, match="unexpected keyword argument 'margins'"):
        has_predecessor(target, margins=0)  # type: ignore[call-arg]
