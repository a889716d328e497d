"""The public functions of lifesat; programs import them from `lifesat` itself."""
