"""Pages to read while playing: help, and the rules."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from cardkit.game import AnyGame
from cardkit.language import Language, in_language
from cardkit_cli.phrases import phrase
from cardkit_cli.terminal.signs import fit_sentence

__all__ = ["help_page", "markdown_lines", "rules_page"]

_CODE: Final = re.compile(r"`([^`]+)`")
"""The text of a move in the rules."""


def help_page(
    game: AnyGame,
    language: Language,
    example: str,
    translate: Callable[[str], str],
    *,
    served: bool = False,
) -> str:
    """Return what can be typed, and how moves of this game are written. `translate` puts a move into the language.

    A match that is `served` has more commands.
    """
    rules = _chapter(_rules(game, language), 12)
    texts = _CODE.sub(lambda found: f"`{translate(found[1])}`", rules)
    if texts != rules:
        texts += f"\n\n{phrase('english moves', language)}"
    *first, last = phrase("help", language, example=example).splitlines()
    more = phrase("help, served", language).splitlines() if served else ()
    pairs = [line.split("\t") for line in (*first, *more, last)]
    room = max(len(what) for what, _ in pairs)
    help = "\n".join(f"    {what.ljust(room)}   {meaning}" for what, meaning in pairs)
    return f"{help}\n\n{texts}" if texts else help


def rules_page(game: AnyGame, language: Language, chapter: str) -> str:
    """Return the rules, or the chapter with that number; a sentence if there is no such page or chapter."""
    rules, wanted = _rules(game, language), chapter.strip().rstrip(".")
    if not rules:
        return phrase("no rules", language)
    if not wanted:
        return rules
    found = _chapter(rules, int(wanted)) if re.fullmatch("[0-9]{1,3}", wanted) else ""
    last = len(re.findall(r"^## \d+\. ", rules, re.MULTILINE))
    return found or phrase("no chapter", language, last=last)


def _rules(game: AnyGame, language: Language) -> str:
    """Return the rules page in the closest language; an empty text if the game has none."""
    return in_language(game.rules, language) if game.rules else ""


def _chapter(rules: str, number: int) -> str:
    """Return the chapter with that number; an empty text if there is none."""
    found = re.search(rf"^## {number}\. .*?(?=^## |^---$|\Z)", rules, re.MULTILINE | re.DOTALL)
    return found[0].strip() if found else ""


def markdown_lines(markdown: str, console: Console) -> Sequence[Text]:
    """Return Markdown as lines for this console."""
    from rich.markdown import Markdown  # takes as long to import as all the rest, and is rarely needed

    with console.capture() as captured:
        console.print(Markdown(fit_sentence(markdown, console.encoding)))
    return [*Text.from_ansi(captured.get().strip("\n")).split("\n")]
