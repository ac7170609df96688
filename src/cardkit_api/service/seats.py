"""Who sits where: free seats, invitations, names and bots."""

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import normalize

import attrs

from cardkit.phrases import PHRASES, SAYS
from cardkit.rejections import Invalid, Rejected, shown
from cardkit.seats import Seat
from cardkit_api.keys import Keys, hash_token, new_id, same
from cardkit_api.messages import LONGEST_NAME, BotFor, NewPlayer
from cardkit_api.problems import HttpRefusal
from cardkit_api.service.match_info import Chair, MatchInfo

__all__ = [
    "check_free",
    "check_name",
    "check_seat_number",
    "choose_seat",
    "free_chair",
    "renew_chair",
    "seat_bot",
    "seat_bots",
    "seat_person",
]

_LONGEST_ENTROPY: Final = 1000

_INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0d\uffa0\U000e0100-\U000e01ef]"
    r"|(?:^|[\w\s])[\ufe0e\ufe0f]"
)
"""Characters without a shape that Python calls printable, such as the Hangul filler.

The last two choose between the forms of a symbol, so they may follow one.
"""


def free_chair(keys: Keys, match: str, seat: Seat, salt: str = "") -> Chair:
    """Return the chair of a free seat, with the hashes of its token and its invitation, by default new ones."""
    salt = salt or new_id()
    return Chair(
        salt=salt,
        token=hash_token(keys.token(match, f"seat {seat}", salt)),
        invitation=hash_token(keys.token(match, f"invitation {seat}", salt)),
    )


def renew_chair(keys: Keys, match: str, seat: Seat, chair: Chair) -> Chair:
    """Return the chair with the same holder, and another token and invitation."""
    fresh = free_chair(keys, match, seat)
    return attrs.evolve(chair, salt=fresh.salt, token=fresh.token, invitation=fresh.invitation)


def seat_bot(chair: Chair, name: str, bots: Iterable[str], field: str = "bot") -> Chair:
    """Return the chair with the bot of that name on it. Raise `Invalid`, naming the field, if there is no such bot."""
    if name not in bots:
        raise Invalid(field, name, f"one of {', '.join(bots)}")
    return attrs.evolve(chair, holder="bot", bot=name)


def seat_bots(info: MatchInfo, wanted: Iterable[BotFor], bots: Iterable[str]) -> MatchInfo:
    """Return the match with bots on these seats. Raise `Invalid` if a seat isn't free, or a bot is unknown."""
    seats = len(info.chairs)
    for index, one in enumerate(wanted):
        if not 0 <= one.seat < seats or info.chairs[one.seat].holder != "nobody":
            raise Invalid(f"bots[{index}].seat", one.seat, f"a free seat from 0 to {seats - 1}")
        info = info.with_chair(one.seat, seat_bot(info.chairs[one.seat], one.bot, bots, f"bots[{index}].bot"))
    return info


def seat_person(info: MatchInfo, seat: Seat, name: str, entropy: str | None, user: str) -> MatchInfo:
    """Return the match with a person on the seat. Raise `Invalid` if the name or the entropy isn't valid."""
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip():
        raise Invalid("name", name, f"1 to {LONGEST_NAME} printable characters, no spaces around them")
    if _INVISIBLE.search(name):
        raise Invalid("name", name, "visible characters, so that no two names look alike")
    if entropy is not None and not _is_text(entropy):
        # The message replaces one that would show the value: entropy is a secret.
        accepted = f"a text of up to {_LONGEST_ENTROPY} characters"
        raise Invalid("entropy", type(entropy), accepted, f"entropy: expected {accepted}")
    chair = attrs.evolve(info.chairs[seat], holder="person", name=name, entropy=entropy, user=user)
    return info.with_chair(seat, chair)


def check_name(info: MatchInfo, seat: Seat, bots: Iterable[str]) -> None:
    """Raise `Invalid` if another player is called like this one, or if the name looks like that of a seat or a bot."""
    name, plain = info.chairs[seat].name, _plain(info.chairs[seat].name)
    if any(_plain(chair.name) == plain for other, chair in enumerate(info.chairs) if other != seat):
        message = f"name: {shown(name)} is taken in this match; choose another name"
        raise Invalid("name", name, "a name that nobody else has in this match", message)
    labels = [*(words["seat"].partition("{")[0] for words in PHRASES.values()), *bots]
    if re.fullmatch(rf"(?:{'|'.join(re.escape(_plain(label)) for label in labels)}) *\d+", plain):
        message = f"name: {shown(name)} looks like a seat or a bot; choose another name"
        raise Invalid("name", name, "a name that isn't that of a seat or a bot", message)


def _plain(name: str) -> str:
    """Return the name without what hardly anybody sees: its case, and the forms and widths of its letters."""
    return " ".join(normalize("NFKC", normalize("NFKC", name).casefold()).split())


def _is_text(text: str) -> bool:
    return len(text) <= _LONGEST_ENTROPY and not any("\ud800" <= char <= "\udfff" for char in text)


def choose_seat(info: MatchInfo, player: NewPlayer, *, public: bool, is_open: bool) -> Seat:
    """Return the seat for somebody who joins, or refuse.

    An invitation is for one seat. In a public match it is the seat that they name, or the first free one.
    """
    invited = _invited_seat(info, player.invitation)
    if invited is None and not public:
        raise HttpRefusal(403, "not_invited", SAYS["not_invited"])
    if not is_open:
        raise HttpRefusal(409, "match_started", SAYS["match_started"])
    wanted = player.seat if invited is None else invited
    if player.seat is not None and wanted != player.seat:
        raise Invalid("seat", player.seat, f"{wanted}, the seat of the invitation, or nothing")
    if wanted is None:
        _check_any_free(info)
        return info.free()[0]
    if not 0 <= wanted < len(info.chairs):
        raise Invalid("seat", wanted, f"a seat from 0 to {len(info.chairs) - 1}")
    check_free(info, wanted)
    return wanted


def check_seat_number(info: MatchInfo, seat: Seat) -> None:
    """Raise `Rejected` if the match has no such seat."""
    last = len(info.chairs) - 1
    if not 0 <= seat <= last:
        raise Rejected("no_such_seat", SAYS["no_such_seat"], seat=str(seat), last=last)


def _check_any_free(info: MatchInfo) -> None:
    """Refuse if all seats are taken."""
    if not info.free():
        raise HttpRefusal(409, "seat_taken", SAYS["seat_taken, all"])


def check_free(info: MatchInfo, seat: Seat) -> None:
    """Refuse if somebody has the seat."""
    _check_any_free(info)
    if seat not in info.free():
        free = ", ".join(map(str, info.free()))
        raise HttpRefusal(409, "seat_taken", SAYS["seat_taken"], seat=seat, free=free)


def _invited_seat(info: MatchInfo, invitation: str | None) -> Seat | None:
    """Return the seat of the invitation. Compare all of them, so that the time doesn't tell which one fits."""
    if invitation is None:
        return None
    given, found = hash_token(invitation), None
    for seat, chair in enumerate(info.chairs):
        if same(chair.invitation, given):
            found = seat
    if found is None:
        raise HttpRefusal(403, "not_invited", SAYS["not_invited, wrong"])
    return found
