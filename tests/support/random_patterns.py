"""Patterns drawn at random by hypothesis."""

from hypothesis import strategies as st

from lifesat.life.pattern import Pattern

line = st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=20)
word = line.map(str.strip)
near = st.integers(0, 150)
place = st.tuples(st.integers(-(10**17), 10**17), st.integers(-(10**17), 10**17))
runs = st.lists(st.tuples(near, near, st.integers(1, 90)), max_size=8)


def drawn(states: st.SearchStrategy[int], **about: object) -> st.SearchStrategy[Pattern]:
    """Return patterns of horizontal runs in a box that is larger than they are."""

    def make(
        pieces: list[tuple[int, int, int]],
        state: list[int],
        margin: tuple[int, int],
        extra: dict[str, object],
    ) -> Pattern:
        cells = [
            (x + i, y, state[n % len(state)])
            for n, (x, y, length) in enumerate(pieces)
            for i in range(length)
        ]
        width = max((x for x, _, _ in cells), default=-1) + 1 + margin[0]
        height = max((y for _, y, _ in cells), default=-1) + 1 + margin[1]
        return Pattern.from_cells(cells, size=(width, height), **{**about, **extra})  # type: ignore[arg-type]

    margins = st.tuples(st.integers(0, 3), st.integers(0, 3))
    extras = st.fixed_dictionaries(
        {},
        optional={
            "name": word,
            "author": word,
            "comments": st.lists(line, max_size=3).map(tuple),
            "position": place,
            "generation": st.integers(0, 10**60),
        },
    )
    return st.builds(make, runs, st.lists(states, min_size=1, max_size=4), margins, extras)


def only(pattern: Pattern, *kept: str) -> Pattern:
    """Return the pattern with nothing but its cells and what is named."""
    bare = {
        "name": "",
        "author": "",
        "comments": (),
        "position": None,
        "generation": None,
        "rule": "B3/S23",
    }
    return pattern.replace(**{key: bare[key] for key in bare if key not in kept})  # type: ignore[arg-type]
