"""Law 5 finds planted leaks, each of which breaks that law and no other.

A leaking view can't be rebuilt from memory either: what law 5 names there, law 6 doesn't name again.
"""

from attrs import frozen

from cardkit.chance import Chance
from cardkit.game import Language
from cardkit.rejections import Rejected
from cardkit.seats import Seat, Viewer
from cardkit.testing import Law
from tests.testing.plants import (
    NotedDealt,
    NotedState,
    drawing_in_secret,
    keeping,
    laws_broken_by,
    note_in,
    recast,
    showing,
    variant,
    wired,
)
from tests.testing.tiny import (
    Event,
    Glimpse,
    HandDealt,
    Memory,
    Move,
    Played,
    State,
    Thrown,
    decide,
    evolve,
    glimpse,
    imagine,
    legal,
    remember,
    tell,
)

ONLY_SECRECY = {Law.SECRECY}


def seed_of(chance: Chance) -> str:
    """Return what a game can get hold of, though it isn't told of it."""
    return str(getattr(chance, "seed", None))


def test_a_view_that_shows_the_seed_leaks() -> None:
    game = showing(lambda state, viewer: note_in(state), keeping(seed_of))

    assert laws_broken_by(game) == ONLY_SECRECY


def test_a_view_that_shows_a_number_drawn_in_secret_leaks() -> None:
    game = showing(
        lambda state, viewer: note_in(state), keeping(lambda chance: str(chance.below("secret", 1000)))
    )

    assert laws_broken_by(game) == ONLY_SECRECY


def test_a_card_number_that_survives_the_shuffle_leaks() -> None:
    def backs(state: State, viewer: Viewer) -> str:
        return " ".join(str(card * 7 % 11) for card in state.stock)

    assert laws_broken_by(showing(backs)) == ONLY_SECRECY


def test_a_size_that_depends_on_a_hidden_card_leaks() -> None:
    def padding(state: State, viewer: Viewer) -> str:
        return " " * state.stock[0] if state.stock else ""

    assert laws_broken_by(showing(padding)) == ONLY_SECRECY


def test_what_only_the_spectator_is_shown_too_much_leaks() -> None:
    def first_hand(state: State, viewer: Viewer) -> str:
        return str(state.hands[0][0]) if viewer is None and state.hands[0] and not state.over else ""

    assert laws_broken_by(showing(first_hand)) == ONLY_SECRECY


def test_a_secret_in_the_text_of_a_refusal_leaks() -> None:
    def talkative(state: State, seat: Seat, move: Move) -> Rejected:
        return Rejected("not_in_hand", f"you don't have it; next is {state.stock[:1]}")

    assert laws_broken_by(variant(refuse=talkative)) == ONLY_SECRECY


def test_a_secret_in_the_text_of_a_refusal_leaks_in_any_language() -> None:
    def talkative(state: State, seat: Seat, move: Move) -> Rejected:
        says = {"en": "you don't have it", "nl": "je hebt hem niet; de volgende is {next}"}
        return Rejected("not_in_hand", says, next=str(state.stock[:1]))

    assert laws_broken_by(variant(refuse=talkative, languages=("en", "nl"))) == ONLY_SECRECY
    assert not laws_broken_by(variant(refuse=talkative, languages=("en",)))


def test_a_code_of_refusal_that_depends_on_a_hidden_card_leaks() -> None:
    def knowing(state: State, seat: Seat, move: Move) -> Rejected | None:
        odd = bool(state.stock) and state.stock[0] % 2 == 1
        return Rejected("not_in_hand", "you don't have it") if odd else None

    assert laws_broken_by(variant(refuse=knowing)) == ONLY_SECRECY


def test_an_order_of_legal_moves_that_depends_on_a_hidden_card_leaks() -> None:
    def betraying(state: State, seat: Seat) -> tuple[Move, ...]:
        listed = legal(state, seat)
        return listed[::-1] if state.stock and state.stock[0] % 2 else listed

    assert laws_broken_by(variant(legal=betraying)) == ONLY_SECRECY


def test_a_glimpse_that_shows_the_card_another_seat_drew_leaks() -> None:
    def open_draws(event: Event, viewer: Viewer) -> Glimpse:
        return event if isinstance(event, Played) else glimpse(event, viewer)

    assert laws_broken_by(variant(glimpse=open_draws)) == ONLY_SECRECY


def test_a_sentence_that_tells_what_the_glimpse_does_not_leaks() -> None:
    latest: list[State] = []

    def overheard(state: State, event: Event) -> State:
        latest[:] = [evolve(state, event)]
        return latest[0]

    def gossip(event: Event | Glimpse, language: Language, names: tuple[str, ...]) -> str:
        return f"{tell(event, language, names)}; next is {latest[0].stock[:1]}"

    assert laws_broken_by(variant(evolve=overheard, tell=gossip)) == ONLY_SECRECY


@frozen
class Nudged(Thrown):
    """Happens when an odd card was drawn. It does nothing, but it can be counted."""


def test_a_number_of_events_that_depends_on_a_hidden_card_leaks() -> None:
    def nudging(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        first, *others = decide(state, seat, move, chance)
        odd = isinstance(first, Played) and first.drawn is not None and first.drawn % 2 == 1
        return (first, Nudged(seat, 1), *others) if odd else (first, *others)

    game = variant(
        decide=nudging,
        evolve=lambda state, event: state if isinstance(event, Nudged) else evolve(state, event),
        remember=lambda memory, seen: memory if isinstance(seen, Nudged) else remember(memory, seen),
        wire=wired({"tiny.nudged": Nudged}, {"tiny.nudged": Nudged}),
    )

    assert laws_broken_by(game) == ONLY_SECRECY


@frozen
class SeededHand(HandDealt):
    seed: str = ""


@frozen
class SeededMemory(Memory):
    seed: str = ""


def test_a_verdict_on_undoing_that_depends_on_a_hidden_card_leaks() -> None:
    assert laws_broken_by(variant(decide=drawing_in_secret)) == ONLY_SECRECY


def test_a_seed_in_a_glimpse_leaks_even_if_the_memory_knows_of_it() -> None:
    def seeded(event: Event, viewer: Viewer) -> Glimpse:
        seen = glimpse(event, viewer)
        if isinstance(event, NotedDealt) and isinstance(seen, HandDealt):
            return SeededHand(seen.deals, seen.hand, seen.seats, event.note)
        return seen

    def knowing(memory: Memory, seen: Glimpse) -> Memory:
        known = memory.seed if isinstance(memory, SeededMemory) else ""
        seed = seen.seed if isinstance(seen, SeededHand) else known
        return recast(SeededMemory, remember(memory, seen), seed=seed)

    def seeing(memory: Memory, chance: Chance) -> State:
        note = memory.seed if isinstance(memory, SeededMemory) else ""
        return recast(NotedState, imagine(memory, chance), note=note)

    game = keeping(seed_of)
    wire = wired({"tiny.noted": NotedDealt}, {"tiny.seeded_hand": SeededHand})

    game = variant(game, glimpse=seeded, remember=knowing, imagine=seeing, wire=wire)

    assert laws_broken_by(game) == ONLY_SECRECY
