"""What kinds of search have in common that are about a target."""

from typing import Any, cast

import numpy as np

from lifesat.arrays import to_array
from lifesat.errors import UserError
from lifesat.evolution import Edges, step
from lifesat.formats import read_file, read_text, rle
from lifesat.pattern import Pattern, life_history_target
from lifesat.problems.predecessor import Outside, Predecessor
from lifesat.problems.problem import Boards
from lifesat.rules import BoundedGrid

from ..pictures import UNSEEN, Picture
from .fields import Texts, Values
from .kind import Kind


class OfTarget(Kind[Predecessor]):
    """A search about what comes before a target."""

    sought = Predecessor

    def read(self, values: Values) -> Pattern:
        """Return the target, under the rule that is asked for and with the grid of its file."""
        unknown = bool(values.get("unknown"))
        if values["source"] == "file":
            target = read_file(values["path"] or "", unknown=unknown)
        else:
            target = read_text(values["text"] or "", unknown=unknown, source="text")
        if target.rule.family == "life-history":
            target = life_history_target(target, unknown=unknown)
        if values.get("rule"):
            rule, grid = values["rule"]
            target = target.replace(rule=rule, grid=grid)
        return target

    def problem(self, values: Values, subject: Pattern) -> Predecessor:
        """Return what to search for."""
        outside = cast("Outside", values.get("outside", "free"))
        if outside != "torus":
            subject = subject.replace(grid=None)
        elif values["size"]:
            subject = subject.replace(grid=BoundedGrid("T", *values["size"]))
        margin = values.get("margin")
        return Predecessor(
            subject,
            generations=values.get("generations") or 1,
            outside=outside,
            margin=1 if margin is None else margin,
            least=values.get("least") or 0,
            most=values.get("most"),
            different=bool(values.get("different")),
            symmetry=values.get("symmetry") or "C1",
        )

    def arguments(self, texts: Texts) -> list[str]:
        """Return the target's file."""
        return [texts["path"].strip()] if texts.get("source") == "file" else ["-"]

    def piped(self, texts: Texts) -> str:
        """Return the target, unless it is in a file."""
        return "" if texts.get("source") == "file" else texts.get("text", "")

    def words(self, texts: Texts, subject: Pattern | None) -> list[str]:
        """Return the command line; of a grid that is not meant it says so."""
        words = super().words(texts, subject)
        grid = subject.grid if subject is not None else None
        dead = texts.get("outside", "dead") == "dead" and "outside" in self.asked()
        if dead and grid is not None:
            words += ["--outside", "dead"]
        return words

    def asked(self) -> set[str]:
        """Return the names of all fields."""
        return {field.name for field in self.fields}

    def texts_of(self, problem: Predecessor) -> dict[str, str] | None:
        """Return the texts that state a problem."""
        if problem.require or problem.forbid:
            return None
        target, grid = problem.target, problem.target.grid
        torus = grid is not None and problem.outside == "torus"
        return {
            "text": rle.write(target if torus else target.replace(grid=None)),
            "unknown": "yes" if target.has_unknown else "no",
            "generations": str(problem.generations),
            "outside": problem.outside,
            "margin": str(problem.margin),
            "size": f"{grid.width},{grid.height}" if torus and grid else "",
            "different": "yes" if problem.different else "no",
            "symmetry": problem.symmetry,
            "least": str(problem.least or ""),
            "most": "" if problem.most is None else str(problem.most),
        }

    def preview(self, subject: Any) -> tuple[Picture | None, str]:
        """Return the target and its size."""
        if not isinstance(subject, Pattern):
            return None, ""
        size = f"{subject.width}x{subject.height}"
        try:
            board = to_array(subject)
        except UserError:
            return None, size
        return board if board.size else None, size

    def history(self, problem: Predecessor, board: Boards) -> list[Picture]:
        """Return all generations, of one shape; what cannot be known is unseen."""
        history: list[Picture] = [board]
        cells = board
        edges: Edges = {"dead": "dead", "torus": "torus", "free": "cut"}[problem.outside]  # type: ignore[assignment]
        for t in range(1, problem.generations + 1):
            cells = step(cells, problem.target.rule, edges)
            around = t if edges == "cut" else 0
            history.append(np.pad(cells, around, constant_values=UNSEEN))
        return history

    def aim(self, problem: Predecessor, board: Boards) -> tuple[str, Picture]:  # noqa: ARG002
        """Return the target."""
        return "target", problem.window
