"""The dark and the light theme of lifesat, and which theme suits a terminal."""

from collections.abc import Mapping

from textual.theme import Theme

AUTO = "auto"
"""The setting that leaves the choice to `suitable`."""

DARK, LIGHT = "lifesat-dark", "lifesat-light"

# One accent, which is the colour of live cells too. The other colours stand for states of jobs.

THEMES = (
    Theme(
        name=DARK,
        primary="#58cdb4",
        secondary="#42505c",
        accent="#58cdb4",
        warning="#e6b450",
        error="#f2777a",
        success="#8fd06e",
        foreground="#d8e0e6",
        background="#10151a",
        surface="#182027",
        panel="#202a33",
        variables={
            "block-cursor-background": "#2b4a4c",
            "block-cursor-foreground": "#ffffff",
            "block-cursor-text-style": "bold",
            "border": "#58cdb4",
            "border-blurred": "#42505c",
            "scrollbar": "#42505c",
            "scrollbar-background": "#182027",
        },
    ),
    Theme(
        name=LIGHT,
        primary="#00695c",
        secondary="#b3bdc5",
        accent="#00695c",
        warning="#865000",
        error="#b3202a",
        success="#2c6e16",
        foreground="#1c252c",
        background="#fafbfb",
        surface="#f0f3f4",
        panel="#e2e8eb",
        dark=False,
        variables={
            "block-cursor-background": "#bfe3dc",
            "block-cursor-foreground": "#000000",
            "block-cursor-text-style": "bold",
            "border": "#00695c",
            "border-blurred": "#b3bdc5",
            "scrollbar": "#b3bdc5",
            "scrollbar-background": "#f0f3f4",
        },
    ),
)
"""The themes. They colour the background too, so each is legible on every terminal."""


def suitable(color_system: str | None, environment: Mapping[str, str]) -> str:
    """Return the theme that suits a terminal.

    `color_system` is Rich's name for its number of colours; a terminal with 16 keeps its own. Some
    terminals give the colour of their background in COLORFGBG in `environment`.

    Examples
    --------
    >>> suitable("truecolor", {}), suitable("256", {"COLORFGBG": "0;15"}), suitable("standard", {})
    ('lifesat-dark', 'lifesat-light', 'ansi-dark')
    """
    light = environment.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
    if color_system in ("256", "truecolor"):
        return LIGHT if light else DARK
    return "ansi-light" if light else "ansi-dark"
