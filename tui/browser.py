"""The application in a browser on this machine, served by textual-serve."""

import asyncio
import logging
import os
import secrets
import shlex
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from lifesat.errors import UserError
from lifesat.system.processes import command

from .shared.settings import read_settings

try:
    import aiohttp_jinja2
    import jinja2
    from aiohttp import web
    from aiohttp.typedefs import Handler
    from textual_serve.server import Server
except ImportError:
    raise UserError("--browser needs textual-serve: pip install 'lifesat[browser]'") from None

HOST = "127.0.0.1"
_PAGE = "browser.html"
_LOOK_SECONDS = 0.02
# Variables that describe the server's terminal, not the browser.
_OF_TERMINAL = ("NO_COLOR", "STY", "TERM_PROGRAM", "TMUX")


def serve(words: Sequence[str], port: int) -> None:
    """Serve ``lifesat tui`` with some arguments until the user presses Ctrl-C.

    Each page runs an application of its own, which ends when the page is closed. The port is on the
    loopback address; 0 stands for a free one.
    """
    # Pages read it again, but could only end if it is invalid.
    read_settings()
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, sys.platform != "win32")
        try:
            probe.bind((HOST, port))
        except OverflowError:
            raise UserError(f"invalid port {port}; the largest is 65535") from None
        except OSError as error:
            raise UserError(f"cannot listen on port {port}: {error.strerror}") from None
        port = probe.getsockname()[1]
    for name in _OF_TERMINAL:
        os.environ.pop(name, None)
    # The server asks for a loop, which later Pythons do not make by themselves.
    asyncio.set_event_loop(asyncio.new_event_loop())
    _Server(command("tui", *words), port).serve()


class _Server(Server):
    """A server for users who know the address that it prints.

    The address contains a secret that other users of this machine do not know. The first request
    exchanges it for a cookie. Pages of other sites are rejected even if they have the cookie.
    """

    def __init__(self, words: Sequence[str], port: int) -> None:
        line = subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
        super().__init__(line, HOST, port, "lifesat")
        self._secret = secrets.token_urlsafe(16)
        # Cookies do not depend on the port.
        self._cookie = f"lifesat-{port}"

    def initialize_logging(self) -> None:
        """Report errors only."""
        logging.basicConfig(format="%(message)s", level=logging.ERROR)

    async def on_startup(self, app: web.Application) -> None:  # noqa: ARG002
        """Print the address as soon as the server listens, which is after this call."""
        self._announcing = asyncio.create_task(self._announce())

    async def _announce(self) -> None:
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection(HOST, self.port)
                writer.close()
                break
            await asyncio.sleep(_LOOK_SECONDS)
        print(  # noqa: T201
            f"lifesat: open {self.public_url}/?secret={self._secret} in a browser on this machine; "
            "Ctrl-C ends this",
            file=sys.stderr,
            flush=True,
        )

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._guard)
        # The page of textual-serve loads a font from the internet.
        aiohttp_jinja2.get_env(app).loader = jinja2.DictLoader(
            {"app_index.html": Path(__file__).with_name(_PAGE).read_text(encoding="utf-8")}
        )
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Reject requests without the secret and requests from other pages."""
        if request.headers.get("Origin", self.public_url) != self.public_url:
            raise web.HTTPForbidden(text="this page cannot use lifesat\n")
        if self._is_secret(request.query.get("secret", "")):
            found = web.HTTPFound(request.path)
            found.set_cookie(self._cookie, self._secret, httponly=True, samesite="Lax")
            raise found
        if not self._is_secret(request.cookies.get(self._cookie, "")):
            raise web.HTTPForbidden(text="open the address that lifesat has printed\n")
        return await handler(request)

    def _is_secret(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), self._secret.encode())
