"""The search for a parent with messages and particles."""
