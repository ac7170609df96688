"""A client of the HTTP API for Python. It repeats requests that got lost, and its streams reconnect.

    client = Client("http://127.0.0.1:8000")
    made = client.create("thirteen", 3, name="Ada", bots={1: "random", 2: "random"})
    match = client.match(made.match.id, made.token)
    match.play(match.moves().moves[0].number)

It needs `cardkit[client]`, and imports nothing of the server.
"""

from cardkit.extras import needs_extra

with needs_extra("client"):
    from cardkit_api.client.client import Client
    from cardkit_api.client.errors import ApiError
    from cardkit_api.client.matches import RemoteMatch
    from cardkit_api.client.streams import MatchOver

__all__ = ["ApiError", "Client", "MatchOver", "RemoteMatch"]
