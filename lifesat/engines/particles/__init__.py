"""One parent of a very large board, by messages between its rows and particles that follow them."""
