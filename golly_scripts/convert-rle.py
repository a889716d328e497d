"""Convert the selection, or the clipboard if there is none, and put the text into the clipboard."""

from __future__ import annotations

import importlib

import golly as g
import lifesat_golly
from lifesat_golly import patterns, process, questions, results, running

importlib.reload(lifesat_golly)  # Golly keeps modules loaded; the files may have changed

TITLE = "Convert"
FORMATS = "rle, cells, life-1.05, life-1.06, macrocell, apgcode, picture, grid, lifelib"
PROMPT = "Format of the text for the clipboard: " + FORMATS
PICTURES = ("apng", "gif", "png", "svg")


def main() -> None:
    """Ask for the format, convert."""
    selected = bool(g.getselrect())
    text = patterns.region(g.getselrect()) if selected else g.getclipstr()
    if not text.strip():
        raise running.UserError(
            "nothing to convert: select a pattern, or copy its text to the clipboard"
        )

    def convert(answer: str) -> results.Found:
        form = answer.lower()
        if form in PICTURES:
            raise running.RejectedError("the clipboard takes text, and %s is a picture" % form)
        if not form:
            raise running.RejectedError("name a format, such as rle")
        with process.Lifesat(text, "convert", "--to", form) as lifesat:
            lines = [line + "\n" for line in lifesat.lines() if line is not None]
        g.setclipstr("".join(lines))
        source = "selection" if selected else "text in the clipboard"
        return results.Found([], "the clipboard has the %s as %s" % (source, form), stopped=False)

    results.say(questions.answered(TITLE, PROMPT, "cells", convert))


running.start(main)
