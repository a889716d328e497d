"""Target: files with a weight for each cell."""

from lifesat.errors import UserError
from lifesat.formats.detection import plain_text
from lifesat.frontends.input.nearest import weights_of_text
from tests.fuzz.target import Target

_FILES = (
    b"109\n211\n",
    b"# the middle\n1, 20, 3\n4, 5, 600\n",
    b"1;2\t3\n\n4 5 6\n",
)


def _check(data: bytes) -> None:
    """Read weights; written as numbers they are the same."""
    try:
        weights = weights_of_text(plain_text(data))
    except UserError:
        return
    text = "".join(",".join(map(str, row)) + ",\n" for row in weights)
    if weights_of_text(text) != weights:
        raise AssertionError(f"{weights} are read otherwise when written")
    if len({len(row) for row in weights}) != 1:
        raise AssertionError(f"the rows of {weights} differ in length")


TARGETS = (Target("weights", _FILES, _check),)
