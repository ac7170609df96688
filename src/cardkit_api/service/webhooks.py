"""The webhooks of matches: players and owners set them, get new secrets for them, and end them."""

from collections.abc import Callable, Sequence
from time import time
from typing import Final

import attrs

from cardkit.rejections import Invalid
from cardkit.seats import Seat
from cardkit_api.keys import new_id
from cardkit_api.messages import NewWebhook, WebhookEvent
from cardkit_api.problems import HttpRefusal
from cardkit_api.service.cache import MatchCache
from cardkit_api.service.commits import Check, Commits, unchecked
from cardkit_api.service.idempotency import replayable
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.logs import MatchLogs
from cardkit_api.service.match_info import MatchInfo, Webhook, load_info
from cardkit_api.service.notices import FOR_OWNERS, FOR_SEATS, target_of
from cardkit_api.stores.contract import Notice, Store, Written
from cardkit_api.webhooks import Webhooks
from cardkit_api.webhooks.addresses import BadAddress, read_place
from cardkit_api.webhooks.signatures import check_secret, secret_text

__all__ = ["MatchWebhooks", "events_of"]

_OVERLAP: Final = 24 * 3600.0
"""Seconds for which a replaced secret still signs."""
_OLDER: Final = 3
"""The most replaced secrets that still sign."""


@attrs.frozen(eq=False)
class MatchWebhooks:
    """The webhooks of players and owners, and that of the whole server."""

    _store: Store
    _cache: MatchCache
    _commits: Commits
    _logs: MatchLogs
    config: Webhooks

    def of(self, loaded: LoadedMatch, seat: Seat | None) -> Webhook:
        """Return the webhook of a seat or, without one, of the owner. Refuse if there is none."""
        self._check_on()
        hook = loaded.info.webhook if seat is None else loaded.info.chairs[seat].webhook
        if hook is None:
            raise HttpRefusal(404, "no_webhook", "you have no webhook for this match; set one with PUT")
        return hook

    def secret(self, loaded: LoadedMatch, seat: Seat | None, hook: Webhook) -> str:
        """Return the secret of a webhook. Show it only to the holder who has just got it."""
        return secret_text(self._secret(loaded.row.match, loaded.info, seat, hook.salt))

    async def set(self, loaded: LoadedMatch, seat: Seat | None, wanted: NewWebhook, check: Check) -> Webhook:
        """Set the webhook of a seat or of the owner, with a new secret. One that was there before ends."""
        self._check_on()
        known = FOR_OWNERS if seat is None else FOR_SEATS
        events = known if wanted.events is None else wanted.events
        for index, event in enumerate(events):
            if event not in known:
                raise Invalid(f"events[{index}]", event, f"one of {', '.join(known)}")
        if not events:
            raise Invalid("events", [], "at least one event; DELETE ends a webhook")
        try:
            read_place(wanted.url)
        except BadAddress as error:
            # The message replaces one that would show the URL: it may hold a secret.
            raise Invalid("url", str, str(error), f"url: expected {error}") from None
        hook = Webhook(wanted.url, tuple(event for event in known if event in events), new_id())
        await self._change(loaded, lambda info: info.with_webhook(seat, hook), check)
        return hook

    async def rotate(self, loaded: LoadedMatch, seat: Seat | None, check: Check) -> Webhook:
        """Give the webhook a new secret. The old one signs, too, for a day."""
        salt = new_id()

        def renewed(info: MatchInfo) -> MatchInfo:
            hook = self.of(loaded, seat)
            now = time()
            older = [(salt, until) for salt, until in hook.older if until > now]
            older = [(hook.salt, now + _OVERLAP), *older][:_OLDER]
            return info.with_webhook(seat, attrs.evolve(hook, salt=salt, older=tuple(older)))

        await self._change(loaded, renewed, check)
        return self.of(loaded, seat)

    async def test(self, loaded: LoadedMatch, seat: Seat | None, check: Check) -> Webhook:
        """Have a test sent to the webhook, and return it. A later test replaces one that wasn't delivered."""

        async def attempt() -> Webhook | None:
            hook = self.of(loaded, seat)
            notice = Notice(
                match=loaded.row.match,
                target=target_of(hook.url),
                kind="test",
                id=new_id(),
                version=0,
                seats=0,
                at=time(),
            )
            return hook if await self._commits.tell(loaded, notice, check) else None

        return (await replayable(self._store, None, Webhook, attempt)).value

    async def end(self, loaded: LoadedMatch, seat: Seat | None, check: Check) -> None:
        """End the webhook. What wasn't delivered yet never is."""

        def without(info: MatchInfo) -> MatchInfo:
            self.of(loaded, seat)
            return info.with_webhook(seat, None)

        await self._change(loaded, without, check)

    async def end_all(self, match: str, target: str) -> None:
        """End all webhooks of the match with that URL, because its host has said that it is gone."""
        loaded = await self._cache.load(match)
        if loaded is None:
            return

        def without(info: MatchInfo) -> MatchInfo:
            for seat, hook in info.webhooks:
                if target_of(hook.url) == target:
                    info = info.with_webhook(seat, None)
            return info

        await self._change(loaded, without)

    async def find(self, match: str, target: str, now: float) -> tuple[str, Sequence[bytes], bool]:
        """Return the URL of this hash, its secrets, and whether it is the server's own. It is empty if there is none.

        Of several webhooks with one URL, all secrets sign.
        """
        own = self.config
        if own.url and target_of(own.url) == target:
            return own.url, [check_secret(text) for text in own.secrets], True
        row = await self._store.row(match) if own.players else None
        if row is None:
            return "", (), False
        info = load_info(row.document)
        hooks = [(seat, hook) for seat, hook in info.webhooks if target_of(hook.url) == target]
        secrets = [
            self._secret(match, info, seat, salt)
            for seat, hook in hooks
            for salt in (hook.salt, *(salt for salt, until in hook.older if until > now))
        ]
        return (hooks[0][1].url if hooks else ""), secrets, False

    def _secret(self, match: str, info: MatchInfo, seat: Seat | None, salt: str) -> bytes:
        whose = "owner" if seat is None else f"seat {seat}"
        return self._logs.keys_of(info).webhook_secret(match, whose, salt)

    def _check_on(self) -> None:
        if not self.config.players:
            raise HttpRefusal(
                409,
                "webhooks_off",
                "this server has no webhooks for players; its operator can switch them on",
            )

    async def _change(
        self,
        loaded: LoadedMatch,
        change: Callable[[MatchInfo], MatchInfo],
        check: Check = unchecked,
    ) -> None:
        async def attempt() -> bool | None:
            info = change(loaded.info)
            if info == loaded.info:
                return True
            result = await self._commits.commit(loaded, info=info, check=check)
            return True if isinstance(result, Written) else None

        await replayable(self._store, None, bool, attempt)


def events_of(hook: Webhook) -> list[WebhookEvent]:
    """Return what the webhook is told, by the names that clients know."""
    return [event for event in FOR_OWNERS if event in hook.events]
