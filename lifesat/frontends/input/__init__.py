"""Input of users: targets, search files and puzzles become problems."""
