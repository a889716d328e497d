"""``--viewer``, ``--links``, ``--to forum`` and ``--clip``."""

import re
from pathlib import Path

import pytest

from lifesat import read_text
from lifesat.cli import main
from lifesat.formats.publishing import with_links, with_viewer
from tests.support.commands import solve_text

TUB = "#N Tub\nx = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n"
Captured = pytest.CaptureFixture[str]


def target(tmp_path: Path, text: str) -> str:
    path = tmp_path / "target.rle"
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize("words", [[], ["--limit", "3"], ["--nearest"], ["--smallest"]])
def test_parents_play_into_their_target(words: list[str], tmp_path: Path, capsys: Captured) -> None:
    path = target(tmp_path, TUB)
    command = ["predecessors", path, "-g", "2", "-m", "1", "--viewer", "--quiet", *words]
    assert main([*command, "--to", "forum"]) == 0
    posts = capsys.readouterr().out
    scripts = re.findall(r"^#C \[\[ (.*) \]\]$", posts, re.MULTILINE)
    assert scripts == ["THEME 6 GRID AUTOSTART LOOP 2 STOP 2"] * (3 if words[1:] else 1)
    for post in re.findall(r"^\[code\]\n.*?^\[/code\]$", posts, re.MULTILINE | re.DOTALL):
        assert str(read_text(post).evolve(2).crop()) == ".O.\nO.O\n.O."
    assert main(command) == 0
    assert capsys.readouterr().out == posts.replace("[code]\n", "").replace("[/code]\n", "")


def test_a_rewind_plays_into_its_target(tmp_path: Path, capsys: Captured) -> None:
    path = target(tmp_path, f"#C [[ THEME 3 ]]\n{TUB}")
    assert main(["rewind", path, "-g", "3", "--viewer", "--quiet", "--to", "forum"]) == 0
    post = capsys.readouterr().out
    assert "#C [[ THEME 3 ]]\n#C [[ AUTOSTART LOOP 3 STOP 3 ]]\n" in post
    assert str(read_text(post).evolve(3).crop()) == ".O.\nO.O\n.O."


def test_the_script_of_a_target_is_kept(tmp_path: Path, capsys: Captured) -> None:
    path = target(tmp_path, f"#C words\n#C [[ THEME 3\n#C ZOOM 8 ]]\n#C more\n{TUB}")
    assert main(["predecessors", path, "-m", "0", "--viewer", "--quiet"]) == 0
    assert capsys.readouterr().out.splitlines()[2:5] == [
        "#C [[ THEME 3",
        "#C ZOOM 8 ]]",
        "#C [[ AUTOSTART LOOP 1 STOP 1 ]]",
    ]


# What LifeViewer's help says of the words that are written: the smallest value, or None for a word
# without one. A value that is set twice is an error, and so is an unknown word.
LIFE_VIEWER = {"THEME": 0, "GRID": None, "AUTOSTART": None, "LOOP": 1, "STOP": 1, "ZOOM": 1}


def read_script(text: str) -> dict[str, int | None]:
    """What a script says, as LifeViewer reads it."""
    said: dict[str, int | None] = {}
    for script in re.findall(
        r"\[\[(.*?)(?:\]\]|(?=\[\[))", text.replace("\n#C", " ").upper(), re.DOTALL
    ):
        tokens = iter(script.split())
        for word in tokens:
            least = LIFE_VIEWER[word]
            value = None if least is None else int(next(tokens))
            assert value is None or (least is not None and value >= least)
            assert value is None or word not in said, f"{word} {value} overwrites {said[word]}"
            said[word] = value
    return said


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ([], {"THEME": 6, "GRID": None, "AUTOSTART": None, "LOOP": 7, "STOP": 7}),
        (["[[ THEME 3", "ZOOM 8 ]]"], {"ZOOM": 8, "THEME": 3, "LOOP": 7, "STOP": 7}),
        (["[[ LOOP 40 ]]", "STOP", "[[ AUTOSTART ]]"], {"LOOP": 40, "STOP": 7}),
        (["stop here: [[ zoom 2", "loop 3"], {"ZOOM": 2, "LOOP": 3, "STOP": 7}),
        (["[[ AUTOSTART STOP 5 LOOP 9 ]]"], {"AUTOSTART": None, "LOOP": 9, "STOP": 5}),
    ],
)
def test_life_viewer_reads_the_script(own: list[str], expected: dict[str, int | None]) -> None:
    said = read_script(with_viewer("x = 1, y = 1\no!\n", 7, own))
    assert said == {"AUTOSTART": None, **expected}


def test_only_the_header_gets_a_script() -> None:
    text = "#C x = 1\nx = 1, y = 1\no!\nx = 2\n"
    script = "#C [[ THEME 6 GRID AUTOSTART LOOP 7 STOP 7 ]]\n"
    assert with_viewer(text, 7) == f"#C x = 1\n{script}x = 1, y = 1\no!\nx = 2\n"


@pytest.mark.parametrize(
    ("words", "links"),
    [
        (["still-lifes", "2,2", "--min-population", "1"], {"xs4_33/b3s23"}),
        (["still-lifes", "2,2", "--min-population", "1", "--to", "forum"], {"xs4_33/b3s23"}),
        (["oscillators", "3,3", "-p", "2", "--rule", "B36/S23"], {"xp2_7/b36s23"}),
        (["spaceships", "4,4", "-p", "4", "--shift", "1,1", "--all"], {"xq4_153/b3s23"}),
        (["complete", "{tub}"], {"xs4_252/b3s23"}),
    ],
)
def test_apgcodes_have_links(
    words: list[str], links: set[str], tmp_path: Path, capsys: Captured
) -> None:
    path = target(tmp_path, TUB)
    words = [path if word == "{tub}" else word for word in words]
    assert main([*words, "--quiet"]) == 0
    plain = capsys.readouterr().out
    assert main([*words, "--quiet", "--links"]) == 0
    linked = capsys.readouterr().out
    found = set(re.findall(r" https://catagolue\.hatsya\.com/object/(\S+)$", linked, re.MULTILINE))
    assert found == links
    assert re.sub(r" https://\S+", "", linked) == plain
    assert all(
        read_text(f"https://catagolue.hatsya.com/object/{link}").population for link in links
    )


def test_codes_among_other_words_have_no_links() -> None:
    assert (
        with_links("#C the xs4_33\nxs4_33 \n#N xs4_33\n") == "#C the xs4_33\nxs4_33 \n#N xs4_33\n"
    )
    assert with_links("xs4_33\n") == "xs4_33 https://catagolue.hatsya.com/object/xs4_33/b3s23\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["predecessors", "--viewer", "--to", "cells"], "--viewer needs one of the formats rle, "),
        (["predecessors", "--viewer", "--jsonl"], "--jsonl cannot be combined with --viewer"),
        (["predecessors", "--viewer", "--job", "a", "--detach"], "--detach cannot be combined"),
        (["predecessors", "--viewer", "--project", "x"], "--project cannot be combined"),
        (["complete", "--links", "--to", "cells"], "--links needs one of the formats rle, forum"),
        (["convert", "--links", "--info"], "--info cannot be combined with --links"),
        (["convert", "--links", "--to", "cells"], "--links needs one of the formats rle, forum"),
        (["sample", "--viewer", "--to", "png"], "--viewer needs one of the formats rle, "),
        (["rewind", "--viewer", "--all-generations"], "--all-generations cannot be combined"),
        (["predecessors", "--viewer", "-o", "x.svg"], "--viewer needs one of the formats rle, "),
        (["complete", "--links", "-o", "x.svg"], "--links needs one of the formats rle, "),
        (["complete", "--links", "--jsonl"], "--jsonl cannot be combined with --links"),
    ],
)
def test_what_cannot_be_combined(
    words: list[str], said: str, tmp_path: Path, capsys: Captured
) -> None:
    assert main([words[0], target(tmp_path, TUB), *words[1:]]) == 2
    assert said in capsys.readouterr().err


def test_drawn_decoded_and_exported_parents_play_too(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    path, formula, model = target(tmp_path, TUB), tmp_path / "tub.cnf", tmp_path / "model"
    assert main(["encode", path, "-g", "2", "--format", "dimacs", "-o", str(formula)]) == 0
    model.write_text(solve_text(formula.read_text(), "glucose4"))
    assert main(["predecessors", path, "-g", "2", "--job", "tub", "-k", "2", "-q"]) == 0
    capsys.readouterr()
    for words, number, generations in (
        (["sample", path, "-k", "3"], 3, 1),
        (["decode", path, str(model), "-g", "2"], 1, 2),
        (["jobs", "export", "tub"], 2, 2),
        (["jobs", "follow", "tub"], 2, 2),
    ):
        assert main([*words, "--viewer", "--to", "forum"]) == 0
        posts = re.findall(
            r"^\[code\]\n.*?^\[/code\]$", capsys.readouterr().out, re.MULTILINE | re.DOTALL
        )
        assert len(posts) == number
        for post in posts:
            assert f" LOOP {generations} STOP {generations} ]]\n" in post
            assert str(read_text(post).evolve(generations).crop()) == ".O.\nO.O\n.O."


def test_links_beside_apgcodes_of_jobs_and_of_converted_patterns(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    words = ["still-lifes", "2,2", "--min-population", "1", "--job", "block", "--quiet"]
    assert main(words) == 0
    capsys.readouterr()
    block = "xs4_33 https://catagolue.hatsya.com/object/xs4_33/b3s23\n"
    for form, line in (("apgcode", block), ("rle", f"#C {block}")):
        assert main(["jobs", "export", "block", "--links", "--to", form]) == 0
        assert line in capsys.readouterr().out
    path = target(tmp_path, "x = 3, y = 1, rule = B36/S23\n3o!\n")
    assert main(["convert", path, "--to", "apgcode", "--links"]) == 0
    assert capsys.readouterr().out == (
        "xp2_7/b36s23 https://catagolue.hatsya.com/object/xp2_7/b36s23\n"
    )


def test_jobs_refuse_what_is_not_for_their_solutions(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    path = target(tmp_path, TUB)
    for words in (
        ["predecessors", path, "--job", "parents"],
        ["still-lifes", "3,3", "--job", "still"],
        ["forced", path, "--job", "forced"],
    ):
        main([*words, "--quiet"])
    for words, said in (
        (["parents", "--links"], "--links is for patterns with apgcodes, not for predecessors"),
        (["parents", "--viewer", "--csv"], "--csv cannot be combined with --viewer"),
        (["still", "--viewer"], "--viewer is for predecessors, not for still lifes"),
        (["forced", "--viewer"], "the job 'forced' lists no solutions, which --viewer is for"),
    ):
        capsys.readouterr()
        assert main(["jobs", "export", *words]) == 2
        assert capsys.readouterr().err == f"lifesat: {said}\n"


# ---------------------------------------------------------------- --clip

WIDE = "x = 14, y = 3, rule = B3/S23:T10,10\n2b12o$2bo11$2b3o!\n"


def test_what_a_grid_does_not_hold_is_cut(tmp_path: Path, capsys: Captured) -> None:
    """As bgolly 3.3 reads the file."""
    path = target(tmp_path, WIDE)
    assert main(["convert", path]) == 2
    assert "larger than its grid :T10,10; --clip cuts it" in capsys.readouterr().err
    assert main(["convert", path, "--clip", "--quiet"]) == 0
    assert capsys.readouterr().out == "x = 10, y = 10, rule = B3/S23:T10,10\n2b8o$2bo!\n"
    for words in (["predecessors"], ["orphan"]):
        assert main([*words, path, "--clip", "--time-limit", "20"]) in (0, 1)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("x = 12, y = 9, rule = B3/S23:T10,0\n12o$o!", (10, 9)),
        ("x = 3, y = 12, rule = B3/S23:P0,10\n3o11$3o!", (3, 10)),
        ("x = 40, y = 40, rule = B3/S23:T10,10\n10o!", (40, 40)),
        ("x = 40, y = 40, rule = B3/S23\n40o!", (40, 40)),
    ],
)
def test_only_what_is_too_large_is_cut(text: str, size: tuple[int, int]) -> None:
    pattern = read_text(text, clip=True)
    assert (pattern.width, pattern.height) == size
