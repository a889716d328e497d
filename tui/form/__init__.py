"""The form of a new search, and what fills it: pasted text, files, a drawing."""
