"""The layers that hold results: a new one for each question, used again for the same one."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, NamedTuple

import golly as g

from lifesat_golly.running import UserError

_RECORDS = "layers.json"


class Destination(NamedTuple):
    """The layer that gets the results of one question."""

    name: str
    # Where it was asked: the number and the name of the layer, and the box.
    question: list[Any]

    def open(self, rule: str, check: Callable[[], None] | None) -> None:
        """Go to the layer, emptied and at generation 0, or to a new one, and set its rule.

        `check` is called under that rule before the layer is emptied. If it raises UserError, the
        layer is left as it was.
        """
        origin, layer = g.getlayer(), _layer(self.name)
        if layer is None:
            g.addlayer()
            g.setname(self.name)
        else:
            g.setlayer(layer)
        before = g.getrule()
        if check is None:
            empty_layer()
        if layer is None or before != rule:
            _set_rule(rule)
        try:
            if check is not None:
                check()
        except UserError:
            if layer is None:
                g.dellayer()
            elif before != rule:
                _set_rule(before)
            g.setlayer(origin)
            raise
        empty_layer()
        g.setgen("0")

    def remember(self) -> None:
        """Record what the current layer, that of the results, holds now."""
        records = _records()
        records[self.name] = {"question": self.question, "holds": _holds(g.getlayer())}
        try:
            with open(data_file(_RECORDS), "w", encoding="utf-8") as file:
                json.dump(records, file, indent=1)
        except OSError:
            pass  # the next question will add a layer


def _set_rule(rule: str) -> None:
    """Set the rule of the current layer, also if its old rule has many states."""
    g.setalgo("QuickLife")
    try:
        g.setrule(rule)
    except RuntimeError:
        # Golly 3 knows these states for Life alone.
        if not rule.endswith("History"):
            raise
        g.setrule("LifeHistory")


def destination(name: str, box: list[int]) -> Destination:
    """Return where the results of a question about a box of the current layer go.

    A layer is used again if the same question was asked before and its contents have not changed
    since. Otherwise the layer is new, with a number if its name is taken. Raises UserError if Golly
    allows no more layers.
    """
    question = [g.getlayer(), g.getname(), *box]
    records = _records()
    names = [g.getname(layer) for layer in range(g.numlayers())]
    for number in range(1, len(names) + 2):
        numbered = name if number == 1 else "%s (%d)" % (name, number)
        layer = _layer(numbered)
        if layer is None:
            break
        ours = {"question": question, "holds": _holds(layer)}
        if layer != g.getlayer() and records.get(numbered) == ours:
            break
    if numbered not in names and len(names) >= g.maxlayers():
        raise UserError("all %d layers are in use: delete one" % len(names))
    return Destination(numbered, question)


def empty_layer() -> None:
    """Clear the current layer."""
    box = g.getrect()
    if box:
        g.select(box)
        g.clear(0)


def data_file(name: str) -> str:
    """Return the path of a file in these scripts' data folder, which is created if missing."""
    folder = os.path.join(g.getdir("data"), "lifesat")
    os.makedirs(folder, exist_ok=True)
    return os.path.join(folder, name)


def read_data(name: str) -> dict[str, Any]:
    """Return the object in a file of the scripts' data; {} if there is none that we wrote."""
    try:
        with open(data_file(name), encoding="utf-8") as file:
            return dict(json.load(file))
    except (OSError, ValueError, TypeError, RecursionError):
        return {}


def _records() -> dict[str, Any]:
    """Return the records of the layers with results, by name."""
    return read_data(_RECORDS)


def _holds(layer: int) -> list[int]:
    """Return the box and the hash of a layer's live cells."""
    here = g.getlayer()
    g.setlayer(layer)
    box = list(g.getrect())
    holds = [*box, g.hash(box)] if box else []
    g.setlayer(here)
    return holds


def _layer(name: str) -> int | None:
    return next((n for n in range(g.numlayers()) if g.getname(n) == name), None)
