"""What all tests share."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

IN_CI = bool(os.environ.get("CI"))

settings.register_profile("steady", deadline=None, derandomize=IN_CI)
settings.load_profile("steady")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of numbers and patterns that nobody here made up.

    It lies beside the checkout, or where LIFESAT_SHARED says.
    """
    beside = Path(__file__).resolve().parents[2] / "shared"
    folder = Path(os.environ.get("LIFESAT_SHARED", beside))
    if not (folder / "oracles" / "counts.json").is_file():
        message = f"no oracles in {folder}; set LIFESAT_SHARED to the folder that has them"
        if IN_CI:
            pytest.fail(message)
        pytest.skip(message)
    return folder


@pytest.fixture(scope="session")
def counts(shared: Path) -> dict[str, Any]:
    """The independent counts: parents of common objects, OEIS terms and others."""
    numbers: dict[str, Any] = json.loads((shared / "oracles" / "counts.json").read_text())
    return numbers
