"""The script that replaces a pattern by its parent, in a real Golly."""

import json
from pathlib import Path

import pytest

from lifesat.cli.golly_keys import key_lines
from lifesat.life.rule import LIFE
from tests.support import plain, screen
from tests.support.screen import Cells, Golly

TUB = "x = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n"
TUB_CELLS = frozenset({(1, 0), (0, 1), (2, 1), (1, 2)})
LONGEST = 90
NEAR = (-1, 0, 1)
EXAMPLES = Path(__file__).parents[2] / "examples"


def step_back(golly: Golly) -> str:
    """Press the key once, and return what the status bar shows at the end."""
    golly.begin("step-back")
    shown = [each.text for each in golly.finish() if each.kind in ("show", "exit")]
    assert max(map(len, shown)) <= LONGEST
    return shown[-1]


def change(golly: Golly, before: str, after: str) -> None:
    """Change the installed script."""
    script = golly.scripts / ".bridge/lifesat_golly/stepping.py"
    text = script.read_text()
    assert before in text
    script.write_text(text.replace(before, after))


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


def test_a_pattern_without_a_parent_does_not_change(golly: Golly) -> None:
    golly.start((EXAMPLES / "garden-of-eden-10.rle").read_text())
    before = golly.layers()[0].cells
    assert step_back(golly) == "lifesat: no parent within margin 3"
    assert golly.layers()[0].cells == before
    assert generation(golly) == "0"


def test_another_scripts_margin_does_not_count(golly: Golly) -> None:
    """A single cell has a parent, but none in its own box."""
    folder = golly.home / ".golly" / "lifesat"
    folder.mkdir()
    (folder / "answers.json").write_text(json.dumps({"Find predecessors": "1 0 dead 1"}))
    golly.start("x = 1, y = 1, rule = B3/S23\no!\n")
    assert step_back(golly) == "lifesat: 1 generation back"
    assert forward(golly, 1) == {(0, 0)}


def test_a_spaceship_goes_back_as_it_came(golly: Golly) -> None:
    golly.start("x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n")
    target = golly.layers()[0].cells
    for number in range(1, 6):
        step_back(golly)
        assert len(golly.layers()[0].cells) == 5
        assert forward(golly, number) == target


def test_debris_is_not_taken_for_a_parent(golly: Golly) -> None:
    """The parent lies where the pattern is; most others are more than a thousand cells."""
    golly.start("x = 3, y = 3, rule = B3/S23\nb2o$2o$bo!\n")
    golly.probe("g.run(200) g.setgen('0') return 'true'")
    target = golly.layers()[0].cells
    assert step_back(golly) == "lifesat: 1 generation back"
    parent = golly.layers()[0].cells
    assert all(any((x + i, y + j) in target for i in NEAR for j in NEAR) for x, y in parent)
    assert forward(golly, 1) == target


def test_states_for_notes(golly: Golly) -> None:
    """State 3 is live, and 4 is dead."""
    golly.start("x = 4, y = 3, rule = LifeHistory\n.CA$A.C$D2A!\n")
    assert step_back(golly) == "lifesat: 1 generation back"
    live = {(1, 0), (2, 0), (0, 1), (2, 1), (1, 2), (2, 2)}
    assert plain.next_cells(set(golly.layers()[0].cells), LIFE) == live


@pytest.mark.parametrize("grid", ["S9", "K9*,9", "C9,9", "T9,9+2", "T9,0"])
def test_across_the_edges_of_a_grid(golly: Golly, grid: str) -> None:
    golly.start(f"#CXRLE Pos=-4,-4\nx = 3, y = 3, rule = B3/S23:{grid}\nobo$b2o$b2o!\n")
    golly.probe("g.run(2) g.setgen('0') return 'true'")
    target = golly.layers()[0].cells
    assert step_back(golly) == "lifesat: 1 generation back"
    assert forward(golly, 1) == target


def test_near_the_edge_of_a_plane(golly: Golly) -> None:
    golly.start("#CXRLE Pos=-4,-4\nx = 3, y = 3, rule = B3/S23:P12,12\nbo$obo$bo!\n")
    target = golly.layers()[0].cells
    assert step_back(golly) == "lifesat: 1 generation back"
    assert forward(golly, 1) == target


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
    change(golly, "_MARGIN = 3", "_MARGIN = 0")
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
