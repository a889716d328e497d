"""Patterns inside what users paste: posts, Markdown, wiki pages, addresses, prose."""

from itertools import product
from pathlib import Path

import pytest

from lifesat import read_all, read_text
from lifesat.cli import main
from lifesat.errors import UserError
from lifesat.formats import FormatError, detect, write_text
from lifesat.frontends.input.target import TargetRequest

GLIDER = ".O.\n..O\nOOO"
RLE = "x = 3, y = 3, rule = B36/S23\nbo$2bo$3o!"
BARE = "bo$2bo$3o!"

PASTED = {
    "code tags": f"[code]{RLE}[/code]",
    "code tags on their own lines": f"I have tried this:\n\n[CODE]\n{RLE}\n[/CODE]\n\nAny idea?",
    "code tags, cut": f"Quote:\n[code]\n{RLE}\n",
    "a tag with a title": f"[code=parent]\n{RLE}\n[/code]",
    "viewer tags": f"[viewer]{RLE}[/viewer]",
    "rle tags": f"[rle]{RLE}[/rle]",
    "words in tags": f"[code]Select all\n{RLE}\n[/code]",
    "code tags with words too": f"[code]print('no pattern')[/code] but [code]{RLE}[/code]",
    "a fence": f"# Result\n\n```\n{RLE}\n```\nIt took 3 s.",
    "a fence with a name": f"Found:\n```rle\n{RLE}\n```\n",
    "an indented fence": "1. Found:\n\n   ```\n   " + RLE.replace("\n", "\n   ") + "\n   ```\n",
    "a quoted answer": "He wrote:\n> Found:\n>\n> " + RLE.replace("\n", "\n> "),
    "a quoted fence": f">> ```\n>> {RLE.replace(chr(10), chr(10) + '>> ')}\n>> ```\nNice.",
    "a fence of tildes": f"~~~ \n{RLE}\n~~~",
    "a fence, cut": f"Found:\n```\n{RLE}",
    "a wiki template": "{{EmbedViewer\n|pname = thing\n|rle = " + RLE + "\n|width=300\n}}",
    "a wiki template, no names": "See {{LV:Viewer|" + RLE + "|thing}} for more.",
    "prose before": f"stop! Look at this one:\n\n{RLE}\n",
    "prose on the same line": f"Look at this: {RLE}\n",
    "prose before comments": f"Hello,\nthis is it.\n\n#C comment\n{RLE}\n",
    "prose of letters of cells": f"oops!\n{RLE}",
}


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED)
def test_rle_inside_other_text(text: str) -> None:
    pattern = read_text(text)
    assert (str(pattern), pattern.rule.name, pattern.warnings) == (GLIDER, "B36/S23", ())
    assert read_text(text.replace("\n", "\r\n").encode()) == pattern
    assert detect(text)[0] == "rle"


@pytest.mark.parametrize(
    "text",
    [
        f"```{BARE}```",
        f"`{BARE}`",
        f"The glider is {BARE}",
        "The glider is\nbo$2bo$\n3o! and it moves.\n",
        "{{LV:Viewer|" + BARE + "|theme=6|width=100}}",
        "{{LV:Viewer|rle=" + BARE + "}}",
        "{{LV:Viewer|rle=" + BARE + "|rule=B3/S23}}",
        f"[code]{BARE}[/code]",
    ],
)
def test_cells_without_a_header(text: str) -> None:
    pattern = read_text(text)
    assert (str(pattern), pattern.rule.name) == (GLIDER, "B3/S23")


@pytest.mark.parametrize("form", ["cells", "life-1.06", "macrocell", "apgcode", "life-1.05"])
def test_other_formats_in_tags_and_fences(form: str) -> None:
    ship = read_text("xq4_153")
    text = write_text(ship, form)
    for around in ("[code]{}[/code]", "```\n{}```"):
        found = read_text(around.format(text))
        assert str(found.crop()) == str(ship)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("https://catagolue.hatsya.com/object/xq4_153/b3s23", "B3/S23"),
        ("https://catagolue.hatsya.com/object/xq4_153", "B3/S23"),
        ("  catagolue.hatsya.com/object/xq4_153/b36s23?x=1\n", "B36/S23"),
        ("http://catagolue.appspot.com/object?apgcode=xq4_153&rule=b36s23", "B36/S23"),
        ("It is https://catagolue.hatsya.com/object/xq4_153/b36s23, as you know.", "B36/S23"),
    ],
)
def test_addresses_of_objects(text: str, rule: str) -> None:
    pattern = read_text(text)
    assert (pattern.population, pattern.rule.name) == (5, rule)
    assert detect(text) == ("apgcode", "it is the address of an object")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"[code]{RLE}[/code]\n[code]{RLE}[/code]", "3:7: the second of 2 patterns begins here"),
        (f"Three:\n{RLE}\n{RLE}\n{RLE}\n", "4:1: the second of 3 patterns begins here; give only"),
        (f"[code]{RLE}\n{RLE}[/code]", "3:1: the second of 2 patterns begins here"),
        (f"One:\n{RLE}\nTwo:\n#C two\n{RLE}", "5:1: the second of 2 patterns begins here"),
        (f"Both {BARE} and bo$2b2o!", "1:21: the second of 2 patterns begins"),
        ("a [code]x = 3, y = 3\nbo$2Bo![/code]", "2:5: 'B' is state 2"),
        ("a [code]x = 3, y = 3, rule = B9/S[/code]", "1:30: invalid rule"),
        ("[code]\n\nnothing\n[/code]", "3:1: the format is not recognised"),
        ("> x = 3, y = 3\n> bo$2bq$3o!", "2:8: invalid cell 'q'"),
        ("{{LV:Viewer|rle=bo$2bo$3o!\n|rule = B36/S23}}", "2:2: this template has the rule apart"),
        ("{{LV:Viewer|glider}}", "1:1: this wiki template contains no pattern; paste the RLE"),
        ("https://conwaylife.com/wiki/Glider", "1:1: this is an address, not a pattern"),
        ("https://catagolue.hatsya.com/object/xs5_33/b3s23", "1:37: the prefix says 5 cells"),
        (f"<pre>{RLE}</pre>", "1:1: this is HTML"),
        ("Faulty header:\nX = 3, y = 3, rule = B36/S23\nbo$2bo$3o!", "1:1: the format is not"),
        ("for x = 3 it is bo$2bo$3o!", "1:1: the format is not"),
        ("[code][/code]", "1:1: the format is not"),
    ],
)
def test_what_is_refused(text: str, said: str) -> None:
    with pytest.raises(FormatError) as rule_error:
        read_text(text)
    assert str(rule_error.value).startswith(f"<text>:{said}")


def test_rle_with_words_after_it_is_only_that() -> None:
    assert str(read_text("obo! oops, and bo$2bo$3o!")) == "O.O"
    assert read_text(f"{RLE}\nin [code] tags").trailing == "in [code] tags"


def test_warnings_name_the_place_in_the_text() -> None:
    pattern = read_text("Look:\n[code]x = 3, Y = 3\nbo$2bx$3o![/code]")
    assert [(w.line, w.column) for w in pattern.warnings] == [(2, 14), (3, 6)]


def test_a_named_format_is_taken_literally() -> None:
    with pytest.raises(UserError, match="1:1: "):
        read_text(f"[code]{RLE}[/code]", format="rle")


def test_all_patterns_of_a_post_are_converted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "post.txt"
    path.write_text(f"One [code]{RLE}[/code]\nTwo:\n```\n#N two\n{RLE}\n```\n[code]\n{RLE}[/code]")
    assert [pattern.population for pattern in read_all(path)] == [5, 5]
    path.write_text(f"One\n{RLE}\nTwo:\n#N two\nx = 1, y = 1\n2o!\n")
    one, two = read_all(path)
    assert (two.name, [w.line for w in two.warnings]) == ("two", [6])
    assert main(["convert", str(path), "--to", "forum", "--quiet"]) == 0
    written = capsys.readouterr().out
    assert written.count("[code]\n") == written.count("[/code]\n") == 2
    path.write_text(written)
    assert [str(each) for each in read_all(path)] == [str(one), str(two)]


def test_a_search_reads_a_post(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "post.txt"
    path.write_text("What comes before?\n[code]x = 2, y = 2, rule = B3/S23\n2o$2o![/code]\n")
    assert main(["count", str(path), "--margin", "0"]) == 0
    parents = sum(
        all(
            (live == 3 or (live == 4 and cell)) if inside else live != 3
            for x, y in product(range(-1, 3), repeat=2)
            for inside in [0 <= x < 2 and 0 <= y < 2]
            for cell in [cells[2 * y + x] if inside else 0]
            for live in [
                sum(
                    cells[2 * b + a]
                    for a, b in product(range(2), repeat=2)
                    if max(abs(a - x), abs(b - y)) <= 1
                )
            ]
        )
        for cells in product((0, 1), repeat=4)
    )
    assert capsys.readouterr().out.strip() == str(parents)


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED)
def test_the_text_of_a_form_is_read_alike(text: str) -> None:
    target = TargetRequest(text=text).read()
    assert (str(target), target.rule.name) == (GLIDER, "B36/S23")


# ---------------------------------------------------------------- forum


def test_forum_posts_are_written_and_read() -> None:
    pattern = read_text(f"#N Name\n#C comment\n{RLE}")
    text = write_text(pattern, "forum")
    assert text == f"[code]\n{write_text(pattern)}[/code]\n"
    assert read_text(text) == read_text(text, format="forum") == pattern
    with pytest.raises(FormatError, match=r"3:1: 'B' is state 2"):
        read_text("[code]\nx = 1, y = 1\nB![/code]", format="forum")
    with pytest.raises(FormatError, match=r"1:1: the text does not begin with \[code\]"):
        read_text(RLE, format="forum")
