"""Still lifes, oscillators and spaceships of other rules: against every board of a small box."""

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat import spaceships
from lifesat.cli import main
from lifesat.engines.frontier.densest import densest_board, densest_in_reach
from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.formats import read_all
from lifesat.frontends.input.blocks import block_of
from lifesat.life.rule import parse_rule
from lifesat.life.symmetry import TRANSFORMS
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.periodic import Oscillator, Periodic, Spaceship
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.life.still_life_class import PseudoStillLife, StrictStillLife
from lifesat.problems.problem import Problem
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution
from tests.support import generations, plain
from tests.support.commands import listed as patterns_of
from tests.support.oscillators import TURNED, came_back
from tests.support.rules import LOPSIDED
from tests.support.still_lifes import as_set, kind_by_brute_force, listed, still_lifes

RULES = [
    "B36/S23",  # HighLife
    "B3678/S34678",  # Day & Night
    "B36/S125",  # 2x2
    "B2/S",  # Seeds
    "B3/S2-i34q",  # tlife
    "B2cek3i/S12cei",
    "B2/S34H",
    "B2/S013V",
]


@pytest.mark.parametrize("text", RULES)
def test_still_lifes_against_all_boards(text: str) -> None:
    rule, _ = parse_rule(text)
    for width, height in ((4, 4), (3, 4)):
        problem = StillLife(width, height, rule_name=text)
        plainly = still_lifes(height, width, rule)
        boards, done = listed(problem)
        assert done.status == "complete"
        assert as_set(boards) == as_set(plainly)
        every = plain.all_boards(height, width)
        assert as_set(every[problem.verify(every)]) == as_set(plainly)
        densest = densest_board(problem)
        assert problem.verify(densest[None]).all()
        assert densest.sum() == plainly.sum(axis=(1, 2)).max()


@pytest.mark.parametrize("text", RULES)
def test_what_comes_back_against_all_boards(text: str) -> None:
    rule, _ = parse_rule(text)
    found = 0
    for problem in (
        Oscillator(4, 4, 2, rule_name=text),
        Oscillator(3, 4, 2, glide="rot180", rule_name=text),
        Oscillator(4, 3, 3, rule_name=text),
        Oscillator(3, 4, 4, rule_name=text),
        Spaceship(3, 4, 1, (1, 0), rule_name=text),
        Spaceship(4, 3, 2, (-1, 1), rule_name=text),
        Spaceship(4, 3, 4, (0, -1), rule_name=text),
    ):
        moves = problem.period, problem.shift, problem.glide
        plainly = came_back(problem.height, problem.width, *moves, rule)
        boards, done = listed(problem)
        assert as_set(boards) == as_set(plainly), problem
        assert listed(problem, up_to_symmetry=True)[1].covered == done.found
        found += done.found
    assert found


sides = st.sets(st.integers(1, 8)).map(lambda counts: "".join(map(str, sorted(counts))))


@given(sides, sides, st.sampled_from(["", "V", "H"]), st.integers(2, 4), st.integers(2, 3))
@settings(max_examples=15)
def test_random_rules_against_all_boards(
    birth: str, survival: str, neighbours: str, width: int, height: int
) -> None:
    most = {"": "8", "V": "4", "H": "6"}[neighbours]
    survival = "".join(count for count in survival if count <= most)
    birth = "".join(count for count in birth if count <= most)
    rule, _ = parse_rule(f"B{birth}/S{survival}{neighbours}")
    still = StillLife(width, height, rule_name=rule.name)
    assert as_set(listed(still)[0]) == as_set(still_lifes(height, width, rule))
    for period in (2, 3):
        problem = Oscillator(width, height, period, rule_name=rule.name)
        assert as_set(listed(problem)[0]) == as_set(came_back(height, width, period, rule=rule))


# ---------------------------------------------------------------- what rules do not tell apart


@pytest.mark.parametrize("text", [*RULES, LOPSIDED])
def test_up_to_symmetry_is_up_to_the_turns_of_the_rule(text: str) -> None:
    every = plain.all_boards(3, 3)
    rule, _ = parse_rule(text)
    after = plain.next_boards(every, rule, torus=False)
    same = []
    for turn in TRANSFORMS:
        turned_after = plain.next_boards(TURNED[turn](every), rule, torus=False)
        if (turned_after == TURNED[turn](after)).all():
            same.append(turn)
    problem = StillLife(4, 4, rule_name=text)
    boards, done = listed(problem)
    images = [{TURNED[turn](board[None]).tobytes() for turn in same} for board in boards]
    orbits = listed(problem, up_to_symmetry=True)[1]
    assert (orbits.found, orbits.covered) == (len({min(each) for each in images}), done.found)


def test_lopsided_rules_are_swept_as_they_lie() -> None:
    for width, height in ((3, 5), (5, 3)):
        problem = StillLife(width, height, rule_name=LOPSIDED)
        plainly = still_lifes(height, width, problem.rule)
        assert densest_in_reach(problem)
        board = densest_board(problem)
        assert problem.verify(board[None]).all()
        assert board.sum() == plainly.sum(axis=(1, 2)).max()
    problem = StillLife(2, 5, rule_name="B36/S125")
    assert not densest_in_reach(problem)
    *_, found, done = search(BestSolution(problem, "most"), Options())
    assert isinstance(found, Solutions)
    assert isinstance(done, Done)
    most = still_lifes(5, 2, problem.rule).sum(axis=(1, 2)).max()
    assert (int(found.boards.sum()), done.status) == (most, "complete")


def test_a_symmetry_that_a_rule_has_can_be_asked_for() -> None:
    rule, _ = parse_rule("B2/S34H")
    plainly = came_back(4, 4, 2, rule=rule)
    assert len(plainly)
    for name, turns in {
        "C2": ["rot180"],
        "D2_x": ["transpose"],
        "D4_x": ["rot180", "transpose", "anti_transpose"],
    }.items():
        same = [(TURNED[turn](plainly) == plainly).all(axis=(1, 2)) for turn in turns]
        boards, _ = listed(Oscillator(4, 4, 2, symmetry=name, rule_name="B2/S34H"))
        assert as_set(boards) == as_set(plainly[np.all(same, axis=0)])
    for glide in ("rot180", "transpose", "anti_transpose"):
        boards, _ = listed(Oscillator(4, 4, 2, glide=glide, rule_name="B2/S34H"))
        assert as_set(boards) == as_set(came_back(4, 4, 2, (0, 0), glide, rule))


# ---------------------------------------------------------------- strict and pseudo


@pytest.mark.parametrize("text", ["B4/S0123", "B34/S34", "B23/S0123", "B3/S2-i34q"])
def test_kinds_are_those_of_the_definitions(text: str) -> None:
    rule, _ = parse_rule(text)
    # Parts of a still life survive if its islands do, so that all survivals will do here.
    plainly, _ = parse_rule(f"{text.partition('/')[0]}/S012345678")
    boards = still_lifes(4, 4, rule)[1:]
    boards = boards[:: len(boards) // 150 + 1]
    strict, pseudo = (
        kind(4, 4, rule_name=text).wanted(boards) for kind in (StrictStillLife, PseudoStillLife)
    )
    seen = Counter[str]()
    for board, is_strict, is_pseudo in zip(boards, strict, pseudo, strict=True):
        expected = kind_by_brute_force(board, plainly)
        assert (expected == "strict", expected == "pseudo") == (is_strict, is_pseudo), board
        seen[expected] += 1
    assert seen["strict"]


def test_where_nothing_is_born_nothing_is_tied_together() -> None:
    boards = plain.all_boards(3, 3)[1:]
    problem = StrictStillLife(3, 3, rule_name="B/S012345678")
    connected = {(0, 0), (1, 0), (2, 2)}, {(0, 0), (1, 1), (2, 2)}
    for cells, strict in zip(connected, (False, True), strict=True):
        board = np.zeros((1, 3, 3), dtype=np.uint8)
        board[0][tuple(zip(*cells, strict=True))] = 1
        assert problem.wanted(board).tolist() == [strict]
    assert not PseudoStillLife(3, 3, rule_name="B/S012345678").wanted(boards).any()


@pytest.mark.parametrize("rule", ["B36/S23", "B3-n/S23", "B2/S34H", "B13/S"])
def test_kinds_need_births_in_a_row(rule: str) -> None:
    for kind in (StrictStillLife, PseudoStillLife):
        with pytest.raises(UserError, match=f"as in B3/S23, not for {rule}"):
            kind(5, 5, rule_name=rule)
        assert problem_from_json(kind(5, 5, rule_name="B34/S2").to_json()) == kind(
            5, 5, rule_name="b34s2"
        )


# ---------------------------------------------------------------- known objects


def codes(problem: Periodic, **options: Any) -> set[str]:
    return {problem.pattern(board).comments[0] for board in listed(problem, **options)[0]}


def test_known_objects() -> None:
    # lifelib has these names for what becomes of soups.
    photons = codes(Spaceship(5, 5, 1, (1, 0), rule_name="Seeds"))
    assert photons == {"xq1_69/b2s", "xq1_186/b2s", "xq1_609/b2s"}
    # HighLife has Life's blinker, toad, beacon and clock, and Life's glider.
    expected = {f"{code}/b36s23" for code in ("xp2_7", "xp2_7e", "xp2_318c", "xp2_2a54")}
    assert codes(Oscillator(4, 4, 2, rule_name="HighLife")) == expected
    assert codes(Spaceship(4, 4, 4, (1, 1), rule_name="HighLife")) == {"xq4_153/b36s23"}
    assert codes(Spaceship(6, 4, 5, (1, 0), rule_name="tlife", max_population=4)) == {
        "xq5_27/b3s2-i34q"
    }
    assert "xp4_14g/b2s34h" in codes(Oscillator(4, 4, 4, rule_name="B2/S34H", max_population=5))


def test_json_and_words() -> None:
    for problem in (
        StillLife(4, 4, rule_name="Day & Night"),
        Oscillator(4, 4, 2, rule_name="b3678s34678"),
        Spaceship(4, 4, 4, (1, 1), rule_name="34678/3678"),
    ):
        assert problem.rule_name == "B3678/S34678"
        assert problem_from_json(problem.to_json()) == problem
        assert ", rule B3678/S34678" in problem.conditions()
        assert problem.pattern(np.zeros((4, 4), dtype=np.uint8)).rule == problem.rule
        # Before there were other rules, nothing was said of them.
        fields = json.loads(problem.to_json())
        del fields["rule"]
        earlier = problem_from_json(json.dumps(fields))
        assert isinstance(earlier, StillLife | Periodic)
        assert earlier.rule_name == "B3/S23"
        assert "rule" not in earlier.conditions()
    assert StillLife(4, 4, rule_name="life") == StillLife(4, 4)


MAKERS: list[tuple[Callable[..., Problem], tuple[Any, ...]]] = [
    (StillLife, ()),
    (Oscillator, (4,)),
    (Spaceship, (4, (1, 1))),
]


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("B9/S23", "a cell has at most 8 neighbours, not 9"),
        ("23", "needs a slash or the letters B and S"),
        ("WireWorld", "rule WireWorld has 4 states; this needs a rule of two states"),
        (
            "23/3/9",
            "rule 23/3/9 is a Generations rule of 9 states; this needs a rule of two states",
        ),
        ("B03/S23", "B03/S23 has births without neighbours .B0., so cells outside a box do not"),
        ("B3/S23:T30,30", "rule B3/S23:T30,30 has a bounded grid, .* use B3/S23"),
    ],
)
def test_rules_that_are_refused(rule: str, sentence: str) -> None:
    for kind, more in MAKERS:
        with pytest.raises(UserError, match=sentence):
            kind(8, 8, *more, rule_name=rule)


def test_what_a_rule_lacks_is_refused() -> None:
    still, oscillator, spaceship = MAKERS
    for (kind, more), (name, value) in (
        (still, ("symmetry", "D2_+")),
        (oscillator, ("symmetry", "C4")),
        (spaceship, ("symmetry", "D2_x")),
        (oscillator, ("glide", "rot90")),
        (oscillator, ("glide", "flip_y")),
    ):
        sentence = f"rule {LOPSIDED} is not invariant under .*, which {name} "
        with pytest.raises(UserError, match=re.escape(sentence).replace(r"\.\*", ".*")):
            kind(8, 8, *more, rule_name=LOPSIDED, **{name: value})


def test_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--all", "--up-to-symmetry", "--to", "apgcode"]
    assert main(["oscillators", "3,3", "-p", "2", "--rule", "HighLife", *words]) == 0
    out, err = capsys.readouterr()
    assert out == "xp2_7/b36s23\n"
    assert "rule B36/S23, period 2" in err
    assert main(["spaceships", "3,4", "-p", "1", "--shift", "1,0", "--rule", "B2/S"]) == 0
    (photon,) = patterns_of(capsys.readouterr().out)
    assert (photon.rule.name, photon.comments) == ("B2/S", ("xq1_69/b2s",))
    assert main(["still-lifes", "4,4", "--rule", "B36/S125", "--densest"]) == 0
    (densest,) = patterns_of(capsys.readouterr().out)
    most = still_lifes(4, 4, parse_rule("B36/S125")[0]).sum(axis=(1, 2)).max()
    assert (densest.rule.name, densest.population) == ("B36/S125", most)
    assert main(["still-lifes", "4,4", "--rule", "B2/S34H", "--encoding", "column_triples"]) == 2
    assert "cannot be encoded with column_triples" in capsys.readouterr().err
    assert main(["still-lifes", "4,4", "--rule", "B36/S23", "--connected", "strict"]) == 2
    assert "not for B36/S23" in capsys.readouterr().err


@pytest.mark.parametrize("rule_text", ["12/34/3", "/2/3", "1/2/4", "23/3/5"])
def test_objects_of_generations_rules_against_all_boards(
    rule_text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rule, _ = parse_rule(rule_text)
    height, width = (3, 3) if rule.states < 4 else (2, 3)
    boards = generations.all_boards(height, width, rule.states)
    everywhere = np.pad(boards, ((0, 0), (2, 2), (2, 2)))
    reached = [everywhere]
    inside = np.ones(len(boards), dtype=bool)
    for _ in range(4):
        reached.append(generations.next_boards(reached[-1], rule, torus=False))
    back = [(reached[0] == later).all(axis=(1, 2)) for later in reached]
    for period in (1, 2, 3, 4):
        outside = reached[period].copy()
        outside[:, 2:-2, 2:-2] = 0
        inside &= ~outside.any(axis=(1, 2))
        shorter = [t for t in range(1, period) if period % t == 0]
        # As in Life, a box without live cells is a still life.
        wanted = inside & back[period] & ((boards == 1).any(axis=(1, 2)) | (period == 1))
        for t in shorter:
            wanted &= ~back[t]
        command = "still-lifes" if period == 1 else "oscillators"
        words = [command, f"{width},{height}", "--rule", rule_text, "--all", "-q", "-o"]
        path = tmp_path / f"{period}.rle"
        code = main([*words, str(path), *(["-p", str(period)] if period > 1 else [])])
        found = [read.to_array().tobytes() for read in read_all(path)] if code == 0 else []
        assert code == (0 if wanted.any() else 1)
        assert sorted(found) == sorted(board.tobytes() for board in boards[wanted])


def test_a_spaceship_of_a_generations_rule() -> None:
    """The rule Frogs has a ship of speed c/5."""
    rule, _ = parse_rule("Frogs")
    (ship,) = spaceships(8, 8, 5, (1, 0), rule="Frogs", limit=1)
    board = later = np.pad(ship.to_array(), 6)[None]
    for _ in range(5):
        later = generations.next_boards(later, rule, torus=False)
    assert (later[:, :, 1:] == board[:, :, :-1]).all()
    assert not (later == board).all()


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Oscillator, (3, 3, 2)),
        (Oscillator, (3, 3, 3)),
        (Oscillator, (3, 3, 4)),
        (Spaceship, (3, 3, 1, (1, 0))),
        (Spaceship, (3, 3, 1, (-1, 1))),
        (Spaceship, (4, 2, 2, (1, 0))),
    ],
)
@pytest.mark.parametrize("name", ["/2/3", "1/1/3", "12/34/3"])
def test_what_comes_back_of_three_states(kind: type[Periodic], words: Any, name: str) -> None:
    rule, _ = parse_rule(name)
    for glide in ("identity", "rot180", "flip_y"):
        try:
            problem = kind(*words, glide=glide, rule_name=name)
        except UserError:  # the period is odd, or nothing moves so
            continue
        plainly = came_back(
            problem.height, problem.width, problem.period, problem.shift, glide, rule
        )
        boards, done = listed(problem)
        assert as_set(boards) == as_set(plainly)
        every = generations.all_boards(problem.height, problem.width, 3)
        assert as_set(every[problem.verify(every)]) == as_set(plainly)
        assert listed(problem, up_to_symmetry=True)[1].covered == done.found
        blocks, _ = listed(block_of(problem))
        assert {block[0].tobytes() for block in blocks} == as_set(plainly)


def test_generations_rules_in_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["spaceships", "4,4", "--rule", "/2/3", "-p1", "--shift=1,0", "--to=apgcode"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("lifesat: rule /2/3 is a Generations rule of 3 states; an apgcode needs")
    assert main(["still-lifes", "4,4", "--rule", "Frogs", "--densest", "-q"]) == 0
    (densest,) = patterns_of(capsys.readouterr().out)
    plainly = still_lifes(4, 4, parse_rule("B34/S12")[0]).sum(axis=(1, 2)).max()
    assert (densest.rule.name, densest.population) == ("12/34/3", plainly)


def test_still_lifes_of_three_states_without_empty_lines() -> None:
    rule, _ = parse_rule("23/3/3")
    boards = generations.all_boards(3, 3, 3)
    after = generations.following(np.pad(boards, ((0, 0), (1, 1), (1, 1))), rule, torus=False)
    still = boards[(after == np.pad(boards, ((0, 0), (1, 1), (1, 1)))).all(axis=(1, 2))]
    for lines, density in ((True, None), (False, 4)):
        problem = StillLife(3, 3, no_empty_lines=lines, density=density, rule_name="23/3/3")
        full = still.any(axis=1).all(axis=1) & still.any(axis=2).all(axis=1)
        chunks = still.reshape(-1, 9)[:, :5].any(axis=1) & still.reshape(-1, 9)[:, 5:].any(axis=1)
        assert as_set(listed(problem)[0]) == as_set(still[full if lines else chunks])
