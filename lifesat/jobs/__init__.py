"""Searches that outlive their terminal: queries at work, kept in journals."""
