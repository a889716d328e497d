"""Pictures of searches in notebooks, and the notebook of the documents, run cell by cell."""

import ast
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lifesat import Pattern, Search, UserError, eaters, predecessors, solve_sudoku, spaceships
from tests.support import drawn

pytestmark = pytest.mark.quick

NOTEBOOK = Path(__file__).parents[1] / "docs" / "notebook.ipynb"
TUB = Pattern.from_rows([".O.", "O.O", ".O."])


def run(source: str, names: dict[str, Any]) -> Any:
    """Run a cell, and return the value of its last line."""
    *lines, last = ast.parse(source).body
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)  # noqa: S102
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307


def test_every_cell_of_the_notebook_shows_a_picture() -> None:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    names: dict[str, Any] = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 3
    try:
        for cell in cells:
            assert cell["outputs"] == []
            shown = run("".join(cell["source"]), names)._repr_html_()
            assert "<svg " in shown
            assert "</svg>" in shown
    finally:
        for value in names.values():
            if isinstance(value, Search):
                value.close()


def test_an_animation_plays_the_newest_solution_into_the_target() -> None:
    with predecessors(TUB, margin=1, generations=2) as search:
        with pytest.raises(UserError, match="no solution was returned yet"):
            search.animate()
        for parent, _ in zip(search, range(3), strict=False):
            boards = drawn.svg_boards(search.animate(cell_size=9), 5, 5)
            assert len(boards) == 3
            assert np.array_equal(boards[0], parent.to_array())
            assert np.array_equal(boards[2], np.pad(TUB.to_array(), 1))


def test_an_animation_of_a_spaceship() -> None:
    with spaceships(4, 4, period=4, shift=(1, 1)) as search:
        glider = next(search)
        boards = drawn.svg_boards(search.animate(), 4, 4)
    assert len(boards) == 5
    assert glider.population == boards[4].sum() == 5
    assert np.array_equal(boards[0][:3, :3], boards[4][1:, 1:])


def test_a_search_shows_its_state_and_its_newest_solution() -> None:
    search = predecessors(TUB, margin=0)
    assert search._repr_html_() == "<div>&lt;Search for predecessors: not begun&gt;</div>"
    for parent in search:
        shown = search._repr_html_()
        words, picture = shown.split("</div>")
        assert words.startswith("<div>&lt;Search for predecessors: running&gt;")
        (board,) = drawn.svg_boards(picture, 3, 3)
        assert np.array_equal(board, parent.to_array())
    assert search._repr_html_().startswith("<div>&lt;Search for predecessors: complete&gt;")


def test_puzzles_have_no_pictures() -> None:
    search = solve_sudoku("1234341221434321")
    next(search)
    assert "<svg" not in search._repr_html_()
    with pytest.raises(UserError, match="solutions are not patterns"):
        search.animate()


def test_an_eater_plays_its_meal() -> None:
    with eaters(7, 8, generations=6) as search:
        eater = next(search)
        shown = drawn.svg_boards(search.animate(), 7, 8)
    assert len(shown) == 7
    assert shown[6].sum() == eater.population
