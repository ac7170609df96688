"""The reader of a log's header, its first line."""

from collections.abc import Callable

import attrs

from cardkit.chance import commitment
from cardkit.game import AnyGame, Json
from cardkit.header import Header, new_header
from cardkit.log.format import (
    FORMAT,
    START,
    HeaderFields,
    SecretFields,
    body_of,
    header_body,
    header_line,
    next_seal,
    read_fields,
    split_header,
)
from cardkit.log.lines import Lines
from cardkit.options import options_exactly
from cardkit.rejections import Invalid, UnknownGame, UnknownOption, WireError, shown
from cardkit.seats import Seat

__all__ = ["read_header"]


def read_header(
    lines: Lines, line: bytes, find: Callable[[str], AnyGame]
) -> tuple[AnyGame, Header[object], bytes]:
    """Return the game, the header and its seal. Raise `LogError`, naming the place, if anything is wrong with it."""
    fields = lines.fields(line)
    _check_format(lines, fields)
    seal = fields.pop("seal", None)
    names = {field.name for field in attrs.fields(HeaderFields)}
    try:
        written = read_fields(HeaderFields, {name: fields[name] for name in fields if name in names})
        secret = read_fields(SecretFields, {name: fields[name] for name in fields if name not in names})
    except WireError as error:
        lines.fail(error.message, error.path)
    game = _game(lines, written, find)
    header = _header(lines, game, written, secret)
    body = split_header(line)
    right = next_seal(header.seal_key, START, body)
    if seal != right.hex():
        lines.fail("its seal doesn't match: the header was changed", "$.seal")
    lines.check_written(lambda: header_line(body_of(written), right, secret), line)
    if header_body(header).encode() != body:  # the game has got an option since then
        header = attrs.evolve(header, line=body.decode())
    return game, header, right


def _check_format(lines: Lines, fields: dict[str, Json]) -> None:
    version = fields.get("format")
    if version == FORMAT:
        return
    if isinstance(version, str) and version.startswith("cardkit/"):
        newer = f"unknown format {shown(version)}; this cardkit reads {FORMAT}; a newer one wrote the log"
        lines.fail(newer, "$.format")
    lines.fail(f"expected {FORMAT}; this isn't a log of cardkit", "$.format")


def _game(lines: Lines, written: HeaderFields, find: Callable[[str], AnyGame]) -> AnyGame:
    key, rules = written.game, written.rules_version
    try:
        game = find(key)
    except UnknownGame as error:
        lines.fail(str(error), "$.game")
    if key != game.key:
        lines.fail(f"is a log of {shown(key)}, not of {game.key}", "$.game")
    if rules < 1:
        lines.fail("expected a whole number from 1", "$.rules_version")
    if rules > game.rules_version:
        newer = f"unknown version {shown(rules)} of the rules; this cardkit has version {game.rules_version}"
        lines.fail(newer, "$.rules_version")
    if written.seats not in game.seats:
        lines.fail(f"expected a number of players from {game.seats[0]} to {game.seats[-1]}", "$.seats")
    return game


def _header(lines: Lines, game: AnyGame, written: HeaderFields, secret: SecretFields) -> Header[object]:
    rules, seats, committed = written.rules_version, written.seats, written.commitment
    options = _options(lines, game, written.options)
    entropy = _entropy(lines, written)
    if not _is_hash(committed):
        lines.fail("expected 64 hexadecimal digits", "$.commitment")
    branches = _branches(lines, written, secret)
    if secret.seed is None:
        key = secret.seal_key
        if key is None:
            lines.fail("expected the seed, or the seal_key", "$.seed")
        if not _is_hash(key):
            lines.fail("expected 64 hexadecimal digits", "$.seal_key")
        key_bytes = bytes.fromhex(key)
        return Header(
            game.key, rules, seats, options, committed, written.entropy, None, key_bytes, None, branches
        )
    if secret.seal_key is not None:
        lines.fail("expected nothing: the seed is there", "$.seal_key")
    if not _is_unicode(secret.seed):
        lines.fail("expected a text", "$.seed")
    if commitment(secret.seed) != committed:
        lines.fail("isn't the seed that the match is committed to", "$.seed")
    return attrs.evolve(new_header(game.key, rules, seats, options, secret.seed, entropy), branches=branches)


def _options(lines: Lines, game: AnyGame, given: dict[str, Json]) -> object:
    try:
        return options_exactly(game.options, given, game.key)
    except Invalid as error:
        whole = error.field == "options"
        reason = str(error) if isinstance(error, UnknownOption) else f"expected {error.accepted}"
        lines.fail(reason, "$.options" if whole else f"$.options.{error.field}")


def _entropy(lines: Lines, written: HeaderFields) -> dict[Seat, str]:
    entropy: dict[Seat, str] = {}
    least = 0
    for index, (seat, text) in enumerate(written.entropy):
        if not least <= seat < written.seats:
            lines.fail("expected seats of the match, ascending", f"$.entropy[{index}][0]")
        if not _is_unicode(text):
            lines.fail("expected a text", f"$.entropy[{index}][1]")
        entropy[seat] = text
        least = seat + 1
    return entropy


def _branches(
    lines: Lines, written: HeaderFields, secret: SecretFields
) -> tuple[tuple[int, str | None], ...]:
    versions, seeds = written.branched or (), secret.branch_seeds or ()
    if written.branched == ():
        lines.fail("expected a version, or no such key", "$.branched")
    if len(seeds) != (0 if secret.seed is None else len(versions)):
        lines.fail("expected a seed for each version in branched, if the seed is there", "$.branch_seeds")
    least = 1
    for index, version in enumerate(versions):
        if version < least:
            lines.fail("expected versions, ascending", f"$.branched[{index}]")
        least = version + 1
    for index, seed in enumerate(seeds):
        if not _is_unicode(seed):
            lines.fail("expected a text", f"$.branch_seeds[{index}]")
    return tuple(zip(versions, seeds or (None,) * len(versions), strict=True))


def _is_hash(text: str) -> bool:
    return len(text) == 64 and not set(text) - set("0123456789abcdef")


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)
