"""The application in real terminals that are closed, killed and cut off."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from lifesat.formats import read_text
from lifesat.jobs.job import Job
from lifesat.jobs.options import Options
from tests.support import strict
from tests.support.application import ENDLESS
from tests.support.soups import soup
from tests.support.terminals import Tmux, command, gone, program, pseudo_terminal, seconds_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="terminals as Linux has them")


@pytest.mark.terminal
def test_a_search_outlives_tmux(home: Path, tmp_path: Path) -> None:
    tmux = Tmux(tmp_path)
    (tmp_path / "target.rle").write_text("x = 12, y = 12\n!\n")
    tmux.start(*command("tui"))
    try:
        tmux.wait("There are no jobs yet")
        tmux.keys("n")
        tmux.wait("what to search for")
        tmux.keys("Enter")
        tmux.wait("new search")
        tmux.keys("BTab", "Right")
        tmux.wait("enter the name of a file")
        tmux.keys("Tab", *"target.rle", "Tab", "Tab", "Tab", "BSpace", "0")
        tmux.wait("--margin 0")
        tmux.keys("Tab", "Tab", "Tab", "BSpace", "BSpace", "BSpace")
        tmux.wait("--all")
        tmux.keys("C-s")
        tmux.wait("running")
        process = tmux.process()
        found = _found("search", 1)
    finally:
        tmux.kill()
    assert gone(process)
    later = _found("search", found + 1)
    tmux.start(*command("tui"))
    try:
        tmux.wait("search")
        tmux.keys("Enter")
        screen = tmux.wait("predecessor 1 of")
        assert "running" in screen
        assert _found("search", later + 1) > later
        tmux.keys("x")
        tmux.wait("when interrupted")
        tmux.keys("q")
        assert gone(tmux.process() if tmux.run("list-panes") else 0)
    finally:
        tmux.kill()
    assert Job("search").summary().state == "stopped"


@pytest.mark.terminal
@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
def test_a_partial_predecessor_grows(home: Path, tmp_path: Path, width: int, height: int) -> None:
    problem = soup(150, 150)
    job = Job.create("soup", problem, Options(method="strips", workers=1))
    job.start()
    tmux = Tmux(tmp_path, width, height)
    tmux.start(*command("tui", "soup"))
    try:
        first = int(re.findall(r"row (\d+) of 156", tmux.wait("partial predecessor, row"))[-1])
        end = time.monotonic() + 60
        while f"predecessor, row {first} of" in (screen := tmux.screen()):
            assert time.monotonic() < end, screen
            time.sleep(0.1)
        assert int(re.findall(r"predecessor, row (\d+) of 156", screen)[0]) > first
        assert "░░░░" in screen
        tmux.keys("x")
        assert "partial predecessor, row" in tmux.wait("was interrupted before")
    finally:
        tmux.kill()
        job.kill()


@pytest.mark.terminal
def test_what_is_printed_at_the_end_goes_to_standard_output(
    home: Path, tmp_path: Path, tub: Job
) -> None:
    tmux = Tmux(tmp_path)
    words = " ".join(command("tui", "tub", "--no-mouse", "--theme", "nord", "--pictures", "ascii"))
    tmux.start(f"{words} > {tmp_path}/printed; echo $? > {tmp_path}/code; sleep 60")
    try:
        assert "O" in tmux.wait("1 of 74")
        tmux.keys("p")
        tmux.wait("will be printed")
        tmux.keys("y")
        tmux.wait("copied to tmux's buffer")
        tmux.keys("q")
        end = time.monotonic() + 10
        while not (tmp_path / "code").exists() and time.monotonic() < end:
            time.sleep(0.05)
        copied = tmux.run("show-buffer")
    finally:
        tmux.kill()
    printed = (tmp_path / "printed").read_text()
    assert (tmp_path / "code").read_text() == "0\n"
    assert copied == printed
    assert read_text(printed).population > 0


@pytest.mark.terminal
def test_no_time_is_burnt_when_the_connection_is_cut(home: Path, tmp_path: Path) -> None:
    tmux = Tmux(tmp_path)
    port, server = _sshd(tmp_path)
    login = ["ssh", "-tt", "-p", str(port), "-i", str(tmp_path / "key"), "-F", "/dev/null",
             "-o", "StrictHostKeyChecking=no", "-o", f"UserKnownHostsFile={tmp_path}/known",
             "-o", "LogLevel=ERROR", "localhost"]  # fmt: skip
    application_words = " ".join(command("tui", "endless"))
    # A login has an environment of its own.
    names = f"LIFESAT_HOME={home} {strict.VARIABLE}={os.environ[strict.VARIABLE]}"
    words = f"echo $$ > {tmp_path}/shell; {names} exec {application_words}"
    try:
        job = Job.create("endless", ENDLESS, Options(limit=None))
        job.start()
        tmux.start(*login, words)
        tmux.wait("predecessor 1 of")
        application = int((tmp_path / "shell").read_text())
        assert seconds_of(application) is not None
        # The network is gone: neither side says good-bye.
        client = tmux.process()
        for process in (*_children(server.pid), client):
            with suppress(ProcessLookupError):  # one ends as soon as the other is gone
                os.kill(process, signal.SIGKILL)
        before = seconds_of(application)
        time.sleep(3)
        after = seconds_of(application)
        assert after is None or before is None or after - before < 0.3
        assert gone(application)
        found = job.summary().found
        assert _found("endless", found + 1) > found
    finally:
        tmux.kill()
        server.terminate()
        server.wait()


@pytest.mark.slow
def test_a_terminal_that_goes_without_a_signal(home: Path) -> None:
    """Not even a process that is deaf to the signal goes on reading from nothing."""
    master, slave = pseudo_terminal()

    heard = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    process = subprocess.Popen(
        command("tui"), stdin=slave, stdout=slave, stderr=slave,
        env={**os.environ, "COLUMNS": "80", "LINES": "24"},
    )  # fmt: skip
    signal.signal(signal.SIGHUP, heard)
    os.close(slave)
    text = b""
    while b"no jobs" not in text:
        text += os.read(master, 65536)
    os.close(master)
    assert gone(process.pid)
    assert process.wait() == -signal.SIGHUP


def test_without_a_terminal_there_is_a_sentence(home: Path) -> None:
    done = subprocess.run(command("tui"), capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL)  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "lifesat: lifesat tui needs a terminal; `lifesat jobs` does not\n"


@pytest.mark.terminal
@pytest.mark.parametrize(
    ("words", "text", "sentence"),
    [
        (("tui", "nothing"), "", "there is no job 'nothing'"),
        (("tui", "--theme", "mauve"), "", "unknown theme 'mauve'"),
        (("tui",), "updates = 60\n", "invalid value 60 of updates"),
    ],
)
def test_what_cannot_begin_leaves_a_sentence(
    words: tuple[str, ...], text: str, sentence: str, home: Path, tmp_path: Path
) -> None:
    home.mkdir()
    (home / "tui.toml").write_text(text)
    tmux = Tmux(tmp_path)
    tmux.start(f"{' '.join(command(*words))}; echo code $?; sleep 60")
    try:
        screen = tmux.wait("code 2")
    finally:
        tmux.kill()
    assert sentence in "".join(screen.splitlines())
    assert "Traceback" not in screen


def _found(name: str, least: int) -> int:
    """Wait until a job has found so many."""
    end = time.monotonic() + 30
    while (found := Job(name).summary().found) < least:
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


def _children(process: int) -> list[int]:
    """All processes that come from one, but for programs that the user runs."""
    children = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, path.read_text().split()):
            if b"sshd" in Path(f"/proc/{child}/cmdline").read_bytes():
                children += [child, *_children(child)]
    return children


def _sshd(folder: Path) -> "tuple[int, subprocess.Popen[bytes]]":
    """Start a server of our own on a free port of this machine."""
    import socket  # noqa: PLC0415

    server, keygen = program("sshd"), program("ssh-keygen")
    program("ssh")
    for name in ("host", "key"):
        subprocess.run([keygen, "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    if os.getuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)
    (folder / "sshd_config").write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nPidFile none\n"
        f"AuthorizedKeysFile {folder}/key.pub\nStrictModes no\nUsePAM no\n"
        "PermitRootLogin yes\nPasswordAuthentication no\n"
    )
    process = subprocess.Popen([server, "-D", "-e", "-f", folder / "sshd_config"],
                               stderr=subprocess.DEVNULL)  # fmt: skip
    end = time.monotonic() + 10
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return port, process
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.terminal
def test_ctrl_z_suspends_as_in_any_program(home: Path, tmp_path: Path, tub: Job) -> None:
    tmux = Tmux(tmp_path)
    tmux.start("bash", "--norc", "-i")
    try:
        tmux.keys(f"{' '.join(command('tui'))}", "Enter")
        tmux.wait("all found")
        tmux.keys("C-z")
        tmux.wait("Stopped")
        tmux.keys("fg", "Enter")
        assert "tub" in tmux.wait("all found")
        tmux.keys("q")
    finally:
        tmux.kill()


@pytest.mark.terminal
@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (120, 40), (200, 60)])
def test_the_first_minute_of_a_new_user(
    home: Path, tmp_path: Path, width: int, height: int
) -> None:
    tmux = Tmux(tmp_path, width, height)
    tmux.start(*command("tui"))
    try:
        tmux.wait("generation")
        tmux.wait("the space invader")
        tmux.keys("Enter")
        tmux.wait("1 of")
        tmux.keys("Escape")
        tmux.wait("Space invader, pred")
        tmux.keys("/", "i", "n", "v")
        assert "esc all jobs" in tmux.wait("1 of 1 jobs")
        tmux.keys("Escape")
        assert "q quit" in tmux.wait("enter open")
        tmux.keys("q")
    finally:
        tmux.kill()
