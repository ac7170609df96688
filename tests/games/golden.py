"""The golden transcripts and counting tables of the built-in games, as files beside each game's tests.

They say how matches go, whether anybody expected it or not: a change of a rule shows in their diff.
`python -m tests.games.golden` writes them anew.
"""

from importlib import import_module
from pathlib import Path
from typing import Final, Literal, TypeGuard

from attrs import frozen

from cardkit.chance import SeededChance
from cardkit.game import AnyGame, Game
from cardkit.match import AnyMatch
from cardkit.opening import begin
from cardkit.testing import perft, write_transcript

HERE: Final = Path(__file__).parent


@frozen
class Transcript:
    """A match to be written down: how it is set up, and who picks the moves."""

    game: str
    name: str
    seats: int
    options: dict[str, object]
    picks: Literal["any", "last"] = "any"
    most: int = 400

    @property
    def path(self) -> Path:
        return HERE / self.game / "golden" / f"{self.name}.txt"


TRANSCRIPTS: Final = (
    Transcript("thirteen", "three_seats_one_round", 3, {"rounds": 1}),
    Transcript("thirteen", "six_seats_two_rounds", 6, {"rounds": 2, "first_dealer": "random"}),
    Transcript("friday13", "three_seats_one_round", 3, {"rounds": 1}),
    Transcript("friday13", "five_seats_two_rounds", 5, {"rounds": 2, "first_player": "random"}),
    Transcript("biberbande", "two_seats", 2, {}),
    Transcript("biberbande", "four_seats_with_a_limit", 4, {"turn_limit": 4, "rounds": 2}, "last"),
    Transcript("push", "two_seats_without_direction_cards", 2, {"direction_cards": False}, "last"),
    Transcript("push", "four_seats_at_risk_to_the_middle", 4, {"risk": True}, most=90),
)

GAMES: Final = ("thirteen", "friday13", "biberbande", "push")
DEPTH: Final = 4


def game(key: str) -> AnyGame:
    value: object = import_module(f"cardkit.games.{key}").GAME
    assert _is_game(value)
    return value


def _is_game(value: object) -> TypeGuard[AnyGame]:
    return isinstance(value, Game)


def played(transcript: Transcript) -> AnyMatch:
    match = begin(game(transcript.game), transcript.seats, transcript.options, "golden", None)
    for number in range(transcript.most):
        legal = match.legal()
        if not legal:
            break
        pick = (
            SeededChance("golden picks", number).below("move", len(legal))
            if transcript.picks == "any"
            else -1
        )
        match = match.play(legal[pick])
    return match


def first_choice(key: str, seats: int) -> AnyMatch:
    """Return the match at the first step where there is more than one thing to do."""
    match = begin(game(key), seats, None, "golden", None)
    while len(match.legal()) == 1:
        match = match.play(match.legal()[0])
    return match


def counting_table(key: str) -> str:
    """Return the number of ways to go on by one move, by two, and so on, for each number of seats."""
    lines = [f"seats: ways to play 1, 2 ... {DEPTH} moves of {key} from the first choice on, seed golden"]
    for seats in game(key).seats:
        match = first_choice(key, seats)
        lines.append(f"{seats}: {' '.join(f'{perft(match, depth):>6}' for depth in range(1, DEPTH + 1))}")
    return "\n".join(lines) + "\n"


def counting_path(key: str) -> Path:
    return HERE / key / "golden" / "counting.txt"


def main() -> None:
    for transcript in TRANSCRIPTS:
        transcript.path.parent.mkdir(exist_ok=True)
        transcript.path.write_text(write_transcript(played(transcript)), encoding="utf-8")
    for key in GAMES:
        counting_path(key).write_text(counting_table(key), encoding="utf-8")


if __name__ == "__main__":
    main()
