"""What the holder of a ticket does besides moving: with their seat, the clock, and after the match."""

from attrs import frozen

from cardkit.documents import Document
from cardkit.seats import Seat
from cardkit_api.client import Client, RemoteMatch
from cardkit_api.messages import MatchStatus
from cardkit_cli.errors import ServerRefusal, UsageError
from cardkit_cli.parameters import ClockAct, SeatAct
from cardkit_cli.server.status import names_of, progress_of
from cardkit_cli.server.tickets import Ticket, begin_renewal, link_to, replace_invitation, rewrite_ticket
from cardkit_cli.times import control_text

__all__ = ["Acts", "clock_document", "seats_document"]


@frozen
class Acts:
    """What can be done with the tokens of a ticket."""

    client: Client
    ticket: Ticket

    @property
    def player(self) -> RemoteMatch:
        """The match for the holder of the seat; without one, for the owner or a watcher."""
        return self.client.match(self.ticket.match, self.ticket.token_for(None))

    @property
    def owner(self) -> RemoteMatch:
        """The match for its owner."""
        return self.client.match(self.ticket.match, self.ticket.owner or self.ticket.token)

    def status(self) -> MatchStatus:
        """Return who sits where, and on what terms."""
        return self.player.status()

    def own_seat(self) -> Seat:
        """Return the seat of the ticket. Raise an error if it has none."""
        seat = self.ticket.seat
        if seat is None:
            seat = self.player.table(limit=1).seat
        if seat is None:
            raise ServerRefusal("not_allowed", "this ticket has no seat; name the ticket of a player")
        return seat

    # --- the seat

    def on_seat(self, act: SeatAct, seat: Seat | None) -> Document:
        """Do something with a seat. Return what is new besides the match: a token or an invitation."""
        if seat is not None and act not in ("free", "invite"):
            raise UsageError(f"{act}: it acts on your own seat; leave {seat} out")
        match act:
            case "ready" | "unready":
                self.player.set_ready(act == "ready")
            case "resign":
                self.player.resign()
            case "leave":
                self.player.free_seat(self.own_seat())
                self._forget_seat()
            case "free":
                self.owner.free_seat(_named(seat, act))
                if seat == self.ticket.seat:
                    self._forget_seat()
            case "invite":
                invitation = self.owner.invite(_named(seat, act))
                link = link_to(self.ticket.server, self.ticket.match, invitation)
                replace_invitation(self.ticket, _named(seat, act), invitation, link)
                return {"invitation": invitation, "link": link}
            case "token":
                return self._renew()
        return {}

    def _forget_seat(self) -> None:
        """Take the token of a seat that was freed out of the ticket, if others are in it."""
        if self.ticket.owner or self.ticket.watcher:
            rewrite_ticket(self.ticket, {"token": None, "seat": None})

    def _renew(self) -> Document:
        """Get a new token and save it in the ticket. If this is interrupted, the next attempt gets the same one."""
        seat = self.own_seat()
        key = begin_renewal(self.ticket)
        token = self.player.renew_token(seat, key=key)
        saved = rewrite_ticket(self.ticket, {"token": token, "renewal": None})
        return {"file": self.ticket.word} if saved else {"token": token}

    # --- the clock

    def on_clock(self, act: ClockAct, seat: Seat | None, time: int | None) -> MatchStatus:
        """Do something with the clock."""
        if time is not None and act != "give":
            raise UsageError(f"{act}: it takes no time; leave the time out")
        if seat is not None and act not in ("give", "replace"):
            raise UsageError(f"{act}: it takes no seat; leave {seat} out")
        match act:
            case "pause":
                return self.player.pause()
            case "resume":
                return self.player.resume()
            case "return":
                return self.player.come_back(self.own_seat())
            case "replace":
                return self.player.replace(_named(seat, act))
            case "give":
                if time is None:
                    raise UsageError("give: name a seat and a time, as in `cardkit clock MATCH give 2 30s`")
                return self.player.give_time(_named(seat, act), time)


def _named(seat: Seat | None, act: str) -> Seat:
    if seat is None:
        raise UsageError(f"{act}: name a seat, as in `{act} 2` (0 is the first)")
    return seat


def seats_document(match: MatchStatus) -> Document:
    """Return who sits where."""
    return {
        "match": match.id,
        "status": match.status,
        **progress_of(match),
        "seats": [
            {
                "seat": one.seat,
                "holder": one.holder,
                "name": name,
                "bot": one.bot,
                "ready": one.ready,
                "resigned": one.resigned,
            }
            for one, name in zip(match.seats, names_of(match), strict=True)
        ],
    }


def clock_document(match: MatchStatus) -> Document:
    """Return what the clock shows. Times are milliseconds. Raise `ServerRefusal` if the match has none."""
    timing = match.timing
    if timing is None:
        raise ServerRefusal("no_clock", "this match has no clock; `cardkit new --clock` gives one")
    clock = timing.clock
    return {
        "match": match.id,
        "status": match.status,
        "version": match.version,
        "clock": control_text(timing.control),
        "absence": timing.absence,
        "paused": clock is not None and clock.paused,
        "pause": [*timing.pause],
        "late": timing.late,
        "replace": [*timing.replace],
        "seats": [
            {
                "seat": seat,
                "name": name,
                "left": one.left,
                "runs": one.runs,
                "opening": one.opening,
                "out_of_time": one.out_of_time,
                "bot": one.bot,
            }
            for seat, (one, name) in enumerate(
                zip(() if clock is None else clock.seats, names_of(match), strict=False)
            )
        ],
    }
