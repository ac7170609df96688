"""The service behind the routes, put together, with its beginning and its end."""

from collections.abc import Mapping

from cardkit.game import AnyGame
from cardkit_api.keys import Keys
from cardkit_api.limits import Limits
from cardkit_api.service.background import Background
from cardkit_api.service.bots import Bots, MakeBot
from cardkit_api.service.cache import MatchCache
from cardkit_api.service.commits import Commits
from cardkit_api.service.deliveries import Deliveries
from cardkit_api.service.figures import Figures
from cardkit_api.service.housekeeping import Housekeeper
from cardkit_api.service.listing import Lists
from cardkit_api.service.loaded_match import LoadedMatch, LoadedMatches
from cardkit_api.service.logs import MatchLogs
from cardkit_api.service.match_info import load_info
from cardkit_api.service.matches import Matches
from cardkit_api.service.moves import Moves
from cardkit_api.service.neighbours import Neighbours
from cardkit_api.service.notices import Notices
from cardkit_api.service.orders.orders import Orders
from cardkit_api.service.reactions import Reactions
from cardkit_api.service.readiness import Readiness
from cardkit_api.service.rematch import Rematches
from cardkit_api.service.seating import Seating
from cardkit_api.service.summary import Summaries
from cardkit_api.service.tickets import Tickets
from cardkit_api.service.timing.acts import ClockActs
from cardkit_api.service.timing.sweeper import Sweeper
from cardkit_api.service.timing.timekeeper import Timekeeper
from cardkit_api.service.undo import Undos
from cardkit_api.service.webhooks import MatchWebhooks
from cardkit_api.stores.contract import Store
from cardkit_api.webhooks import Webhooks

__all__ = ["Service", "WrongKey"]


class WrongKey(Exception):
    """The server's key isn't the one that its running matches were made with."""


class Service:
    """All matches of one store, with the games that the server offers."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        keys: Keys,
        limits: Limits,
        bots: Mapping[str, MakeBot],
        webhooks: Webhooks | None = None,
    ) -> None:
        self.store = store
        self.games = games
        self.limits = limits
        self.bot_names: tuple[str, ...] = (*bots,)
        """The bots that clients may ask for. The first one takes over from players who resign."""
        self.tickets: Tickets = Tickets(keys, limits.ticket_seconds)
        self._logs = MatchLogs(games, keys)
        self._background = Background()
        self.figures: Figures = Figures()
        self.readiness: Readiness = Readiness(store, self.figures)
        self.neighbours: Neighbours = Neighbours(store, self._background)
        self.cache: MatchCache = MatchCache(
            LoadedMatches(limits.live_matches, limits.live_bytes),
            store,
            self._logs,
            self._background,
            self._notice_change,
            self.figures,
            self.neighbours,
        )
        webhooks = webhooks or Webhooks()
        notices = Notices(webhooks)
        self.sweeper: Sweeper = Sweeper(store, self.cache, self.figures)
        self.commits: Commits = Commits(
            store, self.cache, self._logs, self.figures, notices, self.sweeper.expect
        )
        self.timekeeper: Timekeeper = Timekeeper(store, self.commits, next(iter(bots), ""))
        self.webhooks: MatchWebhooks = MatchWebhooks(store, self.cache, self.commits, self._logs, webhooks)
        self.deliveries: Deliveries = Deliveries(
            store, self.webhooks, webhooks, self._background, self.figures
        )
        notices.wake = self.deliveries.wake
        self._summaries = Summaries(store, self.cache, self._logs)
        self.lists: Lists = Lists(store, self._summaries)
        self.matches: Matches = Matches(store, self.cache, self.commits, self._logs, keys, self.bot_names)
        self.seating: Seating = Seating(store, self.commits, self.timekeeper, self._logs, self.bot_names)
        self.rematches: Rematches = Rematches(store, self.cache, self.commits, self._logs, keys)
        self.clocks: ClockActs = ClockActs(
            store, self.cache, self.commits, self.timekeeper, next(iter(bots), ""), limits.clock_acts
        )
        self.moves: Moves = Moves(store, self.cache, self.commits, self.timekeeper)
        self.orders: Orders = Orders(
            store, self.cache, self.commits, self.timekeeper, self._background, self.figures
        )
        self.reactions: Reactions = Reactions(store)
        self.undos: Undos = Undos(
            store, self.cache, self.commits, self.timekeeper, limits.undo_seconds, limits.undos
        )
        self._bots = Bots(
            bots, limits.bot_seconds, self.commits, self.timekeeper, self._background, self.figures
        )

        self.stopping: bool = False
        """Whether the server was told to stop, so that it isn't ready for new clients."""

    def _notice_change(self, loaded: LoadedMatch) -> None:
        self._bots.wake(loaded)
        if loaded.ordered:
            self.orders.wake(loaded)

    def game(self, key: str) -> AnyGame:
        """Return the game with this key. Raise `UnknownGame` if the server doesn't have it."""
        return self._logs.game(key)

    async def check_key(self) -> None:
        """Raise `WrongKey` if the newest running match was made with another key, so that the key may be lost."""
        row = await self.store.newest("running")
        if row is not None and not self._logs.has_key_of(load_info(row.document)):
            raise WrongKey(
                "the running matches were made with another key: put its file back, or set CARDKIT_KEY to it;"
                " --new-key starts without it, but then nobody can play on in these matches"
            )

    async def open(self) -> None:
        """Open the store, and go on with what a former process left undone."""
        self.figures.tracing.start()
        await self.store.open(self.cache.receive, self.cache)
        keeper = Housekeeper(self.store, self.cache, self._bots, self._summaries, self.limits, self.figures)
        self._background.spawn(keeper.run())
        self._background.spawn(self.sweeper.run(self.timekeeper))
        self._background.spawn(self.neighbours.run(self.cache.loaded))
        self._background.spawn(self.orders.run())
        if self.webhooks.config.any:
            self._background.spawn(self.deliveries.run())

    def disconnect(self) -> None:
        """End all streams and long polls. Their clients may come back."""
        self.cache.lose_all()

    async def close(self) -> None:
        """Disconnect the clients, stop the bots, and close the store."""
        self.disconnect()
        await self._background.stop()
        self._bots.close()
        await self.cache.stop()
        self.undos.close()
        self.deliveries.close()
        await self.neighbours.close()
        await self.store.close()
