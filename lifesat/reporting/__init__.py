"""What frontends say about searches and jobs, and where they write what was found."""
