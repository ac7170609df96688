"""What the server knows of a match besides its log: its seats, its tokens, and its options."""

import json
from functools import cached_property
from typing import Literal, TypeAlias

import attrs
from attrs import frozen

from cardkit.clock import Control
from cardkit.converter import FAST, structured
from cardkit.game import Json
from cardkit.seats import Outcome, Seat
from cardkit_api.stores.contract import bits_of

__all__ = ["Agreement", "Chair", "MatchInfo", "Role", "Takeback", "TimingInfo", "dump_info", "load_info"]

Role: TypeAlias = Literal["seat", "owner", "watcher", "invited"]


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
    """The embedding application's user who holds the seat, if it knows any."""
    entropy: str | None = None

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


@frozen(kw_only=True)
class MatchInfo:
    """A match from outside. The store keeps this as JSON, beside the log."""

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
    takeback: Takeback | None = None
    seed: str | None = None
    """The revealed seed, once the match is over."""
    outcome: Outcome | None = None
    """How the match ended. `None` too if an older server saw its end."""
    timing: TimingInfo | None = None
    """`None` in a match without a clock."""
    header: str = ""
    """The first line of the log without its seed; empty before the start."""

    def free(self) -> tuple[Seat, ...]:
        """Return the seats that nobody holds."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.holder == "nobody")

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

    def role_of_user(self, user: str) -> tuple[Role, Seat | None] | None:
        """Return the role of the embedding application's user: first a player's, else the owner's."""
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
    return structured(fields, MatchInfo)
