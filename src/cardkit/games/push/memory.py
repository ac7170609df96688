"""What a viewer with perfect memory knows, and the positions that it allows for."""

from attrs import frozen

from cardkit.chance import Chance
from cardkit.games.push.cards import TURN, Card, deck
from cardkit.games.push.evolve import evolve, opened
from cardkit.games.push.messages import Busted, DirectionRevealed, Glimpse, OpeningSeen, Revealed
from cardkit.games.push.state import INITIAL, Setup, State, new_state
from cardkit.quick import changed
from cardkit.seats import Viewer

__all__ = ["Memory", "blank", "imagine", "remember"]


@frozen
class Memory:
    """The position but for the order of the stock, which nobody has seen: here it lies sorted."""

    you: Viewer
    position: State


def blank(viewer: Viewer) -> Memory:
    """Nothing but who is looking."""
    return Memory(viewer, INITIAL)


def remember(memory: Memory, glimpse: Glimpse) -> Memory:
    """The same records as `evolve` keeps."""
    position = memory.position
    match glimpse:
        case OpeningSeen(seats, first_player, risk, direction_cards, _):
            sorted_stock = deck(direction_cards=direction_cards)
            return Memory(memory.you, opened(seats, first_player, risk, sorted_stock))
        case Revealed(_, card, _) | Busted(_, card):
            return Memory(memory.you, evolve(with_top(position, card), glimpse))
        case DirectionRevealed():
            return Memory(memory.you, evolve(with_top(position, TURN), glimpse))
        case _:
            return Memory(memory.you, evolve(position, glimpse))


def with_top(position: State, card: Card) -> State:
    """The position with this card on top of the stock, now that it has come to light."""
    order, gone = position.setup.deck, position.gone
    place = order.index(card, gone)
    order = (*order[:gone], card, *order[gone:place], *order[place + 1 :])
    return changed(position, setup=changed(position.setup, deck=order))


def imagine(memory: Memory, chance: Chance) -> State:
    """The cards of the stock lie in any order, every one alike."""
    position = memory.position
    setup, gone = position.setup, position.gone
    stock = chance.shuffle("imagine", setup.deck[gone:])
    return new_state(
        Setup(setup.risk, setup.deck[:gone] + stock),
        gone,
        position.hoards,
        position.discarded,
        position.rows,
        position.directions,
        position.seat,
        position.phase,
    )
