"""Matches in log files. Nothing here knows of servers."""
