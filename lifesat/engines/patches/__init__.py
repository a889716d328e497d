"""Parts of patterns: minimal orphans, and patches and agars that are self-forcing."""
