"""The application in real terminals that are closed, killed and cut off."""

import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from lifesat.engines.options import Options
from lifesat.formats import read_text
from lifesat.jobs.job import Job
from lifesat.queries.solutions import ListSolutions
from tests.support import strict
from tests.support.application import ENDLESS
from tests.support.environment import weekly_after
from tests.support.jobs import until
from tests.support.soups import soup
from tests.support.terminals import (
    Tmux,
    command,
    gone,
    keep_messages,
    program,
    pseudo_terminal,
    seconds_of,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="terminals as Linux has them")


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
        tmux.keys("Tab", "Tab", "Tab", "BSpace", "BSpace", "BSpace", "BSpace")
        tmux.wait("--all")
        tmux.keys("C-s")
        tmux.wait("List all")
        tmux.keys("y")
        tmux.wait("running")
        process = tmux.process()
        found = _found("predecessors", 1)
    finally:
        tmux.kill()
    assert gone(process)
    later = _found("predecessors", found + 1)
    tmux.start(*command("tui"))
    try:
        tmux.wait("predecessors")
        tmux.keys("Enter")
        tmux.wait("predecessor 1 of")
        tmux.wait("running")
        assert _found("predecessors", later + 1) > later
        tmux.keys("x")
        tmux.wait("when interrupted")
        process = tmux.process()
        tmux.keys("q")
        assert gone(process)
    finally:
        tmux.kill()
    assert Job("predecessors").summary().state == "stopped"


@pytest.mark.weekly
@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
def test_a_partial_predecessor_grows(home: Path, tmp_path: Path, width: int, height: int) -> None:
    problem = soup(150, 150)
    job = Job.create("soup", ListSolutions(problem), Options(method="strips", workers=1))
    job.start()
    tmux = Tmux(tmp_path, width, height)
    tmux.start(*command("tui", "soup"))

    def row() -> int:
        found = re.search(r"partial predecessor, row (\d+) of 156", tmux.screen())
        return int(found[1]) if found else 0

    try:
        until(lambda: row() > 0)
        first = row()
        until(lambda: row() > first)
        tmux.wait("░░░░")
        tmux.keys("x")
        tmux.wait("was interrupted before")
        tmux.wait("partial predecessor, row")
    finally:
        tmux.kill()
        job.kill()


def test_what_is_printed_at_the_end_goes_to_standard_output(
    home: Path, tmp_path: Path, tub: Job
) -> None:
    keep_messages(home)
    tmux, code = Tmux(tmp_path), tmp_path / "code"
    words = " ".join(command("tui", "tub", "--no-mouse", "--theme", "nord", "--pictures", "ascii"))
    tmux.start(f"{words} > {tmp_path}/printed; echo $? > {code}; sleep 600")
    try:
        tmux.wait("1 of 74")
        tmux.wait("O")
        tmux.keys("p")
        tmux.wait("will be printed")
        tmux.keys("y")
        tmux.wait("copied to tmux's buffer")
        tmux.keys("q")
        until(lambda: code.exists() and code.read_text() != "")
        copied = tmux.run("show-buffer")
    finally:
        tmux.kill()
    printed = (tmp_path / "printed").read_text()
    assert code.read_text() == "0\n"
    assert copied == printed
    assert read_text(printed).population > 0


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
        job = Job.create("endless", ListSolutions(ENDLESS), Options(method="sat", limit=None))
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
        before = after = seconds_of(application)

        def ended() -> bool:
            nonlocal after
            now = seconds_of(application)
            after = after if now is None else now
            return now is None

        until(ended)
        assert after is None or before is None or after - before < 1
        found = job.summary().progress.found
        assert _found("endless", found + 1) > found
    finally:
        tmux.kill()
        server.terminate()
        server.wait()


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
    tmux.start(f"{' '.join(command(*words))}; echo code $?; sleep 600")
    try:
        screen = tmux.wait("code 2")
    finally:
        tmux.kill()
    assert sentence in "".join(screen.splitlines())
    assert "Traceback" not in screen


def _found(name: str, least: int) -> int:
    """Wait until a job has found so many."""
    until(lambda: Job(name).summary().progress.found >= least)
    return Job(name).summary().progress.found


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
    server, keygen = program("sshd"), program("ssh-keygen")
    program("ssh")
    for name in ("host", "key"):
        subprocess.run([keygen, "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
    if os.getuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)
    (folder / "sshd_config").write_text(
        f"ListenAddress 127.0.0.1\nHostKey {folder}/host\nPidFile none\n"
        f"AuthorizedKeysFile {folder}/key.pub\nStrictModes no\nUsePAM no\n"
        "PermitRootLogin yes\nPasswordAuthentication no\n"
    )
    for attempt in range(10):
        port, log = _free_port(), folder / f"sshd-{attempt}.log"
        log.touch()
        words = [server, "-D", "-E", str(log), "-f", f"{folder}/sshd_config", "-p", str(port)]
        process = subprocess.Popen(words)
        listening = f"Server listening on 127.0.0.1 port {port}."
        until(lambda: listening in log.read_text() or process.poll() is not None)  # noqa: B023
        if process.poll() is None:
            return port, process
        # Another program has taken the port in the meantime.
    pytest.fail(log.read_text())


def _free_port() -> int:
    """A port of this machine that nobody listens to at this moment."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def test_ctrl_z_suspends_as_in_any_program(home: Path, tmp_path: Path, tub: Job) -> None:
    tmux = Tmux(tmp_path)
    tmux.start("bash", "--norc", "-i")
    try:
        tmux.keys(f"{' '.join(command('tui'))}", "Enter")
        tmux.wait("all found")
        tmux.keys("C-z")
        tmux.wait("Stopped")
        tmux.keys("fg", "Enter")
        tmux.wait("all found")
        tmux.wait("tub")
        tmux.keys("q")
    finally:
        tmux.kill()


@pytest.mark.parametrize("size", weekly_after(1, [(80, 24), (60, 20), (120, 40), (200, 60)]))
def test_the_first_minute_of_a_new_user(home: Path, tmp_path: Path, size: tuple[int, int]) -> None:
    tmux = Tmux(tmp_path, *size)
    tmux.start(*command("tui"))
    try:
        tmux.wait("generation")
        tmux.wait("the space invader")
        tmux.keys("Enter")
        tmux.wait("start ▸")
        tmux.keys("Enter")
        tmux.wait("1 of")
        tmux.keys("Escape")
        tmux.wait("predecessors of Space")
        tmux.keys("/", "i", "n", "v")
        tmux.wait("1 of 1 jobs")
        tmux.wait("esc all jobs")
        tmux.keys("Escape")
        tmux.wait("enter open")
        tmux.wait("q quit")
        tmux.keys("q")
    finally:
        tmux.kill()


def test_output_into_a_pipe_leaves_the_size_that_of_the_terminal(
    home: Path, tmp_path: Path
) -> None:
    tmux = Tmux(tmp_path, 50, 15)
    tmux.start(f"{' '.join(command('tui'))} | cat; sleep 600")
    try:
        tmux.wait("this one has 50 x 15")
    finally:
        tmux.kill()
