"""Problems about patterns of Life."""
