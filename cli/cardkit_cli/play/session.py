"""One session at a terminal: a match is played until it is over or somebody quits."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from attrs import evolve
from rich.console import RenderableType
from rich.text import Text

from cardkit.drawing import Scene, move_texts, round_of, scene, translate_move, warnings_of
from cardkit.rejections import CardkitError, Rejected
from cardkit.seats import Seat, Viewer
from cardkit_cli.errors import ServerRefusal, in_words
from cardkit_cli.exit_codes import Exit
from cardkit_cli.phrases import phrase
from cardkit_cli.play.live_match import Happened, LiveMatch, MovedOn, Thinking, Waiting
from cardkit_cli.play.result import result_lines
from cardkit_cli.terminal.input import Command, Nothing, Picked, Typed, Unclear, parse_line
from cardkit_cli.terminal.pages import help_page, markdown_lines, rules_page
from cardkit_cli.terminal.screen import (
    WARNING,
    Screen,
    event_lines,
    in_order_of_table,
    move_lines,
    scores,
    with_times,
)
from cardkit_cli.terminal.terminal import Disturbed, Stopped, Terminal

__all__ = ["Session"]

_HEARD: Final = 3
"""How much of what has happened besides moves is shown at once."""


class Session:
    """The match, the people who play it here, and their terminal."""

    def __init__(
        self, match: LiveMatch, terminal: Terminal, greeting: str, *, since: int = 0, pace: float = 0
    ) -> None:
        """Greet the players. People who only watch are told what happened after version `since`.

        On a terminal, a bot's move takes at least `pace` seconds, so that people can follow.
        """
        self.match = match
        self.terminal = terminal
        self.language = match.language
        self.message = greeting
        self.since = since
        self.pace = pace
        self.latest = match.before_last_move()
        """The version before the last move; 0 if it isn't known."""
        self.seen: dict[Seat, int] = {}
        """By seat, the version up to which its player has been told what happened."""
        self.round = 0
        """The round that was shown last."""
        self.wants_another = False
        """Whether the players want another match."""
        self.ahead = ""
        """A line that was typed where only Enter was asked for. It answers the next question."""
        self.heard: list[str] = []
        """What has happened on the server besides moves, since the player typed something."""
        self.noticed = ""
        """What the player should know besides, as long as it holds."""
        self.facing: Seat | None = match.people[0] if len(match.people) == 1 else None

    @property
    def shared(self) -> bool:
        """Whether several people share this screen, so that hands must be hidden from some of them."""
        return len(self.match.people) > 1 and self.terminal.interactive

    def run(self) -> Exit:
        """Play, say goodbye, and return the exit code. Ctrl-C leaves the match."""
        over, interrupted, failed = False, False, False
        try:
            over = self.play()
        except KeyboardInterrupt:
            interrupted = True
            self.terminal.say("")
        finally:
            failed = self.leave(over=over)
        self.terminal.say(self.match.goodbye(over=over))
        return Exit.INTERRUPTED if interrupted else Exit.FAILED if failed else Exit.FINE

    def play(self) -> bool:
        """Play until the match is over, and show the result; or until somebody quits. Return whether it is over."""
        if not self.match.people:
            self.terminal.say(self.message)
            self._narrate(self.match.sentences(None, self.since))
        try:
            while not self.match.is_over():
                self._hear(self.match.news())
                try:
                    self._next(self.match.next_person())
                except Disturbed:
                    pass  # look again
                except MovedOn as moved:
                    if not self.terminal.interactive:
                        raise self._in_words(moved.refusal) from moved
                    self.message, self.latest = moved.message, self.match.before_last_move()
        except Stopped:
            return False
        self._end()
        return True

    def leave(self, *, over: bool) -> bool:
        """End the bots' programs, and leave nobody's hand on a shared screen. Return whether a bot has failed."""
        failures = self.match.close(over=over)
        if self.shared and not over:
            self.terminal.clear(everything=True)
        for sentence in failures:
            self.terminal.say(sentence)
        return bool(failures)

    def _hear(self, news: str) -> None:
        """Say what has happened with the next screen. A script prints it at once."""
        if news and not self.terminal.interactive:
            self._narrate([news])
        elif news:
            self.heard = [*self.heard, news][-_HEARD:]

    def _next(self, seat: Seat | None) -> None:
        if seat is None:
            self._others_move()
        else:
            self._person_moves(seat)

    def _since(self, seat: Seat) -> int:
        return min(self.seen.get(seat, 0), self.match.version)

    # --- others

    def _others_move(self) -> None:
        """Let others move, and show people here that these are at it."""
        begun, before = time.monotonic(), self.match.version
        for news in self.match.others_move():
            match news:
                case Thinking(name):
                    self._wait(phrase("thinking", self.language, name=name))
                case Waiting(sentence):
                    self._notice(self.match.people[0])
                    self._wait(sentence)
                    before = self.match.version
                    if self.terminal.can_tick:
                        self._ask_meanwhile(self.match.people[0])
                        break
                case Happened(sentence):
                    self._narrate([sentence])
        self.latest = before
        if self.terminal.interactive:
            self.terminal.sleep(begun + self.pace - time.monotonic())

    def _ask_meanwhile(self, seat: Seat) -> None:
        """Obey what is typed while others are to move, until something happens."""
        with suppress(Disturbed):
            typed = self._ask(self.match.names[seat], mark=" …", live=True)
            if typed != Nothing():
                self.message = ""
                self._obey(seat, typed, ())

    def _wait(self, status: str) -> None:
        """Draw the table while others are to move. People who share the screen see what everybody may see."""
        people = self.match.people
        if people and self.terminal.interactive:
            viewer = None if self.shared else people[0]
            self._draw(viewer, (), self._since(people[0]), status=status)

    def _narrate(self, sentences: Sequence[str]) -> None:
        """Tell people who watch bots what has happened."""
        for sentence in sentences:
            self.terminal.say(f" · {sentence}")

    # --- people

    def _person_moves(self, seat: Seat) -> None:
        if self.shared and seat != self.facing:
            self._hand_over(seat)
        self.facing = seat
        moves = self.match.legal(seat)
        if moves is None:
            return  # the match has moved on: look again
        self._notice(seat)
        legal = [self.match.game.say(move) for move in moves]
        shown = self._draw(seat, moves, self._since(seat))
        texts, said = [*shown], [*shown.values()]

        def numbers() -> Sequence[int]:
            by_text = dict(zip(legal, self.match.numbers(seat), strict=True))
            return [by_text[text] for text in texts]

        match self._ask(self.match.names[seat], said, numbers, texts, live=True):
            case Picked(place):
                self._play(seat, legal.index(texts[place]))
            case Nothing() if len(legal) == 1:
                self._play(seat, 0)
            case typed:
                self._obey(seat, typed, said)

    def _ask(
        self,
        question: str,
        texts: Sequence[str] = (),
        numbers: Callable[[], Sequence[int]] | None = None,
        own: Sequence[str] = (),
        mark: str = ">",
        *,
        live: bool = False,
    ) -> Typed:
        """Return what is typed.

        On a server, clocks run on meanwhile, and a `live` question ends with `Disturbed` when something happens.
        """
        line, self.ahead = self.ahead, ""
        if not line:
            disturbed = self.match.has_news if live else None
            line = self.terminal.ask(question, texts, mark=mark, disturbed=disturbed)
            self.heard = []
        return parse_line(line, texts, self.language, numbers, own=own, served=self.match.is_served)

    def _notice(self, seat: Seat) -> None:
        self.noticed = self.match.notice(seat)

    def _play(self, seat: Seat, place: int) -> None:
        before = self.match.version
        try:
            self.match.play(seat, place)
        except (Rejected, ServerRefusal) as refusal:
            self._refuse(refusal)
            return
        self.seen[seat] = self.latest = before
        self.noticed = ""
        if self.terminal.interactive:
            self._look_back(seat)

    def _look_back(self, seat: Seat) -> None:
        """Give the player time to look at what the move showed, before the next one looks or it is hidden again."""
        match = self.match
        seen = scene(match.game, match.view(seat), seat, match.names, self.language)
        question = match.pause(seat, wanted=self.shared or seen.needs_time)
        if question is None:
            return
        version = match.version
        while match.version == version:
            self._draw(seat, (), self._since(seat))
            typed = self._ask(phrase(question, self.language))
            if typed == Nothing():
                self.seen[seat] = version
                return
            self._obey(seat, typed, ())

    def _hand_over(self, seat: Seat) -> None:
        """Hide all hands until the next player says that nobody else looks."""
        name = self.match.names[seat]
        answer = ""
        while True:
            self.terminal.clear(everything=True)
            self.terminal.show(Text(f"\n {phrase('hand over', self.language, name=name)}\n", "bold"))
            self.terminal.show(Text(f" {phrase('alone', self.language, name=name)}\n"))
            if answer:
                self.terminal.show(Text(f" {answer}\n", f"bold {WARNING}"))
            answer = ""
            match self._ask(name):
                case Nothing():
                    return
                case Command("help" | "rules" | "quit") as command:
                    self._obey(seat, command, ())
                case _:
                    answer = phrase("first enter", self.language)

    def _obey(self, seat: Seat, typed: Typed, texts: Sequence[str]) -> None:
        """Do what was typed instead of a move."""
        game, language, console = self.match.game, self.language, self.terminal.console
        match typed:
            case Command("help"):
                example = texts[0] if texts else "…"
                page = help_page(game, language, example, self._translator(seat), served=self.match.is_served)
                self._show_page(markdown_lines(page, console))
            case Command("rules", chapter):
                self._show_page(markdown_lines(rules_page(game, language, chapter), console))
            case Command("moves") if texts:
                self._show_page(move_lines(texts, {}, language, console.width, all_of_them=True))
            case Command("moves"):
                self.message = phrase("none legal", language)
            case Command("log"):
                sentences = self.match.sentences(seat, 0)
                self._show_page(event_lines(sentences, language, console, console.width))
            case Command("hint"):
                self.message = self.match.hint(seat) if texts else phrase("none legal", language)
            case Command("undo"):
                self._undo(seat)
            case Command("quit"):
                raise Stopped
            case Command("return" | "pause" | "resume" | "give" | "replace" | "resign" | "say" as name, more):
                self._act(seat, name, more)
            case Unclear(answer):
                self._refuse(Rejected("unreadable", answer))
            case _:
                pass

    def _act(self, seat: Seat, command: str, more: str) -> None:
        """Do what only a match on a server allows. Resigning is for good, so a player is asked about it."""
        if command == "resign" and self.terminal.interactive:
            answer = self.terminal.ask(phrase("resign sure", self.language)).strip().lower()
            if answer not in phrase("yes", self.language).split():
                return
        try:
            self.message = self.match.act(seat, command, more)
        except (Rejected, ServerRefusal) as refusal:
            self._refuse(refusal)

    def _translator(self, seat: Seat) -> Callable[[str], str]:
        """Return a function that says the text of a move in the language of the match."""
        game, view, seats = self.match.game, self.match.view(seat), len(self.match.names)
        return lambda text: translate_move(game, view, seats, text, self.language)

    def _undo(self, seat: Seat) -> None:
        before = self.match.version
        try:
            missing = self.match.undo(seat)
        except (Rejected, ServerRefusal) as refusal:
            self._refuse(refusal)
            return
        if missing:
            self.message = phrase("asked", self.language, names=", ".join(missing))
        else:
            self.seen[seat] = before
            self.message = phrase("undone", self.language)

    def _refuse(self, refusal: CardkitError) -> None:
        """Say it with the next screen. A script ends here."""
        refusal = self._in_words(refusal)
        if not self.terminal.interactive:
            raise refusal
        plain = refusal.code == "unreadable"
        self.message = str(refusal) if plain else phrase("refused", self.language, error=refusal)

    def _in_words(self, refusal: CardkitError) -> CardkitError:
        """Return the refusal in the language of the match, with the names of its players."""
        return (
            in_words(refusal, self.language, self.match.names) if isinstance(refusal, Rejected) else refusal
        )

    # --- the screen

    def _draw(
        self, viewer: Viewer, moves: Sequence[object], since: int, *, fewer: int = 1, status: str = ""
    ) -> dict[str, str]:
        """Draw the screen as the viewer sees it, and leave `fewer` lines for what comes below.

        Return the moves in the order of the list: by their own texts, those in the language. A `status` says who is to
        move, and keeps the message for the next screen.
        """
        match, terminal = self.match, self.terminal
        view, names, language = match.view(viewer), match.names, self.language
        memory, before = match.memory(viewer), match.view(viewer, self.latest) if self.latest else None
        seen = scene(match.game, view, viewer, names, language, memory=memory, moves=moves, before=before)
        hints = warnings_of(match.game, view, viewer, names, language, moves=moves)
        self._show_scores(seen, round_of(match.game, view, len(names)), since)
        said = move_texts(match.game, view, len(names), moves, language)
        shown = {text: said[text] for text in in_order_of_table([*said], seen)}
        hints = {said[text]: hint for text, hint in hints.items()}
        sentences = match.sentences(viewer, since)
        latest = len(match.sentences(viewer, self.latest)) if self.latest > since else 0
        first = self.message or self.noticed
        message = " ".join(filter(None, (first, *(one for one in self.heard if one not in first))))
        screen = Screen(seen, sentences, latest, [*shown.values()], hints, message, status)
        if not status:
            self.message = ""

        def drawn() -> RenderableType:
            lines = terminal.height - 1 - fewer if terminal.interactive else None
            timed = evolve(screen, scene=with_times(screen.scene, match.times()))
            return timed.draw(terminal.console, lines)

        terminal.paint(drawn, everything=self.shared, changing=match.times)
        return shown

    def _show_scores(self, seen: Scene, number: int, since: int) -> None:
        """Show the scores of the round before, when a new round has begun. Keep what is typed meanwhile."""
        before, self.round = self.round, number
        if not before or number <= before or not self.terminal.interactive:
            return
        title = phrase("round over", self.language, number=before)
        # on a shared screen, nobody may know yet what was dealt
        sentences = self.match.sentences(None if self.shared else seen.viewer, since)
        page = Screen(scores(seen, title), sentences)
        terminal = self.terminal
        terminal.paint(lambda: page.draw(terminal.console, terminal.height - 2), everything=self.shared)
        self.ahead = terminal.ask(phrase("go on", self.language)).strip()

    def _show_page(self, lines: Sequence[Text]) -> None:
        more, last = phrase("more", self.language), phrase("go on", self.language)
        self.ahead = self.terminal.leaf_through(lines, more, last, everything=self.shared)

    def _end(self) -> None:
        people = self.match.people
        viewer = people[0] if len(people) == 1 else None
        since = self._since(people[0]) if people else self.match.version
        self.message = self.noticed = ""
        self._draw(viewer, (), since, fewer=6)
        width = self.terminal.width
        for line in result_lines(*self.match.result(), self.match.names, self.language, width):
            self.terminal.show(line)
        if people and self.match.can_be_repeated and self.terminal.interactive:
            if wish := self.match.others_wish():
                self.terminal.say(f" {wish}")
            answer = self.terminal.ask(phrase("another", self.language)).strip().lower()
            self.wants_another = answer in phrase("yes", self.language).split()
