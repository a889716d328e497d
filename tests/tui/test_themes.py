"""The themes of lifesat's own: what is written in them can be read, also without colours."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.color import Color

from lifesat_tui.shared.picker import Palette
from lifesat_tui.shared.settings import Settings
from lifesat_tui.shared.terminal import THEMES, suitable
from tests.support.application import assert_hides, assert_shows, drive, until

if TYPE_CHECKING:
    from textual.pilot import Pilot
    from textual.theme import Theme

    from lifesat_tui.app import LifesatApp


def luminance(color: Color) -> float:
    """The relative luminance of WCAG 2."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color.normalized]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2, from 1 to 21."""
    low, high = sorted((luminance(Color.parse(one)), luminance(Color.parse(other))))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.quick
@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_the_colours_are_legible(theme: "Theme") -> None:
    """WCAG asks for 4.5, and for 7 where it can be had."""
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    colors = theme.to_color_system().generate()
    for ground in ("background", "surface", "panel"):
        assert contrast(colors["foreground"], colors[ground]) >= 7
        for name in ("accent", "success", "warning", "error"):
            assert contrast(colors[name], colors[ground]) >= 4.5, (name, ground)
    cursor = colors["block-cursor-background"]
    assert contrast(colors["block-cursor-foreground"], cursor) >= 7


@pytest.mark.parametrize(
    ("environment", "name"),
    [
        ({"TERM": "xterm-256color"}, "lifesat-dark"),
        ({"TERM": "xterm", "COLORTERM": "truecolor", "COLORFGBG": "0;default;15"}, "lifesat-light"),
        ({"TERM": "linux"}, "ansi-dark"),
        ({"TERM": "xterm", "COLORFGBG": "0;15"}, "ansi-light"),
    ],
)
def test_the_theme_suits_the_terminal(
    environment: dict[str, str], name: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("COLORTERM", "COLORFGBG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        assert app.theme == name

    drive(steps)


@pytest.mark.quick
def test_a_theme_that_was_chosen_is_kept() -> None:
    assert suitable("256", {"COLORFGBG": "15;0"}) == "lifesat-dark"

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        assert app.theme == "ansi-light"
        assert app.native_ansi_color

    drive(steps, settings=Settings(theme="ansi-light"))


def test_the_palette_shows_the_keys(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("ctrl+p")
        await until(lambda: isinstance(app.screen, Palette), pilot)
        await pilot.press(*"new search")
        await assert_shows("n       new: start a new search", app, pilot)
        await assert_hides("theme", app, pilot)
        # The key that opened it closes it.
        await pilot.press("ctrl+p")
        await assert_shows("lifesat · jobs", app, pilot)
        await pilot.press("ctrl+p", *"theme")
        await assert_shows("theme: lifesat-dark (the current one)", app, pilot)
        await pilot.press(*": nord", "enter")
        await until(lambda: app.theme == "nord", pilot)

    drive(steps)
