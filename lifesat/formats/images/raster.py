"""Scenes as PNG, GIF and APNG, written by Pillow."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

if TYPE_CHECKING:
    from lifesat.life.pictures import Board, Panel, Scene


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


class Pixels(NamedTuple):
    """A picture: its rows, one byte for each pixel, and the palette that they index.

    The colours of the palette are pairwise different, three bytes each.
    """

    rows: list[bytes]
    palette: list[bytes]


def pixels(scene: Scene, k: int) -> Pixels:
    """Return frame `k` of a scene."""
    boards = [board for panel in scene.panels for board in panel.boards]
    line, paper, arrow = scene.colours.line, scene.colours.paper, scene.colours.arrow
    names = [paper, line, arrow, *(colour for board in boards for colour in board.colours)]
    index = {name: number for number, name in enumerate(dict.fromkeys(names))}
    canvas = [bytearray([index[paper]] * scene.width) for _ in range(scene.height)]
    for panel in scene.panels:
        board = panel.boards[min(k, len(panel.boards) - 1)]
        _draw_board(canvas, scene, panel, board, index)
    for left, middle in scene.arrows:
        for y, start, end in scene.arrow_rows(left, middle):
            canvas[y][start:end] = bytes([index[arrow]]) * (end - start)
    return Pixels([bytes(row) for row in canvas], [bytes.fromhex(name[1:]) for name in index])


def _draw_board(
    canvas: list[bytearray], scene: Scene, panel: Panel, board: Board, index: dict[str, int]
) -> None:
    cell = scene.cell
    left, top = panel.left + board.x * cell, panel.top + board.y * cell
    line = bytes([index[scene.colours.line]]) if scene.lines else b""
    tiles = [line + bytes([index[name]]) * (cell - len(line)) for name in board.colours]
    right = left + scene.side(board.width)
    border = line * (right - left)
    for row in board.rows:
        drawn = b"".join([*(tiles[state] for state in row), line])
        for y in range(top, top + cell):
            canvas[y][left:right] = drawn
        if border:
            canvas[top][left:right] = border
        top += cell
    if border:
        canvas[top][left:right] = border
