"""The start of a match. All arguments are checked before anything is created."""

from collections.abc import Mapping
from functools import reduce

from cardkit.chance import LONGEST_TEXT, Chance, SeededChance, is_text, mixed, new_seed
from cardkit.checks import check_recorded
from cardkit.engine_events import Committed, EngineEvent
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View, any_game
from cardkit.game_checks import check_tuple_of
from cardkit.header import Header, new_header
from cardkit.match import Match
from cardkit.options import is_mapping, options_from
from cardkit.rejections import Invalid
from cardkit.seats import Seat

__all__ = ["begin", "open_match"]


def begin(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    seats: int,
    options: Options | Mapping[str, object] | None,
    seed: str | None,
    entropy: Mapping[Seat, str] | None,
) -> Match[Move, Event, State, View, Glimpse, Memory, Options]:
    """Start a match, as `cardkit.start` does. Raise `Invalid`, naming the field, if an argument isn't valid."""
    if type(seats) is not int or seats not in game.seats:
        raise Invalid("seats", seats, f"a number of players from {game.seats[0]} to {game.seats[-1]}")
    house_rules = options_from(game.options, options, game.key)
    if seed is None:
        seed = new_seed()
    if not seed or not is_text(seed):
        accepted = f"a text of 1 to {LONGEST_TEXT} characters, or nothing for 256 bits from the system"
        raise Invalid("seed", type(seed), accepted)
    given = _checked_entropy(entropy, seats)
    header = new_header(game.key, game.rules_version, seats, house_rules, seed, given)
    return open_match(game, header, SeededChance(mixed(seed, given)))


def open_match(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], header: Header[Options], chance: Chance
) -> Match[Move, Event, State, View, Glimpse, Memory, Options]:
    """Return the match with this header at its start, drawing from this chance."""
    opening = game.open(header.seats, header.options, chance)
    check_tuple_of(game.key, "open", opening)
    try:
        state = reduce(game.evolve, opening, game.initial)
    except Exception:
        check_recorded(any_game(game), "open", game.initial, opening)
        raise
    if state is None:
        check_recorded(any_game(game), "open", game.initial, opening)
    events: tuple[Event | EngineEvent, ...] = (Committed(header.commitment, header.entropy), *opening)
    return Match(game, header, len(events), state, None, events, None)


def _checked_entropy(given: object, seats: int) -> dict[Seat, str]:
    if given is None:
        return {}
    if not is_mapping(given):
        raise Invalid("entropy", given, "texts by seat")
    entropy: dict[Seat, str] = {}
    for seat, text in given.items():
        if type(seat) is not int or not 0 <= seat < seats:
            raise Invalid("entropy", seat, f"texts by seat, and seats go from 0 to {seats - 1}")
        if not is_text(text):
            raise Invalid(f"entropy[{seat}]", text, f"a text of up to {LONGEST_TEXT} characters")
        entropy[seat] = text
    return entropy
