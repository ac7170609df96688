"""Pieces of rules that at least two games use: values and functions, without messages."""
