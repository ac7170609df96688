"""`cardkit arena` and `simulate`: bots play, to rate them or to measure a game."""

from typing import Annotated, Literal, TypeAlias

import typer

from cardkit_cli import arenas, completion
from cardkit_cli.parameters import GameKey, HouseRules, checked_language

__all__ = ["arena", "simulate"]

Bots: TypeAlias = Annotated[
    list[str],
    typer.Option(
        "--bots",
        metavar="A,B,...",
        help="random, greedy, ismcts:200, strong:50ms, ./PROGRAM, package.module:function; "
        "or exec:COMMAND, alone. May be repeated.",
        autocompletion=completion.bots,
    ),
]
Seats: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--seats",
        metavar="N",
        help="The number of players. [default: one for each bot, as far as the game allows]",
        autocompletion=completion.players,
    ),
]
Seed: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--seed",
        metavar="TEXT",
        help="The same seed gives the same result, on any machine. [default: a new one, which is shown]",
    ),
]
Measures: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--measure", metavar="PLACE", help="A measure of your own, package.module:Class; may be repeated."
    ),
]
Workers: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--workers", metavar="N", min=1, help="The number of processes. [default: one for each core]"
    ),
]
Dask: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--dask", metavar="ADDRESS", help="The address of a Dask scheduler, as in tcp://10.0.0.1:8786."
    ),
]
Out: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--out",
        metavar="DIR",
        help="A folder for a report and a line for each match. Run the same command again to resume.",
    ),
]
KeepMoves: TypeAlias = Annotated[
    bool, typer.Option("--moves", help="With --out: keep the moves of each match.")
]
CountChoices: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--choices",
        help="Also count the legal moves: how many a turn, and how often each is made when it can be.",
    ),
]
CountLeads: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--leads",
        help="Also count who leads when: how often the lead changes, and how soon a match is decided.",
    ),
]
ReportLanguage: TypeAlias = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="TAG",
        help="With --out: the language of the report, as a tag: en, de or nl.",
        callback=checked_language,
        autocompletion=completion.languages,
    ),
]
ResultFormat: TypeAlias = Annotated[
    Literal["table", "json", "csv"],
    typer.Option("--format", help="A table for people, JSON or CSV for programs."),
]


def arena(
    game: GameKey,
    bots: Bots,
    matches: Annotated[
        int, typer.Option("--matches", "-n", metavar="N", min=1, help="The least number of matches.")
    ] = 1000,
    seats: Seats = None,
    seed: Seed = None,
    option: HouseRules = None,
    confidence: Annotated[
        float, typer.Option(metavar="SHARE", min=0.5, max=0.9999, help="The confidence of intervals.")
    ] = 0.99,
    measure: Measures = None,
    workers: Workers = None,
    dask: Dask = None,
    out: Out = None,
    moves: KeepMoves = False,
    choices: CountChoices = False,
    leads: CountLeads = False,
    language: ReportLanguage = "en",
    format: ResultFormat = "table",
) -> int:
    """Rate bots against each other.

    Each deal is played once for each seat, and each bot sits once in each. So good cards favour nobody.

    Example: cardkit arena push --bots random,greedy --matches 300
    """
    spec = arenas.specify(
        game, bots, matches, seats, seed, option, measure, workers, out, moves, choices, leads
    )
    return arenas.rate(spec, dask, confidence, format, language)


def simulate(
    game: GameKey,
    bots: Bots,
    matches: Annotated[
        int, typer.Option("--matches", "-n", metavar="N", min=1, help="The number of matches.")
    ],
    seats: Seats = None,
    seed: Seed = None,
    option: HouseRules = None,
    fixed: Annotated[
        bool,
        typer.Option("--fixed", help="Keep bots in their seats. [default: they move on from match to match]"),
    ] = False,
    measure: Measures = None,
    workers: Workers = None,
    dask: Dask = None,
    out: Out = None,
    moves: KeepMoves = False,
    choices: CountChoices = False,
    leads: CountLeads = False,
    language: ReportLanguage = "en",
    format: ResultFormat = "table",
) -> int:
    """Measure a game by letting bots play it.

    It shows how long and how close matches are, whether a seat has an advantage, how often each move is made, and how
    often each rule comes into play.

    Example: cardkit simulate push --bots random -n 1000 --seats 3
    """
    spec = arenas.specify(
        game, bots, matches, seats, seed, option, measure, workers, out, moves, choices, leads
    )
    return arenas.simulate(spec, dask, fixed, format, language)
