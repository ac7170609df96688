"""A dishonest owner: the seed is enough to change a log and seal it anew, so that every seal fits."""

import hmac
import json
from collections.abc import Callable
from typing import Any, TypeAlias

from cardkit.chance import commitment, mixed, seal_key

__all__ = [
    "Lines",
    "begin_elsewhere",
    "commit_to_another_seed",
    "draw_what_is_wished",
    "exchange_cards",
    "put_a_card_on_top",
    "resealed",
]

Lines: TypeAlias = list[dict[str, Any]]
"""The lines of a log as JSON; the header is line 0, and event n is line n."""


def resealed(log: str, change: Callable[[Lines], object]) -> str:
    """Return the log after a change to its lines, as the owner would write it: with the seed that it then has."""
    lines: Lines = [json.loads(line) for line in log.splitlines()]
    change(lines)
    seed = str(lines[0].pop("seed"))
    if lines[0]["commitment"] == "of the seed":
        lines[0]["commitment"] = lines[1]["commitment"] = commitment(seed)
    key = seal_key(mixed(seed, dict(lines[0]["entropy"])))
    seal, text = bytes(32), ""
    for line in lines:
        del line["seal"]
        body = json.dumps(line, ensure_ascii=False, separators=(",", ":"))[:-1]
        seal = hmac.digest(key, seal + body.encode(), "sha256")
        secret = "" if text else f',"seed":{json.dumps(seed, ensure_ascii=False)}'
        text += f'{body},"seal":"{seal.hex()}"{secret}}}\n'
    return text


# --- what such an owner may like to change in a log of 13 for three


def put_a_card_on_top(lines: Lines) -> None:
    stock = lines[3]["stock"]
    place = next(place for place, card in enumerate(stock) if card != stock[0])
    stock[0], stock[place] = stock[place], stock[0]


def exchange_cards(lines: Lines) -> None:
    one, other, _ = lines[3]["hands"]
    one[0], other[0] = other[0], one[0]


def draw_what_is_wished(lines: Lines) -> None:
    lines[4]["drawn"] = "n4" if lines[4]["drawn"] != "n4" else "b1"


def begin_elsewhere(lines: Lines) -> None:
    lines[2]["first_dealer"] = 1


def commit_to_another_seed(lines: Lines) -> None:
    lines[0] |= {"seed": "a better one", "commitment": "of the seed"}
