"""What people read at a terminal besides the sentences of the library and the game, in each language.

Translate it here: nothing else in the command line needs it.
"""

from typing import Final

from cardkit.language import Language, in_language
from cardkit_cli.games import cardkit_command

__all__ = ["COMMANDS", "PHRASES", "phrase"]

COMMANDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "?": "help",
        "help": "help",
        "rules": "rules",
        "moves": "moves",
        "log": "log",
        "undo": "undo",
        "hint": "hint",
        "u": "undo",
        "quit": "quit",
        "q": "quit",
        "table": "table",
    },
    "de": {
        "hilfe": "help",
        "regeln": "rules",
        "züge": "moves",
        "zuege": "moves",
        "verlauf": "log",
        "tipp": "hint",
        "zurück": "undo",
        "zurueck": "undo",
        "ende": "quit",
        "tisch": "table",
    },
    "nl": {
        "hulp": "help",
        "regels": "rules",
        "zetten": "moves",
        "verloop": "log",
        "tip": "hint",
        "terug": "undo",
        "einde": "quit",
        "tafel": "table",
    },
}
"""What a player can type besides a move, and which command it is, by language. The English words work in all."""

PHRASES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "person": "Player",
        "keys": "[→ space] next  [← b] back  [home] [end]  [p] play  [+ -] speed  [q] quit",
        "status": "{title}, version {version}: {now}",
        "to move": "{names} to move",
        "won by": "over, won by {names}",
        "saved in": "Every move is saved in {file}. `{cardkit} play {file}` goes on with it.",
        "gone on": "Going on with {file}.",
        "recovered": "The end of {file} was missing: its half-written last move is dropped."
        " The damaged file is kept as {copy}.",
        "no rules": "This game has no rules page.",
        "no chapter": "There is no such chapter; the rules have chapters 1 to {last}.",
        "no table": "It isn't known who played, so {seats} play on. Use --seats to change that.",
        "hand over": "{name}, it is your turn.",
        "alone": "Everybody else: look away. {name}: press Enter when nobody else is looking.",
        "go on": "Enter goes on",
        "go on or undo": "Enter goes on, undo takes your move back",
        "practice": "Practice: `undo` takes back any move, and `hint` says what a strong player would do.",
        "hint": "The strong bot would play {move}.",
        "no hints": "Hints are for practice only: `{cardkit} play {game} --practice`.",
        "undone": "Your move is taken back.",
        "more": "Enter: more, q: enough",
        "many": "{first} … {last} ({number}; `moves` lists all)",
        "moves": "Moves:",
        "enter": "Enter",
        "none legal": "you have no move now",
        "first enter": "First press Enter, when nobody else is looking.",
        "round over": "round {number} is over",
        "another": "Another match? y begins one, Enter ends",
        "yes": "y yes",
        "thinking": "{name} is thinking …",
        "earlier": "… (`log` shows all)",
        "unknown": "{text} isn't a legal move; {hint}",
        "mean": "did you mean {near}?",
        "legal": "legal: {legal}",
        "legal, of many": "legal: {legal}, and {more} more: see `cardkit moves`",
        "refused move": "move {place}, {given}: {error}",
        "file changed": "{file}: another process has changed the file since version {version} was read; look again",
        "not begun": "{title}, not started; free: {seats}",
        "waiting": "Waiting for {names}. Ctrl-C leaves; the match goes on.",
        "waiting for the owner": "Waiting for the match's owner to start it. Ctrl-C leaves.",
        "away": "The server is away; trying for {time} (Ctrl-C leaves).",
        "back": "Back after {time}.",
        "minutes": "{number} minutes",
        "seconds": "{number} s",
        "bye server": "The match is on the server. `{cardkit} play {file}` goes on.",
        "bye server over": "`cardkit fetch {file} -o game.log` saves the match, `cardkit verify game.log` checks it.",
        "behind": "Somebody else has moved; this is the match now.",
        "asked": "All players must agree; still to agree: {names}.",
        "takebacks free": "Everybody may take moves back in this match, without asking.",
        "takebacks none": "No moves are taken back in this match.",
        "asks": "{name} asks to take a move back; type undo to agree.",
        "joined": "You are {name}, on seat {seat}.",
        "resigned": "A bot has taken over this seat.",
        "failed": "{name} failed. Moves made for it at random: {count}.",
        "bye": "Saved in {file}. `{cardkit} play {file}` goes on.",
        "bye over": "The match is in {file}; `{cardkit} verify {file}` checks it.",
        "wins": "{names} wins.",
        "win": "{names} win together.",
        "seed": "The seed was {seed}.",
        "refused": "{error}",
        "moved on": "Somebody else has changed {file}; this is the match now.",
        "english moves": "",
        "help": "{example}\tplay a move, by its text or a part of it\n"
        "Enter\tplay the only move\n"
        "moves\tall legal moves\n"
        "undo\ttake back your last move, if nobody has learned from it\n"
        "hint\twhat the strong bot would play (in practice)\n"
        "rules, rules 4\tthe rules, or one chapter of them\n"
        "log\twhat has happened so far\n"
        "table\tdraw the table again\n"
        "quit (or Ctrl-D)\tstop; the match is saved\n"
        "?\tthis page",
    },
    "de": {
        "person": "Person",
        "keys": "[→ Leertaste] weiter  [← b] zurück  [Pos1] [Ende]  [p] abspielen  [+ -] Tempo  [q] Schluss",
        "status": "{title}, Version {version}: {now}",
        "to move": "{names} am Zug",
        "won by": "zu Ende, gewonnen von {names}",
        "saved in": "Jeder Zug wird in {file} gesichert. Mit `{cardkit} play {file}` geht es weiter.",
        "gone on": "Weiter geht es mit {file}.",
        "recovered": "Das Ende von {file} fehlte: Der letzte, nur halb geschriebene Zug entfällt."
        " Die Datei, wie sie war, liegt als {copy} daneben.",
        "no rules": "Dieses Spiel hat keine Seite mit Regeln.",
        "no chapter": "Dieses Kapitel gibt es nicht; die Regeln haben die Kapitel 1 bis {last}.",
        "no table": "Wer gespielt hat, ist nicht bekannt; weiter geht es mit {seats}. --seats ändert das.",
        "hand over": "{name}, du bist dran.",
        "alone": "Alle anderen: bitte wegsehen. {name}: Eingabetaste, wenn sonst niemand hinsieht.",
        "go on": "Weiter mit der Eingabetaste",
        "go on or undo": "Weiter mit der Eingabetaste; zurück nimmt den Zug zurück",
        "practice": "Übung: `zurück` nimmt jeden Zug zurück, und `tipp` sagt, was ein starker Spieler täte.",
        "hint": "Der starke Bot rät: {move}.",
        "no hints": "Tipps gibt es nur zur Übung: `{cardkit} play {game} --practice`.",
        "undone": "Dein Zug ist zurückgenommen.",
        "more": "Eingabetaste: weiter, q: genug",
        "many": "{first} … {last} ({number}; `züge` zeigt alle)",
        "moves": "Züge:",
        "enter": "Eingabetaste",
        "none legal": "du bist gerade nicht am Zug",
        "first enter": "Erst die Eingabetaste drücken, wenn sonst niemand hinsieht.",
        "round over": "Runde {number} ist zu Ende",
        "another": "Noch eine Partie? j beginnt eine, die Eingabetaste hört auf",
        "yes": "j ja y yes",
        "thinking": "{name} denkt nach …",
        "earlier": "… (`verlauf` zeigt alles)",
        "unknown": "{text} ist kein möglicher Zug; {hint}",
        "mean": "meinst du {near}?",
        "legal": "möglich: {legal}",
        "legal, of many": "möglich: {legal} und {more} weitere: siehe `cardkit moves`",
        "refused move": "Zug {place}, {given}: {error}",
        "file changed": "{file}: ein anderer Prozess hat die Datei geändert, seit Version {version} gelesen wurde;"
        " sieh noch einmal hin",
        "not begun": "{title}, noch nicht begonnen; frei: {seats}",
        "waiting": "Warten auf {names}. Strg-C verlässt den Tisch; die Partie geht weiter.",
        "waiting for the owner": "Der Eigentümer der Partie muss sie noch beginnen. Strg-C geht weg.",
        "away": "Der Server ist nicht erreichbar; neue Versuche {time} lang (Strg-C verlässt den Tisch).",
        "back": "Wieder da nach {time}.",
        "minutes": "{number} Minuten",
        "seconds": "{number} s",
        "bye server": "Die Partie liegt auf dem Server. Mit `{cardkit} play {file}` geht es weiter.",
        "bye server over": "`cardkit fetch {file} -o game.log` sichert die Partie,"
        " `cardkit verify game.log` prüft sie.",
        "behind": "Die Partie ist inzwischen weitergegangen; so steht es jetzt.",
        "asked": "Dem müssen alle zustimmen; noch nicht zugestimmt: {names}.",
        "takebacks free": "In dieser Partie kann jeder Züge zurücknehmen, ohne zu fragen.",
        "takebacks none": "In dieser Partie wird kein Zug zurückgenommen.",
        "asks": "{name} möchte einen Zug zurücknehmen; zurück stimmt zu.",
        "joined": "Du bist {name}, auf Platz {seat}.",
        "resigned": "Dieser Platz wurde einem Bot überlassen.",
        "failed": "{name} hat versagt. Zufällig für ihn gemachte Züge: {count}.",
        "bye": "Gesichert in {file}. Mit `{cardkit} play {file}` geht es weiter.",
        "bye over": "Die Partie liegt in {file}; `{cardkit} verify {file}` prüft sie.",
        "wins": "{names} gewinnt.",
        "win": "{names} gewinnen gemeinsam.",
        "seed": "Der Startwert war {seed}.",
        "refused": "Das geht nicht: {error}",
        "moved on": "{file} wurde inzwischen von jemand anderem geändert; so steht es jetzt.",
        "english moves": "Die englischen Texte der Regeln gelten auch; im Log stehen sie.",
        "help": "{example}\tspielt einen Zug; ein Teil des Textes genügt\n"
        "Eingabetaste\tspielt den einzigen Zug\n"
        "züge (moves)\talle möglichen Züge\n"
        "zurück (undo)\tnimmt den letzten Zug zurück, wenn er nichts verriet\n"
        "tipp (hint)\twas der starke Bot spielen würde (zur Übung)\n"
        "regeln, regeln 4 (rules)\tdie Regeln, oder ein Kapitel daraus\n"
        "verlauf (log)\twas bisher geschah\n"
        "tisch (table)\tzeichnet den Tisch noch einmal\n"
        "ende (quit, Strg-D)\thört auf; die Partie ist gesichert\n"
        "?\tdiese Seite",
    },
    "nl": {
        "person": "Speler",
        "keys": "[→ spatie] verder  [← b] terug  [home] [end]  [p] afspelen  [+ -] tempo  [q] stoppen",
        "status": "{title}, versie {version}: {now}",
        "to move": "{names} aan zet",
        "won by": "afgelopen, gewonnen door {names}",
        "saved in": "Elke zet wordt bewaard in {file}. `{cardkit} play {file}` gaat ermee verder.",
        "gone on": "We gaan verder met {file}.",
        "recovered": "Het einde van {file} ontbrak: de laatste, half geschreven zet vervalt."
        " Het bestand zoals het was, is bewaard als {copy}.",
        "no rules": "Dit spel heeft geen pagina met regels.",
        "no chapter": "Dit hoofdstuk bestaat niet; de regels hebben de hoofdstukken 1 tot en met {last}.",
        "no table": "Wie er speelde is niet bekend; het gaat verder met {seats}. Met --seats verander je dat.",
        "hand over": "{name}, jij bent aan de beurt.",
        "alone": "Alle anderen: kijk weg. {name}: druk op Enter als er niemand anders kijkt.",
        "go on": "Verder met Enter",
        "go on or undo": "Verder met Enter; terug neemt je zet terug",
        "practice": "Oefening: `terug` neemt elke zet terug, en `tip` zegt wat een sterke speler zou doen.",
        "hint": "De sterke bot raadt aan: {move}.",
        "no hints": "Tips zijn er alleen om te oefenen: `{cardkit} play {game} --practice`.",
        "undone": "Je zet is teruggenomen.",
        "more": "Enter: meer, q: genoeg",
        "many": "{first} … {last} ({number}; `zetten` toont alles)",
        "moves": "Zetten:",
        "enter": "Enter",
        "none legal": "je bent nu niet aan zet",
        "first enter": "Druk eerst op Enter, als er niemand anders kijkt.",
        "round over": "ronde {number} is afgelopen",
        "another": "Nog een partij? j begint er een, Enter stopt",
        "yes": "j ja y yes",
        "thinking": "{name} denkt na …",
        "earlier": "… (`verloop` toont alles)",
        "unknown": "{text} is geen mogelijke zet; {hint}",
        "mean": "bedoel je {near}?",
        "legal": "mogelijk: {legal}",
        "legal, of many": "mogelijk: {legal} en nog {more}: zie `cardkit moves`",
        "refused move": "zet {place}, {given}: {error}",
        "file changed": "{file}: een ander proces heeft het bestand veranderd sinds versie {version} gelezen is;"
        " kijk opnieuw",
        "not begun": "{title}, nog niet begonnen; vrij: {seats}",
        "waiting": "Wachten op {names}. Ctrl-C verlaat de tafel; de partij gaat door.",
        "waiting for the owner": "De eigenaar van de partij moet haar nog beginnen. Ctrl-C gaat weg.",
        "away": "De server is onbereikbaar; {time} lang nieuwe pogingen (Ctrl-C verlaat de tafel).",
        "back": "Terug na {time}.",
        "minutes": "{number} minuten",
        "seconds": "{number} s",
        "bye server": "De partij staat op de server. `{cardkit} play {file}` gaat verder.",
        "bye server over": "`cardkit fetch {file} -o game.log` bewaart de partij,"
        " `cardkit verify game.log` controleert haar.",
        "behind": "De partij is intussen verder; zo staat het nu.",
        "asked": "Iedereen moet ermee instemmen; nog niet: {names}.",
        "takebacks free": "In deze partij mag iedereen zetten terugnemen, zonder te vragen.",
        "takebacks none": "In deze partij wordt geen zet teruggenomen.",
        "asks": "{name} wil een zet terugnemen; terug stemt ermee in.",
        "joined": "Jij bent {name}, op plaats {seat}.",
        "resigned": "Deze plaats is aan een bot overgelaten.",
        "failed": "{name} liet het afweten. Willekeurig voor hem gedane zetten: {count}.",
        "bye": "Bewaard in {file}. `{cardkit} play {file}` gaat verder.",
        "bye over": "De partij staat in {file}; `{cardkit} verify {file}` controleert haar.",
        "wins": "{names} wint.",
        "win": "{names} winnen samen.",
        "seed": "De startwaarde was {seed}.",
        "refused": "Dat kan niet: {error}",
        "moved on": "Iemand anders heeft {file} intussen veranderd; zo staat het nu.",
        "english moves": "De Engelse teksten van de regels werken ook; in het logbestand staan ze.",
        "help": "{example}\tspeelt een zet; een deel van de tekst is genoeg\n"
        "Enter\tspeelt de enige zet\n"
        "zetten (moves)\talle mogelijke zetten\n"
        "terug (undo)\tneemt je laatste zet terug, als die niets verried\n"
        "tip (hint)\twat de sterke bot zou spelen (bij oefening)\n"
        "regels, regels 4 (rules)\tde regels, of een hoofdstuk ervan\n"
        "verloop (log)\twat er tot nu toe gebeurde\n"
        "tafel (table)\ttekent de tafel opnieuw\n"
        "einde (quit, Ctrl-D)\tstopt; de partij is bewaard\n"
        "?\tdeze bladzijde",
    },
}


def phrase(key: str, language: Language, **parts: object) -> str:
    """Return the phrase in that language, with its parts filled in."""
    return in_language(PHRASES, language)[key].format(cardkit=cardkit_command(), **parts)
