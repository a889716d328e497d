"""The script find-predecessors in a real Golly."""

import json
import random
import re
import time

import pytest

from lifesat.formats.rle import write
from tests.support.environment import weekly_after
from tests.support.golly import interpreter
from tests.support.hard import SOUP
from tests.support.screen import Cells, Golly, Layer, wait_for

SCRIPT = "find-predecessors"
TITLE = "Find predecessors"
TUB = "x = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n"
TUB_CELLS = frozenset({(1, 0), (0, 1), (2, 1), (1, 2)})
# Ten by ten cells, two of them live: more parents than anyone waits for.
SPARSE = "x = 12, y = 12, rule = B3/S23\n2o$2o10$11bo!\n"


def evolved(golly: Golly, layer: int, generations: int = 1) -> Cells:
    """Run a layer forward in Golly itself and return what it becomes."""
    golly.probe(f"g.setlayer({layer}) g.run({generations}) return 'true'")
    return golly.layers()[layer].cells


def test_a_parent_comes_into_a_layer_of_its_own(golly: Golly) -> None:
    golly.start(TUB)
    golly.select_all()
    said = golly.run(SCRIPT, TITLE)
    assert said.startswith("lifesat: 1 predecessor (")
    target, parents = golly.layers()
    assert target == Layer("target.rle", "B3/S23", [0, 0, 3, 3], TUB_CELLS)
    assert parents.name == "parents of target.rle"
    assert parents.rule == "B3/S23"
    assert parents.selection == [-1, -1, 5, 5]
    assert parents.cells
    assert evolved(golly, 1) == TUB_CELLS
    assert golly.processes() == []


@pytest.mark.parametrize("number", [1, 4])
def test_parents_under_a_generations_rule(golly: Golly, number: int) -> None:
    """One in its place, or several side by side: each becomes the target."""
    golly.start("x = 3, y = 3, rule = /2/3\n$.B$ABA!\n")
    golly.select_all()
    said = golly.run(SCRIPT, TITLE, "1 1 dead 4 grid" if number > 1 else None)
    assert said.startswith(f"lifesat: {number} predecessor")
    target, parents = golly.layers()
    assert (target.rule, parents.rule) == ("/2/3", "/2/3")
    states = "local s = {} for y = r[2], r[2] + r[4] - 1 do for x = r[1], r[1] + r[3] - 1 do "
    states += "s[#s + 1] = g.getcell(x, y) end end return '[' .. table.concat(s, ',') .. ']'"
    found = golly.probe(f"g.setlayer(1) g.run(1) local r = g.getrect() {states}")
    one = [0, 2, 0, 1, 2, 1]
    assert sorted(each for each in found if each) == sorted(number * [each for each in one if each])
    if number == 1:
        assert found == one
    assert golly.processes() == []


def test_a_search_that_fails_shows_what_it_found_and_says_why(golly: Golly) -> None:
    golly.start(TUB)
    golly.select_all()
    events = [
        {"type": "started"},
        {"type": "solution", "rle": "x = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n"},
        {"type": "done", "status": "failed", "found": 1, "reason": "the processes were killed"},
    ]
    (golly.home / "events").write_text("".join(json.dumps(event) + "\n" for event in events))
    # The last words may come after the events have been read.
    python = interpreter(golly, f"cat {golly.home / 'events'}; sleep 1; exit 4")
    (golly.scripts / ".bridge/lifesat_golly/lifesat.json").write_text(
        json.dumps({"python": python})
    )
    said = golly.run(SCRIPT, TITLE)
    assert said == "lifesat: 1 found, then the search failed: the processes were killed"
    assert golly.layers()[1].cells == TUB_CELLS


def test_a_key_of_golly_s_runs_the_launcher_with_nothing_between(golly: Golly) -> None:
    golly.start(TUB)
    golly.select_all()
    golly.press("F6", lambda: golly.has_window(TITLE))
    golly.answer(TITLE, None)
    wait_for(lambda: len(golly.layers()) == 2, "the layer")
    assert evolved(golly, 1) == TUB_CELLS


def test_its_layer_is_used_again_and_undo_brings_back_what_was_there(golly: Golly) -> None:
    golly.start(TUB)
    golly.select_all()
    golly.run(SCRIPT, TITLE)
    first = golly.layers()
    golly.probe("g.setlayer(0) return 'true'")
    golly.run(SCRIPT, TITLE, "1 2 dead 1 largest")
    second = golly.layers()
    assert len(second) == 2
    assert second[0] == first[0]
    assert second[1].cells != first[1].cells
    golly.press("z", lambda: golly.layers()[1].cells == first[1].cells)
    # The last answer is offered.
    golly.probe("g.setlayer(0) return 'true'")
    golly.run(SCRIPT, TITLE)
    assert golly.layers()[1].cells == second[1].cells
    assert evolved(golly, 1) == TUB_CELLS


def test_a_selection_drawn_with_the_mouse_is_the_target(golly: Golly) -> None:
    """Two of three blinkers are selected; only they count, and where they lie."""
    golly.start("x = 19, y = 7, rule = B3/S23\n$bo7bo7bo$bo7bo7bo$bo7bo7bo!\n")
    golly.drag(0, 0, 10, 5)
    golly.run(SCRIPT, TITLE, "2 1 dead 1 different")
    target, parents = golly.layers()
    assert target.selection == [0, 0, 11, 6]
    selected = {(x, y) for x, y in target.cells if x <= 10 and y <= 5}
    assert len(selected) == 6
    assert evolved(golly, 1, 2) == selected != parents.cells


@pytest.mark.parametrize("grid", ["T8,6", "T8,6+2", "T8,0", "K8*,6", "C8,6", "S8", "P8,6"])
def test_a_grid_stays_as_it_is(golly: Golly, grid: str) -> None:
    """The live cells lie across edges; the answer is the one that is offered, but on a plane."""
    head = f"#CXRLE Pos=-4,-3\nx = 8, y = 6, rule = B3/S23:{grid}\n"
    golly.start(head + "3o3$7bo$o6bo$7bo$bo$5b3o!\n")
    golly.probe("g.run(1) g.select(g.getrect()) return 'true'")
    golly.run(SCRIPT, TITLE, "1 1 bounded 1" if grid[0] == "P" else None)
    target, parents = golly.layers()
    assert parents.rule == target.rule == f"B3/S23:{grid}"
    assert target.cells
    assert evolved(golly, 1) == target.cells


@pytest.mark.parametrize("rule", ["B2-a/S12", "B2/S34H", "B13/S012V", f"MAP{'AEgk' * 21}AA"])
def test_other_rules_of_two_states(golly: Golly, rule: str) -> None:
    """Golly itself makes the target of a pattern, and runs the parent that is found."""
    golly.start(f"x = 3, y = 3, rule = {rule}\nb2o$obo$2o!\n")
    golly.probe("g.run(1) g.select(g.getrect()) return 'true'")
    before = golly.layers()[0]
    said = golly.run(SCRIPT, TITLE, "1 3 dead")
    assert said.startswith("lifesat: 1 predecessor (")
    target, parents = golly.layers()
    assert target == before
    assert parents.rule == rule
    assert parents.cells
    assert evolved(golly, 1) == target.cells


def test_unknown_cells_of_life_history_may_become_anything(golly: Golly) -> None:
    """States 1, 3 and 5 are to live, 2 and 4 to be dead, and 0 is anybody's."""
    golly.start("x = 5, y = 3, rule = LifeHistory\nA.B.C$DE3.$.3A!\n")
    golly.select_all()
    golly.run(SCRIPT, TITLE, "1 1 dead 1 unknown")
    live = {(0, 0), (4, 0), (1, 1), (1, 2), (2, 2), (3, 2)}
    parents = golly.layers()[1]
    assert parents.rule == "B3/S23"
    after = evolved(golly, 1)
    assert after & {(x, y) for x in range(5) for y in range(3)} >= live
    assert not after & {(2, 0), (0, 1)}


def test_keys_show_one_parent_after_another(golly: Golly) -> None:
    golly.start(TUB)
    golly.select_all()
    golly.begin(SCRIPT)
    golly.answer(TITLE, "1 1 dead 3")
    seen = []
    for key, number in (("", 1), ("space", 2), ("space", 3), ("space", 1), ("BackSpace", 3)):
        golly.key(*[key] * bool(key))
        wait_for(
            lambda number=number: golly.shown()[-1].text.startswith(  # type: ignore[misc]
                f"lifesat: {number} of 3"
            ),
            f"parent {number}",
        )
        seen.append(number)
    golly.key("Return")
    golly.finish()
    third = golly.layers()[1].cells
    assert evolved(golly, 1) == TUB_CELLS
    golly.probe("g.setlayer(0) return 'true'")
    golly.begin(SCRIPT)
    golly.answer(TITLE, None)
    wait_for(lambda: golly.shown()[-1].text.startswith("lifesat: 1 of 3"), "parent 1")
    golly.key("space")
    wait_for(lambda: golly.shown()[-1].text.startswith("lifesat: 2 of 3"), "parent 2")
    golly.key("Escape")
    golly.finish()
    second = golly.layers()[1].cells
    assert second != third
    assert evolved(golly, 1) == TUB_CELLS


def test_a_grid_of_all_parents_becomes_a_grid_of_targets(golly: Golly) -> None:
    golly.start(TUB)
    golly.select_all()
    said = golly.run(SCRIPT, TITLE, "1 1 dead 10 grid")
    assert said.startswith("lifesat: 10 predecessors (")
    parents = golly.layers()[1]
    assert parents.selection == [-1, -1, 4 * 5 + 3 * 4, 3 * 5 + 2 * 4]
    pitch = 5 + 4
    places = [(n % 4 * pitch, n // 4 * pitch) for n in range(10)]
    each = {frozenset((x - a, y - b) for x, y in parents.cells
            if a - 1 <= x <= a + 3 and b - 1 <= y <= b + 3) for a, b in places}  # fmt: skip
    assert len(each) == 10
    assert evolved(golly, 1) == {(x + a, y + b) for x, y in TUB_CELLS for a, b in places}


def test_parents_that_have_a_symmetry(golly: Golly) -> None:
    """All parents, side by side; those of them that the half turn leaves as they are."""
    golly.start(TUB)
    golly.select_all()
    places = [(n % 4 * 7, n // 4 * 7) for n in range(16)]
    shown = []
    for answer in ("1 0 dead all grid", "1 0 dead all grid C2"):
        golly.probe("g.setlayer(0) return 'true'")
        golly.run(SCRIPT, TITLE, answer)
        cells = golly.layers()[1].cells
        pieces = [frozenset((x - a, y - b) for x, y in cells
                  if a <= x <= a + 2 and b <= y <= b + 2) for a, b in places]  # fmt: skip
        shown.append({piece for piece in pieces if piece})
    every, turned = shown
    assert turned == {each for each in every if each == {(2 - x, 2 - y) for x, y in each}}
    assert 0 < len(turned) < len(every)


@pytest.mark.parametrize("seed", range(4))
def test_escape_at_any_moment_leaves_all_in_order(golly: Golly, seed: int) -> None:
    golly.start(SPARSE)
    golly.select_all()
    before = golly.layers()
    golly.begin(SCRIPT)
    golly.answer(TITLE, "1 0 dead 9999")
    time.sleep(random.Random(seed).uniform(0, 2))
    golly.key("Escape")
    shown = golly.finish()
    assert shown[-1].text in ("", "GOLLY: ABORT SCRIPT")
    wait_for(lambda: golly.processes() == [], "the end of all processes")
    layers = golly.layers()
    assert layers[0] == before[0]
    # lifesat itself says "interrupted", unless it needs longer for that than the script waits.
    if not re.search("when (interrupted|stopped)", shown[-2].text):
        # It came before the first parent was found, or after the last one that was asked for.
        all_found = any(re.search(r"\b9,?999\b", line.text) for line in shown)
        assert len(layers) == 1 + all_found, "\n".join(map(str, shown))
        return
    found = int(shown[-2].text.split()[1].replace(",", ""))
    columns = next(n for n in range(1, 1000) if n * n >= found)
    places = [(n % columns * 16, n // columns * 16) for n in range(found)]
    after = evolved(golly, 1)
    assert after == {(x + a, y + b) for x, y in before[0].cells for a, b in places}


def test_closing_golly_while_it_searches_ends_everything(golly: Golly) -> None:
    golly.start(SPARSE)
    golly.select_all()
    golly.begin(SCRIPT)
    golly.answer(TITLE, "1 0 dead 9999")
    wait_for(lambda: golly.shown()[-1].text.startswith("lifesat: "), "progress")
    form = r"lifesat: ([\d,]+ found, [\d.]+/s, \d+ s, \d+%|searching, \d+ s), Escape stops"
    assert re.fullmatch(form, golly.shown()[-1].text)
    assert len(golly.processes()) >= 3
    golly.key("ctrl+q")
    wait_for(golly.ended, "the end of Golly")
    wait_for(lambda: golly.processes() == [], "the end of all processes")


def test_the_status_bar_says_which_row_of_a_large_board_has_been_reached(golly: Golly) -> None:
    golly.start(write(SOUP.target))
    golly.select_all()
    golly.begin(SCRIPT)
    golly.answer(TITLE, "1 0 dead 1")
    form = r"lifesat: row [1-9]\d* of 202, \d+ s, Escape stops"
    wait_for(lambda: any(re.fullmatch(form, each.text) for each in golly.shown()), "the row")
    golly.key("Escape")
    said = " ".join(each.text for each in golly.finish())
    assert "the search was interrupted before any predecessor was found or ruled out" in said
    wait_for(lambda: golly.processes() == [], "the end of all processes")


def test_the_status_bar_says_why_a_large_board_takes_long(golly: Golly) -> None:
    golly.start(TUB)
    golly.select_all()
    # Of a long note, the clauses that the status bar has room for.
    note = "large boards take long; " + 80 * "x"
    started = json.dumps({"type": "started", "note": note})
    python = interpreter(golly, f"echo '{started}'; sleep 60")
    (golly.scripts / ".bridge/lifesat_golly/lifesat.json").write_text(
        json.dumps({"python": python})
    )
    golly.begin(SCRIPT)
    golly.answer(TITLE, None)
    form = r"lifesat: searching, .* s, Escape stops; large boards take long"
    wait_for(lambda: any(re.fullmatch(form, each.text) for each in golly.shown()), "the note")
    golly.key("Escape")
    golly.finish()
    wait_for(lambda: golly.processes() == [], "the end of all processes")


@pytest.mark.parametrize("processes", weekly_after(1, [5, 3]))
def test_when_golly_is_killed_no_process_survives(golly: Golly, processes: int) -> None:
    """Nor one of those that a search starts when it has run for a while."""
    golly.start("x = 60, y = 60, rule = B3/S23\n2o$2o58$59bo!\n")
    golly.select_all()
    golly.begin(SCRIPT)
    golly.answer(TITLE, "3 0 dead all")
    wait_for(lambda: any("found" in each.text for each in golly.shown()), "progress")
    wait_for(lambda: len(golly.processes()) >= processes, "processes")
    golly.kill()
    assert wait_for(lambda: golly.processes() == [], "the end of all processes")


def test_no_parent_is_said_in_the_status_bar(golly: Golly) -> None:
    golly.start("x = 3, y = 3, rule = B3/S23\n3o$3o$3o!\n")
    golly.select_all()
    said = golly.run(SCRIPT, TITLE, "1 0 dead 1")
    assert said.startswith("lifesat: no predecessor within margin 0 (")
    assert len(golly.layers()) == 1
