"""Feed the readers arbitrary bytes: each text ends in a pattern or in an error for its author.

Run by hand, with atheris installed, for as many seconds as wanted::

    python tests/formats/fuzz_readers.py -max_total_time=600 CORPUS_FOLDER

What it finds becomes a case in test_fuzzed.py.
"""

import sys

import atheris  # type: ignore[import-untyped]

with atheris.instrument_imports(include=["lifesat"]):
    from lifesat import cellrows
    from lifesat.errors import UserError
    from lifesat.formats import FORMATS, macrocell, read_text, rle_cells, write_text

FORMAT_NAMES = (None, *FORMATS)


def check(data: bytes) -> None:
    """Read the bytes in the format that the first one chooses, and what was read once more."""
    if len(data) < 2:
        return
    name = FORMAT_NAMES[data[0] % len(FORMAT_NAMES)]
    unknown = data[0] >= 128
    try:
        pattern = read_text(data[1:], format=name, unknown=unknown)
    except UserError:
        return
    again = read_text(write_text(pattern), format="rle", unknown=unknown)
    if again != pattern:
        raise AssertionError(f"{pattern!r} was written, but {again!r} read")


if __name__ == "__main__":
    # Smaller limits than the real ones reach the same code in less memory and time.
    for module, name in ((cellrows, "MAX_CELLS"), (rle_cells, "MAX_CELLS")):
        setattr(module, name, 2**18)
    macrocell.MAX_LEAF_CELLS = 2**18
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()
