"""Bots that run as programs of their own: the protocol, the child process, and its cleanup."""
