"""Self-forcing patches by brute force."""

import numpy as np
from hypothesis import strategies as st

from lifesat import UNKNOWN, Pattern, parse_rule
from tests.support import plain

# Under most of these rules, many small patches have self-forcing ones inside.
RULES = (
    "B1/S012345678",
    "B3/S012345678",
    "B5678/S012345678",
    "B/S1234567",
    "B567/S01234567",
    "B0/S01234678",
    "B3/S23",
)
SIZES = ((1, 1), (1, 2), (1, 3), (2, 2), (3, 1))


@st.composite
def patches(draw: st.DrawFn) -> Pattern:
    height, width = draw(st.sampled_from(SIZES))
    cells = draw(
        st.lists(
            st.sampled_from([0, 1, 0, 1, UNKNOWN]), min_size=height * width, max_size=height * width
        ).filter(lambda cells: min(cells) < UNKNOWN)
    )
    rule, _ = parse_rule(draw(st.sampled_from(RULES)))
    return Pattern.from_array(np.array(cells, dtype=np.uint8).reshape(height, width), rule=rule)


def self_forcing_parts(patch: Pattern) -> set[frozenset[int]]:
    """All self-forcing parts of a patch except the empty one, as numbers of its known cells."""
    states = patch.to_array()
    height, width = states.shape
    known = states < UNKNOWN
    boards = plain.all_boards(height + 2, width + 2)
    inside = (slice(None), slice(1, -1), slice(1, -1))
    later = plain.next_boards(boards, patch.rule, torus=False)[inside]
    errors = (later != states)[:, known]
    differs = (boards[inside] != states)[:, known]
    numbers = np.arange(int(known.sum()))
    parts = set()
    for subset in range(1, 1 << len(numbers)):
        part = (subset >> numbers & 1).astype(bool)
        shows = ~errors[:, part].any(axis=1) & differs[:, part].any(axis=1)
        if not shows.any():
            parts.add(frozenset(numbers[part].tolist()))
    return parts


def part_of(found: Pattern | None, patch: Pattern) -> frozenset[int]:
    """The known cells of a part of a patch, by their numbers; checks that their states are same."""
    if found is None:
        return frozenset()
    states, part = patch.to_array(), found.to_array()
    assert states.shape == part.shape
    assert ((part == UNKNOWN) | (part == states)).all()
    return frozenset(np.flatnonzero(part[states < UNKNOWN] < UNKNOWN).tolist())
