"""The commands as they are called: names, arguments, help. What they do is imported when they are run."""
