"""The screen of a job: progress, solutions, gallery, heat map or answer, and the actions on it."""
