"""Reports in the languages of the games."""

import re
from functools import cache
from html import unescape
from pathlib import Path
from string import Formatter

import pytest

import cardkit
from cardkit.arena import Arena, RunSpec, Simulation, rate, simulate
from cardkit.arena.measures.choices import Choices
from cardkit.arena.measures.leads import Leads
from cardkit.arena.references import load_game
from cardkit.arena.report.files import write_report
from cardkit.arena.report.findings import findings
from cardkit.arena.report.labels import Labels
from cardkit.arena.report.page import arena_page, ratings_chart, simulation_page
from cardkit.arena.report.phrases import Say
from cardkit.arena.report.wording import Terms, format_matches
from cardkit.drawing.build.finding import own_layout
from cardkit.phrases import REPORTS
from cardkit_cli.exit_codes import Exit
from tests.cli.running import run as cli
from tests.drawing.scenes import GAMES

OTHERS = ("de", "nl")


@cache
def run() -> Simulation:
    bots = ["random", "greedy"]
    return simulate(RunSpec("push", bots, 40, seats=2, seed="l", measures=[Choices, Leads], workers=1))


@cache
def arena() -> Arena:
    return rate(RunSpec("push", ["random", "greedy"], 20, seats=2, seed="l", workers=1))


def braces(phrase: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(phrase) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_each_phrase_is_translated_with_the_same_values(language: str) -> None:
    english, other = REPORTS["en"], REPORTS[language]

    assert [*other] == [*english]
    assert {key: braces(phrase) for key, phrase in other.items()} == {
        key: braces(phrase) for key, phrase in english.items()
    }


@pytest.mark.parametrize("language", OTHERS)
def test_a_report_has_no_english_sentence_left(language: str) -> None:
    """Names of bots and options stay, and so do numbers."""
    for page, english in (
        (simulation_page(run(), language), simulation_page(run())),
        (arena_page(arena(), language), arena_page(arena())),
    ):
        texts, originals = (
            {
                *re.findall(
                    r">([^<>]*[a-z]{2}[^<>]*)<", re.sub(r"<style>.*?</style>", "", one, flags=re.DOTALL)
                )
            }
            for one in (page, english)
        )
        same = {text for text in texts & originals if not re.match(r"cardkit |(random|greedy)$", text)}
        titles = {"ratings", "length", "margin", "changes", "leaders", "wins", "wins of bots", "scores"}
        assert same - titles - {"events", "moves", "choices", "made when possible"} == set()
        assert f'<html lang="{language}">' in page


def numbers(page: str) -> list[str]:
    """Return the numbers that readers see, sorted: sentences may name them in another order."""
    parts = (r"<style>.*?</style>", r"<code>.*?</code>", r"cardkit [\d.]+", r"<(?!title)[^>]*>")
    seen = unescape(re.sub("|".join(parts), " ", page, flags=re.DOTALL))
    return sorted(re.findall(r"\d[\d.,]*(?<=\d)", seen))


@pytest.mark.parametrize("language", OTHERS)
def test_numbers_have_a_decimal_comma_and_dots_between_thousands(language: str) -> None:
    marks = str.maketrans(",.", ".,")
    for page, english in (
        (simulation_page(run(), language), simulation_page(run())),
        (arena_page(arena(), language), arena_page(arena())),
        (ratings_chart(arena(), language).svg(), ratings_chart(arena()).svg()),
    ):
        assert numbers(page) == sorted(number.translate(marks) for number in numbers(english))
    assert {"0,28", "0,82"} <= {*numbers(Terms(ranked=False, language=language).say("worth note"))}
    assert format_matches(12_345, language).startswith("12.345 ")
    assert Say(language).number(-1234.5, "+,.1f") == "-1.234,5"


def test_files_for_programs_have_the_same_numbers_in_every_language(tmp_path: Path) -> None:
    for result in (run(), arena()):
        english, german = (
            {path.name: path.read_text(encoding="utf-8") for path in write_report(result, tmp_path, language)}
            for language in ("en", "de")
        )
        for name in english:
            assert (english[name] == german[name]) == name.endswith((".csv", ".json"))


def test_another_language_gets_the_closest() -> None:
    assert findings(run(), "de-AT") == findings(run(), "de")
    assert findings(run(), "fr") == findings(run(), "en")
    assert '<html lang="en">' in simulation_page(run(), "fr")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_each_event_has_a_name_in_the_games_own_words(game: str, language: str) -> None:
    rules = cardkit.game(game)
    layout = own_layout(rules)

    assert layout is not None
    for name in rules.wire.events:
        assert name.removeprefix(f"{game}.") in layout.event_words[language]
    assert [*layout.event_words[language]] == [*layout.event_words["en"]]


def test_parts_of_events_and_moves_are_named_too() -> None:
    german, english = Labels(cardkit.game("push"), "de"), Labels(cardkit.game("push"))

    assert german.event("push.taken roll yellow") == "der Würfel einer Reihe: gelb"
    assert german.event("push.busted roll star") == "überreizt, der Würfel: Stern"
    assert english.event("push.secured colour red") == "secured: red"
    assert german.move("push.secure secure red") == "sichern rot"
    assert english.move("push.secure secure red") == "secure red"
    assert (
        Labels(cardkit.game("biberbande"), "nl")
        .event("biberbande.kept may_knock")
        .endswith(": en kan kloppen")
    )


def test_a_game_without_words_for_events_is_told_of_by_their_names() -> None:
    labels = Labels(load_game("examples.games.goofspiel:GAME"))

    assert labels.event("goofspiel.laid") == "laid"
    assert labels.event("goofspiel.some_event some_part x") == "some event: some part x"
    assert labels.move("goofspiel.bid 7") == "7"


def test_the_command_writes_the_report_in_the_language_asked_for(tmp_path: Path) -> None:
    words = "simulate push --bots random --seats 2 -n 3 --seed l --workers 1 --lang de".split()

    cli(*words, "--out", tmp_path / "run")
    assert "Wie lang ist eine Partie?" in (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert cli(*words[:-1], "?").code == Exit.USAGE
