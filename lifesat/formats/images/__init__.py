"""Pictures of patterns: SVG as text, PNG, GIF and APNG with Pillow.

`lifesat.life.pictures` arranges generations, once for all formats; a writer for each format
draws the scene.
"""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

from lifesat.errors import UserError
from lifesat.life.pictures import Look, arrange

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lifesat.life.pattern import Pattern

__all__ = ["USUAL", "Look", "check_image", "draw"]


USUAL = Look()
"""The default layout and colours, in a size that fits."""


def draw(figures: Sequence[Sequence[Pattern]], form: str, look: Look = USUAL) -> bytes:
    """Return a picture of figures, each the generations of one pattern.

    Several figures are drawn as a sheet. `form` is a key of `lifesat.formats.registry.IMAGES`.
    Raises UserError if `check_image` does, or if the picture would be empty or too large.
    """
    check_image(form, look)
    scene = arrange(figures, look._replace(layout=look.layout or usual_layout(form)))
    if form == "svg":
        from lifesat.life.pictures import svg  # noqa: PLC0415  # only what is needed

        return svg(scene).encode()
    from lifesat.formats.images import raster  # noqa: PLC0415  # it needs Pillow

    return {"png": raster.png, "gif": raster.gif, "apng": raster.apng}[form](scene)


def check_image(form: str, look: Look = USUAL) -> None:
    """Reject a format that needs Pillow if that is missing, or that cannot show the layout."""
    if form != "svg" and importlib.util.find_spec("PIL") is None:
        raise UserError(f"{form.upper()} pictures need Pillow: pip install 'lifesat[pictures]'")
    if form == "png" and look.layout == "animation":
        raise UserError(
            "a PNG picture has no animation; use --to apng, gif or svg, or --layout row"
        )


def usual_layout(form: str) -> str:
    """Return the default layout of a format."""
    return "animation" if form in ("gif", "apng") else "single"
