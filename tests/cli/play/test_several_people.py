"""Several people before one screen: nobody sees another's hand."""

import re
from pathlib import Path

import cardkit
from tests.cli.play.person import Person


def hand(folder: Path, seat: int) -> list[str]:
    """Return what the seat holds now."""
    view = cardkit.load(folder / "m.jsonl").view(seat)
    return sorted(getattr(view, "hands")[seat])  # noqa: B009  # the view's type isn't known here


def cards_in(text: str) -> list[str]:
    """Find the cards in hand that are drawn there."""
    return sorted(re.findall(r"[╰┗][─━](\w+)[╯┛]", text))


def test_a_hand_is_hidden_until_the_next_one_is_there(tmp_path: Path) -> None:
    words = ("play", "thirteen", "--seats", "ann=you,ben=you,cleo=random", "--seed", "s", "-o", "m.jsonl")
    with Person(tmp_path, *words) as person:
        assert "ben, it is your turn" in person.text
        assert "╭" not in person.text

        person.types("")
        assert cards_in(person.text) == hand(tmp_path, 1)
        assert "Enter" not in person.question

        person.types(person.moves[0])
        assert cards_in(person.text) == hand(tmp_path, 1), "time to look at what was drawn"
        assert person.question.startswith("Enter goes on")

        shown_so_far = len(person.raw)
        person.types("")
        assert "ann, it is your turn" in person.text
        assert "\x1b[2J\x1b[3J" in person.raw[shown_so_far:], "what can be scrolled back to is cleared too"
        for place in (person.text, person.scrolled_off):
            assert cards_in(place) == []
        assert "Your hand" not in person.text + person.scrolled_off

        person.types("")
        assert cards_in(person.text) == hand(tmp_path, 0)

        person.types("quit")
        assert person.ends() == 0
        assert cards_in(person.text + person.scrolled_off) == []
        assert "Saved in m.jsonl" in person.text


def test_what_is_looked_at_stays_until_enter_and_is_gone_then(tmp_path: Path) -> None:
    """Biberbande hides the outer cards at the next event: the player needs the time to look."""
    words = ("play", "biberbande", "--seats", "ann=you,ben=you", "--seed", "s", "-o", "m.jsonl")
    with Person(tmp_path, *words) as person:
        person.types("", "look")
        assert "looks at the outer cards: " in person.text
        assert person.question.startswith("Enter goes on")

        person.types("", "")
        assert "ann, it is your turn" not in person.text
        assert (
            "ben looks at the outer cards." in person.text or "ann looks at the outer cards." in person.text
        )
        assert "looks at the outer cards: " not in person.text + person.scrolled_off


def test_ctrl_c_leaves_nobodys_hand_behind(tmp_path: Path) -> None:
    words = ("play", "friday13", "--seats", "a=you,b=you,c=you", "-o", "m.jsonl")
    with Person(tmp_path, *words) as person:
        person.types("")
        assert re.search("[╰┗]", person.text)
        person.presses("\x03")

        assert person.ends() == 130
        assert not re.search("[╰┗]", person.text + person.scrolled_off)


def test_whoever_plays_alone_keeps_what_stood_on_the_terminal_before(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "thirteen", "-o", "m.jsonl") as person:
        person.types(person.moves[0])

        assert "\x1b[2J" in person.raw
        assert "\x1b[3J" not in person.raw
