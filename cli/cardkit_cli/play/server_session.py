"""One player's session on a server: wait for the start, play, and go on to the next match of the same players."""

from cardkit.language import Language
from cardkit_api.client import Client
from cardkit_cli.exit_codes import Exit
from cardkit_cli.phrases import phrase
from cardkit_cli.play.server_match import LiveServerMatch, wait_for_start
from cardkit_cli.play.session import Session
from cardkit_cli.server.connection import connect
from cardkit_cli.server.rematch import ask_rematch, await_rematch, follow_rematch
from cardkit_cli.server.settings import Settings
from cardkit_cli.server.status import names_of
from cardkit_cli.server.terms import terms_sentences
from cardkit_cli.server.tickets import Ticket
from cardkit_cli.terminal.terminal import Stopped, Terminal

__all__ = ["ServerSession"]


class ServerSession:
    """The session of a player with a ticket. It ends when they leave, or want no further match."""

    def __init__(
        self, settings: Settings, ticket: Ticket, language: Language, terminal: Terminal, *, remember: bool
    ) -> None:
        self._settings = settings
        self._ticket = ticket
        self._language: Language = language
        self._terminal = terminal
        self._remember = remember
        self._match: LiveServerMatch | None = None

    def run(self) -> Exit:
        """Play, and return the exit code."""
        language, tell = self._language, self._terminal.interject
        with connect(
            self._ticket.server, self._settings, language, patient=True, tell=tell, again=self._look_again
        ) as client:
            while True:
                try:
                    session = self._begin(client)
                except (KeyboardInterrupt, Stopped) as left:
                    self._terminal.say("")
                    self._terminal.say(phrase("bye server", language, file=self._ticket.word))
                    return Exit.FINE if isinstance(left, Stopped) else Exit.INTERRUPTED
                code = session.run()
                if not session.wants_another:
                    return code
                try:
                    self._follow(client)
                except KeyboardInterrupt:
                    self._terminal.say("")
                    self._terminal.say(phrase("agreed", language, file=self._ticket.word))
                    return Exit.INTERRUPTED

    def _begin(self, client: Client) -> Session:
        """Wait for the start of the match, and return a session of it."""
        ticket, language = self._ticket, self._language
        remote = client.match(ticket.match, ticket.token)
        status = wait_for_start(remote, ticket.seat, language, self._terminal)
        self._match = match = LiveServerMatch(remote, status, ticket.word, language, remember=self._remember)
        (seat,) = match.people
        greeting = [
            phrase("joined", language, name=match.names[seat], seat=seat),
            *terms_sentences(status, language),
        ]
        return Session(match, self._terminal, " ".join(greeting))

    def _look_again(self) -> None:
        """Have the table drawn again after a notice."""
        if self._match is not None:
            self._match.follower.disturb()

    def _follow(self, client: Client) -> None:
        """Agree to another match, wait for the others, and take the ticket of the next match."""
        ticket, language, terminal = self._ticket, self._language, self._terminal
        asked = ask_rematch(client, ticket, agreed=True)
        if asked.match is None:
            names = names_of(client.match(ticket.match, ticket.token).status())
            waiting = ", ".join(names[seat] for seat in asked.waiting_for)
            terminal.say(phrase("agree", language, names=waiting))
            asked = await_rematch(client, ticket)
        followed = follow_rematch(client, ticket, asked)
        self._ticket = followed.ticket
        terminal.say(
            phrase("next match", language, seat=self._ticket.seat, kept=followed.kept or ticket.match)
        )
        if not followed.kept:  # the token was in the environment, and is saved nowhere
            terminal.say(f"match {self._ticket.match}")
            terminal.say(f"token {self._ticket.token}")
