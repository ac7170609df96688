"""Playing at the terminal: who sits where, what is shown, and what is typed."""
