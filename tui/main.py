"""The entry points of the application."""

import os
import subprocess
import sys
from dataclasses import replace

from lifesat.errors import UserError
from lifesat.system.processes import command

# Frames per second. Displays of searches change less often, so this matters for keys only.
_FRAMES = "20"


def main() -> int:
    """Run ``lifesat tui`` in place of this process, the program ``lifesat-tui``."""
    words = command("tui", *sys.argv[1:])
    if sys.platform != "win32":
        os.execv(words[0], words)  # noqa: S606 - our own command
    # On Windows, exec returns the terminal to the shell.
    return subprocess.run(words, check=False).returncode  # noqa: S603 - our own command


def run(begin: str | None, *, mouse: bool, theme: str | None, pictures: str | None) -> list[str]:
    """Run the application until the user quits it, and return the texts to print.

    `begin` is the job or the file to show first; None shows the list. The configuration can also
    turn off the mouse.
    """
    # Set by the server of a browser, where standard output carries the screen.
    in_browser = "TEXTUAL_DRIVER" in os.environ
    if not in_browser and not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UserError("lifesat tui needs a terminal; `lifesat jobs` does not")
    still = os.environ.get("TEXTUAL_ANIMATIONS") == "none"
    # Textual reads these when it is imported.
    os.environ.setdefault("TEXTUAL_FPS", _FRAMES)
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    from .app import LifesatApp
    from .shared.settings import read_settings

    settings = read_settings()
    settings = replace(
        settings,
        theme=theme or settings.theme,
        pictures=pictures or settings.pictures,
        animation=settings.animation and not still,
    )
    # Textual draws on standard error, but asks standard output, which may be a file, for the size.
    if not in_browser and (sys.__stdout__ is None or not sys.__stdout__.isatty()):
        vars(sys)["__stdout__"] = sys.__stderr__
    app = LifesatApp(settings, begin)
    app.run(mouse=mouse and settings.mouse)
    if app.failure is not None:
        raise app.failure
    if in_browser:
        # The server prints it.
        sys.stderr.writelines(app.to_print)
        return []
    return app.to_print
