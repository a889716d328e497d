"""Faults that users of Golly met, each as they met it, in a real Golly."""

import json
import sys

from tests.support.golly import interpreter
from tests.support.screen import ROOT, Cells, Golly, wait_for

PREDECESSORS = ("find-predecessors", "Find predecessors")
STILL_LIFES = ("find-still-lifes", "Find still lifes")
TUB = "x = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n"
TUB_CELLS = frozenset({(1, 0), (0, 1), (2, 1), (1, 2)})
EMPTY = "x = 0, y = 0, rule = B3/S23\n!\n"
SIZE_OF_STATUS_BAR = 90


def evolved(golly: Golly, layer: int) -> Cells:
    """Return what a layer becomes in Golly itself; it is then as before."""
    golly.probe(f"g.setlayer({layer}) g.run(1) return 'true'")
    cells = golly.layers()[layer].cells
    golly.probe("g.reset() return 'true'")
    return cells


def said_in_browser(golly: Golly, text: str, after: int = 0) -> None:
    """Wait until the script that shows parents one by one says something, after so many texts."""
    said = f"lifesat: {text}"
    wait_for(
        lambda: [each.text for each in golly.shown()[after:][-1:] if each.text.startswith(said)],
        text,
    )


def test_the_answer_that_is_offered_finds_a_parent_of_the_invader(golly: Golly) -> None:
    """It has none within its own box."""
    golly.start((ROOT / "examples" / "space-invader.rle").read_text())
    golly.select_all()
    golly.begin(PREDECESSORS[0])
    golly.answer(PREDECESSORS[1], None)
    shown = [each.text for each in golly.finish() if each.kind == "show"]
    assert shown[-1].startswith("lifesat: 1 predecessor (")
    assert max(map(len, shown)) <= SIZE_OF_STATUS_BAR
    assert evolved(golly, 1) == golly.layers()[0].cells
    golly.probe("g.setlayer(0) return 'true'")
    golly.begin(PREDECESSORS[0])
    golly.answer(PREDECESSORS[1], "1 0 dead 1")
    said = golly.finish()
    (shown_last,) = [each.text for each in said if each.kind == "show"][-1:]
    assert shown_last.startswith("lifesat: no predecessor within margin 0 (")
    assert not [each for each in said if each.kind == "note"]


def test_the_answer_that_is_offered_finds_a_still_life_that_is_not_empty(golly: Golly) -> None:
    golly.start(EMPTY)
    golly.probe("g.select({-3, 5, 4, 4}) return 'true'")
    golly.run(*STILL_LIFES)
    assert golly.layers()[1].cells
    assert evolved(golly, 1) == golly.layers()[1].cells


def test_keys_and_the_wheel_while_parents_are_shown(golly: Golly) -> None:
    golly.start(TUB)
    golly.select_all()
    answer: str | None = "1 1 dead 3"
    views = []
    golly.xdotool("mousemove", "400", "300")
    wait_for(lambda: golly.probe("return '\"' .. g.getxy() .. '\"'"), "the mouse")
    for wheel in ("", "5"):
        golly.probe("g.setlayer(0) return 'true'")
        golly.begin(PREDECESSORS[0])
        golly.answer(PREDECESSORS[1], answer)
        said_in_browser(golly, "1 of 3")
        if wheel:
            seen = len(golly.shown())
            golly.xdotool("click", wheel)
            wait_for(lambda seen=seen: len(golly.shown()) > seen, "the wheel")  # type: ignore[misc]
        golly.key("r")
        said_in_browser(golly, "1 generation later")
        golly.key("Return")
        golly.finish()
        views.append(golly.probe("return g.getmag()"))
        assert golly.probe("return '\"' .. g.getgen() .. '\"'") == "0"
        assert evolved(golly, 1) == TUB_CELLS
        answer = None
    assert views[1] == views[0] - 1
    for key, layers in (("a", 2), ("b", 3)):
        golly.probe("g.setlayer(0) return 'true'")
        golly.begin(PREDECESSORS[0])
        golly.answer(PREDECESSORS[1], None)
        said_in_browser(golly, "1 of 3")
        seen = len(golly.shown())
        golly.key(key)
        if key == "b":
            said_in_browser(golly, "1 of ", seen)
            golly.key("Return")
        golly.finish()
        assert len(golly.layers()) == layers
        if key == "a":
            assert len(evolved(golly, 1)) == 3 * len(TUB_CELLS)
    parents, older = golly.layers()[1:]
    assert older.name == "parents of parents of target.rle"
    assert evolved(golly, 2) == parents.cells


def test_a_result_is_at_generation_0_and_under_quicklife(golly: Golly) -> None:
    """Space in the layer with results, then the same question; a target with many states."""
    golly.start("x = 3, y = 3, rule = LifeHistory\nBAB$ABA$BAB!\n")
    golly.select_all()
    for layer, name in ((1, "parents of target.rle"), (2, "parents of target.rle (2)")):
        golly.probe("g.setlayer(0) return 'true'")
        golly.run(*PREDECESSORS, "1 1 dead 1 unknown")
        state = "return '\"' .. g.getname() .. ',' .. g.getgen() .. ',' .. g.getalgo() .. '\"'"
        assert golly.probe(state) == f"{name},0,QuickLife"
        assert golly.layers()[layer].cells
        golly.probe("g.run(1) return 'true'")
    assert golly.layers()[1].cells == golly.layers()[2].cells == TUB_CELLS


def test_layers_of_one_name_have_results_of_their_own(golly: Golly) -> None:
    golly.start(TUB)
    golly.probe(
        "g.addlayer() g.setname('target.rle') g.putcells({5,5, 6,5, 5,6, 6,6}) return 'true'"
    )
    for layer in (0, 2):  # results come right after the layer of their target
        golly.probe(f"g.setlayer({layer}) g.select(g.getrect()) return 'true'")
        golly.run(*PREDECESSORS, "1 1 dead 1")
    names = [layer.name for layer in golly.layers()]
    assert names[::2] == ["target.rle"] * 2
    assert names[1::2] == ["parents of target.rle", "parents of target.rle (2)"]
    assert evolved(golly, 1) == TUB_CELLS
    assert evolved(golly, 3) == {(5, 5), (6, 5), (5, 6), (6, 6)}


def test_a_box_selected_in_the_layer_of_results_is_not_pasted_over(golly: Golly) -> None:
    golly.start(EMPTY)
    golly.probe("g.select({0, 0, 4, 4}) return 'true'")
    golly.run(*STILL_LIFES, "1")
    golly.probe("g.setcell(20, 20, 1) g.select({20, 20, 4, 4}) return 'true'")
    before = golly.layers()[1]
    golly.run(*STILL_LIFES, "1")
    layers = golly.layers()
    assert layers[1] == before
    assert layers[2].name == "still lifes in 4 x 4 (2)"


def test_a_rule_with_a_name_is_refused_in_a_sentence(golly: Golly) -> None:
    golly.start("x = 3, y = 1, rule = WireWorld\nABC!\n")
    golly.select_all()
    said = golly.run(PREDECESSORS[0])
    assert said.startswith("lifesat: rule WireWorld has 4 states; this needs")


def test_a_disk_without_room_is_one_sentence(golly: Golly) -> None:
    """Files of the script can have no content, as on a full disk."""
    golly.start(TUB)
    golly.select_all()
    python = golly.home / "python"
    python.write_text(f'#!/bin/sh\nulimit -f 0\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    configuration = golly.scripts / ".bridge/lifesat_golly/lifesat.json"
    configuration.write_text(json.dumps({"python": str(python)}))
    assert golly.run(*PREDECESSORS, "1 1 dead 1") == "lifesat: cannot write: File too large"
    assert len(golly.layers()) == 1
    assert golly.processes() == []


def test_the_best_so_far_is_shown_while_a_better_one_is_sought(golly: Golly) -> None:
    golly.start(TUB)
    golly.select_all()
    rle = "x = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n"
    found = json.dumps({"type": "solution", "population": 4, "rle": rle})
    (golly.home / "events").write_text(f"{found}\n")
    python = interpreter(golly, f"cat {golly.home / 'events'}; exec sleep 100")
    (golly.scripts / ".bridge/lifesat_golly/lifesat.json").write_text(
        json.dumps({"python": python})
    )
    golly.begin(PREDECESSORS[0])
    golly.answer(PREDECESSORS[1], "1 1 dead smallest")
    so_far = "4 live cells so far"
    wait_for(lambda: golly.shown()[-1].text.startswith(f"lifesat: {so_far}, "), "the number")
    golly.key("Escape")
    *_, last, _ = golly.finish()
    assert last.text == f"lifesat: stopped: {so_far}"
    assert golly.layers()[1].cells == TUB_CELLS
    assert wait_for(lambda: golly.processes() == [], "the end of all processes")
