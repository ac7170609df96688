"""Sentences for events, made from a game's names for its cards and piles."""

from collections.abc import Callable, Mapping
from typing import Final, Generic, Never, TypeAlias, assert_never

from attrs import frozen

from cardkit.families.limited_piles.messages import C, Dealt, Event, K, Opened, Played, Scored
from cardkit.hidden import Unseen, faces
from cardkit.language import Language, in_language
from cardkit.mechanics.wording import by_name, counted
from cardkit.phrases import by_key

__all__ = ["SAYS", "Told", "Words", "teller"]

SAYS: Final = by_key(
    {
        "en": {"not_in_hand": "{card} isn't in your hand; you have {hand}"},
        "de": {"not_in_hand": "{card} ist nicht auf deiner Hand; du hast {hand}"},
        "nl": {"not_in_hand": "{card} zit niet in je hand; je hebt {hand}"},
    }
)
"""Why a play isn't legal."""

Told: TypeAlias = Event[C, K, Never] | Event[C, K, Unseen]
"""Anything that has a sentence: events, and what a viewer saw of them."""


@frozen(eq=False)
class Words(Generic[C, K]):
    """A game's words in one language."""

    sentences: Mapping[str, str]
    """The sentences by event: opened, dealt, hand, rest, played, took, drew, drew_seen, scored."""
    card: Callable[[C], str]
    """A card's name in a list."""
    played: Callable[[C], str]
    """A card's name where it is played or drawn."""
    piles: Mapping[K, str]
    """The names of the piles."""

    def cards(self, cards: tuple[C, ...]) -> str:
        """List the cards."""
        return ", ".join(map(self.card, cards))


def teller(words: Mapping[Language, Words[C, K]]) -> Callable[[Told[C, K], Language, tuple[str, ...]], str]:
    """Return a game's `tell`."""

    def tell(event: Told[C, K], language: Language, names: tuple[str, ...]) -> str:
        of = in_language(words, language)
        match event:
            case Played():
                return _played(event, of, language, names)
            case Opened(seats, first, rounds):
                length = counted(rounds, "rounds", language)
                return of.sentences["opened"].format(seats=seats, rounds=length, name=names[first])
            case Dealt():
                return _dealt(event, of, language, names)
            case Scored(round, _, points, totals):
                cost, so_far = by_name(names, points), by_name(names, totals)
                return of.sentences["scored"].format(round=round, points=cost, totals=so_far)
            case _:
                assert_never(event)

    return tell


def _played(
    event: Played[C, K, Never] | Played[C, K, Unseen],
    words: Words[C, K],
    language: Language,
    names: tuple[str, ...],
) -> str:
    says, name, drawn = words.sentences, names[event.seat], event.drawn
    card, onto = words.played(event.card), words.piles[event.onto]
    if event.taken:
        number, taken = counted(len(event.taken), "cards", language), words.cards(event.taken)
        played = says["took"].format(name=name, card=card, onto=onto, number=number, taken=taken)
    else:
        played = says["played"].format(name=name, card=card, onto=onto)
    if drawn is None:
        return played
    if isinstance(drawn, Unseen):
        return f"{played} {says['drew'].format(name=name)}"
    return f"{played} {says['drew_seen'].format(name=name, drawn=words.played(drawn))}"


def _dealt(
    event: Dealt[C, Never] | Dealt[C, Unseen], words: Words[C, K], language: Language, names: tuple[str, ...]
) -> str:
    """Return who leads the round, the one hand that the viewer sees, and how many cards are left."""
    says, rest = words.sentences, len(event.rest)
    told = [says["dealt"].format(round=event.round, name=names[event.leader])]
    hands = [faces(hand) for hand in event.hands]
    seen = [hand for hand in hands if hand]
    if len(seen) == 1:
        told.append(says["hand"].format(hand=words.cards(seen[0])))
    if rest:
        told.append(says["rest"].format(rest=counted(rest, "cards", language)))
    return " ".join(told)
