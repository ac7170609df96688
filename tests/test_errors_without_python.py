"""Errors that people read hold no Python: values are shown as JSON, at every door."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import attrs
import pytest
from attrs import frozen
from attrs.validators import ge, in_, instance_of

import cardkit
from cardkit.game import AnyGame
from cardkit.options import options_from
from cardkit.registry import BUILT_IN
from cardkit.rejections import CardkitError, Invalid, shown
from tests.api.door import opened
from tests.cli.commands.test_pipe import Talk
from tests.cli.running import run

PYTHON: Final = re.compile(
    r"\b(?:None|True|False|tuple|dict|NoneType|__\w+__)\b"
    r"|[{\[]'|<class|<function|\b\w+\(\w*='?|\w+Error\(|Input should|type=\w+_|unable to parse"
)
"""What only Python, attrs, pydantic or msgspec say."""


def values() -> tuple[object, ...]:
    return (
        *(None, True, False, -1, 10**30, 1.5, "", "x", "it's", 'say "x"', "a\x1b[31m\n"),
        *([1], [None, True], {"a": 1}, {"a": None, "b": [False]}, ["x"], {"x": "y"}),
    )


VALUES: Final = values()
"""Values that are wrong almost everywhere."""


def check(text: str, what: object) -> None:
    """Check that an error speaks to people."""
    assert not PYTHON.search(text), (what, text)
    assert all(char.isprintable() for char in text), (what, text)


@pytest.mark.parametrize(
    "text", ["rounds: True is invalid", "{'a': 1}", "Whole(least=1)", "KeyError('x')", "<class 'int'>"]
)
def test_python_is_found(text: str) -> None:
    with pytest.raises(AssertionError):
        check(text, "itself")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (None, "null"),
        ({"a": None}, '{"a": null}'),
        ((1, None), "[1, null]"),
        ("rounds", "'rounds'"),
        ("it's", '"it\'s"'),
        ("\x1b[31m\u202e", r"'\u001b[31m\u202e'"),
    ],
)
def test_a_value_is_shown_as_json(value: object, text: str) -> None:
    assert shown(value) == text


def names_of(game: AnyGame) -> list[str]:
    return [
        *(
            field.name
            for field in attrs.fields(game.options)  # type: ignore[arg-type]  # attrs' stubs want their own bound
        ),
        "joker",
    ]


def refusal(doing: Callable[[], object]) -> str:
    """Return the text of the error, or nothing if the value is a good one."""
    try:
        doing()
    except CardkitError as error:
        return str(error)
    return ""


def taking_anything(function: Callable[..., object]) -> Callable[..., object]:
    """Return the same function, to be called wrongly on purpose."""
    return function


def library_texts(key: str, value: object) -> Iterator[str]:
    """Yield what the library says to this value, where people can give one. Only programs name viewers in Python."""
    match = cardkit.start(key, 3, seed="words")
    start, find = taking_anything(cardkit.start), taking_anything(cardkit.game)
    for name in names_of(match.game):
        yield refusal(partial(start, key, 3, options={name: value}))
    yield refusal(partial(start, key, 3, options=value))
    yield refusal(partial(start, key, seats=value))
    yield refusal(partial(start, key, 3, seed=value))
    yield refusal(partial(start, key, 3, entropy={0: value}))
    yield refusal(partial(find, value))
    yield refusal(partial(match.play, value, seat=match.actors[0]))


@pytest.mark.parametrize("key", BUILT_IN)
def test_the_librarys_errors_hold_no_python(key: str) -> None:
    found = [(text, value) for value in VALUES for text in library_texts(key, value) if text]

    assert len(found) > 6 * len(VALUES)
    for text, value in found:
        check(text, value)


@pytest.mark.anyio
async def test_the_servers_errors_hold_no_python() -> None:
    found = 0
    async with opened() as door:
        sat = await door.sit()
        for value in VALUES:
            new: list[dict[str, object]] = [
                {"options": {name: value}} for name in ("rounds", "first_dealer", "joker")
            ]
            new += [
                {name: value} for name in ("game", "seats", "options", "name", "bots", "public", "entropy")
            ]
            posts = [("/v1/matches", "", {"game": "thirteen", "seats": 3, **body}) for body in new]
            posts.append((f"{sat.path}/moves", sat.seats[0], {"move": value}))
            posts.append((f"{sat.path}/undo", sat.seats[0], {"of": value}))
            for path, token, body in posts:
                answer = await door.post(path, body, token, If_Match="*")
                if answer.status_code >= 400:
                    found += 1
                    document = answer.json()
                    check(f"{document['detail']} {document.get('accepted', '')}", body)
    assert found > 6 * len(VALUES)


def test_the_command_lines_errors_hold_no_python(tmp_path: Path) -> None:
    log, new = tmp_path / "m.log", tmp_path / "n.log"
    assert run("new", "push", "--seats", "3", "-o", log).code == 0
    found = 0
    for value in VALUES:
        text = json.dumps(value)
        for words in (
            ("new", "push", "--seats", "3", "-o", new, "--option", f"risk={text}"),
            ("new", "push", "--seats", "3", "-o", new, "--option", f"first_player={text}"),
            ("new", "push", "--seats", text, "-o", new),
            ("new", text, "--seats", "3", "-o", new),
            ("move", log, f" {text}"),
            ("show", log, "--format", text),
            ("log", log, "--since", text),
            ("log", log, "--names", text),
            ("arena", "push", "--bots", f"random,{text}"),
            ("simulate", "push", "-n", text),
        ):
            new.unlink(missing_ok=True)
            ran = run(*words)
            if ran.code:
                found += 1
                check(ran.err.splitlines()[0], words)
    assert found > 8 * len(VALUES)


def test_the_pipes_errors_hold_no_python() -> None:
    found = 0
    for value in VALUES:
        talk = Talk("push")
        for request in (
            {"do": value},
            {"do": "start", "seats": value},
            {"do": "start", "seats": 3, "options": value},
            {"do": "start", "seats": 3, "options": {"risk": value}},
            {"do": "view", "viewer": value},
            {"do": "move", "move": value},
        ):
            answer = talk.raw(json.dumps(request).encode())
            if "error" in answer:
                found += 1
                check(json.dumps(answer["error"], ensure_ascii=False).replace("\\", ""), request)
    assert found > 3 * len(VALUES)


@frozen
class Theirs:
    """Options with attrs' own validators, as authors write them."""

    rounds: int = attrs.field(default=1, validator=[instance_of(int), ge(1)])
    pace: str = attrs.field(default="slow", validator=in_(("slow", "fast")))


@pytest.mark.parametrize("options", [{"rounds": 0}, {"rounds": "x"}, {"rounds": [1]}, {"pace": True}])
def test_attrs_own_validators_are_repeated_without_python(options: dict[str, object]) -> None:
    with pytest.raises(Invalid) as refused:
        options_from(Theirs, {"rounds": 1, **options}, "theirs")

    check(str(refused.value).replace("('slow', 'fast')", ""), options)
