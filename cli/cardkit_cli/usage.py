"""Mistakes on the command line, in the words of this command line rather than in those of its libraries."""

import re
from collections.abc import Sequence
from typing import Final

import typer

from cardkit_cli.commands import COMMANDS

__all__ = ["usage_sentence"]

_SENTENCES: Final = (
    (r"No such command '(.*?)'\. Did you mean (.*?)\??", "unknown command {0}; did you mean {1}?"),
    (r"No such command '(.*)'", "unknown command {0}; see `{help}`"),
    (
        r"No such option: (--server|--patience|--game)\b.*",
        "{0} goes before the command; see `cardkit --help`",
    ),
    (r"No such option: (\S+) \(Possible options: (.*)\)", "unknown option {0}; did you mean {1}?"),
    (r"No such option: (\S+)", "unknown option {0}; see `{help}`"),
    (
        r"Missing argument '(.*)'\. Choose from: (.*)",
        "missing argument {0}; expected one of {1}; see `{help}`",
    ),
    (r"Missing (argument|option) (.*)", "missing {0} {1}; see `{help}`"),
    (r"Option (.*) requires an argument", "{0}: missing value; see `{help}`"),
    (r"Option (.*) does not take a value", "{0}: the option takes no value"),
    (r"Got unexpected extra argument\(s\) \((.*)\)", "unexpected argument {0}; see `{help}`"),
    (
        r"Invalid value for (.*?): Input should be a valid integer.*",
        "{0}: expected a whole number, got {value}; see `{help}`",
    ),
    (
        r"Invalid value for (.*?): Input should be a valid number.*",
        "{0}: expected a number, got {value}; see `{help}`",
    ),
    (
        r"Invalid value for (.*?): .* greater than or equal to (.*)",
        "{0}: expected {1} or more, got {value}; see `{help}`",
    ),
    (
        r"Invalid value for (.*?): .* less than or equal to (.*)",
        "{0}: expected {1} or less, got {value}; see `{help}`",
    ),
    (r"Invalid value for (.*?): .* is not one of (.*)", "{0}: expected {1}, got {value}; see `{help}`"),
    (r"Invalid value for (.*?): (.*)", "{0}: {1}"),
)
"""What Typer and pydantic say, as patterns, and what is said instead."""


def usage_sentence(error: typer.TyperException, words: Sequence[str]) -> str:
    """Return what is wrong with the words, where, and what to do."""
    said = " ".join(error.format_message().replace("Value error, ", "").split()).rstrip(".")
    said = re.sub(r" \(env var: [^)]*\)", "", said)
    command = next((word for word in words if word in COMMANDS), None)
    value = re.search(r"input_value=(.*), input_type=", str(error.__cause__))
    facts = {
        "help": f"cardkit {command} --help" if command else "cardkit --help",
        "value": value[1].strip("'\"") if value else "another value",
    }
    for pattern, sentence in _SENTENCES:
        if found := re.fullmatch(pattern, said):
            return sentence.format(*map(_plain, found.groups()), **facts)
    return said


def _plain(text: str) -> str:
    """Return names without quotes, and a list of them with a last "or"."""
    if re.fullmatch(r"'[^']*'(?:(?:, | / )'[^']*')+|--?\S+(?:, --?\S+)+", text):
        *most, last = (name.strip("'") for name in re.split(", | / ", text))
        return f"{', '.join(most)} or {last}"
    return text.strip("'") if re.fullmatch(r"'[^']*'", text) else text
