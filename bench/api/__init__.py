"""How fast the HTTP API is, against a bare endpoint that writes the same rows: `python -m bench.api`."""
