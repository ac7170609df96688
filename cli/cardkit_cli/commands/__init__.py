"""The commands, a module each. `COMMANDS` lists them; a module is imported when its command is named."""

from typing import Final

__all__ = ["COMMANDS", "MODULES"]

COMMANDS: Final = {
    "games": "List the games that can be played.",
    "rules": "Show the rules of a game.",
    "schema": "Show the JSON Schema of a game's documents.",
    "play": "Play at the terminal, against bots or with others.",
    "new": "Start a match in a new file, or on a server.",
    "show": "Show the table.",
    "moves": "List the legal moves.",
    "move": "Make one or more moves.",
    "log": "List what has happened.",
    "undo": "Take back the last move.",
    "branch": "Play on from an earlier version.",
    "replay": "Replay a match.",
    "diff": "Compare two matches.",
    "serve": "Serve matches over HTTP.",
    "join": "Take a seat in a match on a server.",
    "seat": "Show the seats of a match on a server, or change one.",
    "terms": "Show the terms of a match on a server, or change them.",
    "start": "Start a match on a server with bots.",
    "watch": "Follow a match on a server.",
    "clock": "Show the clock of a match on a server, or act on it.",
    "order": "Show your order for your next turn in a match on a server, or give one.",
    "say": "Say a word to those who follow the match.",
    "rematch": "Agree to another match of the same players.",
    "fetch": "Save the log of a match on a server.",
    "verify": "Check logs line by line.",
    "recover": "Save what a crash left of a log.",
    "doctor": "Check the installation.",
    "arena": "Rate bots against each other.",
    "simulate": "Measure a game by letting bots play it.",
    "compare": "Compare two runs of a game.",
    "pipe": "Speak JSON Lines with a program.",
    "completion": "Print a shell's completion script.",
}
"""Each command's summary, which is also the first line of its help. They are listed in this order."""

MODULES: Final = {"rules": "games", "schema": "games", "simulate": "arena"}
"""The modules of commands that aren't in one of their own name."""
