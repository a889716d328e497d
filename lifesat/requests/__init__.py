"""What a user states, turned into a problem and options: the same for every frontend."""
