"""The scripts that seek the best of something, in a real Golly."""

import json
from pathlib import Path

import pytest

from lifesat import nearest_predecessor
from lifesat.formats import read_text
from lifesat.life.rule import LIFE
from tests.support.golly import interpreter
from tests.support.plain import next_cells
from tests.support.screen import ROOT, Golly, wait_for

# A block in a corner of what is free; the lone cell above must stay, the marked one must be empty.
GIVEN = "x = 6, y = 4, rule = LifeHistory\n4.A$4.D$2A$2A!\n"


def states(golly: Golly) -> dict[tuple[int, int], int]:
    """The cells of the current layer, which has many states."""
    cells = golly.probe("return '[' .. table.concat(g.getcells(g.getrect()), ',') .. ']'")
    cells = cells[: len(cells) - len(cells) % 3]
    return {(x, y): state for x, y, state in zip(cells[::3], cells[1::3], cells[2::3], strict=True)}


def test_the_nearest_target_of_an_orphan(golly: Golly, oracles: Path) -> None:
    """Golly runs the parent: what it becomes differs in as few cells as lifesat has proved."""
    text = (oracles / "patterns" / "gardenofeden10_9x11_55cells.rle").read_text()
    expected = nearest_predecessor(read_text(text), margin=0)
    assert expected is not None
    golly.start(text)
    golly.probe("g.select(g.getrect()) return 'true'")
    said = golly.run("find-nearest-target", "Find nearest target", "1 0 dead")
    target, parent = golly.layers()
    assert parent.name == "nearest parent of target.rle"
    plural = "s" * (expected.distance != 1)
    assert f"differs in {expected.distance} cell{plural}, the fewest" in said
    golly.probe("g.setlayer(1) g.run(1) return 'true'")
    left, top, width, height = target.selection
    reached = {
        (x, y)
        for x, y in golly.layers()[1].cells
        if left <= x < left + width and top <= y < top + height
    }
    assert len(reached ^ target.cells) == expected.distance > 0


def test_the_nearest_target_takes_no_symmetry(golly: Golly) -> None:
    golly.start("x = 3, y = 3, rule = B3/S23\n3o$3o$3o!\n")
    golly.select_all()
    said = golly.rejected("find-nearest-target", "Find nearest target", "1 0 dead c2")
    assert said.startswith(
        "'c2' is not a known word; known words: dead, free, torus, bounded, unknown"
    )
    assert len(golly.layers()) == 1


def test_escape_keeps_the_nearest_so_far(golly: Golly) -> None:
    golly.start("x = 3, y = 3, rule = B3/S23\n3o$3o$3o!\n")
    golly.select_all()
    events = [
        {"type": "solution", "rle": f"#CXRLE Pos=0,0\nx = 3, y = 1, rule = B3/S23\n{body}!\n"}
        for body in ("3o", "obo")
    ]
    (golly.home / "events").write_text("".join(json.dumps(event) + "\n" for event in events))
    python = interpreter(golly, f"cat {golly.home / 'events'}; exec sleep 100")
    (golly.scripts / ".bridge/lifesat_golly/lifesat.json").write_text(
        json.dumps({"python": python})
    )
    golly.begin("find-nearest-target")
    golly.answer("Find nearest target", "1 1 dead")
    wait_for(lambda: "2 found, " in golly.shown()[-1].text, "both")
    golly.key("Escape")
    golly.finish()
    assert golly.layers()[1].cells == {(0, 0), (2, 0)}
    assert wait_for(lambda: golly.processes() == [], "the end of all processes")


def test_a_still_life_is_completed_from_its_given_cells(golly: Golly) -> None:
    golly.start(GIVEN)
    golly.probe("g.select(g.getrect()) return 'true'")
    before = states(golly)
    said = golly.run("complete-still-life", "Complete still life", "1 2")
    assert "the fewest" in said
    layer = golly.layers()[1]
    assert (layer.name, layer.rule) == ("completion of target.rle", "B3/S23")
    assert {cell for cell, state in before.items() if state == 1} <= layer.cells
    assert not {cell for cell, state in before.items() if state == 4} & layer.cells
    assert next_cells(set(layer.cells), LIFE) == layer.cells
    golly.probe("g.setlayer(1) g.run(10) return 'true'")
    assert golly.layers()[1].cells == layer.cells


def test_an_oscillator_gets_a_smaller_stator(golly: Golly) -> None:
    golly.start((ROOT / "examples" / "beacon-with-eaters.rle").read_text())
    golly.probe("g.select(g.getrect()) return 'true'")
    golly.run("complete-still-life", "Complete still life", "2 1 box")
    target, layer = golly.layers()
    assert 6 <= len(layer.cells) < len(target.cells)
    golly.probe("g.setlayer(1) g.run(1) return 'true'")
    assert golly.layers()[1].cells != layer.cells
    golly.probe("g.run(1) return 'true'")
    assert golly.layers()[1].cells == layer.cells


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("1 1 golly-history two-state", "exclude each other"),
        ("1 1 smallest", "'smallest' is not a known word"),
        ("0 1", "period"),
    ],
)
def test_answers_that_make_no_sense(golly: Golly, answer: str, words: str) -> None:
    golly.start(GIVEN)
    golly.probe("g.select(g.getrect()) return 'true'")
    assert words in golly.rejected("complete-still-life", "Complete still life", answer)
    assert len(golly.layers()) == 1


def test_a_self_forcing_patch_is_marked(golly: Golly) -> None:
    pattern = read_text((ROOT / "examples" / "unsynthesizable.rle").read_text())
    golly.start((ROOT / "examples" / "unsynthesizable.rle").read_text())
    golly.probe("g.select(g.getrect()) return 'true'")
    title = "Find self-forcing patch"
    said = golly.run("find-self-forcing-patch", title, "1 largest")
    assert "cells: the largest self-forcing patch" in said
    target, patch = golly.layers()
    assert (patch.name, patch.rule) == ("self-forcing in target.rle", "LifeHistory")
    golly.probe("g.setlayer(1) return 'true'")
    marked = states(golly)
    assert set(marked.values()) == {1, 2}
    assert len(marked) == int(said.split()[1])
    for cell, state in marked.items():
        assert (cell in target.cells) == (state == 1)
    # The patch itself is one, with its other cells unknown.
    said = golly.run("find-self-forcing-patch", title, "1 whole unknown")
    assert "self-forcing: every predecessor contains it" in said
    assert pattern.population == len(target.cells)


def test_what_is_not_self_forcing_has_a_predecessor_that_differs(golly: Golly) -> None:
    golly.start("x = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n")
    golly.select_all()
    said = golly.run("find-self-forcing-patch", "Find self-forcing patch", "1 whole")
    assert said.startswith("lifesat: not self-forcing")
    target, other = golly.layers()
    inside = {(x, y) for x in range(3) for y in range(3)}
    left, top = target.selection[:2]
    moved = {(x - left, y - top) for x, y in next_cells(set(other.cells), LIFE)}
    assert moved & inside == {(x - left, y - top) for x, y in target.cells}
    assert other.cells & {(x + left, y + top) for x, y in inside} != target.cells
    said = golly.run("find-self-forcing-patch", "Find self-forcing patch", "1 largest")
    assert "there is no self-forcing patch in it" in said


def test_an_orphan_from_nothing(golly: Golly) -> None:
    """A dead cell has a dead block, so no live cell is between two dead ones."""
    golly.start("x = 3, y = 3, rule = B12345678/S012345678\nbo$obo$bo!\n")
    golly.select_all()
    said = golly.run("find-orphan", "Find orphan", "1 1 box")
    # The status bar has the sentence up to the last comma.
    assert said == "lifesat: a minimal orphan of 3 cells, 1 of them live, in a box of 3x1"
    _, orphan = golly.layers()
    assert orphan.name == "orphan in 3 x 3"
    golly.probe("g.setlayer(1) return 'true'")
    assert sorted(states(golly).values()) == [1, 2, 2]


# What a search that ends with its standard input writes then: a shell that waits for that end.
LAST = "cat > /dev/null; cat {events}; echo 'lifesat: {said}' >&2; exit 3"
ORPHAN = "x = 3, y = 1, rule = LifeHistory\nABA!\n"
SMALLEST = {
    "type": "solution", "rle": "#CXRLE Pos=1,-1\nx = 1, y = 3, rule = B3/S23\no$o$o!\n"
}  # fmt: skip


@pytest.mark.parametrize(
    ("script", "title", "answer", "text"),
    [
        ("prove-orphan", "Prove orphan", "1", ORPHAN),
        ("find-predecessors", "Find predecessors", "1 1 dead smallest", json.dumps(SMALLEST)),
        ("find-still-lifes", "Find still lifes", "densest", json.dumps(SMALLEST)),
    ],
)
def test_escape_keeps_the_best_that_lifesat_still_writes(
    golly: Golly, script: str, title: str, answer: str, text: str
) -> None:
    golly.start("x = 3, y = 1, rule = B3/S23\n3o!\n")
    golly.select_all()
    (golly.home / "events").write_text(f"{text.strip()}\n")
    words = LAST.format(events=golly.home / "events", said="interrupted; the best so far")
    python = interpreter(golly, words)
    (golly.scripts / ".bridge/lifesat_golly/lifesat.json").write_text(
        json.dumps({"python": python})
    )
    golly.begin(script)
    golly.answer(title, answer)
    wait_for(lambda: "Escape stops" in golly.shown()[-1].text, "the progress")
    golly.key("Escape")
    *_, last, _ = golly.finish()
    assert last.text == "lifesat: interrupted; the best so far"
    assert len(golly.layers()[1].cells) == 3


def test_escape_in_a_dialog_changes_nothing(golly: Golly) -> None:
    golly.start(GIVEN)
    golly.probe("g.select(g.getrect()) return 'true'")
    before = golly.layers()
    for script, title in (
        ("complete-still-life", "Complete still life"),
        ("find-nearest-target", "Find nearest target"),
        ("find-self-forcing-patch", "Find self-forcing patch"),
        ("find-predecessors", "Find predecessors"),
    ):
        golly.begin(script)
        golly.cancel(title)
        assert any("cancelled; nothing has changed" in each.text for each in golly.finish())
        assert golly.layers() == before
