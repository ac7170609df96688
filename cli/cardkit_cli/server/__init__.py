"""Matches on a server, over HTTP."""
