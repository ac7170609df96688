"""One sitting at a match on a server: what others do arrives by the stream of events, moves go the other way."""

from collections.abc import Sequence

from rich.text import Text

import cardkit
from cardkit.codec import codec
from cardkit.drawing import scene
from cardkit.game import Language
from cardkit.rejections import Rejected
from cardkit.seats import Outcome, Seat
from cardkit_api.client import ApiError, MatchOver, RemoteMatch
from cardkit_api.messages import LegalMoves, MatchStatus
from cardkit_cli.own_code import find_game
from cardkit_cli.playing.ending import ended
from cardkit_cli.playing.pages import help_page, markdown_lines, rules_page
from cardkit_cli.playing.phrases import phrase
from cardkit_cli.playing.screen import happened, moves_listed, whole_screen
from cardkit_cli.playing.terminal import Stopped, Terminal
from cardkit_cli.playing.typed import Command, Nothing, Picked, Unclear, read
from cardkit_cli.playing.who import Player, Table
from cardkit_cli.remote.connecting import trouble
from cardkit_cli.remote.hearing import Story
from cardkit_cli.remote.statuses import names_of

__all__ = ["RemoteSitting"]

_AT_ONCE = 0.4
"""Seconds. Others who move within them, as bots do, aren't waited for before an empty screen."""


class RemoteSitting:
    """The match, the seat that is played, and the place."""

    def __init__(
        self,
        remote: RemoteMatch,
        status: MatchStatus,
        seat: Seat,
        place: Terminal,
        language: Language,
        *,
        remember: bool,
    ) -> None:
        self.remote = remote
        self.status = status
        self.seat = seat
        self.place = place
        self.game = find_game(status.game)
        names = names_of(status)
        players = (Player(name, chair.bot or None) for name, chair in zip(names, status.seats, strict=True))
        self.table = Table(tuple(players), language, "")
        self.story = Story(remote, self.game, seat, language, remember=remember)
        self.since = 0
        """The version up to which the player has been told what happened."""
        self.message = phrase("joined", language, name=names[seat], seat=seat)

    def play(self) -> bool:
        """Play until the match is over, and say how it went; or until somebody stops: then it isn't."""
        try:
            while not self._is_over():
                if self._is_mine():
                    self._my_turn()
                else:
                    self._wait()
        except Stopped:
            return False
        self._end()
        return True

    # --- how the match stands

    def _look(self) -> None:
        """Ask how it stands, and hear all that led to it; ask again if it has moved on while that was told."""
        while True:
            self.status = self.remote.status()
            self.story.read_on(self.status.version)
            if self.story.place <= self.status.version:
                return

    def _is_over(self) -> bool:
        self._look()
        return self.status.outcome is not None

    def _is_mine(self) -> bool:
        resigned = self.status.seats[self.seat].resigned
        if resigned:
            self.message = phrase("resigned", self.table.language)
        return self.seat in self.status.actors and not resigned

    # --- while others move

    def _wait(self) -> None:
        """Until it may be this seat's turn, or the match is over."""
        if self.story.comes(_AT_ONCE):
            return
        self._draw(self.status.version, ())
        names = ", ".join(self.table.names[actor] for actor in self.status.actors)
        self.place.say(f" {phrase('waiting', self.table.language, names=names)}")
        for told in self.remote.events(self.story.place, self.table.language):
            if isinstance(told, MatchOver):
                return
            self.story.hear(told)
            for line in happened([told.text], self.table.language, self.place.console):
                self.place.show(line)
            if told.n >= self.status.version:
                self._look()
                if self.status.outcome is not None or self._is_mine():
                    return

    # --- one's own turn

    def _my_turn(self) -> None:
        legal = self.remote.moves()
        if legal.version != self.story.place or not legal.moves:
            return  # it has moved on: look again
        self._hear_requests()
        texts = [move.text for move in legal.moves]
        self._draw(legal.version, [codec(self.game).move_in(dict(move.move)) for move in legal.moves])
        typed = read(self.place.ask(self.table.names[self.seat], texts), texts, self.table.language)
        match typed:
            case Picked(place):
                self._pick(legal, place)
            case Command(name, more):
                self._obey(name, more, texts)
            case Unclear(answer):
                self._refuse("unreadable", answer)
            case Nothing():
                pass

    def _hear_requests(self) -> None:
        asked = self.status.takeback
        if asked is not None and self.seat not in asked.agreed and not self.message:
            self.message = phrase("asks", self.table.language, name=self.table.names[asked.by])

    def _pick(self, legal: LegalMoves, place: int) -> None:
        try:
            moved = self.remote.play(legal.moves[place].number, legal.version, language=self.table.language)
        except ApiError as error:
            self._refused(error)
            return
        self.since = legal.version
        for event in moved.events:
            self.story.hear(event)
        self._look_back(moved.version)

    def _look_back(self, version: int) -> None:
        """Time to look at what the move showed, before it is hidden again."""
        if not self.place.interactive:
            return
        seen = scene(self.game, self._view(version), self.seat, self.table.names, self.table.language)
        if not seen.needs_time:
            return
        self._look()
        if self.status.version == version and self._is_mine():
            return  # the next screen shows it too
        self._draw(version, ())
        language = self.table.language
        if read(self.place.ask(phrase("go on", language)), (), language) == Command("quit", ""):
            raise Stopped

    def _obey(self, name: str, more: str, texts: Sequence[str]) -> None:
        language, console = self.table.language, self.place.console
        match name:
            case "help":
                self._leaf(markdown_lines(help_page(self.game, language, texts[0]), console))
            case "rules":
                self._leaf(markdown_lines(rules_page(self.game, language, more), console))
            case "moves":
                self._leaf(moves_listed(texts, language, console.width, all_of_them=True))
            case "log":
                self._leaf(happened(self.story.after(0), language, console))
            case "undo":
                self._undo()
            case "quit":
                raise Stopped
            case _:
                pass

    def _leaf(self, lines: Sequence[Text]) -> None:
        language = self.table.language
        self.place.leaf_through(lines, phrase("more", language), phrase("go on", language), everything=False)

    def _undo(self) -> None:
        """Take one's own move back, or ask for it; agree, where somebody else has asked."""
        asked = self.status.takeback
        try:
            undone = self.remote.undo(None if asked is None else asked.by)
        except ApiError as error:
            self._refused(error)
            return
        language = self.table.language
        if undone.done:
            self.since = undone.version - 1
            self.message = phrase("undone", language)
        else:
            names = ", ".join(self.table.names[seat] for seat in undone.waiting_for)
            self.message = phrase("asked", language, names=names)

    def _refused(self, error: ApiError) -> None:
        if error.code == "stale_version" and self.place.interactive:
            self.message = phrase("behind", self.table.language)
        elif 400 <= error.status < 500:
            self._refuse(error.code, error.detail)
        else:
            raise trouble(error) from error

    def _refuse(self, code: str, sentence: str) -> None:
        """Say it with the next screen; a script ends here."""
        if not self.place.interactive:
            raise Rejected(code, sentence)
        plain = code == "unreadable"
        self.message = sentence if plain else phrase("refused", self.table.language, error=sentence)

    # --- the screen

    def _view(self, version: int) -> object:
        return codec(self.game).view_in(self.remote.view(version).view)

    def _draw(self, version: int, moves: Sequence[object], *, fewer: int = 1) -> None:
        view = self._view(version)
        self.place.clear(everything=False)
        drawn = whole_screen(
            self.game,
            view,
            self.seat,
            self.table,
            self.place.console,
            sentences=self.story.after(max(self.since, 1)),
            moves=moves,
            memory=self.story.memory,
            message=self.message,
            lines=self.place.height - 1 - fewer if self.place.interactive else None,
        )
        self.message = ""
        self.place.show(drawn)

    def _end(self) -> None:
        self.message = ""
        self._draw(self.status.version, (), fewer=5)
        seed = cardkit.loads(self.remote.log(), self.game).revealed
        for line in ended(self._outcome(), seed, self.table):
            self.place.show(line)

    def _outcome(self) -> Outcome | None:
        found = self.status.outcome
        return (
            None if found is None else Outcome(tuple(found.totals), tuple(found.ranks), tuple(found.winners))
        )
