"""The effort a user allows, as options."""
