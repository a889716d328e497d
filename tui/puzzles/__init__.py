"""The kinds of search about puzzles."""
