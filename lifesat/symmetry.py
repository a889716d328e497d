"""The symmetry of a pattern under the names that searches for soups use."""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would cost a third of the start-up time
if TYPE_CHECKING:
    from lifesat.pattern import Pattern


def symmetry_class(pattern: Pattern) -> str:
    """Name the symmetry of the cells as apgsearch does: C1, C2_1, ..., D4_+2, D8_4."""
    cropped = pattern.crop()
    names = frozenset(cropped.symmetries()) - {"identity"}
    sides = (cropped.width % 2, cropped.height % 2)
    centre = (4, 2, 1)[sum(sides)]  # the cells that meet at the centre
    if len(names) == 7:
        return f"D8_{centre}"
    if "rot90" in names:
        return f"C4_{centre}"
    if "rot180" in names:
        mirrored = {"flip_x": "D4_+", "transpose": "D4_x"}
        kind = next((mirrored[name] for name in mirrored if name in names), "C2_")
        return f"{kind}{centre}"
    across = {"flip_x": "D2_+" + "21"[sides[0]], "flip_y": "D2_+" + "21"[sides[1]]}
    return next((across.get(name, "D2_x") for name in names), "C1")
