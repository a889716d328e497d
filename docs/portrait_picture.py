"""Draw examples/portrait.png, a face in grey levels, made of ellipses and shades.

Run it as ``python docs/portrait_picture.py`` from the checkout.
"""

from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PIL import Image

PICTURE = Path(__file__).resolve().parent.parent / "examples" / "portrait.png"
SIDE = 400
# Points are drawn so many times as densely in both directions, and averaged.
FINE = 3
# Places are given in a square with this side.
UNITS = 200

Mask = NDArray[np.bool_]


class Canvas:
    """Shades of grey, 0 being black and 255 white, at places from 0 to `UNITS`.

    Attributes
    ----------
    x, y
        The places of the points.
    shades
        Their shades.
    """

    def __init__(self) -> None:
        self.y, self.x = (np.mgrid[: SIDE * FINE, : SIDE * FINE] + 0.5) * UNITS / (SIDE * FINE)
        self.shades = np.zeros(self.x.shape)

    def paint(self, where: Mask, shade: ArrayLike) -> None:
        """Paint some points in a shade, or each in its own."""
        self.shades = np.where(where, shade, self.shades)

    def radius(self, x: float, y: float, width: float, height: float) -> NDArray[np.float64]:
        """Return the squared distance from the centre of an ellipse, 1 being its edge."""
        squared: NDArray[np.float64] = ((self.x - x) / width) ** 2 + ((self.y - y) / height) ** 2
        return squared

    def ellipse(self, x: float, y: float, width: float, height: float) -> Mask:
        """Return the points of an ellipse with half its width and height."""
        return self.radius(x, y, width, height) < 1

    def crescent(self, x: float, y: float, width: float, height: float, down: float) -> Mask:
        """Return the points of an ellipse that are not in the same ellipse further down."""
        return self.ellipse(x, y, width, height) & ~self.ellipse(x, y + down, width + 1, height)

    def picture(self) -> Image.Image:
        """Return the picture."""
        means = self.shades.reshape(SIDE, FINE, SIDE, FINE).mean(axis=(1, 3))
        return Image.fromarray(np.clip(means, 0, 255).astype(np.uint8))


def body(canvas: Canvas) -> None:
    """Paint the background, a coat, a collar and a neck."""
    canvas.paint(canvas.y < UNITS, 225 - 0.175 * canvas.y)
    canvas.paint(canvas.ellipse(100, 215, 85, 55), 70 + 0.25 * canvas.x)
    canvas.paint(canvas.ellipse(100, 168, 30, 14), 245)
    neck = (abs(canvas.x - 100) < 19) & (abs(canvas.y - 150) < 20)
    canvas.paint(neck, 150 - 0.3 * (canvas.x - 100))


def head(canvas: Canvas) -> None:
    """Paint hair and a face with light from the upper left."""
    canvas.paint(canvas.ellipse(100, 92, 50, 58), 50)
    towards = np.sqrt(np.clip(1 - canvas.radius(100, 100, 42, 54), 0, 1))
    light = 0.85 * towards - 0.45 * (canvas.x - 100) / 42 - 0.25 * (canvas.y - 100) / 54
    canvas.paint(canvas.ellipse(100, 100, 42, 54), np.clip(75 + 165 * light, 60, 240))


def features(canvas: Canvas) -> None:
    """Paint eyes, brows, a nose, a moustache and a mouth."""
    for x in (83, 117):
        canvas.paint(canvas.ellipse(x, 93, 9, 5), 250)
        canvas.paint(canvas.ellipse(x + 1, 93, 4.2, 4.5), 25)
        canvas.paint(canvas.crescent(x, 86, 12, 7, 2.5), 30)
    along = canvas.y - 97
    ridge = abs(canvas.x - 101 - 0.12 * along) < 1.6 + 0.06 * along
    canvas.paint(ridge & (along > 0) & (along < 20), 100)
    canvas.paint(canvas.ellipse(101, 118, 7, 3), 70)
    canvas.paint(canvas.crescent(100, 127, 22, 7, 4.5), 35)
    canvas.paint(canvas.ellipse(100, 133, 10, 2.6), 90)


def hat(canvas: Canvas) -> None:
    """Paint a hat with a ribbon."""
    canvas.paint(canvas.ellipse(100, 60, 68, 9), 30)
    above = 60 - canvas.y
    crown = (abs(canvas.x - 100) < 42 - 0.06 * above) & (above > 0) & (above < 46)
    shade = 35 + 0.9 * np.clip(60 - abs(canvas.x - 80), 0, 60)
    canvas.paint(crown | canvas.ellipse(100, 60, 42, 7), shade)
    canvas.paint(canvas.ellipse(100, 14, 39.3, 5), 75)
    canvas.paint(crown & (above > 2) & (above < 14), 200)


def portrait() -> Image.Image:
    """Return the whole portrait."""
    canvas = Canvas()
    for part in (body, head, features, hat):
        part(canvas)
    return canvas.picture()


if __name__ == "__main__":
    portrait().save(PICTURE, optimize=True)
