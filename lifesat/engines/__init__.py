"""Which engine searches, how, and with how much memory."""
