"""What a store writes, it writes as a whole, in order and once."""

import pytest

from cardkit_api.stores.contract import Answer, Change, MatchRow, Repeated
from tests.api.places import Place
from tests.api.stores.acts import NOON, STALE, WRITTEN, Ears, answer, make, move, opened, row

pytestmark = pytest.mark.anyio


async def test_moves_are_read_as_they_were_written(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        assert await store.write(move("a", 0, 2, "one\ntwo\n")) == WRITTEN
        assert await store.write(move("a", 2, 3, "three\n")) == WRITTEN
        assert await store.lines("a") == "one\ntwo\nthree\n"
        assert await store.lines("a", 2) == "three\n"
        assert await store.lines("a", 3) == ""


@pytest.mark.parametrize(("after", "upto"), [(0, 1), (0, 5), (1, 3), (3, 4), (10, 11)])
async def test_a_move_follows_the_last_one_or_is_stale(place: Place, after: int, upto: int) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        await store.write(move("a", 0, 2))
        assert await store.write(move("a", after, upto)) == STALE
        assert await store.lines("a") == "a 0\na 1\n"


async def test_a_match_that_isnt_there_takes_neither_moves_nor_answers(place: Place) -> None:
    async with opened(place) as store:
        assert await store.write(move("a", 0, 1, key="k")) == STALE
        assert await store.write(Change(match="a", answer=answer("k"), now=NOON)) == STALE
        assert await store.write(Change(match="a", row=row("a", 2), now=NOON)) == STALE
        assert await store.lines("a") == ""
        assert await store.answer("me", "k") is None
        assert await store.row("a") is None


async def test_a_record_replaces_the_revision_before_it(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        second = row("a", 2, status="over", public=True, due=True, created=NOON + 1, document="[2]")
        assert await store.write(Change(match="a", row=second, now=NOON)) == WRITTEN
        assert await store.row("a") == second


@pytest.mark.parametrize("revision", [1, 2, 4])
async def test_a_record_of_another_revision_is_stale(place: Place, revision: int) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        second = row("a", 2)
        await store.write(Change(match="a", row=second, now=NOON))
        late = row("a", revision, document="late")
        assert await store.write(Change(match="a", row=late, now=NOON)) == STALE
        assert await store.row("a") == second


async def test_record_lines_and_answer_are_written_together(place: Place) -> None:
    async with opened(place) as store:
        change = Change(match="a", row=row("a"), upto=1, lines="opening\n", answer=answer("k"), now=NOON)
        assert await store.write(change) == WRITTEN
        assert await store.row("a") == row("a")
        assert await store.lines("a") == "opening\n"
        assert await store.answer("me", "k") == answer("k")


async def test_when_the_lines_are_stale_the_record_and_the_answer_arent_written(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        await store.write(move("a", 0, 1))
        change = Change(
            match="a", row=row("a", 2), after=3, upto=4, lines="gap\n", answer=answer("k"), now=NOON
        )
        assert await store.write(change) == STALE
        assert await store.row("a") == row("a")
        assert await store.answer("me", "k") is None


async def test_when_the_record_is_stale_the_lines_and_the_answer_arent_written(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        change = Change(match="a", row=row("a", 3), upto=1, lines="first\n", answer=answer("k"), now=NOON)
        assert await store.write(change) == STALE
        assert await store.lines("a") == ""
        assert await store.answer("me", "k") is None


async def test_a_record_alone_doesnt_ask_for_the_version(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        await store.write(move("a", 0, 7))
        assert await store.write(Change(match="a", row=row("a", 2), now=NOON)) == WRITTEN


@pytest.mark.parametrize("lines", ["", "more\n"])
@pytest.mark.parametrize("revision", [None, 2])
async def test_a_key_is_answered_once(place: Place, lines: str, revision: int | None) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        assert await store.write(move("a", 0, 1, key="k")) == WRITTEN
        again = Change(
            match="a",
            row=None if revision is None else row("a", revision),
            after=1,
            upto=2,
            lines=lines,
            answer=answer("k", fingerprint="other"),
            now=NOON,
        )
        assert await store.write(again) == Repeated(answer("k"))
        assert await store.lines("a") == "a 0\n"
        assert await store.row("a") == row("a")
        assert await store.answer("me", "k") == answer("k")


async def test_a_repeated_key_is_told_even_if_the_change_is_stale(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        await store.write(move("a", 0, 1, key="k"))
        assert await store.write(move("a", 0, 1, key="k")) == Repeated(answer("k"))


async def test_the_same_key_in_another_scope_is_another_key(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        await store.write(move("a", 0, 1, key="k"))
        other = Change(match="a", after=1, upto=2, lines="b\n", answer=answer("k", scope="you"), now=NOON)
        assert await store.write(other) == WRITTEN
        assert await store.answer("you", "k") == answer("k", scope="you")


async def test_a_stale_move_leaves_its_key_free(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        assert await store.write(move("a", 5, 6, key="k")) == STALE
        assert await store.write(move("a", 0, 1, key="k")) == WRITTEN


async def test_an_answer_alone_is_kept_at_its_version_and_wakes_nobody(place: Place) -> None:
    ears = Ears()
    async with opened(place, ears) as store:
        await make(store, row("a"))
        await store.write(move("a", 0, 2))
        ears.heard.clear()
        assert await store.write(Change(match="a", after=1, answer=answer("j"), now=NOON)) == STALE
        assert await store.write(Change(match="a", after=2, answer=answer("k"), now=NOON)) == WRITTEN
        assert await store.answer("me", "j") is None
        assert await store.answer("me", "k") == answer("k")
        assert ears.heard == []


async def test_whatever_is_written_to_a_match_wakes(place: Place) -> None:
    ears = Ears()
    async with opened(place, ears) as store:
        await make(store, row("a"))
        assert ears.heard == [("a", 0)]
        await store.write(move("a", 0, 2))
        await store.write(move("a", 2, 3, key="k"))
        assert ears.heard[1:] == [("a", 2), ("a", 3)]
        await store.write(Change(match="a", row=row("a", 2), after=3, upto=9, lines="x\n", now=NOON))
        assert ears.heard[3:] == [("a", 9)]
        await store.write(move("a", 0, 2))
        await store.write(move("a", 9, 10, key="k"))
        assert ears.heard[4:] == []


ODD = [
    "",
    " ",
    "'; DROP TABLE moves; --",
    "%s $1 ? :a",
    "\\x00 \\",
    "\r\n\t",
    "ÄÖ é\u0301 \u202e 牌 🂡",
    "\ufeff",
    "\x01\x7f",
]


@pytest.mark.parametrize("text", ODD)
async def test_texts_come_back_as_they_are(place: Place, text: str) -> None:
    async with opened(place) as store:
        made = row(f"match {text}", document=text)
        kept = Answer(scope=text, key=text, fingerprint=text, status=418, body=text, created=0.1 + 0.2)
        change = Change(match=made.match, row=made, upto=1, lines=f"{text}\n", answer=kept, now=NOON)
        assert await store.write(change) == WRITTEN
        assert await store.write(move(made.match, 1, 2, text + "\n")) == WRITTEN
        assert await store.row(made.match) == made
        assert await store.lines(made.match) == f"{text}\n{text}\n"
        assert await store.answer(text, text) == kept


@pytest.mark.parametrize("text", ["\0", "a\0b", "\ud800", "é\udfff", "é\0"])
async def test_texts_that_cant_be_kept_are_refused_and_never_found(place: Place, text: str) -> None:
    with pytest.raises(ValueError, match="can't be stored"):
        row(text)
    with pytest.raises(ValueError, match="can't be stored"):
        row("a", document=text)
    with pytest.raises(ValueError, match="can't be stored"):
        answer(text)
    with pytest.raises(ValueError, match="can't be stored"):
        move("a", 0, 1, text)
    async with opened(place) as store:
        assert await store.row(text) is None
        assert await store.lines(text) == ""
        assert await store.answer(text, "k") is None
        assert await store.answer("me", text) is None
        assert await store.delete(text, NOON) is False


def test_a_change_that_cant_be_meant_isnt_made() -> None:
    with pytest.raises(ValueError, match="from 2 to 2"):
        move("a", 2, 2, "x\n")
    with pytest.raises(ValueError, match="from -1 to 2"):
        move("a", -1, 2, "x\n")
    with pytest.raises(ValueError, match="another match"):
        Change(match="a", row=row("b"), now=NOON)
    with pytest.raises(ValueError, match="less than 1"):
        Change(match="a", row=row("a", 0), now=NOON)
    with pytest.raises(ValueError, match="the most is"):
        row("m" * 1000)


async def test_large_texts_and_versions_are_kept(place: Place) -> None:
    lines = "x" * 2_000_000 + "\n"
    async with opened(place) as store:
        made: MatchRow = row("m" * 200, document="y" * 1_000_000)
        await make(store, made)
        assert await store.write(move(made.match, 0, 2**40, lines, key="k" * 300)) == WRITTEN
        assert await store.write(move(made.match, 2**40, 2**63 - 1, lines)) == WRITTEN
        assert await store.lines(made.match) == lines + lines
        assert await store.lines(made.match, 2**40) == lines
        assert await store.lines(made.match, 2**70) == ""
        assert await store.lines(made.match, -1) == lines + lines
        assert await store.row(made.match) == made
