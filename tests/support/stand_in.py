"""A stand-in for Golly's own Python module, for what the bridge cannot show: see `run`."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from lifesat.formats import read_text
from lifesat.life.rule import LIFE
from tests.support.plain import next_cells

STOP = "GOLLY: ABORT SCRIPT"


class Universe:
    """One layer."""

    def __init__(self, name: str, rule: str) -> None:
        self.name = name
        self.rule = rule
        self.cells: set[tuple[int, int]] = set()
        self.states: dict[tuple[int, int], int] = {}
        self.selection: list[int] = []
        self.generation = "0"


class StandIn:
    """The functions of the module ``golly`` that the scripts use, on sets of cells.

    Cells of several states come only from `g_putcells` or the test, and stay in `Universe.states`.

    Parameters
    ----------
    folder
        For data and temporary files.
    answer
        What the user answers to every question; None for what is offered.
    events
        What `getevent` returns, one after another.
    stop_at
        The number of the call, from 1, at which the user stops the script; 0 for never.
    """

    def __init__(
        self,
        folder: Path,
        *,
        answer: str | None = None,
        events: tuple[str, ...] = (),
        stop_at: int = 0,
    ) -> None:
        self.folder = folder
        self.answer = answer
        self.events = list(events)
        self.stop_at = stop_at
        self.layers = [Universe("target", "B3/S23")]
        self.current = 0
        self.checking = True
        self.calls = 0
        self.said: list[str] = []
        self.noted: list[str] = []
        self.asked: list[tuple[str, str]] = []
        self.rejected = ""
        self.handled: list[str] = []
        self.stops_in_update = False

    def module(self) -> ModuleType:
        """Return the module; each call counts, and one of them may stop the script."""
        golly = ModuleType("golly")
        for name in dir(self):
            if name.startswith("g_"):
                setattr(golly, name[2:], self._counted(getattr(self, name)))
        return golly

    def _counted(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*values: Any) -> Any:
            self.calls += 1
            if self.checking and 0 < self.stop_at <= self.calls:
                self.stop_at = 0
                raise KeyboardInterrupt(STOP)
            return function(*values)

        return call

    @property
    def layer(self) -> Universe:
        """The current layer."""
        return self.layers[self.current]

    # ---------------------------------------------------------------- functions of Golly

    def g_addlayer(self) -> int:
        self.layers.append(Universe("untitled", self.layer.rule))
        self.current = len(self.layers) - 1
        return self.current

    def g_check(self, flag: bool) -> None:
        self.checking = flag

    def g_clear(self, where: int) -> None:
        assert where == 0
        self.layer.cells -= set(self._within(self.layer.selection))

    def g_dellayer(self) -> None:
        del self.layers[self.current]
        self.current = max(0, self.current - 1)

    def g_doevent(self, event: str) -> None:
        self.handled.append(event)

    def g_evolve(self, cells: list[int], generations: int) -> list[int]:
        assert len(cells) % 2 == 0
        found = set(zip(cells[::2], cells[1::2], strict=True))
        for _ in range(generations):
            found = next_cells(found, LIFE)
        return [n for cell in sorted(found) for n in cell]

    def g_exit(self, message: str = "") -> None:
        self.said.append(message)
        raise KeyboardInterrupt(STOP)

    def g_fitsel(self) -> None:
        assert self.layer.selection

    def g_getalgo(self) -> str:
        return "QuickLife"

    def g_getcells(self, rect: list[int]) -> list[int]:
        if self.layer.states:
            cells = [n for cell, state in self.layer.states.items() for n in (*cell, state)]
            return cells if len(cells) % 2 else [*cells, 0]
        return [n for cell in sorted(self._within(rect)) for n in cell]

    def g_getclipstr(self) -> str:
        return ""

    def g_getdir(self, name: str) -> str:
        assert name in ("data", "temp")
        return f"{self.folder}/"

    def g_getevent(self, get: bool = True) -> str:
        return self.events.pop(0) if get and self.events else ""

    def g_getheight(self) -> int:
        return self._size(2)

    def g_getlayer(self) -> int:
        return self.current

    def g_getname(self, index: int = -1) -> str:
        return self.layers[index].name if index >= 0 else self.layer.name

    def g_getrect(self) -> list[int]:
        if not self.layer.cells:
            return []
        columns, rows = zip(*self.layer.cells, strict=True)
        left, top = min(columns), min(rows)
        return [left, top, max(columns) - left + 1, max(rows) - top + 1]

    def g_getrule(self) -> str:
        return self.layer.rule

    def g_getselrect(self) -> list[int]:
        return list(self.layer.selection)

    def g_getstring(self, prompt: str, initial: str = "", title: str = "") -> str:
        assert prompt
        assert title
        self.asked.append((prompt, initial))
        if prompt.startswith("Not possible:"):  # the user gives up
            self.rejected = " ".join(prompt.partition("\n\n")[0].split())
            raise KeyboardInterrupt(STOP)
        return initial if self.answer is None else self.answer

    def g_getwidth(self) -> int:
        return self._size(1)

    def _size(self, part: int) -> int:
        """Return a size of the bounded grid, without twist and shift; 0 if there is none."""
        sizes = re.search(r":[A-Z]([0-9]+)[^,]*,?([0-9]*)", self.layer.rule)
        return int(sizes[part] or sizes[1]) if sizes else 0

    def g_hash(self, rect: list[int]) -> int:
        return hash(frozenset(self._within(rect)))

    def g_maxlayers(self) -> int:
        return 10

    def g_note(self, message: str) -> None:
        self.noted.append(message)

    def g_numlayers(self) -> int:
        return len(self.layers)

    def g_numstates(self) -> int:
        endings = {"History": 7, "Super": 26, "Investigator": 21}
        return next((n for end, n in endings.items() if self.layer.rule.endswith(end)), 2)

    def g_parse(self, text: str, x0: int = 0, y0: int = 0) -> list[int]:
        several = self.layer.rule == "LifeHistory"
        rule = "LifeHistory" if several else "B3/S23"
        found = read_text(f"x = 0, y = 0, rule = {rule}\n{text}").cells()
        if not several:
            return [n for x, y, _ in found for n in (x + x0, y + y0)]
        cells = [n for x, y, state in found for n in (x + x0, y + y0, state)]
        return cells if len(cells) % 2 else [*cells, 0]

    def g_putcells(self, cells: list[int]) -> None:
        if len(cells) % 2:
            end = len(cells) - len(cells) % 3
            places = zip(cells[0:end:3], cells[1:end:3], strict=True)
            self.layer.states.update(zip(places, cells[2:end:3], strict=True))
            return
        self.layer.cells |= set(zip(cells[::2], cells[1::2], strict=True))

    def g_run(self, generations: int) -> None:
        for _ in range(generations):
            self.layer.cells = next_cells(self.layer.cells, LIFE)
        self.layer.generation = str(generations)

    def g_select(self, rect: list[int]) -> None:
        self.layer.selection = rect

    def g_setalgo(self, name: str) -> None:
        assert name == "QuickLife"

    def g_setclipstr(self, text: str) -> None:
        self.said.append(text)

    def g_setcolors(self, colors: list[int]) -> None:
        assert len(colors) == 4

    def g_setgen(self, generation: str) -> None:
        self.layer.generation = generation

    def g_setlayer(self, index: int) -> None:
        self.current = index

    def g_setname(self, name: str) -> None:
        self.layer.name = name

    def g_setrule(self, rule: str) -> None:
        self.layer.rule = rule

    def g_show(self, message: str) -> None:
        self.said.append(message)

    def g_update(self) -> None:
        if self.stops_in_update and not self.events:
            error = SystemError(
                "<built-in function update> returned a result with an exception set"
            )
            raise error from KeyboardInterrupt(STOP)

    def _within(self, rect: list[int]) -> Iterator[tuple[int, int]]:
        left, top, width, height = rect
        for x, y in self.layer.cells:
            if left <= x < left + width and top <= y < top + height:
                yield x, y


def run(script: Path, golly: StandIn) -> None:
    """Execute a script as Golly's own Python does.

    Its dictionary is empty, so that it has neither name nor file; the interpreter stays what it is;
    the script's folder is the current one, and the empty string stands first on the path.
    """
    sys.modules["golly"] = golly.module()
    code = compile(script.read_text(encoding="ascii"), str(script), "exec")
    with _in_folder(script.parent), suppress(KeyboardInterrupt):
        exec(code, {})  # noqa: S102  # as Golly does


@contextmanager
def _in_folder(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    sys.path.insert(0, "")
    try:
        yield
    finally:
        sys.path.remove("")
        os.chdir(before)
