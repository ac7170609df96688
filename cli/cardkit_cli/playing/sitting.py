"""One sitting: a match is played on from where its file stands, until it is over or somebody stops."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from rich.text import Text

from cardkit.drawing import scene
from cardkit.match import AnyMatch
from cardkit.rejections import CardkitError, Rejected
from cardkit.seats import Seat, Viewer
from cardkit_cli import files
from cardkit_cli.files import Change, Kept
from cardkit_cli.playing.ending import ended
from cardkit_cli.playing.opponents import Opponents
from cardkit_cli.playing.pages import help_page, markdown_lines, rules_page
from cardkit_cli.playing.phrases import phrase
from cardkit_cli.playing.saving import added
from cardkit_cli.playing.screen import happened, moves_listed, told, whole_screen
from cardkit_cli.playing.terminal import Stopped, Terminal
from cardkit_cli.playing.typed import Command, Nothing, Picked, Unclear, read
from cardkit_cli.playing.who import Table

__all__ = ["Sitting"]

QUIT: Final = Command("quit", "")


class _MovedOn(Exception):
    """Another process was quicker: the match stands elsewhere now."""


class Sitting:
    """The match, its file, the players and the place."""

    def __init__(self, kept: Kept, table: Table, place: Terminal, *, remember: bool, greeting: str) -> None:
        self.kept = kept
        self.table = table
        self.place = place
        self.remember = remember
        self.message = greeting
        self.opponents = Opponents(table, kept.match)
        self.seen: dict[Seat, int] = {}
        self.facing: Seat | None = table.people[0] if len(table.people) == 1 else None

    @property
    def match(self) -> AnyMatch:
        """As it is in the file."""
        return self.kept.match

    @property
    def shared(self) -> bool:
        """Whether several people sit before this screen, so that hands must be hidden from some of them."""
        return len(self.table.people) > 1 and self.place.interactive

    def play(self) -> bool:
        """Play until the match is over, and say how it went; or until somebody stops: then it isn't."""
        if not self.table.people:
            self.place.say(self.message)
            self._narrate(0 if self.match.previous is None else self.match.version)
        try:
            while self.match.actors:
                with suppress(_MovedOn):
                    self._next(self.match.actors[0])
        except Stopped:
            return False
        self._end()
        return True

    def _since(self, seat: Seat) -> int:
        """The version up to which the seat has been told what happened."""
        return min(self.seen.get(seat, 0), self.match.version)

    def _next(self, seat: Seat) -> None:
        if seat in self.opponents:
            self._bot_moves(seat)
        else:
            self._person_moves(seat)

    def leave(self, *, over: bool) -> None:
        """Nothing of anybody's hand stays on a screen that several people look at; programs that played end."""
        self.opponents.close()
        if self.shared and not over:
            self.place.clear(everything=True)
        for seat, faults in self.opponents.failed():
            name, count = self.table.names[seat], str(faults.failed_moves)
            said = phrase("failed", self.table.language, name=name, count=count)
            self.place.say(f"{said} {faults.sentences[0]}" if over else said)

    # --- bots

    def _bot_moves(self, seat: Seat) -> None:
        before = self.match.version
        move = self.opponents.move(self.match, seat)
        self._keep(lambda match, expect: match.play(move, seat, expect))
        if not self.table.people:
            self._narrate(before)

    def _narrate(self, since: int) -> None:
        """For those who watch bots: what has happened since then."""
        for sentence in told(self.match, None, self.table, since):
            self.place.say(f" · {sentence}")

    # --- people

    def _person_moves(self, seat: Seat) -> None:
        if self.shared and seat != self.facing:
            self._hand_over(seat)
        self.facing = seat
        moves = self.match.legal(seat)
        texts = [self.match.game.say(move) for move in moves]
        self._draw(seat, moves, self._since(seat))
        typed = read(self.place.ask(self.table.names[seat], texts), texts, self.table.language)
        match typed:
            case Picked(place):
                self._person_picks(seat, place)
            case Command(name, more):
                self._obey(seat, name, more, texts)
            case Unclear(answer):
                self._refuse(Rejected("unreadable", answer))
            case Nothing():
                pass

    def _person_picks(self, seat: Seat, place: int) -> None:
        before = self.match.version
        move = self.match.legal(seat)[place]
        self._keep(lambda match, expect: match.play(move, seat, expect))
        self.seen[seat] = before
        if self.place.interactive and self.match.actors and self.match.actors[0] != seat:
            self._look_back(seat)

    def _look_back(self, seat: Seat) -> None:
        """Time to look at what the move brought, before the next one looks, or what was seen is hidden again."""
        undoable = bool(self.match.undoable(seat))
        seen = scene(self.match.game, self.match.view(seat), seat, self.table.names, self.table.language)
        if not (undoable or self.shared or seen.needs_time):
            return
        self._draw(seat, (), self._since(seat))
        ask = phrase("go on or undo" if undoable else "go on", self.table.language)
        while True:
            match read(self.place.ask(ask), (), self.table.language):
                case Nothing():
                    break
                case Command("undo") if undoable:
                    self._undo(seat)
                    return
                case typed if typed == QUIT:
                    raise Stopped
                case _:
                    continue
        self.seen[seat] = self.match.version

    def _hand_over(self, seat: Seat) -> None:
        """Nothing of anybody's hand is on the screen until the next one says that nobody else looks."""
        language, name = self.table.language, self.table.names[seat]
        self.place.clear(everything=True)
        self.place.show(Text(f"\n {phrase('hand over', language, name=name)}\n", "bold"))
        self.place.show(Text(f" {phrase('alone', language, name=name)}\n"))
        while (typed := read(self.place.ask(name), (), language)) != Nothing():
            if typed == QUIT:
                raise Stopped

    def _obey(self, seat: Seat, name: str, more: str, texts: list[str]) -> None:
        game, language, console = self.match.game, self.table.language, self.place.console
        match name:
            case "help":
                self._leaf_through(markdown_lines(help_page(game, language, texts[0]), console))
            case "rules":
                self._leaf_through(markdown_lines(rules_page(game, language, more), console))
            case "moves":
                self._leaf_through(moves_listed(texts, language, console.width, all_of_them=True))
            case "log":
                self._leaf_through(happened(told(self.match, seat, self.table, 0), language, console))
            case "undo":
                self._undo(seat)
            case "quit":
                raise Stopped
            case _:
                pass

    def _undo(self, seat: Seat) -> None:
        before = self.match.version
        try:
            self._keep(lambda match, expect: match.undo(seat, expect=expect))
        except Rejected as refusal:
            self._refuse(refusal)
        else:
            self.seen[seat] = before
            self.message = phrase("undone", self.table.language)

    def _refuse(self, refusal: CardkitError) -> None:
        """Say it with the next screen; a script ends here."""
        if not self.place.interactive:
            raise refusal
        plain = refusal.code == "unreadable"
        self.message = str(refusal) if plain else phrase("refused", self.table.language, error=refusal)

    # --- the screen

    def _draw(self, viewer: Viewer, moves: Sequence[object], since: int, *, fewer: int = 1) -> None:
        """The screen as the viewer sees it; `fewer` lines are left for what comes below."""
        self.place.clear(everything=self.shared)
        drawn = whole_screen(
            self.match.game,
            self.match.view(viewer),
            viewer,
            self.table,
            self.place.console,
            sentences=told(self.match, viewer, self.table, since),
            moves=moves,
            memory=self.match.memory(viewer) if self.remember else None,
            message=self.message,
            lines=self.place.height - 1 - fewer if self.place.interactive else None,
        )
        self.message = ""
        self.place.show(drawn)

    def _leaf_through(self, lines: Sequence[Text]) -> None:
        language = self.table.language
        more, last = phrase("more", language), phrase("go on", language)
        self.place.leaf_through(lines, more, last, everything=self.shared)

    # --- the file

    def _keep(self, change: Change) -> None:
        """Make the change in the file: then it counts. It is stale if another process has changed what was seen."""
        try:
            self.kept = added(self.kept, change)
        except Rejected as refusal:
            if refusal.code != "stale_version" or not self.place.interactive:
                raise
            self.kept = files.held(self.kept.path)
            self.message = phrase("moved on", self.table.language, file=self.kept.path)
            raise _MovedOn from refusal

    # --- the end

    def _end(self) -> None:
        people = self.table.people
        viewer = people[0] if len(people) == 1 else None
        since = self._since(people[0]) if people else self.match.version
        self.message = ""
        self._draw(viewer, (), since, fewer=5)
        for line in ended(self.match.outcome, self.match.revealed, self.table):
            self.place.show(line)
