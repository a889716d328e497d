"""The questions that a user can ask, a file for each kind, and the loop that answers them."""
