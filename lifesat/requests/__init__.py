"""Requests of users, turned into problems and options; the same for every frontend."""
