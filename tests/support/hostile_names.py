"""Names that would control a terminal."""

# Escape sequences (also of one character), a bell, a null character, line breaks of all kinds,
# deletion, and characters that change the direction of writing.
EVIL = "\x1b[2J\x1b]0;owned\x07\x9b31m\x00\x0b\x0c\x1c\x85\u2028\u2029\x7f\u202e\u2066\ufeffx"
