"""How the application begins and ends."""

import os
import sys
from dataclasses import replace

from lifesat.errors import UserError

# A search's display changes at most four times a second, so that this is for keys alone.
_FRAMES = "20"


def main() -> int:
    """Do what ``lifesat tui`` does; the program ``lifesat-tui``."""
    from lifesat.cli import main as command_line

    return command_line(["tui", *sys.argv[1:]])


def run(job: str | None, *, mouse: bool, theme: str | None, pictures: str | None) -> list[str]:
    """Show the application until the user ends it.

    Parameters
    ----------
    job
        The name of the job to show at first, or None for the list.
    mouse
        Whether the mouse is listened to, if the configuration does not say otherwise.
    theme, pictures
        Chosen on the command line, or None.

    Returns
    -------
    list of str
        What the user wants printed.

    Raises
    ------
    UserError
        If there is no terminal, the configuration is wrong, or there is no such job.
    """
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UserError("lifesat tui needs a terminal; `lifesat jobs` does without")
    # Textual reads these when it is loaded.
    os.environ.setdefault("TEXTUAL_FPS", _FRAMES)
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    from .app import LifesatApp
    from .settings import read_settings

    settings = read_settings()
    settings = replace(
        settings, theme=theme or settings.theme, pictures=pictures or settings.pictures
    )
    app = LifesatApp(settings, job)
    app.run(mouse=mouse and settings.mouse)
    if app.failure is not None:
        raise app.failure
    return app.to_print
