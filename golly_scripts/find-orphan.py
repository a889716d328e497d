"""Find an orphan, from nothing, in a box of the selection's size."""

from __future__ import annotations

import importlib

import lifesat_golly
from lifesat_golly import boxes, process, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Find orphan"
FEWEST = ("cells", "live", "box")
PROMPT = """0 5: one search, which spends 5 million endings on each cell.
A larger first number: so many more searches, and the best is shown.
A larger second number: smaller orphans, in more time.
live, box instead of cells: the best has the fewest live cells, or the smallest box.
The selection should be 8 to 10 cells wide and 16 high.
Symmetry: """


def main() -> None:
    """Ask, search, and show the required cells in a LifeHistory layer."""
    box = boxes.selected_box("orphan")

    def search(answer: str) -> results.Found:
        (restarts, beam), words = questions.read_words(
            answer, [0, 5], (*FEWEST, *questions.SYMMETRIES)
        )
        options = [box.size, "--rule", box.rule, "--restarts", str(restarts)]
        options += ["--beam", str(questions.at_least_1(beam))]
        options += ["--fewest", questions.one_of(FEWEST, words) or FEWEST[0]]
        options += questions.symmetry(words)
        with process.Lifesat(None, "orphans", *options) as lifesat:
            found = results.written(lifesat, "searching")
        boards = [board._replace(left=box.left, top=box.top) for board in found.boards]
        return found._replace(boards=boards)

    results.show(
        questions.answered(TITLE, PROMPT + ", ".join(questions.SYMMETRIES), "0 5", search),
        box.results,
    )


running.start(main)
