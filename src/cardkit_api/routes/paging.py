"""Pages of matches: where one goes on, and the link to the next one."""

import re
from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias
from urllib.parse import urlencode

from litestar.params import QueryParameter

from cardkit_api.problems import HttpRefusal
from cardkit_api.service.listing import Cursor

__all__ = ["After", "next_page", "read_cursor"]

_CURSOR: Final = r"^([0-9]{1,12}(\.[0-9]{1,9})?(-[\s\S]*)?)?$"

After: TypeAlias = Annotated[
    str,
    QueryParameter(
        description="`next` of the previous page", max_length=80, schema_extra={"pattern": _CURSOR}
    ),
]
"""The query parameter of routes that list matches."""


def read_cursor(after: str) -> Cursor | None:
    """Return the place after which a page begins. Refuse what was no `next` of a page."""
    if not after:
        return None
    if not re.fullmatch(_CURSOR, after):
        raise HttpRefusal(400, "bad_cursor", "after: send the `next` of the previous page")
    created, _, match = after.partition("-")
    return float(created), match


def next_page(
    path: str, asked: Mapping[str, str | int], cursor: Cursor | None
) -> tuple[str | None, dict[str, str]]:
    """Return `next` of a page, and the header that leads there. There are none after the last page."""
    if cursor is None:
        return None, {}
    following = f"{cursor[0]!r}-{cursor[1]}"
    return following, {"Link": f'<{path}?{urlencode({**asked, "after": following})}>; rel="next"'}
