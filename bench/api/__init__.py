"""The speed of the HTTP API, against a bare endpoint that writes the same rows: `python -m bench.api`."""
