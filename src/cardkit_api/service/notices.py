"""What webhooks are told of a change. It is written together with the change, and delivered later."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Final

from attrs import frozen

from cardkit.match import AnyMatch
from cardkit.seats import Seat
from cardkit_api.keys import new_id
from cardkit_api.messages import Status, WebhookEvent
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.match_info import MatchInfo, Webhook
from cardkit_api.stores.contract import Notice, bits_of
from cardkit_api.webhooks import Webhooks

__all__ = ["FOR_OWNERS", "FOR_SEATS", "Notices", "target_of"]

FOR_SEATS: Final[tuple[WebhookEvent, ...]] = ("started", "turn", "undo_asked", "taken_over", "over")
FOR_OWNERS: Final[tuple[WebhookEvent, ...]] = ("lobby", *FOR_SEATS)


_OF_STATUS: Final[tuple[WebhookEvent, ...]] = ("lobby", "started", "over")
"""What owners are told if spectators aren't: only what the status of the match shows to all."""


def target_of(url: str) -> str:
    """Return the hash of a URL, which is in the store in its place."""
    return sha256(url.encode()).hexdigest()


class Notices:
    """Finds out what webhooks are told of a change."""

    def __init__(self, webhooks: Webhooks) -> None:
        self.any: bool = webhooks.any
        self._players = webhooks.players
        self._own = (Webhook(webhooks.url, FOR_OWNERS, ""),) if webhooks.url else ()
        self.wake: Callable[[], None] = _tell_nobody
        """Called once notices were written."""

    def watches(self, info: MatchInfo) -> bool:
        """Return whether any webhook is told of the match."""
        return self._own != () or (self._players and info.webhooks != ())

    def of(
        self,
        loaded: LoadedMatch,
        info: MatchInfo | None,
        status: Status,
        after: AnyMatch | None,
        now: float,
    ) -> tuple[Notice, ...]:
        """Return what webhooks are told of a change to this information, status and match.

        Webhooks with the same URL are told once. The notices are sorted, so that two transactions that write the same
        ones can't deadlock.
        """
        known, match = info or loaded.info, after or loaded.match
        withheld = known.spectators == "none" or (known.spectators != "public" and status != "over")
        holders: defaultdict[tuple[str, WebhookEvent], set[Seat | None]] = defaultdict(set)
        in_sight: set[str] = set()
        for hook in self._own:
            in_sight.add(target_of(hook.url))
            for kind in FOR_OWNERS:
                holders[target_of(hook.url), kind].add(None)
        for seat, hook in known.webhooks if self._players else ():
            target, watches = target_of(hook.url), seat is None and known.spectators != "public"
            if seat is not None or not withheld:
                in_sight.add(target)
            for kind in (_OF_STATUS if watches else FOR_OWNERS) if seat is None else FOR_SEATS:
                if kind in hook.events:
                    holders[target, kind].add(seat)
        change = _Change.between(loaded, known, status, match)
        told: list[Notice] = []
        for (target, kind), whose in sorted(holders.items(), key=lambda item: item[0]):
            seats = change.seats_for(kind, whose, len(known.chairs))
            if seats is None and not (kind == "turn" and change.ended):
                continue
            notice = Notice(
                match=loaded.row.match,
                target=target,
                kind=kind,
                id="" if seats is None else new_id(),
                version=match.version if match is not None and target in in_sight else 0,
                seats=bits_of(seats or ()),
                at=now,
            )
            told.append(notice)
        return tuple(told)


@frozen
class _Change:
    """What has happened to a match, as far as webhooks are told of it."""

    kinds: frozenset[WebhookEvent]
    """What has happened that is about no seat."""
    acting: frozenset[Seat]
    """The people who are to move now."""
    began: frozenset[Seat]
    """Those of them who weren't before."""
    ended: frozenset[Seat]
    """The people who were to move, and aren't now."""
    asking: Seat | None
    """Who has asked to take a move back."""
    agreed: frozenset[Seat]
    taken: frozenset[Seat]
    """The seats that bots have taken over."""

    @classmethod
    def between(
        cls, loaded: LoadedMatch, info: MatchInfo, status: Status, match: AnyMatch | None
    ) -> "_Change":
        """Return what leads from the match in memory to this one."""
        before, kinds = loaded.info, set[WebhookEvent]()
        if status == "open" and (loaded.row.revision == 0 or _lobby(before) != _lobby(info)):
            kinds.add("lobby")
        if loaded.row.status != status:
            kinds.add("over" if status == "over" else "started")
        were, acting = _acting(before, loaded.match), _acting(info, match)
        asked, takeback = before.takeback, info.takeback
        asks = takeback if takeback is not None and takeback.agreed else None
        if asks and asked and (asked.by, asked.version) == (asks.by, asks.version):
            asks = None
        pairs = zip(before.chairs, info.chairs, strict=True)
        return cls(
            kinds=frozenset(kinds),
            acting=acting,
            began=acting - were,
            ended=were - acting,
            asking=None if asks is None else asks.by,
            agreed=frozenset(() if asks is None else asks.agreed),
            taken=frozenset(
                seat
                for seat, (one, other) in enumerate(pairs)
                if one.holder == "person" and other.played_by_bot and not one.played_by_bot
            ),
        )

    def seats_for(
        self, kind: WebhookEvent, whose: Iterable[Seat | None], number: int
    ) -> frozenset[Seat] | None:
        """Return the seats to name to these seats, `None` being the owner. Return `None` if they aren't told."""
        told = frozenset(seat for seat in whose if seat is not None)
        everybody = None in whose
        scope = frozenset(range(number)) if everybody else told
        if kind == "turn":
            return scope & self.acting if scope & self.began else None
        if kind == "taken_over":
            return scope & self.taken or None
        if kind == "undo_asked":
            asked = self.asking is not None and (everybody or told - self.agreed)
            return frozenset([self.asking]) if asked and self.asking is not None else None
        return frozenset() if kind in self.kinds else None


def _acting(info: MatchInfo, match: AnyMatch | None) -> frozenset[Seat]:
    """Return the people who are to move."""
    seats = () if match is None else match.actors
    return frozenset(seat for seat in seats if not info.chairs[seat].played_by_bot)


def _lobby(info: MatchInfo) -> object:
    """Return what a lobby shows."""
    chairs = [(chair.holder, chair.name, chair.bot, chair.ready) for chair in info.chairs]
    return chairs, info.options, info.takebacks, info.starts, info.spectators, info.delay, info.timing


def _tell_nobody() -> None:
    pass
