"""Output: verdicts, exit codes, and the files that results are written to."""
