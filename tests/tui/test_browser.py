"""The application in a real browser."""

import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pyte
import pytest

from lifesat.jobs.job import Job
from tests.support.environment import PATIENCE_SECONDS
from tests.support.jobs import until
from tests.support.terminals import command, program

pytest.importorskip("textual_serve")
playwright = pytest.importorskip("playwright.sync_api")
if TYPE_CHECKING:
    from playwright.sync_api import Browser


class Served:
    """A server, and the address that it has printed."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            command("tui", "--browser", *words), stderr=subprocess.PIPE, text=True
        )
        assert self.process.stderr is not None
        self.said = self.process.stderr.readline()
        self.address = (re.findall(r"http://127\.0\.0\.1:\d+/\?secret=\S+", self.said) or [""])[0]
        self.page = self.address.partition("?")[0]

    def end(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE_SECONDS)


@pytest.fixture
def served(home: Path) -> Iterator[Served]:
    server = Served()
    yield server
    server.process.kill()
    server.process.communicate()


@pytest.fixture
def browser() -> "Iterator[Browser]":
    path = program("chromium")
    with playwright.sync_playwright() as drivers:
        chromium = drivers.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


class Window:
    """A page, and what its terminal shows."""

    def __init__(self, browser: "Browser", address: str) -> None:
        self.page = browser.new_page(viewport={"width": 1000, "height": 600})
        self._screen = pyte.Screen(140, 50)
        self._stream = pyte.ByteStream(self._screen)
        self.page.on("websocket", lambda ws: ws.on("framereceived", self._feed))
        self.page.goto(address)

    def _feed(self, frame: str | bytes) -> None:
        if isinstance(frame, bytes):
            self._stream.feed(frame)

    def shows(self, text: str) -> bool:
        self.page.wait_for_timeout(50)
        return any(text in line for line in self._screen.display)

    def wait(self, text: str) -> None:
        until(lambda: self.shows(text))


def test_keys_and_pastes(served: Served, browser: "Browser") -> None:
    window = Window(browser, served.address)
    window.wait("There are no jobs yet")
    assert window.page.url == served.page
    window.page.keyboard.press("Enter")
    window.wait("180 unknown cells")
    window.page.keyboard.press("Enter")
    window.wait("predecessor 1 of")
    assert Job("space-invader").summary().state
    window.page.keyboard.press("q")
    window.page.wait_for_selector("text=lifesat has ended")
    window.page.click("text=Start again")
    window.wait("space-invader")
    assert served.end() == 0


def _status(address: str, **headers: str) -> int:
    where = urlsplit(address)
    with closing(HTTPConnection(where.netloc, timeout=PATIENCE_SECONDS)) as connection:
        connection.request("GET", f"{where.path}?{where.query}", headers=headers)
        with connection.getresponse() as answer:
            return answer.status


def test_others_are_rejected(served: Served) -> None:
    assert _status(served.page) == 403
    assert _status(f"{served.page}static/js/textual.js") == 403
    assert _status(f"{served.page}?secret=%C3%A9") == 403
    secret = served.address.partition("=")[2]
    port = served.page.rpartition(":")[2].strip("/")
    cookie = {"Cookie": f"lifesat-{port}={secret}"}
    assert _status(served.page, **cookie) == 200
    assert _status(served.page, **cookie, Origin="http://127.0.0.1:1") == 403


def test_listens_on_the_loopback_address_alone(served: Served) -> None:
    port = int(served.page.rpartition(":")[2].strip("/"))
    with socket.socket() as other, pytest.raises(ConnectionRefusedError):
        other.connect(("127.0.0.2", port))


def test_mistakes(home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        words = f"cannot listen on port {port}: Address already in use"
        _rejects(words, "--browser", f"--port={port}")
    _rejects("invalid port 70000; the largest is 65535", "--browser", "--port=70000")
    _rejects("--port needs --browser", "--port=8000")
    home.mkdir()
    (home / "tui.toml").write_text("mouse = 3\n")
    _rejects(f"{home}/tui.toml: invalid value 3 of mouse; it must be true or false", "--browser")


def _rejects(sentence: str, *words: str) -> None:
    done = subprocess.run(command("tui", *words), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, f"lifesat: {sentence}\n")
