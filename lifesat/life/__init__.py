"""Life itself: rules, patterns, how they evolve and their symmetries."""
