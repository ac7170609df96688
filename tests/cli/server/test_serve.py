"""`cardkit serve` takes every option of the server, with the same meaning."""

import os
from collections.abc import Mapping
from typing import Final

import pytest

from cardkit.game import AnyGame
from cardkit_api import server
from cardkit_api.server_options import OPTIONS, Option
from cardkit_api.settings import Settings, read_settings
from tests.cli.running import run

VALUES: Final = {
    "URL": "memory:",
    "HOST": "127.0.0.2",
    "N": "0",
    "ORIGIN": "https://a.example",
    "FOLDER": "site",
    "ADDRESS": "10.0.0.1",
    "NAME=VALUE": "burst=7",
    "text|json": "json",
    "LEVEL": "info",
    "SECONDS": "5",
    "NETWORK": "10.2.0.0/16",
    "": "yes",
}


@pytest.mark.parametrize("option", OPTIONS, ids=[option.name for option in OPTIONS])
def test_every_option_of_the_server_is_one_of_the_command(
    option: Option, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[Settings] = []

    def ignore(host: str, port: int) -> None:
        """Take any address."""

    def serve(settings: Settings, games: Mapping[str, AnyGame] | None = None) -> None:
        found.append(settings)

    monkeypatch.setattr(server, "serve", serve)
    monkeypatch.setattr(server, "check_address", ignore)
    monkeypatch.setenv("CARDKIT_WEBHOOK_SECRET", "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=")
    value = "https://all.example/" if option.name == "webhook" else VALUES[option.metavar]

    ran = run("serve", f"--{option.name}", *([value] if option.metavar else []))

    assert found == [read_settings({option.name: [value]}, os.environ)], ran.err
    assert found != [read_settings({}, os.environ)]
