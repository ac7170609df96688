"""Files that are no tickets, and tickets that were spoiled."""

from pathlib import Path

import pytest

from cardkit_cli.exit_codes import Exit
from tests.cli.running import check_refusal

SERVER = '"server": "http://127.0.0.1:1", "match": "abcdefgh"'


@pytest.mark.parametrize(
    "content",
    ["", '{"server"', '["server"]', '{"server": 1, "match": "abcdefgh"}', '{"server": "http://127.0.0.1:1"}'],
)
def test_a_file_without_a_server_and_a_match_is_no_ticket(content: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(content)

    check_refusal(("watch", str(file)), Exit.USAGE, "usage", "not a ticket")


@pytest.mark.parametrize(
    ("field", "hint"),
    [
        ('"invitations": ["abc"]', "invitations are invalid: expected a list of seats and texts"),
        ('"invitations": [{"seat": "0", "invitation": "abc"}]', "invitations are invalid"),
        ('"token": 5', "tokens are invalid: expected texts"),
        ('"watcher": ["abc"]', "tokens are invalid"),
    ],
)
def test_a_spoiled_ticket_is_refused_and_named(field: str, hint: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(f"{{{SERVER}, {field}}}")

    check_refusal(("watch", str(file)), Exit.REFUSED, "bad_ticket", f"{file}: the ticket's {hint}")
