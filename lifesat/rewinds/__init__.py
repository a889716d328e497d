"""As many generations back as possible, one at a time."""
