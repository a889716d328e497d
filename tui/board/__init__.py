"""Pictures of boards and puzzles, as text and as widgets."""
