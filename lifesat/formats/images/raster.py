"""Scenes as PNG, GIF and APNG, written by Pillow."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image

from lifesat.life.pictures.pixels import pixels

if TYPE_CHECKING:
    from lifesat.life.pictures.scene import Scene


def png(scene: Scene) -> bytes:
    """Return a scene as PNG."""
    picture = io.BytesIO()
    _frame(scene, 0).save(picture, "PNG", optimize=True)
    return picture.getvalue()


def gif(scene: Scene) -> bytes:
    """Return a scene as GIF; an animation repeats forever."""
    return _animation(scene, "GIF")


def apng(scene: Scene) -> bytes:
    """Return a scene as APNG; an animation repeats forever."""
    # All frames have the same palette, since a file has only one.
    return _animation(scene, "PNG")


def _animation(scene: Scene, form: str) -> bytes:
    first, *others = (_frame(scene, k) for k in range(len(scene.times)))
    picture = io.BytesIO()
    if others:
        times = list(scene.times)
        first.save(picture, form, save_all=True, append_images=others, duration=times, loop=0)
    else:
        first.save(picture, form)
    return picture.getvalue()


def _frame(scene: Scene, k: int) -> Image.Image:
    rows, palette = pixels(scene, k)
    image = Image.frombytes("P", (scene.width, scene.height), b"".join(rows))
    image.putpalette(b"".join(palette))
    return image
