"""What cardkit itself says to players, in each language. Translate it here: nothing else in the library needs it.

Names in braces are filled in. A game's own words are in its folder.
"""

from collections.abc import Mapping
from typing import Final, TypeVar

__all__ = ["PHRASES", "SAYS", "by_key"]

Key = TypeVar("Key")

PHRASES: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        # parts of sentences
        "seat": "seat {seat}",
        "and": "and",
        "or": "or",
        "card": "1 card",
        "cards": "{number} cards",
        "round": "1 round",
        "rounds": "{number} rounds",
        # what happened
        "committed": "The seed is fixed. Its commitment: {commitment}.",
        "undone": "The last move is taken back; the match is as it was at version {version}.",
        # the table
        "you": "you",
        "player": "player",
        "over": "the match is over",
        "seen": "(n) seen before",
        "card, down": "face down",
        "card, seen": "seen before",
        "card, fresh": "just laid",
        # the page of a replay
        "replay, first": "first step",
        "replay, back": "one step back",
        "replay, play": "play",
        "replay, on": "one step on",
        "replay, last": "last step",
        "replay, slider": "step",
        "replay, steps": "all steps",
        "replay, keys": "← → one step, Home and End, space plays",
        # refused moves
        "not_your_turn": "it's {turn}'s turn, not {seat}'s",
        "not_your_turn, of several": "it's the turn of {turn}, not of {seat}",
        "match_over": "the match is over: nobody moves any more",
        "seat_needed": "several seats may move; name one: {seats}",
        "no_such_seat": "unknown seat {seat}; this match has seats 0 to {last}",
        "not_a_move": "{given} isn't a move of {game}; choose one of the legal moves",
        "not_legal": "{move} isn't legal now; legal moves: {legal}",
        "not_legal, of many": "{move} isn't legal now; legal moves: {legal} and {more} more",
        "unreadable": "{given} isn't a move of {game}; did you mean {near}?",
        "unreadable, nothing near": "{given} isn't a move of {game}; a move looks like this: {example}",
        "unreadable, number": "unknown move number {given}; the numbers of this match go from 0 to {last}",
        "stale, no version": "there is no version {version}; the match is at version {now}: look again",
        "stale, moved": "{seat} has moved since version {version}; the match is at version {now}: look again",
        "stale, undone": "a move of {seat} was taken back since version {version};"
        " the match is at version {now}: look again",
        "stale, changed": "what {seat} sees or may do has changed since version {version};"
        " the match is at version {now}: look again",
        # undo
        "not_undoable": "the last move can't be taken back: {reason}",
        "not moved": "nobody has moved yet",
        "not the last": "the last move was {seat}'s",
        "chance": "the move drew from chance",
        "learned": "somebody has learned something from it",
        "not learned": "nobody has learned anything from it",
        "nothing to undo": "{seat} has no move to take back",
        "undo not asked": "{seat} hasn't asked to take a move back",
        # on a server
        "resigned": "this seat has resigned; a bot plays it",
        "not_started": "the match hasn't started; it starts when all seats are taken",
        "match_started": "the match has started, so nobody can join it now",
        "seat_taken": "seat {seat} is taken; free seats: {free}",
        "not_invited": "this match is by invitation; send yours",
        "not_invited, wrong": "the invitation isn't for this match",
        "no_such_match": "there is no such match, or it was deleted",
        "too_many_requests": "try again in {seconds} s",
        "undo_too_slow": "checking whether the move can be taken back took over {seconds} seconds;"
        " try again, or play on",
        "busy": "too many changes at once; try again",
        "store_down": "the store can't be reached right now; the request may or may not have taken effect",
        "internal_error": "the server failed; that is its fault, not yours",
    },
    "de": {
        "seat": "Platz {seat}",
        "and": "und",
        "or": "oder",
        "card": "1 Karte",
        "cards": "{number} Karten",
        "round": "1 Runde",
        "rounds": "{number} Runden",
        "committed": "Prüfsumme des Startwerts: {commitment}.",
        "undone": "Der letzte Zug ist zurückgenommen; die Partie ist wieder auf dem Stand von Version {version}.",
        "you": "du",
        "player": "Name",
        "over": "die Partie ist aus",
        "seen": "(n) schon gesehen",
        "card, down": "verdeckt",
        "card, seen": "schon gesehen",
        "card, fresh": "gerade gelegt",
        "replay, first": "erster Schritt",
        "replay, back": "einen Schritt zurück",
        "replay, play": "abspielen",
        "replay, on": "einen Schritt weiter",
        "replay, last": "letzter Schritt",
        "replay, slider": "Schritt",
        "replay, steps": "alle Schritte",
        "replay, keys": "← → ein Schritt, Pos1 und Ende, Leertaste spielt ab",
        "not_your_turn": "{turn} ist am Zug, nicht {seat}",
        "not_your_turn, of several": "am Zug sind {turn}, nicht {seat}",
        "match_over": "die Partie ist aus: niemand zieht mehr",
        "seat_needed": "mehrere Plätze sind am Zug; nenne einen: {seats}",
        "no_such_seat": "unbekannter Platz {seat}; diese Partie hat die Plätze 0 bis {last}",
        "not_a_move": "{given} ist kein Zug von {game}; wähle einen der möglichen Züge",
        "not_legal": "{move} ist jetzt nicht möglich; mögliche Züge: {legal}",
        "not_legal, of many": "{move} ist jetzt nicht möglich; mögliche Züge: {legal} und {more} weitere",
        "unreadable": "{given} ist kein Zug von {game}; meinst du {near}?",
        "unreadable, nothing near": "{given} ist kein Zug von {game}; ein Zug sieht so aus: {example}",
        "unreadable, number": "unbekannte Zugnummer {given}; die Nummern dieser Partie gehen von 0 bis {last}",
        "stale, no version": "eine Version {version} gibt es nicht;"
        " die Partie ist bei Version {now}: sieh noch einmal hin",
        "stale, moved": "{seat} hat seit Version {version} gezogen;"
        " die Partie ist bei Version {now}: sieh noch einmal hin",
        "stale, undone": "seit Version {version} wurde ein Zug von {seat} zurückgenommen;"
        " die Partie ist bei Version {now}: sieh noch einmal hin",
        "stale, changed": "was {seat} sieht oder tun darf, ist seit Version {version} anders;"
        " die Partie ist bei Version {now}: sieh noch einmal hin",
        "not_undoable": "der letzte Zug lässt sich nicht zurücknehmen: {reason}",
        "not moved": "es hat noch niemand gezogen",
        "not the last": "zuletzt hat {seat} gezogen",
        "chance": "bei dem Zug hat der Zufall mitgespielt",
        "learned": "jemand hat dadurch etwas erfahren",
        "not learned": "niemand hat dadurch etwas erfahren",
        "nothing to undo": "{seat} hat keinen Zug, der zurückgenommen werden könnte",
        "undo not asked": "{seat} hat nicht darum gebeten, einen Zug zurückzunehmen",
        "resigned": "dieser Platz wurde einem Bot überlassen",
        "not_started": "die Partie hat noch nicht begonnen; sie beginnt, sobald alle Plätze besetzt sind",
        "match_started": "die Partie hat begonnen; jetzt kann niemand mehr dazukommen",
        "seat_taken": "Platz {seat} ist besetzt; freie Plätze: {free}",
        "not_invited": "an dieser Partie nimmt nur teil, wer eingeladen ist; schicke deine Einladung mit",
        "not_invited, wrong": "die Einladung gilt nicht für diese Partie",
        "no_such_match": "diese Partie gibt es nicht, oder sie wurde gelöscht",
        "too_many_requests": "versuche es in {seconds} s noch einmal",
        "undo_too_slow": "ob der Zug zurückgenommen werden kann, war nach {seconds} Sekunden noch nicht geklärt;"
        " versuche es noch einmal oder spiele weiter",
        "busy": "zu viele Änderungen auf einmal; versuche es noch einmal",
        "store_down": "der Speicher ist gerade nicht erreichbar; vielleicht hat die Anfrage gewirkt, vielleicht nicht",
        "internal_error": "im Server ist ein Fehler aufgetreten; an dir liegt es nicht",
    },
    "nl": {
        "seat": "plaats {seat}",
        "and": "en",
        "or": "of",
        "card": "1 kaart",
        "cards": "{number} kaarten",
        "round": "1 ronde",
        "rounds": "{number} rondes",
        "committed": "Controlegetal van de startwaarde: {commitment}.",
        "undone": "De laatste zet is teruggenomen; de partij is weer zoals bij versie {version}.",
        "you": "jij",
        "player": "naam",
        "over": "de partij is afgelopen",
        "seen": "(n) eerder gezien",
        "card, down": "gedekt",
        "card, seen": "eerder gezien",
        "card, fresh": "net gelegd",
        "replay, first": "eerste stap",
        "replay, back": "een stap terug",
        "replay, play": "afspelen",
        "replay, on": "een stap verder",
        "replay, last": "laatste stap",
        "replay, slider": "stap",
        "replay, steps": "alle stappen",
        "replay, keys": "← → een stap, Home en End, spatie speelt af",
        "not_your_turn": "{turn} is aan zet, niet {seat}",
        "not_your_turn, of several": "aan zet zijn {turn}, niet {seat}",
        "match_over": "de partij is afgelopen: niemand is nog aan zet",
        "seat_needed": "meerdere plaatsen zijn aan zet; noem er een: {seats}",
        "no_such_seat": "onbekende plaats {seat}; deze partij heeft plaats 0 tot en met {last}",
        "not_a_move": "{given} is geen zet van {game}; kies een van de mogelijke zetten",
        "not_legal": "{move} kan nu niet; mogelijke zetten: {legal}",
        "not_legal, of many": "{move} kan nu niet; mogelijke zetten: {legal} en nog {more}",
        "unreadable": "{given} is geen zet van {game}; bedoel je {near}?",
        "unreadable, nothing near": "{given} is geen zet van {game}; een zet ziet er zo uit: {example}",
        "unreadable, number": "onbekend zetnummer {given}; de nummers van deze partij lopen van 0 tot en met {last}",
        "stale, no version": "er is geen versie {version}; de partij is bij versie {now}: kijk opnieuw",
        "stale, moved": "{seat} heeft sinds versie {version} gezet; de partij is bij versie {now}: kijk opnieuw",
        "stale, undone": "sinds versie {version} is een zet van {seat} teruggenomen;"
        " de partij is bij versie {now}: kijk opnieuw",
        "stale, changed": "wat {seat} ziet of mag doen, is sinds versie {version} veranderd;"
        " de partij is bij versie {now}: kijk opnieuw",
        "not_undoable": "de laatste zet kan niet worden teruggenomen: {reason}",
        "not moved": "nog niemand heeft gezet",
        "not the last": "de laatste zet was van {seat}",
        "chance": "bij de zet speelde het toeval mee",
        "learned": "iemand is er iets door te weten gekomen",
        "not learned": "niemand is er iets door te weten gekomen",
        "nothing to undo": "{seat} heeft geen zet om terug te nemen",
        "undo not asked": "{seat} heeft niet gevraagd om een zet terug te nemen",
        "resigned": "deze plaats is aan een bot overgelaten",
        "not_started": "de partij is nog niet begonnen; ze begint zodra alle plaatsen bezet zijn",
        "match_started": "de partij is begonnen; niemand kan er nu nog bij komen",
        "seat_taken": "plaats {seat} is bezet; vrije plaatsen: {free}",
        "not_invited": "aan deze partij doe je mee op uitnodiging; stuur de jouwe mee",
        "not_invited, wrong": "de uitnodiging is niet voor deze partij",
        "no_such_match": "deze partij bestaat niet, of is verwijderd",
        "too_many_requests": "probeer het over {seconds} s opnieuw",
        "undo_too_slow": "of de zet teruggenomen kan worden, was na {seconds} seconden nog niet duidelijk;"
        " probeer het opnieuw, of speel verder",
        "busy": "te veel wijzigingen tegelijk; probeer het opnieuw",
        "store_down": "de opslag is even niet bereikbaar; misschien had het verzoek effect, misschien niet",
        "internal_error": "er ging iets mis op de server; aan jou ligt het niet",
    },
}


def by_key(table: Mapping[str, Mapping[Key, str]]) -> dict[Key, dict[str, str]]:
    """Turn texts by language and key into texts by key and language.

    Raise `ValueError` if a language lacks a key that another one has.
    """
    keys = dict.fromkeys(key for texts in table.values() for key in texts)
    for language, texts in table.items():
        if missing := [str(key) for key in keys if key not in texts]:
            raise ValueError(f"language {language} lacks: {', '.join(missing)}")
    return {key: {language: texts[key] for language, texts in table.items()} for key in keys}


SAYS: Final = by_key(PHRASES)
"""The same texts by key, then by language."""
