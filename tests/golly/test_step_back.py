"""The script that replaces a pattern by its parent, in a real Golly."""

import json

import pytest

from lifesat.cli.golly_keys import key_lines
from tests.support import screen
from tests.support.screen import Cells, Golly

TUB = "x = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n"
TUB_CELLS = frozenset({(1, 0), (0, 1), (2, 1), (1, 2)})
LONGEST = 90


def step_back(golly: Golly) -> str:
    """Press the key once, and return what the status bar shows at the end."""
    golly.begin("step-back")
    shown = [each.text for each in golly.finish() if each.kind in ("show", "exit")]
    assert max(map(len, shown)) <= LONGEST
    return shown[-1]


def without_margin(golly: Golly) -> None:
    """Have the scripts remember an answer about predecessors."""
    folder = golly.home / ".golly" / "lifesat"
    folder.mkdir()
    (folder / "answers.json").write_text(json.dumps({"Find predecessors": "1 0 dead 1"}))


def forward(golly: Golly, generations: int) -> Cells:
    """Return what the first layer becomes in Golly itself; it is then as before."""
    golly.probe(f"g.setlayer(0) g.run({generations}) return 'true'")
    cells = golly.layers()[0].cells
    golly.probe("g.reset() return 'true'")
    return cells


def generation(golly: Golly) -> str:
    return str(golly.probe("return '\"' .. g.getgen() .. '\"'"))


def test_each_press_goes_back_and_undo_returns(golly: Golly) -> None:
    golly.start(TUB)
    golly.probe("g.setgen('5') return 'true'")
    for number in (1, 2, 3):
        words = step_back(golly)
        assert words == f"lifesat: {number} generation{'s' * (number > 1)} back"
        assert generation(golly) == str(5 - number)
        assert forward(golly, number) == TUB_CELLS
    assert len(golly.layers()) == 1
    before = golly.layers()[0].cells
    golly.press("z", lambda: golly.layers()[0].cells != before)
    assert forward(golly, 2) == TUB_CELLS


def test_a_garden_of_eden_does_not_change(golly: Golly) -> None:
    without_margin(golly)
    golly.start("x = 1, y = 1, rule = B3/S23\no!\n")
    before = golly.layers()[0].cells
    assert step_back(golly) == "lifesat: Garden of Eden: no parent in this box"
    assert golly.layers()[0].cells == before
    assert generation(golly) == "0"


def test_only_the_selection_changes(golly: Golly) -> None:
    golly.start("x = 30, y = 3, rule = B3/S23\nbo27bo$obo25bobo$bo27bo!\n")
    golly.probe("g.select({0, 0, 3, 3}) return 'true'")
    assert step_back(golly) == "lifesat: 1 generation back"
    (layer,) = golly.layers()
    assert {(x, y) for x, y in layer.cells if x > 15} == {(28, 1), (30, 1), (29, 0), (29, 2)}
    assert {(x, y) for x, y in forward(golly, 1) if x < 15} == TUB_CELLS
    left, top, width, height = layer.selection
    assert (left + width, top + height) < (6, 6)
    assert step_back(golly) == "lifesat: 2 generations back"
    assert {(x, y) for x, y in forward(golly, 2) if x < 15} == TUB_CELLS


def test_neighbours_that_are_not_selected_are_in_the_way(golly: Golly) -> None:
    golly.start("x = 6, y = 3, rule = B3/S23\nbo2bo$obobobo$bo2bo!\n")
    golly.probe("g.select({0, 0, 3, 3}) return 'true'")
    before = golly.layers()[0].cells
    assert step_back(golly).startswith("lifesat: live cells beside the selection are in the way")
    assert golly.layers()[0].cells == before


def test_another_way_back_out_of_a_dead_end(golly: Golly) -> None:
    without_margin(golly)
    golly.start(TUB)
    said = [step_back(golly) for _ in range(6)]
    assert said[0] == "lifesat: 1 generation back"
    assert any(words.endswith(", by another way") for words in said)
    assert forward(golly, int(said[-1].split()[1])) == TUB_CELLS


def test_without_a_pattern(golly: Golly) -> None:
    golly.start()
    assert step_back(golly) == "lifesat: there is no pattern to step back from"


def test_the_key_that_install_offers(golly: Golly, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "".join(f"{line.decode()}\n" for line in key_lines(golly.scripts, "lua").values())
    monkeypatch.setattr(screen, "PREFERENCES", screen.PREFERENCES + lines)
    golly.start(TUB)
    golly.press("p", lambda: golly.layers()[0].cells != TUB_CELLS)
    assert forward(golly, 1) == TUB_CELLS
