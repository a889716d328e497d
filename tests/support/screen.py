"""A real Golly on a screen of its own: keys and mouse go in, what it holds comes out."""

import contextlib
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tests.support.environment import PATIENCE_SECONDS

GOLLY = shutil.which(
    os.environ.get("GOLLY", "golly"), path=f"{os.environ.get('PATH', '')}:/usr/games"
)
ROOT = Path(__file__).resolve().parents[2]

PREFERENCES = """\
prefs_version=4
golly_version=3.3
main_window=0,0,800,600
show_tips=0
show_files=0
allow_beep=0
ask_on_quit=0
ask_on_new=0
ask_on_load=0
ask_on_delete=0
key_action=F8 Open:{watch}
key_action=F6 Open:{scripts}/find-predecessors.lua
key_action=a Select All
key_action=z Undo
key_action=q+ctrl Quit Golly
"""

# Lua that tells all layers; the first line of a probe.
STATE = """
local here = g.getlayer()
local layers = {}
for n = 0, g.numlayers() - 1 do
    g.setlayer(n)
    layers[#layers + 1] = string.format(
        '{"name":%q,"rule":%q,"selection":[%s],"cells":[%s],"states":%d}',
        g.getname(), g.getrule(), table.concat(g.getselrect(), ","),
        table.concat(g.getcells(g.getrect()), ","), g.numstates())
end
g.setlayer(here)
return '{"current":' .. here .. ',"layers":[' .. table.concat(layers, ",") .. ']}'
"""

T = TypeVar("T")
Cells = frozenset[tuple[int, int]]


class Layer(NamedTuple):
    """What a layer holds; cells ``(x, y)`` of any live state."""

    name: str
    rule: str
    selection: list[int]
    cells: Cells


MAIN = "Golly$"
"""How the title of the main window ends."""

NOTE = "Golly note"
"""The title of the dialog that `g.note` shows."""


class Shown(NamedTuple):
    """What a script showed: milliseconds since Golly's start, Golly's function, and the text."""

    time: float
    kind: str
    text: str


def wait_for(question: Callable[[], T], what: str, seconds: float = PATIENCE_SECONDS) -> T:
    """Ask until the answer is true and return it."""
    ends = time.monotonic() + seconds
    while not (answer := question()):
        assert time.monotonic() < ends, f"{what} did not come within {seconds} s"
        time.sleep(0.02)
    return answer


@contextlib.contextmanager
def screen() -> Iterator[str]:
    """Start an X server that shows nothing, and yield its name."""
    read, write = os.pipe()
    # Without -noreset it would turn programs away for a moment whenever the last one has gone.
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "820x620x24", "-noreset"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as numbers:
            name = f":{numbers.readline().strip()}"
        try:
            yield name
        finally:
            server.terminate()


class Golly:
    """A Golly with a home of its own.

    Parameters
    ----------
    display
        The X server's name.
    home
        The folder that Golly takes for its user's home; the scripts are in it.
    """

    def __init__(self, display: str, home: Path) -> None:
        self.home = home
        self.scripts = home / ".golly" / "Scripts" / "lifesat"
        # What a killed Golly leaves behind goes with its home.
        temporary = home / "tmp"
        temporary.mkdir(parents=True, exist_ok=True)
        self._environment = {
            **os.environ, "DISPLAY": display, "HOME": str(home), "TMPDIR": str(temporary)
        }  # fmt: skip
        self._process: subprocess.Popen[bytes] | None = None
        self._mouse_origin: tuple[int, int] | None = None

    def start(self, pattern: str | None = None, name: str = "target.rle") -> None:
        """Start with a pattern in its first layer."""
        shutil.copy(Path(__file__).with_name("watch.lua"), self.home)
        preferences = self.home / ".golly" / "GollyPrefs"
        preferences.write_text(
            PREFERENCES.format(watch=self.home / "watch.lua", scripts=self.scripts)
        )
        words = []
        if pattern is not None:
            (self.home / name).write_text(pattern)
            words = [name]
        assert GOLLY
        self._process = subprocess.Popen(
            [GOLLY, *words], cwd=self.home, env=self._environment, stderr=subprocess.DEVNULL
        )
        wait_for(lambda: self._windows(MAIN), "Golly's window")
        self.probe("return 'true'")

    def load(self, pattern: str, name: str = "target.rle") -> None:
        """Load a pattern instead of all that there is."""
        path = self.home / name
        path.write_text(pattern)
        self.probe(
            f"while g.numlayers() > 1 do g.dellayer() end g.open('{path}') g.select({{}})"
            " return 'true'"
        )

    def kill(self) -> None:
        """End it with no warning."""
        if self._process:
            self._process.kill()
            self._process.wait()

    def ended(self) -> bool:
        """Whether it has ended by itself."""
        return self._process is None or self._process.poll() is not None

    # ---------------------------------------------------------------- hands

    def xdotool(self, *words: str) -> str:
        """Run xdotool and return what it prints."""
        done = subprocess.run(
            ["xdotool", *words], env=self._environment, capture_output=True, text=True, check=False
        )
        return done.stdout

    def key(self, *names: str) -> None:
        """Press keys."""
        self.xdotool("key", *names)

    def press(self, key: str, seen: Callable[[], object]) -> None:
        """Press a key in the main window until what it does is seen.

        While a script ends Golly takes keys for it, also after the answer of a probe has come.
        """

        def pressed() -> object:
            self._focus(MAIN)
            self.key(key)
            return seen()

        wait_for(pressed, f"what the key {key} does")

    def select_all(self) -> None:
        """Select all with the key for it."""
        self.press("a", lambda: self.probe("return #g.getselrect()"))

    def escape(self) -> None:
        """Press Escape once and wait until Golly has told the script, which may be busy."""
        file = self.home / "escapes"
        before = file.stat().st_size if file.exists() else 0
        self.key("Escape")
        wait_for(lambda: file.exists() and file.stat().st_size > before, "Escape")

    def answer(self, title: str, text: str | None) -> None:
        """Wait for a dialog; type an answer, or with None take the one that it offers."""
        self._focus(title)
        if text is not None:
            self.xdotool("type", "--delay", "1", text)
        self.key("Return")
        wait_for(lambda: not self._windows(title), f"the end of the dialog {title}")

    def cancel(self, title: str) -> None:
        """Wait for a dialog and leave it."""
        self._focus(title)
        self.key("Escape")
        wait_for(lambda: not self._windows(title), f"the end of the dialog {title}")

    def rejected(self, script: str, title: str, text: str) -> str:
        """Run a script, give an answer that is rejected, and leave the dialog.

        Returns
        -------
        str
            What the dialog says when it comes again.
        """
        self.begin(script)
        self._focus(title)
        self.xdotool("type", "--delay", "1", text)
        self.key("Return")
        again = "Not possible: "
        wait_for(lambda: self.shown()[-1].text.startswith(again), "the same question")
        prompt = self.shown()[-1].text.removeprefix(again)
        self.cancel(title)
        *_, last, _ = self.finish()
        assert last.text == "lifesat: cancelled; nothing has changed"
        return prompt

    def drag(self, left: int, top: int, right: int, bottom: int) -> None:
        """Select a rectangle of cells, corners included, with the mouse."""
        self.probe("g.setcursor('Select'); g.setmag(4); g.setpos('5', '5'); return 'true'")
        x, y, size = 400, 300, 16
        self.xdotool("mousemove", str(x), str(y))
        found: str = wait_for(lambda: self.probe("return '\"' .. g.getxy() .. '\"'"), "the mouse")
        column, row = map(int, found.split())
        places = [
            (str(x + (cell_x - column) * size), str(y + (cell_y - row) * size))
            for cell_x, cell_y in ((left, top), (right, bottom))
        ]
        (x0, y0), (x1, y1) = places
        self.xdotool("mousemove", x0, y0, "mousedown", "1")
        time.sleep(0.2)
        self.xdotool("mousemove", x1, y1)
        time.sleep(0.2)
        self.xdotool("mouseup", "1")

    # ---------------------------------------------------------------- eyes

    def probe(self, lua: str) -> Any:
        """Run Lua within Golly; it returns JSON."""
        probe, answer = self.home / "probe.lua", self.home / "answer"
        answer.unlink(missing_ok=True)
        probe.write_text(
            f"local g = golly()\nlocal answer = (function() {lua} end)()\n"
            f"local file = io.open('{answer}.new', 'w') file:write(answer) file:close()\n"
            f"os.rename('{answer}.new', '{answer}')"
        )
        self._order(probe)
        wait_for(answer.exists, "a probe")
        return json.loads(answer.read_text())

    def layers(self) -> list[Layer]:
        """Return all layers."""
        return [
            Layer(each["name"], each["rule"], each["selection"], _cells(each))
            for each in self.probe(STATE)["layers"]
        ]

    def begin(self, script: str) -> None:
        """Press the key of a script."""
        (self.home / "log").unlink(missing_ok=True)
        self._order(self.scripts / f"{script}.lua")

    def finish(self, seconds: float = PATIENCE_SECONDS) -> list[Shown]:
        """Wait for the script's end and return what it showed; the last is its end."""

        def ended() -> list[Shown]:
            shown = self.shown()
            if shown and shown[-1].kind == "note":
                # One that is just closing may be gone before it gets the key.
                for window in self._windows(NOTE):
                    self.xdotool("windowfocus", window)
                    self.key("Return")
            return shown if shown and shown[-1].kind == "ended" else []

        return wait_for(ended, "the end of the script", seconds)

    def run(self, script: str, title: str = "", answer: str | None = None) -> str:
        """Run a script, answer its question, and return the last text that it showed."""
        self.begin(script)
        if title:
            self.answer(title, answer)
        return [each.text for each in self.finish() if each.kind not in ("ask", "ended")][-1]

    def shown(self) -> list[Shown]:
        """Return what the script has shown until now."""
        try:
            lines = (self.home / "log").read_text().splitlines()
        except FileNotFoundError:
            return []
        parts = [line.split("\t", 2) for line in lines]
        return [Shown(float(at), kind, text) for at, kind, text in parts]

    def processes(self) -> list[str]:
        """Return the command lines of all processes that Golly has started and that still run."""
        home = f"HOME={self.home}".encode()
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            if self._process and folder.name == str(self._process.pid):
                continue
            with contextlib.suppress(OSError):
                if home in (folder / "environ").read_bytes().split(b"\0"):
                    words = (folder / "cmdline").read_bytes().decode()
                    found.append(words.replace("\0", " "))
        return found

    def _order(self, path: Path) -> None:
        """Have Golly run a Lua script; a key that Golly has missed is pressed again."""
        order = self.home / "order"
        (self.home / "order.new").write_text(str(path))
        (self.home / "order.new").rename(order)

        def taken() -> bool:
            if order.exists():
                self._focus(MAIN)
                self.key("F8")
                time.sleep(0.03)
            return not order.exists()

        wait_for(taken, "Golly's attention")

    def has_window(self, title: str, seconds: float = 5.0) -> bool:
        """Whether a window comes soon."""
        ends = time.monotonic() + seconds
        while not (found := bool(self._windows(title))) and time.monotonic() < ends:
            time.sleep(0.02)
        return found

    def _focus(self, title: str) -> None:
        """Wait for a window and give it the keyboard; there is no window manager to do it."""
        (window, *_) = wait_for(lambda: self._windows(title), f"the window {title}")
        self.xdotool("windowfocus", window)

    def _windows(self, title: str) -> list[str]:
        """Return those of this Golly's visible windows that have a title."""
        assert self._process
        return self.xdotool(
            *("search", "--all", "--onlyvisible", "--pid", str(self._process.pid)),
            *("--name", title),
        ).split()


def _cells(layer: dict[str, Any]) -> Cells:
    step = 3 if layer["states"] > 2 else 2
    numbers = layer["cells"]
    end = len(numbers) - len(numbers) % step
    return frozenset(zip(numbers[0:end:step], numbers[1:end:step], strict=True))
