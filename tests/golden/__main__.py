"""Write the transcripts anew, or those whose names are given."""

import sys
import tempfile
from pathlib import Path

from tests.golden.transcripts import FILES, commands_of, transcript

for file in FILES:
    if sys.argv[1:] and file.stem not in sys.argv[1:]:
        continue
    with tempfile.TemporaryDirectory() as folder:
        file.write_text(transcript(commands_of(file.read_text()), Path(folder)))
