"""The scripts beside find-predecessors in a real Golly."""

import json
from pathlib import Path

import numpy as np

from lifesat.formats import read_text, write_text
from lifesat.life.rule import LIFE, parse_rule
from tests.support.golly import interpreter
from tests.support.plain import all_boards, next_boards, next_cells
from tests.support.screen import ROOT, Golly, wait_for

TUB = "x = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n"
TUB_CELLS = {(1, 0), (0, 1), (2, 1), (1, 2)}
PLACES = [(x, y) for x in range(3) for y in range(3)]
# Whatever fits into three by three cells.
BOARDS = [{PLACES[n] for n in range(9) if number >> n & 1} for number in range(512)]


def test_count_says_the_number(golly: Golly) -> None:
    parents = [board for board in BOARDS if next_cells(board, LIFE) == TUB_CELLS]
    count = len(parents)
    assert count > 1
    golly.start(TUB)
    golly.select_all()
    said = golly.run("count-predecessors", "Count predecessors", "1 0 dead")
    assert said == f"lifesat: {count} parents (generations 1 outside dead margin 0)"
    said = golly.run("count-predecessors", "Count predecessors", "1 0 dead different")
    assert said == f"lifesat: {count - 1} parents (generations 1 outside dead margin 0 different)"
    ring = [(x, y) for x in range(-1, 4) for y in range(-1, 4) if (x, y) not in PLACES]
    sparks: list[set[tuple[int, int]]] = [set(), *({cell} for cell in ring)]
    few = sum(next_cells(board | spark, LIFE) == TUB_CELLS for board in BOARDS for spark in sparks)
    said = golly.run("count-predecessors", "Count predecessors", "1 1 dead max-outside=1")
    where = "generations 1 outside dead margin 1 max-outside=1"
    assert said == f"lifesat: {few} parents ({where})"
    turned = [board for board in parents if board == {(2 - x, 2 - y) for x, y in board}]
    assert 0 < len(turned) < count
    said = golly.run("count-predecessors", "Count predecessors", "1 0 dead c2")
    assert (
        said == f"lifesat: {len(turned)} parents (generations 1 outside dead margin 0 symmetry C2)"
    )


def test_escape_ends_a_count(golly: Golly) -> None:
    golly.start("x = 19, y = 19, rule = B3/S23\no18$18bo!\n")
    golly.select_all()
    golly.begin("count-predecessors")
    golly.answer("Count predecessors", "3 0 dead")
    wait_for(lambda: len(golly.processes()) > 3, "the model counter")
    golly.key("Escape")
    golly.finish()
    assert wait_for(lambda: golly.processes() == [], "the end of all processes")


def test_the_selection_goes_to_the_clipboard_in_any_format(golly: Golly) -> None:
    golly.start("x = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n")
    golly.probe("g.select({-1, -1, 5, 4}) return 'true'")
    for form in ("rle", "cells", "life-1.06", "apgcode", "macrocell"):
        said = golly.run("convert-rle", "Convert", form)
        assert said == f"lifesat: the clipboard has the selection as {form}"
        pattern = read_text(clipboard(golly))
        found = {(x, y) for x, y, _ in pattern.cells()}
        left, top = min(found)[0], min(y for _, y in found)
        assert {(x - left, y - top) for x, y in found} == TUB_CELLS
        if form in ("rle", "cells"):
            assert (pattern.width, pattern.height) == (5, 4)
    # The last format is offered.
    golly.run("convert-rle", "Convert")
    assert clipboard(golly).startswith("[M2]")
    answers = json.loads((golly.home / ".golly" / "lifesat" / "answers.json").read_text())
    assert answers == {"Convert": "macrocell"}


def test_without_a_selection_the_clipboard_is_converted(golly: Golly) -> None:
    golly.start("x = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n")
    golly.probe("g.setclipstr('!Name: Tub\\n.O.\\nO.O\\n.O.\\n') return 'true'")
    golly.run("convert-rle", "Convert", "rle")
    assert clipboard(golly) == write_text(read_text("#N Tub\n" + TUB))
    golly.probe("g.setclipstr('no pattern at all') return 'true'")
    assert golly.rejected("convert-rle", "Convert", "rle").startswith("the pattern:1:1: ")
    golly.select_all()
    assert golly.rejected("convert-rle", "Convert", "sof").startswith("unknown format 'sof'")


def test_many_states_survive(golly: Golly) -> None:
    """Two hundred states, one of each, an even number and an odd one: Golly pads its lists."""
    golly.start()
    for last in (199, 198):
        states = ".".join(letters(n) for n in range(1, last + 1))
        golly.load(f"x = {2 * last}, y = 1, rule = 23/3/200\n{states}!\n")
        golly.select_all()
        golly.run("convert-rle", "Convert", "rle")
        pattern = read_text(clipboard(golly))
        assert [state for _, _, state in pattern.cells()] == list(range(1, last + 1))


def letters(state: int) -> str:
    """Return a state in RLE: A to X, then pA, pB and so on."""
    high, low = divmod(state - 1, 24)
    return " pqrstuvwxy"[high].strip() + chr(65 + low)


def clipboard(golly: Golly) -> str:
    """Return the clipboard's text."""
    text = golly.probe(
        "return '\"' .. g.getclipstr():gsub('[%c\"]', function(c)"
        " return ('\\\\u%04x'):format(c:byte()) end) .. '\"'"
    )
    assert isinstance(text, str)
    return text


GLIDER_AND_FREE_CELLS = "x = 8, y = 9, rule = LifeHistory\n.A$2.A$3A3$4.4B$4.4B$4.4B$4.4B!\n"


def test_an_eater_eats_its_glider(golly: Golly) -> None:
    """Golly itself runs it: six generations later the same still life stands, without glider."""
    golly.start("x = 0, y = 0, rule = B3/S23:T60,60\n!\n")
    golly.probe("g.select({10, -20, 8, 8}) return 'true'")
    golly.begin("find-eater")
    golly.answer("Find eaters", "6 0 all grid upper-right")
    *_, last, _ = golly.finish()
    assert last.text.startswith("lifesat: 2 eaters, and no others")
    eaters = golly.layers()[1]
    assert (eaters.name, eaters.rule) == ("eaters in 8 x 8", "B3/S23")
    assert eaters.selection == [10, -20, 20, 8]
    assert len(eaters.cells) == 7 + 11 + 2 * 5
    golly.probe("g.setlayer(1) g.run(6) return 'true'")
    after = golly.layers()[1].cells
    assert after < eaters.cells
    assert len(after) == 7 + 11
    golly.probe("g.run(1) return 'true'")
    assert golly.layers()[1].cells == after


def test_a_catalyst_recovers(golly: Golly) -> None:
    """Golly itself runs it: the still life stands again, and the glider is gone."""
    golly.start(GLIDER_AND_FREE_CELLS)
    golly.select_all()
    golly.begin("find-catalyst")
    golly.answer("Find catalysts", "12 2 all")
    *_, last, _ = golly.finish()
    assert last.text.startswith("lifesat: 1 solution, and no others")
    found = golly.layers()[1]
    assert (found.name.split(" of ")[0], found.rule) == ("catalysts", "B3/S23")
    golly.probe("g.setlayer(1) g.run(12) return 'true'")
    after = golly.layers()[1].cells
    assert len(found.cells) == 5 + 7
    assert after < found.cells
    assert len(after) == 7


def test_eaters_need_life(golly: Golly) -> None:
    golly.start("x = 0, y = 0, rule = B36/S23\n!\n")
    golly.probe("g.select({10, -20, 8, 8}) return 'true'")
    golly.begin("find-eater")
    *_, last, _ = golly.finish()
    assert last.kind == "exit"
    assert last.text == (
        "lifesat: find-eater is for Life (B3/S23) alone; the rule of this layer is B36/S23"
    )
    assert len(golly.layers()) == 1


def test_still_lifes_are_those_of_the_layer_s_rule(golly: Golly) -> None:
    golly.start()
    boxes = np.pad(all_boards(3, 3), ((0, 0), (1, 1), (1, 1)))
    numbers = set()
    for layer, sought in {
        "B36/S23": "B36/S23",
        "B2-a/S12": "B2-a/S12",
        "LifeHistory": "B3/S23",
        "B3/S23:T40,40": "B3/S23",
    }.items():
        golly.load(f"x = 0, y = 0, rule = {layer}\n!\n")
        golly.probe("g.select({-3, 5, 3, 3}) return 'true'")
        said = golly.run("find-still-lifes", "Find still lifes", "all grid")
        rule, _ = parse_rule(sought)
        still = (next_boards(boxes, rule, torus=False) == boxes).all(axis=(1, 2))
        number = still.sum() - 1  # the empty one is not shown
        assert said.startswith(f"lifesat: {number} still lifes, and no others")
        numbers.add(number)
        found = golly.layers()[1]
        assert (found.name, found.rule) == ("still lifes in 3 x 3", rule.name)
        golly.probe("g.setlayer(1) g.run(10) return 'true'")
        assert golly.layers()[1].cells == found.cells
    assert len(numbers) > 2
    golly.load("x = 3, y = 1, rule = 23/3/9\nABC!\n")
    golly.select_all()
    said = golly.run("find-still-lifes")
    assert said == "lifesat: rule 23/3/9 has 9 states; this needs a rule of two states"
    assert len(golly.layers()) == 1


def test_still_lifes_stand_still(golly: Golly) -> None:
    """All of a box up to symmetry, side by side: ten generations change nothing."""
    golly.start("x = 0, y = 0, rule = B3/S23\n!\n")
    golly.probe("g.select({-3, 5, 4, 4}) return 'true'")
    golly.begin("find-still-lifes")
    golly.answer("Find still lifes", "all grid no-empty-lines up-to-symmetry")
    *_, last, _ = golly.finish()
    number = int(last.text.split()[1])
    layer = golly.layers()[1]
    assert (layer.name, layer.rule) == ("still lifes in 4 x 4", "B3/S23")
    # Eater, long ship, long boat, barge, loaf and pond.
    assert number == 6
    golly.probe("g.setlayer(1) g.run(10) return 'true'")
    assert golly.layers()[1].cells == layer.cells
    assert len(layer.cells) == 7 + 8 + 7 + 6 + 7 + 8


def prove_orphan(golly: Golly, text: str, answer: str) -> str:
    """Run the script on a whole pattern and return its last words."""
    golly.start(text)
    golly.probe("g.select(g.getrect()) return 'true'")
    return golly.run("prove-orphan", "Prove orphan", answer)


def test_an_orphan_is_marked(golly: Golly, oracles: Path) -> None:
    """Golly reads a Garden of Eden; the cells that suffice appear where they lie in it."""
    text = (oracles / "patterns" / "gardenofeden10_9x11_55cells.rle").read_text()
    assert "every one is necessary" in prove_orphan(golly, text, "1")
    target, orphan = golly.layers()
    assert orphan.rule == "LifeHistory"
    assert orphan.selection == target.selection
    assert 80 < len(orphan.cells) < 99


def test_an_orphan_of_another_rule_is_marked(golly: Golly) -> None:
    said = prove_orphan(golly, "x = 2, y = 2, rule = B4/SH\n2o$2o!\n", "1")
    assert "a minimal orphan" in said
    target, orphan = golly.layers()
    assert target.rule == "B4/SH"
    # Golly 3 has no history of other rules than Life; later ones do.
    assert orphan.rule in ("LifeHistory", "B4/SHHistory")
    assert orphan.cells == {(0, 0), (1, 0), (0, 1), (1, 1)}


def test_what_is_no_orphan(golly: Golly) -> None:
    said = prove_orphan(golly, "x = 2, y = 2, rule = B3/S23\n2o$2o!\n", "1 quick")
    assert said == "lifesat: no orphan: find-predecessors with the word free shows a parent"
    assert len(golly.layers()) == 1


def test_forced_cells_are_marked(golly: Golly) -> None:
    """Live and dead cells have different states; the cells that may differ have none."""
    invader = read_text((ROOT / "examples" / "space-invader.rle").read_text())
    golly.start(write_text(invader, "rle"))
    golly.probe("local r = g.getrect() g.select({r[1]-1, r[2]-1, r[3]+2, r[4]+2}) return 'true'")
    before = golly.layers()
    said = golly.run("find-forced-cells", "Find forced cells", "1 0 dead")
    assert said.startswith("lifesat: forced: 0 live, 12 dead, of 130 cells")
    target, forced = golly.layers()
    assert [target] == before
    assert (forced.name, forced.rule) == ("forced in parents of target.rle", "LifeHistory")
    assert forced.selection == target.selection
    assert states(golly) == {2}
    assert len(forced.cells) == 12
    # Under the selection, which is green, Golly's dark blue could not be seen.
    assert golly.probe("local c = g.getcolors(2) return c[2] + c[3] + c[4]") > 400
    golly.load("x = 3, y = 3, rule = B3/S23\n2o$obo$b2o!\n")
    golly.select_all()
    golly.run("find-forced-cells", "Find forced cells", "1 0 dead")
    target, forced = golly.layers()
    assert states(golly) == {1, 2}
    assert len(forced.cells) == 9
    live = golly.probe(
        "local n = 0 for x = 0, 2 do for y = 0, 2 do n = n + g.getcell(x, y) % 2 end end return n"
    )
    assert live == len(target.cells) == 6


def test_what_has_no_parent_has_no_forced_cells(golly: Golly) -> None:
    golly.start("x = 1, y = 1, rule = B3/S23\no!\n")
    golly.select_all()
    said = golly.run("find-forced-cells", "Find forced cells", "1 0 dead")
    assert said.startswith("lifesat: no predecessor within margin 0")
    assert len(golly.layers()) == 1


def test_escape_keeps_the_forced_cells_so_far(golly: Golly) -> None:
    golly.start(TUB)
    golly.select_all()
    events = [
        {"type": "known", "live": 0, "dead": 1, "unsettled": 8,
         "life_history": "x = 3, y = 3, rule = LifeHistory\nB!\n"},
        {"type": "progress", "found": 1, "total": 9},
    ]  # fmt: skip
    (golly.home / "events").write_text("".join(json.dumps(event) + "\n" for event in events))
    python = interpreter(golly, f"cat {golly.home / 'events'}; exec sleep 100")
    (golly.scripts / ".bridge/lifesat_golly/lifesat.json").write_text(
        json.dumps({"python": python})
    )
    golly.begin("find-forced-cells")
    golly.answer("Find forced cells", "1 0 dead")
    wait_for(lambda: "1 of 9 cells settled" in golly.shown()[-1].text, "the progress")
    golly.key("Escape")
    *_, last, _ = golly.finish()
    assert last.text == "lifesat: forced: 0 live, 1 dead; 8 cells not settled when stopped"
    assert golly.layers()[1].cells == {(0, 0)}
    assert wait_for(lambda: golly.processes() == [], "the end of all processes")


def states(golly: Golly) -> set[int]:
    """Return the states of the cells in the current layer."""
    cells = golly.probe("return '[' .. table.concat(g.getcells(g.getrect()), ',') .. ']'")
    return set(cells[2 : len(cells) - len(cells) % 3 : 3])
