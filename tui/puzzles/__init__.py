"""The kinds of search about puzzles, which a plug-in names."""
