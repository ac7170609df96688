"""Watching a whole match finds leaks at whatever step they are, and for whichever viewer."""

from itertools import count

from attrs import evolve as changed
from attrs import frozen

from cardkit.chance import Chance
from cardkit.game import Language
from cardkit.rejections import Rejected
from cardkit.seats import Seat, Viewer
from cardkit.testing import Law, LawsBroken, Watched, watch
from tests.testing.plants import drawing_in_secret, note_in, recast, showing, variant, wired
from tests.testing.tiny import (
    TINY,
    Dealt,
    Event,
    Glimpse,
    HandDealt,
    Memory,
    Move,
    Options,
    Played,
    State,
    Thrown,
    Tiny,
    decide,
    evolve,
    glimpse,
    imagine,
    legal,
    remember,
    tell,
)


def found(game: Tiny, matches: int = 12) -> list[tuple[Law, str]]:
    """Return the law that is broken first, and by what."""
    for number in range(matches):
        try:
            watch(game, seats=2 + number % 2, options=Options(), seed=f"throughout {number}")
        except LawsBroken as broken:
            return [(one.law, one.topic) for one in broken.report.broken]
    return []


def test_a_game_that_keeps_the_laws_is_watched_at_every_step_for_every_viewer() -> None:
    """three deals of six moves each, in which nearly always there is another history to compare with"""
    watched = watch(TINY, seats=3, options=Options(deals=3), seed="tiny")

    assert (watched.matches, watched.steps) == (1, 19)
    assert watched.looks == 4 * 19
    assert watched.met > 0.7 * watched.looks
    assert watched.heard > 0.8 * watched.looks
    assert watched.texts > 1000


def test_what_was_watched_adds_up() -> None:
    one, other = (watch(TINY, seats=2, options=Options(), seed=seed) for seed in ("one", "other"))

    both = one + other

    assert (both.matches, both.looks) == (2, one.looks + other.looks)
    assert one + Watched() == one


def test_a_view_that_shows_the_stock_is_not_rebuilt_from_memory() -> None:
    game = showing(lambda state, viewer: str(state.stock))

    assert found(game) == [(Law.PROJECTION, "view")]


def test_a_leak_in_the_very_last_deal_for_the_spectator_alone_is_found() -> None:
    def late(state: State, viewer: Viewer) -> str:
        return (
            str(state.hands[0])
            if viewer is None and state.deals == 0 and state.moved == 3
            else note_in(state)
        )

    assert found(showing(late)) == [(Law.PROJECTION, "view")]


def test_a_refusal_that_tells_a_hidden_card_is_found() -> None:
    def talkative(state: State, seat: Seat, move: Move) -> Rejected:
        return Rejected("not_in_hand", f"you don't have it; next is {state.stock[:1]}")

    assert found(variant(refuse=talkative)) == [(Law.SECRECY, "refusal")]


def test_an_order_of_legal_moves_that_depends_on_a_hidden_card_is_found() -> None:
    def betraying(state: State, seat: Seat) -> tuple[Move, ...]:
        listed = legal(state, seat)
        return listed[::-1] if state.stock and state.stock[0] % 2 else listed

    assert found(variant(legal=betraying)) == [(Law.PROJECTION, "legal")]


def test_a_glimpse_that_shows_the_card_another_seat_drew_is_found() -> None:
    def open_draws(event: Event, viewer: Viewer) -> Glimpse:
        return event if isinstance(event, Played) else glimpse(event, viewer)

    assert found(variant(glimpse=open_draws)) == [(Law.SECRECY, "glimpse")]


def test_a_sentence_that_tells_what_the_glimpse_does_not_is_found() -> None:
    """the teller has listened at the door of the records"""
    drawn: list[object] = []

    def overheard(event: Event, viewer: Viewer) -> Glimpse:
        drawn[:] = [event.drawn] if isinstance(event, Played) else drawn
        return glimpse(event, viewer)

    def gossip(event: Event | Glimpse, language: Language, names: tuple[str, ...]) -> str:
        return f"{tell(event, language, names)} {drawn if language == 'nl' else ''}"

    assert found(variant(glimpse=overheard, tell=gossip, languages=("en", "nl"))) == [
        (Law.SECRECY, "sentence")
    ]


def test_a_verdict_on_undoing_that_depends_on_a_hidden_card_is_found() -> None:
    """why a move can't be taken back: chance was drawn from, or somebody has learned something"""
    assert found(variant(decide=drawing_in_secret)) == [(Law.SECRECY, "undo")]


def test_a_number_of_events_that_depends_on_a_hidden_card_is_found() -> None:
    game = variant(decide=unlucky, remember=heedless, evolve=unmoved)

    assert found(game) == [(Law.SECRECY, "glimpse")]


def unlucky(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
    """Add a throw that does nothing after each throw if an odd card lies on top."""
    first, *others = decide(state, seat, move, chance)
    odd = bool(state.stock) and state.stock[0] % 2 == 1
    return (first, Thrown(seat, 0), *others) if odd and isinstance(first, Thrown) else (first, *others)


def unmoved(state: State, event: Event) -> State:
    return state if isinstance(event, Thrown) and event.face == 0 else evolve(state, event)


def heedless(memory: Memory, seen: Glimpse) -> Memory:
    return memory if isinstance(seen, Thrown) and seen.face == 0 else remember(memory, seen)


def test_an_imagination_that_looks_wrong_is_found() -> None:
    def short(memory: Memory, chance: Chance) -> State:
        state = imagine(memory, chance)
        return changed(state, stock=state.stock[:-1])

    assert found(variant(imagine=short)) == [(Law.PROJECTION, "view")]


def test_a_match_that_breaks_off_is_no_match_that_keeps_the_laws() -> None:
    def stubborn(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        if state.moved == 2:
            raise Rejected("not_in_hand", "no more")
        return decide(state, seat, move, chance)

    assert found(variant(decide=stubborn)) == [(Law.JUDGING, "")]


def test_a_deal_that_shows_what_lies_on_top_of_the_stock_is_found() -> None:
    """the memory takes no note of it, so no view gives it away"""

    def showing_through(event: Event, viewer: Viewer) -> Glimpse:
        seen = glimpse(event, viewer)
        if isinstance(event, Dealt) and isinstance(seen, HandDealt):
            return Marked(seen.deals, seen.hand, seen.seats, event.stock[0])
        return seen

    game = variant(glimpse=showing_through, wire=wired(glimpses={"tiny.marked": Marked}))

    assert found(game) == [(Law.SECRECY, "glimpse")]


@frozen
class Marked(HandDealt):
    mark: int = 0


def test_a_memory_that_is_no_function_of_the_glimpses_is_found() -> None:
    numbers = count()

    def wandering(memory: Memory, seen: Glimpse) -> Memory:
        return recast(Numbered, remember(memory, seen), number=next(numbers))

    assert found(variant(remember=wandering)) == [(Law.PROJECTION, "")]


@frozen
class Numbered(Memory):
    number: int = 0


def test_looks_at_which_nothing_is_hidden_are_counted() -> None:
    """with three seats the stock runs out, and the last hands are shown"""
    watched = watch(TINY, seats=3, options=Options(deals=1), seed="certain")

    assert 0 < watched.certain < watched.looks
