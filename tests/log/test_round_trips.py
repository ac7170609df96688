"""What is written is read as it was, and what is read is written as it was."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardkit
from cardkit.games.thirteen import GAME, Options
from cardkit.rejections import SeedMissing
from tests.log.logs import bodies, played, sealed

TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)


@pytest.mark.parametrize("moves", [0, 1, 12, 49, 50, 51, None])
def test_a_match_is_read_as_it_was_written(moves: int | None) -> None:
    match = played(moves)

    read = cardkit.loads(cardkit.dumps(match), GAME)

    assert read == match
    assert read.log == match.log
    assert read.state == match.state
    assert read.chance == match.chance


@pytest.mark.parametrize("with_seed", [True, False])
def test_a_log_is_written_as_it_was_read(with_seed: bool) -> None:
    text = cardkit.dumps(played(None), with_seed=with_seed)

    assert cardkit.dumps(cardkit.loads(text), with_seed=with_seed) == text


@given(seed=TEXTS.filter(bool), first=TEXTS, second=TEXTS)
def test_seeds_and_entropy_are_any_text(seed: str, first: str, second: str) -> None:
    match = played(3, seed=seed, entropy={2: second, 0: first})
    text = cardkit.dumps(match)

    read = cardkit.loads(text.encode(), GAME)

    assert read == match
    assert read.header.entropy == ((0, first), (2, second))
    assert cardkit.dumps(read) == text


def test_a_seed_or_entropy_that_looks_like_a_seal_is_a_text_like_others() -> None:
    mark = '","seal":"'
    match = played(3, seed=mark, entropy={0: mark})

    assert cardkit.loads(cardkit.dumps(match), GAME) == match


@pytest.mark.parametrize(
    "options", [Options(), Options(first_dealer=2, rounds=1), Options(first_dealer="random")]
)
def test_options_are_kept(options: Options) -> None:
    match = played(3, options=options)

    assert cardkit.loads(cardkit.dumps(match), GAME).header.options == options


def test_the_seals_are_those_of_the_description() -> None:
    text = cardkit.dumps(played(None))

    assert sealed(bodies(text)) == text


def test_the_seals_are_those_of_the_description_with_entropy_too() -> None:
    entropy = {1: "dobbelstenen: ⚀⚅", 2: ""}
    text = cardkit.dumps(played(4, entropy=entropy))

    assert sealed(bodies(text), entropy=[*entropy.items()]) == text


def test_without_the_seed_a_log_can_be_read_and_checked_but_not_played_on() -> None:
    match = played()
    text = cardkit.dumps(match, with_seed=False)

    read = cardkit.loads(text, GAME)

    assert '"seed"' not in text
    assert match.header.mixed_seed is not None
    assert match.header.mixed_seed not in text
    assert read.state == match.state
    assert read.header.seed is None
    assert read.header.commitment == match.header.commitment
    assert cardkit.verify(text).ok
    with pytest.raises(SeedMissing, match="can't be played on"):
        read.play(read.legal()[0])


def test_with_and_without_the_seed_the_seals_are_the_same() -> None:
    match = played()

    with_seed, without = (cardkit.dumps(match, with_seed=with_seed) for with_seed in (True, False))

    assert with_seed.splitlines()[1:] == without.splitlines()[1:]


def test_a_match_read_without_its_seed_is_another_match() -> None:
    match = played()

    assert cardkit.loads(cardkit.dumps(match, with_seed=False)) != match


def test_a_log_read_again_is_played_on_as_if_it_had_never_been_away() -> None:
    match = played(49)
    read = cardkit.loads(cardkit.dumps(match), GAME)

    for _ in range(3):
        match, read = (each.play(each.legal()[-1]) for each in (match, read))

    assert cardkit.dumps(read) == cardkit.dumps(match)


def test_every_version_of_the_match_is_there_again() -> None:
    match = played(None)
    read = cardkit.loads(cardkit.dumps(match), GAME)

    assert read.at(30) == match.at(30)
    assert read.at(30).previous == match.at(30).previous


def test_the_break_of_the_last_line_may_be_missing() -> None:
    match = played()

    assert cardkit.loads(cardkit.dumps(match).rstrip("\n"), GAME) == match


def test_texts_and_their_bytes_are_read_alike() -> None:
    text = cardkit.dumps(played(entropy={0: "ü"}))

    assert cardkit.loads(text) == cardkit.loads(text.encode())


@pytest.mark.parametrize("nothing", [None, 5, ["a line"], bytearray(b"{}")])
def test_what_is_no_text_at_all_is_refused(nothing: object) -> None:
    read = cardkit.loads

    with pytest.raises(
        cardkit.Invalid, match=r"text: .* is invalid; expected the text of a log, or its bytes"
    ):
        read(nothing)  # type: ignore[call-overload]  # meant


def test_receipts_are_the_seals_of_the_events() -> None:
    match = played()
    lines = cardkit.dumps(match).splitlines()

    receipts = cardkit.receipts(match)

    assert len(receipts) == match.version
    assert all(
        line.endswith(f',"seal":"{receipt}"}}') for line, receipt in zip(lines[1:], receipts, strict=True)
    )
    assert receipts[: match.at(7).version] == cardkit.receipts(match.at(7))


def test_receipts_differ_where_just_the_seed_does() -> None:
    """So that nobody can try the few hidden cards until a seal fits."""
    one, other = (cardkit.receipts(played(0, seed=seed)) for seed in ("one", "other"))

    assert not {*one} & {*other}


def test_a_log_that_is_held_as_a_value_shows_no_seed() -> None:
    match = played(seed="nobody may know this")
    log = match.log

    assert "nobody may know this" not in repr(log)
    assert match.header.seal_key.hex() not in repr(log)
    assert str(match.header.seal_key) not in repr(log)
