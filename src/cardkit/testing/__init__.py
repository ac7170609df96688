"""Tools to test your game: the laws of the contract, a comparison with a reference, perft, and transcripts.

Test your game like this::

    from cardkit.testing import check_game


    def test_my_game_keeps_the_laws() -> None:
        check_game(MY_GAME, cards=all_cards)

`cardkit.testing.strategies` has Hypothesis strategies for matches and moves (extra `cardkit[testing]`).
"""

from cardkit.testing.check import check_game, examine
from cardkit.testing.counting import divide, perft, table
from cardkit.testing.every_step import Watched, watch
from cardkit.testing.reference import Compared, Differs, Reference, beside
from cardkit.testing.report import Broken, Law, LawReport, LawsBroken
from cardkit.testing.transcript import TranscriptDiffers, check_transcript, write_transcript
from cardkit.testing.trial import replay
from cardkit.testing.uniform import fit, uniform

__all__ = [
    "Broken",
    "Compared",
    "Differs",
    "Law",
    "LawReport",
    "LawsBroken",
    "Reference",
    "TranscriptDiffers",
    "Watched",
    "beside",
    "check_game",
    "check_transcript",
    "divide",
    "examine",
    "fit",
    "perft",
    "replay",
    "table",
    "uniform",
    "watch",
    "write_transcript",
]
