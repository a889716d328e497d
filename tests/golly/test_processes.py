"""How the processes of scripts end, also where the system lacks what Linux has."""

import importlib
import importlib.util
import mmap
import os
import signal
import subprocess
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import pytest

from tests.support.environment import PATIENCE_SECONDS
from tests.support.processes import sleeping, started

ROOT = Path(__file__).resolve().parents[2]


def test_a_group_of_processes_that_macos_refuses_to_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does so if the process has just ended and nobody has taken note of it."""

    def refused(_group: int, _signal: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.syspath_prepend(str(ROOT / "golly_scripts"))
    with patch.dict(sys.modules, golly=ModuleType("golly")):  # and without what is imported here
        scripts = importlib.import_module("lifesat_golly.process")
    monkeypatch.setattr(os, "killpg", refused)
    monkeypatch.setattr(scripts, "_GRACE", 0.05)
    search = object.__new__(scripts.Lifesat)
    with sleeping() as search._process:
        search._end()
    assert search._process.returncode == -signal.SIGKILL


def test_escape_while_a_line_is_shown_loses_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "golly_scripts"))
    golly = ModuleType("golly")
    golly.getdir = lambda _: f"{tmp_path}/"  # type: ignore[attr-defined]
    golly.doevent = lambda _: None  # type: ignore[attr-defined]
    with patch.dict(sys.modules, golly=golly):
        scripts = importlib.import_module("lifesat_golly.process")
        monkeypatch.setattr(scripts, "g", golly)
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\nseq 1000\nexec cat\n")
    program.chmod(0o755)
    monkeypatch.setattr(scripts, "_interpreter", lambda: str(program))
    seen = []
    with scripts.Lifesat("", "predecessors") as lifesat:
        with suppress(KeyboardInterrupt):
            for line in lifesat.lines():
                seen += [line] * (line is not None)
                if line == "500":
                    raise KeyboardInterrupt
        seen += lifesat.last_lines()
    assert seen == [str(number) for number in range(1, 1001)]


@pytest.fixture
def bridge(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The Python half of the bridge for Golly, on a system that cannot wait for a signal."""
    folder = ROOT / "golly_scripts" / "bridge"
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delattr(signal, "sigtimedwait")
    spec = importlib.util.spec_from_file_location("bridge_of_macos", folder / "bridge.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_bridge_waits_where_signals_cannot_be_awaited(bridge: ModuleType) -> None:
    with started(sys.executable, "-c", "") as script, Path(os.devnull).open("wb") as out:
        bridge.supervise(script.pid, mmap.mmap(-1, 2), out.fileno())
        with pytest.raises(ChildProcessError):  # it has ended, and the bridge has waited for it
            os.waitpid(script.pid, os.WNOHANG)


@pytest.mark.parametrize("awaiting", [0, 1])
def test_the_bridge_ends_a_script_whose_golly_is_gone(
    bridge: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, awaiting: int
) -> None:
    """Also one that awaits an answer, which will never come."""
    monkeypatch.setattr(bridge, "_GRACE_SECONDS", 0.05)
    late = tmp_path / "late"
    deaf = (
        "import signal, time; signal.signal(signal.SIGINT, signal.SIG_IGN); time.sleep(30);"
        f"open({str(late)!r}, 'w').close()"
    )
    read, write = os.pipe()
    os.close(read)
    pulse = mmap.mmap(-1, 2)
    pulse[0] = awaiting
    with started(sys.executable, "-c", deaf) as script:
        bridge.supervise(script.pid, pulse, write)
        with pytest.raises(ProcessLookupError):
            os.kill(script.pid, 0)
    assert not late.exists()
    os.close(write)


def test_a_script_that_ends_is_not_waited_for(
    bridge: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Golly has closed its end by then; every script took two seconds longer."""
    read, write = os.pipe()
    os.close(read)
    waits: list[float] = []
    with started(sys.executable, "-c", "") as script:

        def wait(seconds: float) -> None:
            waits.append(seconds)
            os.waitid(os.P_PID, script.pid, os.WEXITED | os.WNOWAIT)

        monkeypatch.setattr(bridge, "_wait", wait)
        bridge.supervise(script.pid, mmap.mmap(-1, 2), write)
        with pytest.raises(ChildProcessError):
            os.waitpid(script.pid, os.WNOHANG)
    assert len(waits) == 1
    os.close(write)


SLOW = """import sys, time
sys.path.insert(0, sys.argv[1])
import bridge
begin = bridge.Bridge.__init__
def slowly(*words):
    time.sleep(0.5)
    begin(*words)
bridge.Bridge.__init__ = slowly
bridge.main(*sys.argv[2:])
"""


def test_what_lua_reads_is_there_until_it_has_read_it(tmp_path: Path) -> None:
    """On a busy machine a script without calls ended before Lua had opened the pipe for answers."""
    script = tmp_path / "nothing.py"
    script.write_text("")
    words = (sys.executable, str(ROOT / "golly_scripts/bridge/bridge.py"), str(script))
    with started(*words, str(tmp_path), text=True, stdout=subprocess.PIPE) as bridge:
        assert bridge.stdout
        folder = Path(bridge.stdout.readline().split(maxsplit=2)[2].strip())
        assert 'end ""\n' in bridge.stdout
        with pytest.raises(subprocess.TimeoutExpired):
            bridge.wait(0.5)
        assert (folder / "answers").is_fifo()
        bridge.stdout.close()
        assert bridge.wait(PATIENCE_SECONDS) == 0
        assert not folder.exists()


def test_what_a_killed_bridge_has_left_goes_when_the_next_one_starts(tmp_path: Path) -> None:
    """Golly warns of a folder among its temporary files when it ends."""
    script = tmp_path / "nothing.py"
    script.write_text("")
    words = (sys.executable, str(ROOT / "golly_scripts/bridge/bridge.py"), str(script))
    folders = []
    for killed in (True, False):
        with started(*words, str(tmp_path), text=True, stdout=subprocess.PIPE) as bridge:
            assert bridge.stdout
            folders.append(Path(bridge.stdout.readline().split(maxsplit=2)[2].strip()))
            if killed:
                bridge.kill()
    assert folders[0] != folders[1]
    assert list(tmp_path.glob("lifesat-bridge-*")) == []
    # That of a bridge which still runs stays.
    with started(*words, str(tmp_path), text=True, stdout=subprocess.PIPE) as running:
        assert running.stdout
        folder = Path(running.stdout.readline().split(maxsplit=2)[2].strip())
        with started(*words, str(tmp_path), text=True, stdout=subprocess.PIPE) as bridge:
            assert bridge.stdout
            assert bridge.stdout.readline().startswith("ready ")
        assert folder.is_dir()


def test_nothing_comes_before_the_line_that_lua_waits_for(tmp_path: Path) -> None:
    """A tick did, on a busy machine, and Golly waited for ever."""
    script = tmp_path / "nothing.py"
    script.write_text("")
    words = (sys.executable, "-c", SLOW, str(ROOT / "golly_scripts/bridge"), str(script))
    with started(*words, str(tmp_path), text=True, stdout=subprocess.PIPE) as bridge:
        assert bridge.stdout
        assert bridge.stdout.readline().startswith("ready ")


# Without a buffer, which an interrupt might leave full.
BUSY = """\
import os, time

try:
    os.write(2, b"busy\\n")
    time.sleep(30)
    os.write(2, b"not interrupted\\n")
finally:
    os.write(2, b"cleaned up\\n")
"""


@pytest.mark.parametrize("handler", [signal.SIG_DFL, signal.SIG_IGN])
def test_a_script_can_be_interrupted_whoever_started_golly(
    tmp_path: Path, handler: signal.Handlers
) -> None:
    """A shell without job control starts programs in the background with SIGINT ignored."""
    script = tmp_path / "busy.py"
    script.write_text(BUSY)
    words = (sys.executable, str(ROOT / "golly_scripts/bridge/bridge.py"), str(script))
    inherited = partial(signal.signal, signal.SIGINT, handler)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started(*words, str(tmp_path), text=True, preexec_fn=inherited, **pipes) as bridge:
        assert bridge.stdout
        assert bridge.stderr
        ready, process, _ = bridge.stdout.readline().split(maxsplit=2)
        assert ready == "ready"
        assert bridge.stderr.readline() == "busy\n"
        os.kill(int(process), signal.SIGINT)
        assert bridge.stderr.readline() == "cleaned up\n"
        assert 'end ""\n' in bridge.stdout
        bridge.stdout.close()  # as Lua does when it has read that; the script waits for it
        assert bridge.stderr.read() == ""
        assert bridge.wait(PATIENCE_SECONDS) == 0
