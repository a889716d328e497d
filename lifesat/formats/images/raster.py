"""Scenes as PNG and GIF, written by Pillow."""

from __future__ import annotations

import io

from PIL import Image

from lifesat.formats.images.pixels import pixels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lifesat.formats.images.scene import Scene


def png(scene: Scene) -> bytes:
    """Return a scene as PNG."""
    picture = io.BytesIO()
    _frame(scene, 0).save(picture, "PNG", optimize=True)
    return picture.getvalue()


def gif(scene: Scene) -> bytes:
    """Return a scene as GIF; an animation repeats for ever."""
    first, *others = (_frame(scene, k) for k in range(len(scene.times)))
    picture = io.BytesIO()
    if others:
        times = list(scene.times)
        first.save(picture, "GIF", save_all=True, append_images=others, duration=times, loop=0)
    else:
        first.save(picture, "GIF")
    return picture.getvalue()


def _frame(scene: Scene, k: int) -> Image.Image:
    rows, palette = pixels(scene, k)
    image = Image.frombytes("P", (scene.width, scene.height), b"".join(rows))
    image.putpalette(b"".join(palette))
    return image
