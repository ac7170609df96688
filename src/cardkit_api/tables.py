"""What the server knows of a match besides its log: who sits where, and who may do what."""

import json
from functools import cached_property
from typing import Literal, TypeAlias

import attrs
from attrs import frozen

from cardkit.converter import FAST, structured
from cardkit.game import Json
from cardkit.seats import Seat
from cardkit_api.keys import hashed

__all__ = ["Chair", "Role", "Table", "Takeback", "read_table", "written_table"]

Role: TypeAlias = Literal["seat", "owner", "watcher", "invited"]


@frozen(kw_only=True)
class Chair:
    """One seat of a match, and who holds it."""

    holder: Literal["nobody", "person", "bot"] = "nobody"
    name: str = ""
    bot: str = ""
    """The bot that plays; for a person who resigned, the one that goes on."""
    resigned: bool = False
    salt: str
    """What the seat's token and invitation are derived with."""
    token: str
    """The hash of the seat's token, whoever holds it."""
    invitation: str
    user: str = ""
    """Who holds it, where the embedding application knows its users."""
    entropy: str | None = None

    @property
    def played_by_bot(self) -> bool:
        """Whether the server moves for it."""
        return self.bot != ""


@frozen
class Takeback:
    """A seat has asked to take its last move back, and these have agreed. It lapses with the next move."""

    by: Seat
    version: int
    agreed: tuple[Seat, ...]


@frozen(kw_only=True)
class Table:
    """A match as its players see it from outside: kept beside the log, as JSON."""

    game: str
    options: dict[str, Json]
    chairs: tuple[Chair, ...]
    salt: str
    key: str
    """The name of the server's key that the seed is derived from."""
    commitment: str
    owner: str
    """The hash of the owner's token."""
    watcher: str
    owner_user: str = ""
    takeback: Takeback | None = None
    seed: str | None = None
    """Revealed: the match is over."""
    header: str = ""
    """The first line of the log, up to its seal; empty before the start."""

    def free(self) -> tuple[Seat, ...]:
        """The seats that nobody holds."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.holder == "nobody")

    def with_chair(self, seat: Seat, chair: Chair) -> "Table":
        """The table with another holder of that seat."""
        chairs = (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])
        return attrs.evolve(self, chairs=chairs)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the seats are called in sentences."""
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

    def role_of(self, token: str) -> tuple[Role, Seat | None] | None:
        """What the token lets its holder be here.

        It is looked up by its hash. How long that takes may depend on the hash, which tells nobody a token.
        """
        return self._roles.get(hashed(token))

    def role_of_user(self, user: str) -> tuple[Role, Seat | None] | None:
        """What a user of the embedding application is here: a player first, else the owner."""
        for seat, chair in enumerate(self.chairs):
            if user and chair.user == user:
                return "seat", seat
        return ("owner", None) if user and self.owner_user == user else None


def written_table(table: Table) -> str:
    """The table as the store keeps it."""
    return json.dumps(FAST.unstructure(table, Table), ensure_ascii=False, separators=(",", ":"))


def read_table(document: str) -> Table:
    """The table that the store kept."""
    fields: Json = json.loads(document)
    return structured(fields, Table)
