"""What the server knows of a match besides its log: its seats, its tokens, and its options."""

import json
import re
from functools import cached_property
from typing import Literal, TypeAlias

import attrs
from attrs import field, frozen

from cardkit.clock import Control
from cardkit.converter import FAST, structured
from cardkit.game import Json
from cardkit.seats import Outcome, Seat
from cardkit_api.keys import hash_token, hash_user
from cardkit_api.messages import Spectators, Starts, Takebacks
from cardkit_api.stores.contract import bits_of

__all__ = [
    "Agreement",
    "Chair",
    "Holder",
    "MatchInfo",
    "NextMatch",
    "Role",
    "Takeback",
    "TimingInfo",
    "Webhook",
    "dump_info",
    "load_info",
]

Role: TypeAlias = Literal["seat", "owner", "watcher", "invited"]


@frozen
class Holder:
    """Somebody who calls: the holder of a token, a user of the embedding application, or nobody in particular."""

    token: str = field(default="", repr=False)
    """The hash of the token."""
    user: str = ""
    """The hash of the user id."""


@frozen
class Webhook:
    """A URL that is told what happens in the match."""

    url: str = field(repr=False)
    events: tuple[str, ...]
    salt: str
    """Goes into the secret that signs what is sent there."""
    older: tuple[tuple[str, float], ...] = ()
    """Salts of secrets that were replaced, each with the Unix time until which it still signs."""


@frozen(kw_only=True)
class Chair:
    """The holder of one seat."""

    holder: Literal["nobody", "person", "bot"] = "nobody"
    name: str = ""
    bot: str = ""
    """The bot that plays the seat, also after its person has resigned."""
    resigned: bool = False
    salt: str
    """Goes into the seat's token and invitation."""
    token: str
    """The hash of the seat's token."""
    invitation: str
    user: str = ""
    """The hash of the embedding application's user id whose seat it is, if the application knows its users."""
    entropy: str | None = None
    ready: bool = False
    """Whether the person was ready for the start."""
    webhook: Webhook | None = None
    """What tells the person. Somebody who sits down here later doesn't have it."""

    @property
    def is_ready(self) -> bool:
        """Whether the start needn't wait for the holder. Bots are always ready."""
        return self.ready or self.holder == "bot"

    @property
    def played_by_bot(self) -> bool:
        """Whether the server moves for the seat."""
        return self.bot != ""


@frozen
class Takeback:
    """The request of a seat to take its last move back, and who has agreed. It ends with the next move."""

    by: Seat
    version: int
    agreed: tuple[Seat, ...]


@frozen
class Agreement:
    """The seats that have agreed to a pause, or to replace a seat that is late. It ends with the next move."""

    version: int
    agreed: tuple[Seat, ...]
    late: Seat | None = None


@frozen
class TimingInfo:
    """The clock of a match, and what happens when a seat runs out of time: `wait`, `resign` or `bot:` and a name."""

    control: Control
    absence: str
    pause: Agreement | None = None
    replace: Agreement | None = None

    def bot(self, default: str) -> str:
        """Return the bot that takes over from a seat."""
        return self.absence.removeprefix("bot:") if self.absence.startswith("bot:") else default


@frozen
class NextMatch:
    """What the next match of the same players follows from."""

    match: str
    salt: str
    salts: tuple[str, ...]
    """The salts of its seats."""
    key: str
    """The name of the server's key that it is made with."""
    made: bool = False
    """Whether it was made. It may have been deleted since."""


@frozen(kw_only=True)
class MatchInfo:
    """What the server knows of a match besides its log. The store keeps it as JSON, beside the log."""

    game: str
    options: dict[str, Json]
    chairs: tuple[Chair, ...]
    salt: str
    key: str
    """The name of the server's key from which the seed follows."""
    commitment: str
    owner: str
    """The hash of the owner's token."""
    watcher: str
    owner_user: str = ""
    """The hash of the user id of the maker of the match."""
    takeback: Takeback | None = None
    takebacks: Takebacks = "ask"
    starts: Starts = "full"
    spectators: Spectators = "public"
    delay: int = 0
    """By how many events spectators are behind, if they are `delayed`."""
    seed: str | None = None
    """The revealed seed, once the match is over."""
    outcome: Outcome | None = None
    """How the match ended. It is also `None` if an older server saw the end."""
    timing: TimingInfo | None = None
    """`None` in a match without a clock."""
    rematch: tuple[Seat, ...] = ()
    """The seats that want another match."""
    next: NextMatch | None = None
    webhook: Webhook | None = None
    """What tells the owner."""
    header: str = ""
    """The first line of the log without its seed; empty before the start."""

    def free(self) -> tuple[Seat, ...]:
        """Return the seats that nobody holds."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.holder == "nobody")

    @property
    def starts_now(self) -> bool:
        """Whether an open match starts by itself, because everything that it waits for is there."""
        if self.free() or self.starts == "owner":
            return False
        return self.starts == "full" or all(chair.is_ready for chair in self.chairs)

    def with_chair(self, seat: Seat, chair: Chair) -> "MatchInfo":
        """Return the information with another holder of that seat."""
        chairs = (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])
        return attrs.evolve(self, chairs=chairs)

    @cached_property
    def bots(self) -> int:
        """The seats for which the server moves, as bits."""
        return bits_of(seat for seat, chair in enumerate(self.chairs) if chair.played_by_bot)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the seats in sentences."""
        return tuple(
            chair.name or (f"{chair.bot} {seat}" if chair.bot else f"seat {seat}")
            for seat, chair in enumerate(self.chairs)
        )

    @cached_property
    def webhooks(self) -> tuple[tuple[Seat | None, Webhook], ...]:
        """All webhooks with their seats; `None` stands for the owner."""
        seats = [(seat, chair.webhook) for seat, chair in enumerate(self.chairs)]
        return tuple([(seat, hook) for seat, hook in ((None, self.webhook), *seats) if hook is not None])

    def with_webhook(self, seat: Seat | None, webhook: Webhook | None) -> "MatchInfo":
        """Return the information with another webhook of the seat or, without one, of the owner."""
        if seat is None:
            return attrs.evolve(self, webhook=webhook)
        return self.with_chair(seat, attrs.evolve(self.chairs[seat], webhook=webhook))

    @cached_property
    def people(self) -> tuple[str, ...]:
        """The users whose match it is, as seats or as the owner."""
        return tuple(sorted({self.owner_user, *(chair.user for chair in self.chairs)} - {""}))

    @cached_property
    def _roles(self) -> dict[str, tuple[Role, Seat | None]]:
        """Roles by the hashes of their tokens."""
        roles: dict[str, tuple[Role, Seat | None]] = {}
        for seat, chair in enumerate(self.chairs):
            roles[chair.invitation] = "invited", None
            if chair.holder == "person":
                roles[chair.token] = "seat", seat
        roles[self.owner] = "owner", None
        roles[self.watcher] = "watcher", None
        return roles

    def role_of(self, token_hash: str) -> tuple[Role, Seat | None] | None:
        """Return the role that the token with this hash gives its holder, with the seat.

        The time of the look-up may depend on the hash, which reveals no token.
        """
        return self._roles.get(token_hash)

    def seat_of(self, token: str) -> Seat | None:
        """Return the seat whose token this is, if it is one."""
        found = self.role_of(hash_token(token))
        return None if found is None else found[1]

    def role_of_holder(self, holder: Holder) -> tuple[Role, Seat | None] | None:
        """Return the role of the caller. A token of the match counts before the user."""
        found = self.role_of(holder.token) if holder.token else None
        return found or self.role_of_user(holder.user)

    def is_owner(self, holder: Holder) -> bool:
        """Return whether this is the owner. A user who also has a seat is, too."""
        found = self.role_of(holder.token) if holder.token else None
        return holder.user != "" and holder.user == self.owner_user if found is None else found[0] == "owner"

    def role_of_user(self, user: str) -> tuple[Role, Seat | None] | None:
        """Return the role of the user with this hash: first a player's, else the owner's."""
        for seat, chair in enumerate(self.chairs):
            if user and chair.user == user:
                return "seat", seat
        return ("owner", None) if user and self.owner_user == user else None


def dump_info(info: MatchInfo) -> str:
    """Return the information as JSON for the store."""
    return json.dumps(FAST.unstructure(info, MatchInfo), ensure_ascii=False, separators=(",", ":"))


def load_info(document: str) -> MatchInfo:
    """Return the information from the store's JSON."""
    fields: Json = json.loads(document)
    info = structured(fields, MatchInfo)
    if not any(map(_is_open_user, (info.owner_user, *(chair.user for chair in info.chairs)))):
        return info
    chairs = [attrs.evolve(chair, user=_hashed(chair.user)) for chair in info.chairs]
    return attrs.evolve(info, owner_user=_hashed(info.owner_user), chairs=tuple(chairs))


def _is_open_user(user: str) -> bool:
    """Return whether an older server wrote a user id, and not its hash."""
    return user != "" and not re.fullmatch("[0-9a-f]{64}", user)


def _hashed(user: str) -> str:
    return hash_user(user) if _is_open_user(user) else user
