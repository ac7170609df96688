"""`cardkit play`: people at a terminal, against bots or with others on a server."""
