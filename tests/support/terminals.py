"""Real terminals: tmux and sshd, and what processes cost."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.environment import PATIENCE_SECONDS

ROOT = Path(__file__).resolve().parents[2]


def program(name: str) -> str:
    """The path of a program, without which a test is skipped."""
    path = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin")
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def pseudo_terminal() -> tuple[int, int]:
    """Return the descriptors of a new terminal, of its keyboard and screen and of the program."""
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")
    controller, terminal = pty.openpty()
    return controller, terminal


class Tmux:
    """A tmux server of its own, with one window."""

    def __init__(self, folder: Path, width: int = 80, height: int = 24) -> None:
        self._program = program("tmux")
        self._socket = folder / "tmux"
        self._size = ["-x", str(width), "-y", str(height)]

    def run(self, *words: str) -> str:
        # The size is that of the window; pytest's processes have another one in these variables.
        kept = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
        done = subprocess.run(
            [self._program, "-S", str(self._socket), "-f", "/dev/null", *words],
            capture_output=True, text=True, check=False, env={**kept, "TERM": "xterm"},
        )  # fmt: skip
        return done.stdout

    def start(self, *words: str) -> None:
        """Open the window with a command in it."""
        self.run("new-session", "-d", *self._size, *words)

    def keys(self, *names: str) -> None:
        """Press keys."""
        self.run("send-keys", *names)

    def screen(self) -> str:
        """What is on the screen."""
        return self.run("capture-pane", "-p")

    def process(self) -> int:
        """The process in the window."""
        return int(self.run("list-panes", "-F", "#{pane_pid}"))

    def wait(self, text: str) -> str:
        """Wait until a text is on the screen."""
        end = time.monotonic() + PATIENCE_SECONDS
        while text not in (screen := self.screen()):
            assert time.monotonic() < end, f"{text!r} never came:\n{screen}"
            time.sleep(0.05)
        return screen

    def kill(self) -> None:
        """Kill the server, as a machine's administrator might."""
        self.run("kill-server")


def keep_messages(home: Path) -> None:
    """Have the application show messages for as long as a busy machine may take to look."""
    home.mkdir(exist_ok=True)
    (home / "tui.toml").write_text(f"message_seconds = {PATIENCE_SECONDS:.0f}\n")


def command(*words: str) -> list[str]:
    """The command line of lifesat with this interpreter."""
    return [sys.executable, "-m", "lifesat", *words]


def seconds_of(process: int) -> float | None:
    """The processor time that a process has taken, or None if it is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return None
    if fields[0] == "Z":
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def gone(process: int) -> bool:
    """Whether a process ends within some time."""
    end = time.monotonic() + PATIENCE_SECONDS
    while seconds_of(process) is not None:
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True
