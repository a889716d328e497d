"""The kinds of search: their forms, and how their solutions and answers are shown."""
