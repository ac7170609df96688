"""A match in a log file, played by people and bots at this terminal."""

from collections.abc import Iterator, Sequence

from cardkit.drawing import move_texts
from cardkit.game import known_moves
from cardkit.match import AnyMatch
from cardkit.rejections import Rejected
from cardkit.seats import Outcome, Seat, Viewer
from cardkit_cli.files.log_file import Change, LogFile, open_log
from cardkit_cli.files.repair import change_undisturbed
from cardkit_cli.phrases import phrase
from cardkit_cli.play.bots import Bots
from cardkit_cli.play.live_match import Happened, LiveMatch, MovedOn, News, Pause, Thinking
from cardkit_cli.play.players import Players

__all__ = ["LiveFileMatch"]


class LiveFileMatch(LiveMatch):
    """A match in a log file. A move counts as soon as it is on the disk."""

    is_served = False

    def __init__(self, log: LogFile, players: Players, *, remember: bool) -> None:
        self.log = log
        self.game = log.match.game
        self.names = players.names
        self.people = players.people
        self.language = players.language
        self._remember = remember
        self._bots = Bots(players, log.match)
        self._players = players
        self._adviser: Bots | None = None

    @property
    def match(self) -> AnyMatch:
        """The match as it is in the file."""
        return self.log.match

    @property
    def version(self) -> int:
        """The version of the file."""
        return self.match.version

    def is_over(self) -> bool:
        """Return whether the match is over."""
        return not self.match.actors

    def next_person(self) -> Seat | None:
        """Return the person who is to move; `None` if a bot is."""
        seat = self.match.actors[0]
        return seat if seat in self.people else None

    def others_move(self) -> Iterator[News]:
        """Let a bot move. Yield what happened if nobody plays against it."""
        before, seat = self.version, self.match.actors[0]
        yield Thinking(self.names[seat])
        move = self._bots.move(self.match, seat)
        self._change(lambda match, expect: match.play(move, seat, expect))
        if not self.people:
            yield from map(Happened, self.sentences(None, before))

    def legal(self, seat: Seat) -> Sequence[object]:
        """Return the legal moves."""
        return self.match.legal(seat)

    def numbers(self, seat: Seat) -> Sequence[int]:
        """Return the number of each legal move among all moves of the match."""
        header = self.match.header
        numbers = known_moves(self.game, header.seats, header.options).numbers
        return [numbers[move] for move in self.match.legal(seat)]

    def view(self, viewer: Viewer, version: int | None = None) -> object:
        """Return what the viewer sees, or what they saw at an earlier version."""
        return (self.match if version is None else self.match.at(version)).view(viewer)

    def before_last_move(self) -> int:
        """Return the version before the last move; 0 if there was none."""
        return 0 if self.match.previous is None else self.match.previous.version

    def memory(self, viewer: Viewer) -> object:
        """Return what the viewer remembers, if that is wanted."""
        return self.match.memory(viewer) if self._remember else None

    def sentences(self, viewer: Viewer, since: int) -> Sequence[str]:
        """Return what the viewer saw after that version, without the seed's commitment."""
        sentences = self.match.sentences(viewer, self.language, self.names, since)
        return sentences[1:] if since == 0 else sentences

    def play(self, seat: Seat, place: int) -> None:
        """Play the legal move at this place of the list."""
        move = self.match.legal(seat)[place]
        self._change(lambda match, expect: match.play(move, seat, expect))

    def pause(self, seat: Seat, *, wanted: bool) -> Pause | None:
        """Return the question to ask while it is another player's turn: whether to take the move back, if that is
        possible.
        """
        actors = self.match.actors
        if not actors or actors[0] == seat:
            return None
        if self.match.undoable(seat):
            return "go on or undo"
        return "go on" if wanted else None

    def undo(self, seat: Seat) -> Sequence[str]:
        """Take back the seat's last move. In practice the others are bots, and always agree."""
        agreed = range(len(self.names)) if self._players.practice else ()
        self._change(lambda match, expect: match.undo(seat, agreed, expect))
        return ()

    def hint(self, seat: Seat) -> str:
        """Return, in practice, what the strong bot would play. It knows what the seat remembers, and no more."""
        if not self._players.practice:
            return phrase("no hints", self.language, game=self.game.key)
        if self._adviser is None:
            self._adviser = Bots(self._players.advised(seat), self.match)
        move = self._adviser.move(self.match, seat)
        (text,) = move_texts(self.game, self.view(seat), len(self.names), [move], self.language).values()
        return phrase("hint", self.language, move=text)

    def result(self) -> tuple[Outcome | None, str]:
        """Return how the match ended, and its seed."""
        return self.match.outcome, self.match.revealed

    def close(self, *, over: bool) -> Sequence[str]:
        """End the programs of bots. Return a sentence for each bot that failed."""
        self._bots.close()
        sentences: list[str] = []
        for seat, faults in self._bots.failed():
            name, count = self.names[seat], str(faults.failed_moves)
            sentence = phrase("failed", self.language, name=name, count=count)
            sentences.append(f"{sentence} {faults.sentences[0]}" if over else sentence)
        return sentences

    def goodbye(self, *, over: bool) -> str:
        """Return how the match can be played on or checked."""
        return phrase("bye over" if over else "bye", self.language, file=self.log.path)

    def _change(self, change: Change) -> None:
        """Make the change in the file. It is stale if another process has changed what was seen."""
        try:
            self.log = change_undisturbed(self.log, change)
        except Rejected as refusal:
            if refusal.code != "stale_version":
                raise
            self.log = open_log(self.log.path)
            raise MovedOn(refusal, phrase("moved on", self.language, file=self.log.path)) from refusal
