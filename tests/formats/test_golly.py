"""Agreement with Golly: rules, written text, and every pattern that comes with the program."""

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from lifesat.errors import UserError
from lifesat.formats import read_file, read_text, write_text
from lifesat.formats.registry import EXTENSIONS
from lifesat.life.pattern import Pattern
from lifesat.life.rule import RuleError, parse_rule
from tests.support.environment import weekly_after

Bgolly = Callable[..., str]

# Files that are not read, each with what our error says.
UNREADABLE = {
    "HashLife/metapixel-p216-gun.mc.gz": "1,293,939,072 cells in its leaves",
    "HashLife/metapixel-parity64.mc.gz": "1,049,468,928 cells in its leaves",
    "Life-Like/alt-wicks.lua": "the second of 5 patterns begins here",
    "Life/Miscellaneous/Calcyman-primer.zip": "zip archive",
    "Life/Oscillators/p59-glider-loop.lua": "the format is not recognised",
    "Life/Signal-Circuitry/h-to-h-collection-26Aug2017.zip": "zip archive",
    "Non-Totalistic/unit-fraction-orthogonal-spaceships.zip": "zip archive",
    "Other-Rules/NoTimeAtAll-demo.zip": "zip archive",
    "Other-Rules/animated-pixel-art-sample.zip": "zip archive",
    "Other-Rules/dragon-curve-generator.zip": "zip archive",
    "Other-Rules/factorize-84.zip": "zip archive",
    "Self-Rep/Flow6/Flow6.zip": "zip archive",
    "Self-Rep/JvN/CY_Lee_computer.zip": "zip archive",
    "WireWorld/Langtons-ant.zip": "zip archive",
}
# Larger than Life with range 1 has the name of another algorithm here, and so another header.
OTHER_ALGORITHM = "Larger-than-Life/Gnarl.mcl"
ALGORITHMS = {"generations": "Generations", "larger-than-life": "Larger than Life"}


def algorithm(pattern: Pattern) -> list[str]:
    """Return the options that make bgolly take the pattern's rule."""
    if pattern.rule.name in ("JvN29", "Nobili32", "Hutton32"):
        return ["-a", "JvN"]
    if pattern.rule.family in ("named", "life-history"):
        return ["-a", "RuleLoader"]
    name = ALGORITHMS.get(pattern.rule.family)
    return ["-a", name] if name else ["-a", "QuickLife"] if 0 in pattern.rule.birth else ["-h"]


def random_rule(rng: random.Random) -> str:
    letters = {1: "ce", 2: "aceikn", 3: "aceijknqry", 4: "aceijknqrtwyz"}

    def side() -> str:
        text = ""
        for count in rng.sample(range(9), rng.randint(0, 4)):
            known = letters.get(min(count, 8 - count), "")
            chosen = "".join(rng.sample(known, rng.randint(0, len(known))))
            text += f"{count}{rng.choice(['', '-']) if known else ''}{chosen}"
        return text

    def edge() -> str:
        shift = rng.choice(["", "", "+", "-"])
        return f"{rng.choice([0, 3, 4, 30, 41])}{rng.choice(['', '', '*'])}" + (
            f"{shift}{rng.randint(1, 90)}" if shift else ""
        )

    rule = rng.choice(["B{}/S{}", "b{}s{}", "{}/{}", "S{}/B{}", "{}/b{}"]).format(side(), side())
    if rng.random() < 0.5:
        rule += f":{rng.choice('PTKCSptkcs')}{edge()}"
        rule += f",{edge()}" if rng.random() < 0.7 else ""
    return rule


def test_random_rules_have_the_name_that_golly_gives(bgolly: Bgolly, tmp_path: Path) -> None:
    rng = random.Random(17)
    source, target = tmp_path / "cell.rle", tmp_path / "out.rle"
    source.write_text("x = 1, y = 1\no!\n")
    refused = 0
    for _ in range(300):
        text = random_rule(rng)
        target.unlink(missing_ok=True)
        written = bgolly(source, target, "-m", "0", "-r", text)
        try:
            rule, grid = parse_rule(text)
        except RuleError:
            assert written.startswith("error"), text
            refused += 1
            continue
        ours = f"{rule}:{grid}" if grid else rule.name
        if written.startswith("error"):
            # A shift by whole turns is none for us, but a shift for Golly's checks.
            assert "shift" in written.lower(), (text, written)
        else:
            assert written.splitlines()[0].endswith(f"rule = {ours}"), text
    assert refused < 200


@pytest.mark.parametrize(
    ("spelling", "algorithm"),
    [
        ("23/3/2", "Generations"),
        ("R1,C0,M0,S2..3,B3..3,NM", "Larger than Life"),
        ("R1,C0,M1,S2..4,B2..3,NM", "Larger than Life"),
        ("R1,C0,M1,S1..3,B1..1,NN", "Larger than Life"),
        ("R1,C0,M0,S1..2,B2..4,NN", "Larger than Life"),
    ],
)
def test_rules_of_two_states_by_other_algorithms(
    spelling: str, algorithm: str, bgolly: Bgolly, tmp_path: Path
) -> None:
    rng = random.Random(4)
    soup = Pattern.from_rows(["".join(rng.choices(".O", k=20)) for _ in range(20)])
    source, target = tmp_path / "soup.rle", tmp_path / "out.rle"
    source.write_text(write_text(soup).replace("B3/S23", spelling))
    theirs = read_text(bgolly(source, target, "-m", "3", "-a", algorithm))
    assert theirs.population
    ours = read_file(source).evolve(3)
    assert list(ours.crop().cells()) == list(theirs.crop().cells())


def test_a_dense_soup_is_written_letter_by_letter_like_golly(
    bgolly: Bgolly, tmp_path: Path
) -> None:
    rng = random.Random(3)
    for states, rule in ((2, "B3/S23"), (20, "2/13/21"), (200, "2/13/200")):
        table = bytes(rng.randrange(states) for _ in range(256))
        rows = [rng.randbytes(400).translate(table) for _ in range(200)]
        soup = Pattern(dict(enumerate([(0, row)] for row in rows)), 400, 200, rule=rule).crop()
        text = write_text(soup)
        source, target = tmp_path / f"soup{states}.rle", tmp_path / f"out{states}.rle"
        source.write_text(text)
        assert bgolly(source, target, "-m", "0", *algorithm(soup)) == text


PARTS = 8
# What takes minutes to be drawn.
MOST_CELLS = 4_000_000


@pytest.mark.parametrize("part", weekly_after(1, range(PARTS)))
def test_every_pattern_of_golly_is_the_same_in_every_format(
    golly_patterns: Path, part: int
) -> None:
    files = [path for path in sorted(golly_patterns.rglob("*")) if not path.is_dir()][part::PARTS]
    kept = Counter[str]()
    for path in files:
        name = str(path.relative_to(golly_patterns))
        if name in UNREADABLE:
            continue
        pattern = read_file(path)
        for form in sorted(
            EXTENSIONS.keys() - {"apgcode", "kaggle"}
        ):  # few are objects, or squares
            drawn = form in ("cells", "grid", "life-1.05", "picture")
            if drawn and pattern.width * pattern.height > MOST_CELLS:
                continue
            try:
                text = write_text(pattern, form)
            except UserError:
                continue
            again = read_text(text, format=form)
            assert list(again.crop().pieces()) == list(pattern.crop().pieces()), (name, form)
            kept[form] += 1
    assert kept["rle"] == len(files) - len(
        UNREADABLE.keys() & {str(path.relative_to(golly_patterns)) for path in files}
    )
    assert min(kept.values()) > 10


@pytest.mark.parametrize("part", weekly_after(2, range(PARTS)))
def test_every_pattern_of_golly_evolves_as_before_when_we_have_rewritten_it(
    golly_patterns: Path, bgolly: Bgolly, tmp_path: Path, part: int
) -> None:
    """Where bgolly can write macrocells these are compared, for they hold each cell's place."""
    files = [path for path in sorted(golly_patterns.rglob("*")) if not path.is_dir()][part::PARTS]
    assert len(files) > 40
    for path in files:
        name = str(path.relative_to(golly_patterns))
        if name in UNREADABLE:
            with pytest.raises(UserError, match=UNREADABLE[name]):
                read_file(path)
            continue
        if name == OTHER_ALGORITHM:
            continue
        pattern = read_file(path)
        ours = tmp_path / ("ours.mc" if ".mc" in path.suffixes else "ours.rle")
        ours.write_text(write_text(pattern, "macrocell" if ours.suffix == ".mc" else "rle"))
        options = ["-m", "8", *algorithm(pattern)]
        has_quadtree = pattern.rule.family != "larger-than-life" and "QuickLife" not in options
        ending = ".mc" if has_quadtree else ".rle"
        results = []
        for source in (path, ours):
            target = tmp_path / f"result{ending}"
            text = bgolly(source, target, *options)
            assert not text.startswith("error"), (name, text)
            target.unlink()
            # The words differ where a format has no place for them.
            results.append([row for row in text.splitlines() if row[:2] not in ("#C", "#D", "#N")])
        assert results[0] == results[1], name
