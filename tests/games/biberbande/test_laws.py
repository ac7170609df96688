"""The laws of the contract, tried on long rounds of Biberbande, which random matches seldom see."""

import os
from typing import Final

import attrs

from cardkit.games.biberbande import GAME, Biberbande, Knock, Move, Options, Reshuffled, Take, Truth
from cardkit.seats import Seat
from cardkit.testing import Law, examine
from tests.games.biberbande.scenes import events, start, steps

SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))
MATCHES: Final = 100 if SOAK else 1
SEATS: Final = range(2, 7) if SOAK else (6,)
RULES: Final = [Options(turn_limit=limit, rounds=1) for limit in ((13, 24, 40) if SOAK else (13,))]
LEFT_OUT: Final = (Knock(), Take(1), Take(2), Take(3))


def fewer_legal(state: Truth, seat: Seat) -> tuple[Move, ...]:
    return tuple(move for move in GAME.legal(state, seat) if move not in LEFT_OUT)


PATIENT: Final[Biberbande] = attrs.evolve(GAME, legal=fewer_legal)
"""Biberbande in which nobody knocks and few take: random rounds get long."""


def test_the_laws_hold_where_the_stock_runs_out() -> None:
    """All but what is certain (law 7): that is left to test_imagine.py.

    The laws look for other histories by exchanging cards by chance. Of the few cards that are left of a deal
    after a reshuffle they may find no exchange, and then take for certain what is not.
    """
    report = examine(PATIENT, options=RULES, seats=SEATS, matches=MATCHES)

    assert report.laws_broken <= {Law.IMAGINATION}, str(report)


def test_in_these_rounds_the_stock_runs_out() -> None:
    (rules, *_) = RULES
    match = attrs.evolve(start(6, rules), game=PATIENT)

    assert any(isinstance(event, Reshuffled) for event in events(steps(match)[-1]))
