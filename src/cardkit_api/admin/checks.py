"""The check of one match in a database: its record, its key, and every line of its log."""

from collections.abc import AsyncIterator, Mapping, Sequence

from attrs import frozen

from cardkit.chance import commitment
from cardkit.clock import clock_of, load_facts
from cardkit.game import AnyGame
from cardkit.log import loads, with_seed
from cardkit.rejections import failure
from cardkit.verify import verify
from cardkit_api.admin.rows import Rows
from cardkit_api.keys import Keys, hash_token
from cardkit_api.service.match_info import MatchInfo, load_info
from cardkit_api.stores.contract import UNKNOWN, bits_of

__all__ = ["Kept", "faults", "log_of", "read_matches"]


@frozen
class Kept:
    """A match as it is in the database."""

    match: str
    status: str
    document: str
    moves: Sequence[tuple[int, int, str, int]]
    """The version before and after each move, its lines, and the seats that may move after it, as bits."""
    facts: str
    """The facts of its clock."""

    @property
    def lines(self) -> str:
        """The lines of the log after its header."""
        return "".join([lines for _, _, lines, _ in self.moves])


async def read_matches(rows: Rows, only: Sequence[str]) -> AsyncIterator[Kept]:
    """Yield the matches, the oldest first: all, or only those with these identifiers."""
    wanted = {*only}
    async for match, status, document in rows.query(
        "SELECT match, status, document FROM matches ORDER BY created, match"
    ):
        if not wanted or match in wanted:
            sql = "SELECT after, upto, lines, actors FROM moves WHERE match = ? ORDER BY after"
            moves = [
                (after, upto, lines, actors) async for after, upto, lines, actors in rows.query(sql, match)
            ]
            sql = "SELECT lines FROM facts WHERE match = ? ORDER BY after"
            facts = "".join([lines async for (lines,) in rows.query(sql, match)])
            yield Kept(match, status, document, moves, facts)


def faults(kept: Kept, keys: Keys | None, games: Mapping[str, AnyGame]) -> tuple[str, ...]:
    """Return what is wrong with a match, in a sentence each, without what is secret of it."""
    try:
        info = load_info(kept.document)
        if info.game not in games:
            return (f"its game {info.game} isn't installed here, so it can't be checked",)
        log_faults = _log_faults(kept, info, keys, games[info.game])
        return (*_record_faults(kept, info, keys), *(log_faults or _clock_faults(kept, info)))
    except Exception as error:  # a damaged record may raise anything
        return (f"it can't be read: {failure(error)}",)


def log_of(kept: Kept, keys: Keys | None) -> str | None:
    """Return the text of the match's log, with its seed; `None` if it hasn't begun.

    Raise `ValueError` if the key is missing that its seed follows from.
    """
    info = load_info(kept.document)
    if not info.header:
        return None
    seed = _seed(kept, info, keys)
    if seed is None:
        raise ValueError(f"the key {info.key}, which this match was made with, is missing; put it back")
    return with_seed(info.header, seed, kept.lines)


def _seed(kept: Kept, info: MatchInfo, keys: Keys | None) -> str | None:
    own = None if keys is None else keys.named(info.key)
    return info.seed if own is None or info.seed is not None else own.seed(kept.match, info.salt)


def _record_faults(kept: Kept, info: MatchInfo, keys: Keys | None) -> list[str]:
    found: list[str] = []
    own = None if keys is None else keys.named(info.key)
    if own is None:
        if kept.status != "over":
            found.append(f"the key {info.key} is missing, which it was made with; put it back")
    else:
        hashes = {"owner": info.owner, "watcher": info.watcher}
        found += [
            f"the token of the {role} doesn't follow from its key"
            for role, kept_hash in hashes.items()
            if hash_token(own.token(kept.match, role, info.salt)) != kept_hash
        ]
        for seat, chair in enumerate(info.chairs):
            expected = [
                own.token(kept.match, f"{role} {seat}", chair.salt) for role in ("seat", "invitation")
            ]
            if [*map(hash_token, expected)] != [chair.token, chair.invitation]:
                found.append(f"the tokens of seat {seat} don't follow from its key")
    seed = _seed(kept, info, keys)
    if seed is not None and commitment(seed) != info.commitment:
        found.append("its seed isn't the one that was committed to")
    return found


def _log_faults(kept: Kept, info: MatchInfo, keys: Keys | None, game: AnyGame) -> list[str]:
    if (kept.status == "open") == bool(info.header) or bool(kept.moves) != bool(info.header):
        return [f"its record says {kept.status}, which doesn't fit its log"]
    version = 0
    for after, upto, _, _ in kept.moves:
        if after != version:
            return [f"moves are missing between versions {version} and {after}"]
        version = upto
    seed = _seed(kept, info, keys)
    if not info.header or seed is None:
        return []
    text = with_seed(info.header, seed, kept.lines)
    if failed := verify(text, game).failures:
        return [str(failed[0])]
    match = loads(text, game)
    if match.version != version:
        return [f"its log leads to version {match.version}, its record to {version}"]
    if (kept.status == "over") == bool(match.actors):
        return [f"its record says {kept.status}, which doesn't fit its log"]
    if kept.moves[-1][3] not in (bits_of(match.actors), UNKNOWN) or info.outcome not in (match.outcome, None):
        return ["what lists show of it doesn't fit its log"]
    return []


def _clock_faults(kept: Kept, info: MatchInfo) -> list[str]:
    if (info.timing is not None and kept.status != "open") != bool(kept.facts):
        return ["its record and the facts of its clock don't fit"]
    if not kept.facts:
        return []
    clock = clock_of(load_facts(kept.facts))
    version = kept.moves[-1][1] if kept.moves else 0
    if clock.version != version:
        return [f"its clock is at version {clock.version}, and its log at version {version}"]
    if [one.bot for one in clock.seats] != [chair.bot for chair in info.chairs]:
        return ["its clock and its record differ in which bots play"]
    return []
