"""Who may sit where: chairs are made, taken by people and bots, and found for whoever wants one."""

from collections.abc import Iterable
from typing import Final

import attrs

from cardkit.rejections import Invalid
from cardkit.seats import Seat
from cardkit_api.keys import Keys, hashed, new_id, same
from cardkit_api.messages import BotFor, NewPlayer
from cardkit_api.problems import Trouble
from cardkit_api.tables import Chair, Table

__all__ = ["new_chair", "seat_for", "seated", "with_bot", "with_bots"]

_LONGEST_NAME: Final = 40
_LONGEST_ENTROPY: Final = 1000


def new_chair(keys: Keys, match: str, seat: Seat) -> Chair:
    """A chair that nobody sits on; its token and its invitation are settled."""
    salt = new_id()
    return Chair(
        salt=salt,
        token=hashed(keys.token(match, f"seat {seat}", salt)),
        invitation=hashed(keys.token(match, f"invitation {seat}", salt)),
    )


def with_bot(chair: Chair, name: str, bots: Iterable[str]) -> Chair:
    """The chair, played by the bot of that name, if there is one."""
    if name not in bots:
        raise Invalid("bot", name, f"one of {', '.join(bots)}")
    return attrs.evolve(chair, holder="bot", bot=name)


def with_bots(table: Table, wanted: Iterable[BotFor], bots: Iterable[str]) -> Table:
    """The table with the bots that its maker wants."""
    seats = len(table.chairs)
    for index, one in enumerate(wanted):
        if not 0 <= one.seat < seats or table.chairs[one.seat].holder != "nobody":
            raise Invalid(f"bots[{index}].seat", one.seat, f"a free seat from 0 to {seats - 1}")
        table = table.with_chair(one.seat, with_bot(table.chairs[one.seat], one.bot, bots))
    return table


def seated(table: Table, seat: Seat, name: str, entropy: str | None, user: str) -> Table:
    """The table with a person on the seat."""
    if not 0 < len(name) <= _LONGEST_NAME or not name.isprintable() or name != name.strip():
        raise Invalid("name", name, f"1 to {_LONGEST_NAME} printable characters, no spaces around them")
    if entropy is not None and not _is_text(entropy):
        raise Invalid("entropy", type(entropy), f"a text of up to {_LONGEST_ENTROPY} characters")
    chair = attrs.evolve(table.chairs[seat], holder="person", name=name, entropy=entropy, user=user)
    return table.with_chair(seat, chair)


def _is_text(text: str) -> bool:
    return len(text) <= _LONGEST_ENTROPY and not any("\ud800" <= char <= "\udfff" for char in text)


def seat_for(table: Table, player: NewPlayer, *, public: bool, is_open: bool) -> Seat:
    """The seat that somebody gets: that of their invitation; in a public match the one they name, or the first free."""
    invited = _invited(table, player.invitation)
    if invited is None and not public:
        raise Trouble(403, "not_invited", "this match is by invitation: name yours")
    if not is_open:
        raise Trouble(409, "match_started", "the match has started; nobody can join any more")
    wanted = player.seat if invited is None else invited
    if player.seat is not None and wanted != player.seat:
        raise Invalid("seat", player.seat, f"{wanted}, the seat of the invitation, or nothing")
    free = table.free()
    if wanted is None:
        return free[0]
    if not 0 <= wanted < len(table.chairs):
        raise Invalid("seat", wanted, f"a seat from 0 to {len(table.chairs) - 1}")
    if wanted not in free:
        raise Trouble(409, "seat_taken", f"seat {wanted} is taken")
    return wanted


def _invited(table: Table, invitation: str | None) -> Seat | None:
    """The seat of the invitation. All are compared, whichever fits."""
    if invitation is None:
        return None
    given, found = hashed(invitation), None
    for seat, chair in enumerate(table.chairs):
        if same(chair.invitation, given):
            found = seat
    if found is None:
        raise Trouble(403, "not_invited", "the invitation is not one of this match")
    return found
