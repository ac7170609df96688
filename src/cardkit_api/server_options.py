"""The options of a server, as `cardkit-api` and `cardkit serve` take them. Nothing is imported here that takes long."""

from typing import Final

from attrs import frozen

__all__ = ["DEFAULT_DATABASE", "OPTIONS", "Option"]

DEFAULT_DATABASE: Final = "sqlite:cardkit.db"


@frozen
class Option:
    """An option of the command line."""

    name: str
    metavar: str
    """Empty for an option without a value."""
    help: str
    repeatable: bool = False


OPTIONS: Final = (
    Option(
        "db",
        "URL",
        f"Where matches are kept: sqlite:FILE, postgresql:// or memory:. By default {DEFAULT_DATABASE}.",
    ),
    Option("host", "HOST", "The address to listen on. By default 127.0.0.1."),
    Option("port", "N", "The port to listen on; 0 is any free one. By default 8000."),
    Option("origin", "ORIGIN", "A site whose pages may use the API: https://host, or * for all.", True),
    Option("static", "FOLDER", "A folder with files of your own to serve, such as a game's page."),
    Option(
        "trusted-proxies",
        "ADDRESS",
        "Proxies whose X-Forwarded-For is believed: addresses or networks.",
        True,
    ),
    Option("limit", "NAME=VALUE", "A limit, such as burst=200.", True),
    Option("log-format", "text|json", "How the log is written. By default text."),
    Option("log-level", "LEVEL", "The least that is logged: debug, info (each answer), warning or error."),
    Option("metrics-port", "N", "Serve /metrics at this port of 127.0.0.1 only."),
    Option("drain", "SECONDS", "How long to answer on after SIGTERM, while /health/ready says no."),
    Option("webhook", "URL", "Where all events of all matches go, signed by CARDKIT_WEBHOOK_SECRET."),
    Option(
        "player-webhooks", "", "Let players name URLs that are told of their matches; see the docs first."
    ),
    Option("webhook-allow", "NETWORK", "Networks that these may go to though they aren't public.", True),
    Option("new-key", "", "Start though the key of the running matches is lost. Nobody can play these on."),
)
"""All of them. `settings` reads their values."""
