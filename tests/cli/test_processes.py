"""The command line as a process: interrupted, piped, and on a real terminal."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import pytest

from lifesat.cli import main
from lifesat.cli.interruption import Interrupt
from lifesat.formats import rle
from tests.support.commands import listed
from tests.support.environment import PATIENCE_SECONDS
from tests.support.hard import SOUP
from tests.support.processes import at_work, loaded, started
from tests.support.terminals import pseudo_terminal


def process(*words: str, **options: Any) -> AbstractContextManager[subprocess.Popen[Any]]:
    options = {"text": True, "stderr": subprocess.PIPE, **options}
    return started(sys.executable, "-m", "lifesat", *words, **options)


@pytest.mark.quick
@pytest.mark.parametrize("handler", [signal.SIG_IGN, signal.default_int_handler])
def test_ctrl_c_does_what_it_did_before(handler: Any) -> None:
    """Also if it was ignored, as in a program that a shell starts in the background."""
    before = signal.signal(signal.SIGINT, handler)
    try:
        with Interrupt() as interrupt:
            signal.raise_signal(signal.SIGINT)
            assert interrupt.came()
        assert signal.getsignal(signal.SIGINT) == handler
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("wait", [0.8, 0.4, 1.3])
def test_interrupt_keeps_what_was_found(folder: Path, wait: float) -> None:
    """Ctrl-C while the solver runs: whole patterns only, no traceback, exit code 130."""
    with process("predecessors", "empty.rle", "--all", stdout=subprocess.PIPE) as running:
        assert running.stdout
        select.select([running.stdout], [], [], 60)
        time.sleep(wait)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE_SECONDS)
    assert running.returncode == 130
    assert "Traceback" not in err
    parents = listed(out)
    reported = re.search(r"([\d,]+) predecessors when interrupted", err)
    assert reported
    assert len(parents) == int(reported[1].replace(",", "")) > 10
    assert len(set(parents)) == len(parents)


@pytest.mark.quick
def test_interrupt_completes_an_output_file(folder: Path) -> None:
    with process("predecessors", "empty.rle", "--all", "-o", "out.rle") as running:
        began = time.monotonic()
        while not any(path.stat().st_size > 10_000 for path in folder.glob(".out.rle*")):
            assert time.monotonic() - began < PATIENCE_SECONDS
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=PATIENCE_SECONDS)
    assert running.returncode == 130
    assert len(listed((folder / "out.rle").read_text())) > 10
    assert not list(folder.glob(".out.rle*"))


def test_a_closed_pipe_is_no_error(folder: Path) -> None:
    words = [sys.executable, "-m", "lifesat", "predecessors", "empty.rle", "--all", "-q"]
    command = f"{' '.join(words)} | head -4; echo ${{PIPESTATUS[0]}}"
    result = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, timeout=500, check=True
    )
    assert result.stdout.splitlines()[-1] == "141"
    assert result.stderr == ""


def test_progress_on_a_terminal_at_most_four_times_a_second(folder: Path) -> None:
    controller, terminal = pseudo_terminal()
    update = rb"[\d,]+ found, [\d,.]+/s, [\d,]+ conflicts, \d+ s"
    began = time.monotonic()
    words = ("predecessors", "empty.rle", "--all", "-o", "out.rle")
    with process(*words, text=False, stderr=terminal) as running:
        os.close(terminal)
        seen = b""
        while len(re.findall(update, seen)) < 5:
            seen += os.read(controller, 4096)
        assert time.monotonic() > began + 1
        running.send_signal(signal.SIGINT)
        with suppress(OSError):  # Linux's way to say that it is closed
            while chunk := os.read(controller, 4096):
                seen += chunk
        running.wait(60)
    os.close(controller)
    assert seen.count(b"\r\x1b[K") == len(re.findall(update, seen))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
@pytest.mark.parametrize("command", ["predecessors", "encode", "count", "convert"])
def test_a_full_disk_is_one_sentence(folder: Path, command: str) -> None:
    with Path("/dev/full").open("w") as full, process(command, "tub.rle", stdout=full) as running:
        _, err = running.communicate(timeout=500)
    assert running.returncode == 2
    assert err.splitlines()[-1] == "lifesat: output: No space left on device"
    assert "Traceback" not in err


def test_a_search_ends_with_the_program_that_started_it(folder: Path) -> None:
    words = ("--until-eof", "predecessors", "empty.rle", "--all")
    with process(*words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin
        assert running.stdout
        select.select([running.stdout], [], [], 60)
        assert running.poll() is None
        running.stdin.close()
        out, err = running.stdout.read(), running.stderr and running.stderr.read()
        running.wait(60)
    assert running.returncode == 130
    assert "when interrupted" in str(err)
    assert listed(out)


@pytest.mark.parametrize(
    "words",
    [["predecessors", "wide.rle", "-m0", "--skip", "1"], ["still-lifes", "13,60", "--densest"]],
)
def test_interrupt_while_a_frontier_is_made(folder: Path, words: list[str]) -> None:
    """It would take minutes, and Ctrl-C does not wait for it."""
    (folder / "wide.rle").write_text("x = 13, y = 13, rule = B3/S23\n!\n")
    with loaded(*words) as running:
        at_work(running)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=PATIENCE_SECONDS)
    assert running.returncode == 130, err


def test_a_search_strip_by_strip_that_is_interrupted_writes_nothing(folder: Path) -> None:
    (folder / "soup.rle").write_text(rle.write(SOUP.target))
    with loaded("predecessors", "soup.rle", "-o", "parent.rle", "--workers", "1") as running:
        assert running.stderr
        assert b"strip by strip" in running.stderr.readline()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE_SECONDS)
    assert running.returncode == 130
    assert out == b""
    assert b"interrupted before any predecessor was found" in err
    assert list(folder.glob("*parent*")) == []


def test_a_search_strip_by_strip_ends_at_its_time_limit(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "soup.rle").write_text(rle.write(SOUP.target))
    words = ["predecessors", "soup.rle", "-o", "parent.rle", "--workers", "1"]
    assert main([*words, "--time-limit", "0.5"]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert "the time limit was reached before any predecessor was found" in err
    assert list(folder.glob("*parent*")) == []
