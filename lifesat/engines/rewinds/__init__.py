"""Going back as many generations as possible, one at a time."""
