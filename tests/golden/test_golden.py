"""What users see is what they saw before."""

import sys
from pathlib import Path

import pytest

from tests.golden.transcripts import FILES, commands_of, transcript


@pytest.mark.skipif(sys.platform != "linux", reason="the transcripts are those of Linux")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_transcripts(file: Path, tmp_path: Path) -> None:
    before = file.read_text()
    assert transcript(commands_of(before), tmp_path) == before
