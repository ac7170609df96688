"""The command line of cardkit: the command `cardkit`."""
