"""Pictures read back: PNG and GIF by Pillow, a pixel in each cell; SVG by an XML parser."""

import io
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Boards = NDArray[np.uint8]
LIVE = (0x2F, 0x7D, 0x4F)
SVG = "{http://www.w3.org/2000/svg}"
RUN = re.compile(r"M(\d+) (\d+)h(\d+)v1h-\d+z")


def frames(source: Path | bytes) -> list[NDArray[np.uint8]]:
    """The frames of a picture, shape ``(height, width, 3)`` each."""
    found = []
    with Image.open(io.BytesIO(source) if isinstance(source, bytes) else source) as picture:
        for k in range(getattr(picture, "n_frames", 1)):
            picture.seek(k)
            found.append(np.array(picture.convert("RGB")))
    return found


def board(
    pixels: NDArray[np.uint8], width: int, height: int, cell: int, left: int = 0, top: int = 0
) -> Boards:
    """The live cells of a board that begins at a pixel."""
    middles = pixels[top + cell // 2 :: cell, left + cell // 2 :: cell][:height, :width]
    assert middles.shape[:2] == (height, width)
    live: Boards = (middles == LIVE).all(axis=2).astype(np.uint8)
    return live


def svg_boards(text: str, width: int, height: int) -> list[Boards]:
    """The boards of an SVG picture in their order: cells of the colour of live ones."""
    found = []
    root = ET.fromstring(text)  # noqa: S314 - our own
    for scaled in root.iter(f"{SVG}g"):
        if not scaled.get("transform", "").startswith("scale"):
            continue
        cells = np.zeros((height, width), dtype=np.uint8)
        for path in scaled.iter(f"{SVG}path"):
            if path.get("fill") == "#{:02x}{:02x}{:02x}".format(*LIVE):
                for x, y, length in (map(int, run) for run in RUN.findall(path.get("d", ""))):
                    cells[y, x : x + length] = 1
        found.append(cells)
    return found
