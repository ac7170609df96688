"""What lies before a viewer's eyes, and what a viewer sees of an event."""

from typing import Literal, TypeAlias, assert_never

from attrs import frozen

from cardkit.games.push.cards import Card, Number, RowCard
from cardkit.games.push.messages import Event, Glimpse, Opened, OpeningSeen
from cardkit.games.push.state import SECURED, Choosing, Going, Over, Placing, State, Taking, open_cards
from cardkit.seats import Seat, Viewer

__all__ = ["Moment", "View", "glimpse", "view"]

Moment: TypeAlias = Literal["choosing", "placing", "going", "taking", "over"]


@frozen
class View:
    """The table as one viewer sees it. Of what others have secured only the number shows, until the end."""

    you: Seat | None
    moment: Moment
    """Whether the turn begins, a card is up, one may go on or stop, or rows are taken."""
    player: Seat | None
    """Whose turn it is."""
    to_move: Seat | None
    """The player, but others too when rows are taken."""
    card: RowCard | None
    """The one that is up."""
    choices: tuple[int, ...]
    """The rows in which it fits, or those that may be taken."""
    rows: tuple[tuple[RowCard, ...], ...]
    """A row that was taken is empty."""
    directions: int
    """Direction cards of this turn."""
    stock_size: int
    discarded: tuple[Card, ...]
    open: tuple[tuple[Number, ...], ...]
    """Open cards by seat, sorted by colour."""
    secured: tuple[Number, ...] | None
    """One's own; `None` for a spectator."""
    secured_sizes: tuple[int, ...]
    risk: bool
    turned_up: tuple[tuple[Number, ...], ...]
    """At the end, what was secured, by seat."""
    points: tuple[int, ...]
    """At the end, by seat."""
    owned: tuple[int, ...]
    """At the end, how many cards each seat has."""


def view(state: State, viewer: Viewer) -> View:
    """Everything open, and the viewer's own secured cards."""
    secured = tuple(hoard[SECURED] for hoard in state.hoards)
    moment, player, card, choices = _moment(state)
    phase = state.phase
    over = phase if isinstance(phase, Over) else None
    return View(
        you=viewer,
        moment=moment,
        player=player,
        to_move=state.seat,
        card=card,
        choices=choices,
        rows=tuple(cards for cards, _ in state.rows),
        directions=state.directions,
        stock_size=len(state.setup.deck) - state.gone,
        discarded=state.discarded,
        open=tuple(map(open_cards, state.hoards)),
        secured=None if viewer is None else secured[viewer],
        secured_sizes=tuple(map(len, secured)),
        risk=state.setup.risk,
        turned_up=secured if over else (),
        points=over.points if over else (),
        owned=over.owned if over else (),
    )


def _moment(state: State) -> tuple[Moment, Seat | None, RowCard | None, tuple[int, ...]]:
    """Its name, whose turn it is, the card that is up, the rows to choose from."""
    phase = state.phase
    match phase:
        case Choosing():
            return "choosing", state.seat, None, ()
        case Placing(card, fits):
            return "placing", state.seat, card, fits
        case Going():
            return "going", state.seat, None, ()
        case Taking(player, rows):
            return "taking", player, None, rows
        case Over():
            return "over", None, None, ()
        case _:
            assert_never(phase)


def glimpse(event: Event, viewer: Viewer) -> Glimpse:
    """All of it, but for the stock."""
    if isinstance(event, Opened):
        return OpeningSeen(
            event.seats, event.first_player, event.risk, event.direction_cards, len(event.stock)
        )
    return event
