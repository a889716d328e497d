"""Searches at work, told as events."""
