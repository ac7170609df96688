"""Clocks of matches on the server: what time it is, whose flag has fallen, and what follows from it."""
