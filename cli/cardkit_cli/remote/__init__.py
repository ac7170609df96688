"""Matches on a server: the same commands, over HTTP."""
