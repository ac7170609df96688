"""What cardkit itself says to players and in reports, in each language. Translate it here: nothing else in the library
needs it.

Names in braces are filled in. A game's own words are in its folder.
"""

from collections.abc import Mapping
from typing import Final, TypeVar

__all__ = ["PHRASES", "REPORTS", "SAYS", "by_key"]

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
        "out_of_time": "your time ran out, and a bot plays your seat; return to it first",
        "paused": "the match is paused; resume it first",
        "no_clock": "this match has no clock",
        "not_late": "this seat hasn't run out of time",
        "not_started": "the match hasn't started; it starts when all seats are taken",
        "match_started": "the match has started, so nobody can join it now",
        "seat_taken": "seat {seat} is taken; free seats: {free}",
        "not_invited": "this match is by invitation; send yours",
        "not_invited, wrong": "the invitation isn't for this match",
        "no_such_match": "there is no such match, or it was deleted",
        "too_many_requests": "try again in {seconds} s",
        "too_many_undos": "a player can take back {number} moves in a match; play on",
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
        "out_of_time": "deine Zeit ist abgelaufen, und ein Bot spielt für dich; kehre erst zurück",
        "paused": "die Partie ist unterbrochen; setze sie erst fort",
        "no_clock": "diese Partie wird ohne Uhr gespielt",
        "not_late": "dieser Platz hat noch Zeit",
        "not_started": "die Partie hat noch nicht begonnen; sie beginnt, sobald alle Plätze besetzt sind",
        "match_started": "die Partie hat begonnen; jetzt kann niemand mehr dazukommen",
        "seat_taken": "Platz {seat} ist besetzt; freie Plätze: {free}",
        "not_invited": "an dieser Partie nimmt nur teil, wer eingeladen ist; schicke deine Einladung mit",
        "not_invited, wrong": "die Einladung gilt nicht für diese Partie",
        "no_such_match": "diese Partie gibt es nicht, oder sie wurde gelöscht",
        "too_many_requests": "versuche es in {seconds} s noch einmal",
        "too_many_undos": "in einer Partie kann man {number} Züge zurücknehmen; spiele weiter",
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
        "out_of_time": "je tijd is op, en een bot speelt voor je; kom eerst terug",
        "paused": "de partij is gepauzeerd; hervat haar eerst",
        "no_clock": "deze partij wordt zonder klok gespeeld",
        "not_late": "deze plaats heeft nog tijd",
        "not_started": "de partij is nog niet begonnen; ze begint zodra alle plaatsen bezet zijn",
        "match_started": "de partij is begonnen; niemand kan er nu nog bij komen",
        "seat_taken": "plaats {seat} is bezet; vrije plaatsen: {free}",
        "not_invited": "aan deze partij doe je mee op uitnodiging; stuur de jouwe mee",
        "not_invited, wrong": "de uitnodiging is niet voor deze partij",
        "no_such_match": "deze partij bestaat niet, of is verwijderd",
        "too_many_requests": "probeer het over {seconds} s opnieuw",
        "too_many_undos": "in een partij kun je {number} zetten terugnemen; speel verder",
        "undo_too_slow": "of de zet teruggenomen kan worden, was na {seconds} seconden nog niet duidelijk;"
        " probeer het opnieuw, of speel verder",
        "busy": "te veel wijzigingen tegelijk; probeer het opnieuw",
        "store_down": "de opslag is even niet bereikbaar; misschien had het verzoek effect, misschien niet",
        "internal_error": "er ging iets mis op de server; aan jou ligt het niet",
    },
}

REPORTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "match": "1 match",
        "matches": "{number:,} matches",
        "legal move": "1 legal move",
        "legal moves": "{number:,} legal moves",
        "never": "never",
        "once": "once",
        "twice": "twice",
        "times": "{number:,} times",
        "seat": "seat {seat}",
        "from to": "{low} to {high}",
        "box": "{label}: half of all from {low:,} to {high:,}, mean {mean:.4g}",
        "median": "median {number:,}",
        "more": "more",
        "less": "less",
        "worth, more": "more",
        "worth, less": "less",
        # the page
        "arena": "{game}: {bots} bots in {matches}",
        "about": "{seats} seats{options}; bots {bots}; {how}; seed",
        "rotated": "bots move on from match to match",
        "fixed": "each bot keeps its seats",
        "paired": "each deal with all seats rotated",
        "teams": "each deal is played by a team of each bot",
        "unlike": "Some bots think by the clock or are programs, so another run will differ.",
        "worth": "Results count what a match is worth, from 0 to 1: {worth}.",
        "all share": "All seats share one result.",
        "strength?": "How strong are the bots?",
        "rating": "rating, with its {sure} interval",
        "ahead?": "Who is ahead of whom?",
        "worth more?": "To whom is a match worth more?",
        "ahead of": "ahead of",
        "worth more than to": "worth more than to",
        "length?": "How long is a match?",
        "moves": "moves",
        "together?": "What do all score together?",
        "points": "points",
        "closeness?": "How close is it?",
        "margin": "points between the first and the second",
        "changes?": "How often does the lead change?",
        "a match": "times in a match",
        "leader?": "How often does the leader win?",
        "after": "after {part} %",
        "share of": "{share} of {number:,}",
        "leaders": "matches won by who led then, in percent",
        "leads": "A seat leads if it is ahead of all others; a tie takes the lead from nobody. Parts of a match are "
        "counted "
        "in what happens, its events.",
        "advantage?": "Does a seat have an advantage?",
        "wins": "share of wins in percent, with {sure} intervals of all at once",
        "even wins": "The dashed line is where all would be if seats were equal: {even}. Shared wins are divided.",
        "worths": "what a match is worth, with {sure} intervals of all at once",
        "even worth": "The dashed line is where all would be if seats were equal: {even}.",
        "bot?": "Which bot wins?",
        "bot wins": "share of wins of a bot's seat, in percent, with {sure} intervals",
        "even bots": "The dashed line is where all would be if bots were equal: {even}.",
        "seat scores?": "What do seats score?",
        "boxes": "points: the middle half, nine tenths, the median, and the mean at the right",
        "bot scores?": "What do bots score?",
        "bot worth?": "What is a match worth to bots?",
        "bot worths": "worth from 0 to 1, with {sure} intervals",
        "rules?": "Which rules come into play?",
        "events": "times a match; in how many matches at all",
        "moves?": "Which moves are made?",
        "times a match": "times a match",
        "left out": "And {number:,} more, in result.json.",
        "choices?": "How much is there to decide?",
        "sizes": "legal moves in a turn",
        "chosen?": "Which moves are made when they are possible?",
        "chosen": "made, in percent of the turns in which the move was legal",
        "chosen, always": "What is made whenever it is possible is forced, or always good. What is never made may be "
        "always "
        "bad.",
        "logarithmic": "{unit}; each line is ten times the one before",
        "own?": "What did your measures find?",
        "faults?": "What went wrong with bots?",
        "again?": "How is this repeated?",
        "again": "This command gives the same result:",
        "again, unlike": "This command gives other matches, because not all of its bots are repeatable:",
        "versions": "cardkit {cardkit}; {game}, version {rules} of its rules.",
        # findings
        "one length": "Every match has {length:,.0f} moves.",
        "lengths": "A match has {median:,} moves (median); nine of ten have from {low:,} to {high:,}, all of them from "
        "{least:,} to {most:,}.",
        "decided": "A turn has {median} (median), {mean:.3g} on average. In {forced} of turns there is only one.",
        "alone": "There is only one seat, so nobody can be close to it.",
        "close": "The first is {median:,} points ahead of the second (median; the mean is {mean:.3g}, or {spread:.2g} "
        "times "
        "the standard deviation of scores). In {drawn} of the matches they have the same score.",
        "no score": "It isn't known who leads before the end, because the game has no `score`.",
        "lead": "The lead changes {times} in a match (median; the mean is {mean:.3g}).",
        "settled": "The later winner takes it for good after {part} % of a match (median).",
        "half": "Who leads after half of a match wins {share} of them.",
        "together": "All seats share one result: {mean:,.3g} points on average, from {low:,} to {high:,}; a match is "
        "worth "
        "{worth:.3f} ({least:.3f} to {most:.3f}, {sure} sure).",
        "kept seats": "It isn't known whether a seat has an advantage, because each bot kept its seats in all matches.",
        "few deals": "There are too few deals ({deals:,}) to say whether a seat has an advantage; it takes {needed:,}.",
        "fair": "No seat shows an advantage. If a seat wins more or less than {fair} of the matches, the difference is "
        "{most} at most.",
        "fair worth": "No seat shows an advantage. If a match is worth more or less than {fair} to a seat, the "
        "difference is "
        "{most} at most.",
        "unfair": "Seats aren't equal. If they were, each would win {fair}.",
        "unfair worth": "Seats aren't equal. If they were, a match would be worth {fair} to each.",
        "apart": "Seat {seat} wins {more} than its share: {share} ({low} to {high}, {sure} sure of all seats at once).",
        "apart worth": "To seat {seat} a match is worth {more}: {share} ({low} to {high}, {sure} sure of all seats at "
        "once).",
        "never happened": "Never happened: {names}.",
        "rare": "Rare, by the share of matches: {names}.",
        # ratings
        "ranked note": "A bot that is rated 100 points above another is ahead in 64 of 100 meetings; with 400 points, "
        "in 91.",
        "worth note": "To a bot that is rated 100 points above another, a match is worth 0.28 more; with 400 points, "
        "0.82 "
        "more.",
        "not linked": "Some bots didn't meet, even by way of others, so it isn't known how they compare. One tie of "
        "each two "
        "bots is added, and there are no intervals.",
        "unbounded": "Some bots won nothing from others, which sets no limit to ratings. One tie of each two bots is "
        "added.",
        "no intervals": "There are too few deals for intervals.",
        "ahead in": "ahead in {number} ({low} to {high}, {sure} sure)",
        "of worth": "{number} of worth a match ({low} to {high}, {sure} sure)",
        "never met": "{name} and {other} never met.",
        "too few": "{name} against {other}: {numbers}; too few deals to say anything ({deals}).",
        "stronger": "{name} is stronger than {other}: {numbers}.",
        "weaker": "{name} is weaker than {other}: {numbers}.",
        "alike": "{name} and {other} can't be told apart: {numbers}. {more}",
        "by less": "If one is stronger, then by less than {most}.",
        "one more": "If that is the true {what}, about {number:,} more deal would show it.",
        "many more": "If that is the true {what}, about {number:,} more deals would show it.",
        "share": "share",
        "difference": "difference",
    },
    "de": {
        "match": "1 Partie",
        "matches": "{number:,} Partien",
        "legal move": "1 möglichen Zug",
        "legal moves": "{number:,} mögliche Züge",
        "never": "nie",
        "once": "einmal",
        "twice": "zweimal",
        "times": "{number:,}-mal",
        "seat": "Platz {seat}",
        "from to": "{low} bis {high}",
        "box": "{label}: die Hälfte von {low:,} bis {high:,}, Mittelwert {mean:.4g}",
        "median": "Median {number:,}",
        "more": "öfter",
        "less": "seltener",
        "worth, more": "mehr",
        "worth, less": "weniger",
        "arena": "{game}: {bots} Bots in {matches}",
        "about": "{seats} Plätze{options}; Bots {bots}; {how}; Seed",
        "rotated": "die Bots rücken von Partie zu Partie weiter",
        "fixed": "jeder Bot behält seine Plätze",
        "paired": "jedes Blatt wird mit allen Sitzordnungen gespielt",
        "teams": "jedes Blatt spielt ein Team jedes Bots",
        "unlike": "Einige Bots denken nach der Uhr oder sind Programme; ein weiterer Lauf fällt anders aus.",
        "worth": "Gezählt wird, was eine Partie wert ist, von 0 bis 1: {worth}.",
        "all share": "Alle Plätze haben dasselbe Ergebnis.",
        "strength?": "Wie stark sind die Bots?",
        "rating": "Wertung, mit ihrem {sure}-Intervall",
        "ahead?": "Wer liegt vor wem?",
        "worth more?": "Wem ist eine Partie mehr wert?",
        "ahead of": "liegt vor",
        "worth more than to": "mehr wert als für",
        "length?": "Wie lang ist eine Partie?",
        "moves": "Züge",
        "together?": "Wie viele Punkte machen alle zusammen?",
        "points": "Punkte",
        "closeness?": "Wie knapp geht es aus?",
        "margin": "Punkte zwischen Erstem und Zweitem",
        "changes?": "Wie oft wechselt die Führung?",
        "a match": "Mal in einer Partie",
        "leader?": "Wie oft gewinnt, wer führt?",
        "after": "nach {part} %",
        "share of": "{share} von {number:,}",
        "leaders": "Partien, die gewann, wer damals führte, in Prozent",
        "leads": "Ein Platz führt, wenn er vor allen anderen liegt; ein Gleichstand nimmt niemandem die Führung. "
        "Teile einer "
        "Partie zählen nach dem, was geschieht, den Ereignissen.",
        "advantage?": "Hat ein Platz einen Vorteil?",
        "wins": "Anteil der Siege in Prozent, mit gemeinsamen {sure}-Intervallen",
        "even wins": "Die gestrichelte Linie ist dort, wo alle gleichen Plätze wären: {even}. Geteilte Siege zählen "
        "anteilig.",
        "worths": "was eine Partie wert ist, mit gemeinsamen {sure}-Intervallen",
        "even worth": "Die gestrichelte Linie ist dort, wo alle gleichen Plätze wären: {even}.",
        "bot?": "Welcher Bot gewinnt?",
        "bot wins": "Anteil der Siege eines Platzes des Bots in Prozent, mit {sure}-Intervallen",
        "even bots": "Die gestrichelte Linie ist dort, wo alle gleichen Bots wären: {even}.",
        "seat scores?": "Wie viele Punkte machen die Plätze?",
        "boxes": "Punkte: die mittlere Hälfte, neun Zehntel, der Median, und rechts der Mittelwert",
        "bot scores?": "Wie viele Punkte machen die Bots?",
        "bot worth?": "Was ist eine Partie den Bots wert?",
        "bot worths": "Wert von 0 bis 1, mit {sure}-Intervallen",
        "rules?": "Welche Regeln kommen vor?",
        "events": "Mal in einer Partie; in wie vielen Partien überhaupt",
        "moves?": "Welche Züge werden gemacht?",
        "times a match": "Mal in einer Partie",
        "left out": "Und {number:,} weitere, in result.json.",
        "choices?": "Wie viel gibt es zu entscheiden?",
        "sizes": "mögliche Züge in einer Entscheidung",
        "chosen?": "Welche Züge werden gemacht, wenn sie möglich sind?",
        "chosen": "gemacht, in Prozent der Entscheidungen, in denen der Zug möglich war",
        "chosen, always": "Was immer gemacht wird, wenn es möglich ist, ist erzwungen oder immer gut. Was nie gemacht "
        "wird, "
        "ist vielleicht immer schlecht.",
        "logarithmic": "{unit}; jede Linie ist das Zehnfache der vorigen",
        "own?": "Was haben deine Maße gefunden?",
        "faults?": "Was ging bei Bots schief?",
        "again?": "Wie wird das wiederholt?",
        "again": "Dieser Befehl ergibt dasselbe:",
        "again, unlike": "Dieser Befehl ergibt andere Partien, denn nicht alle Bots sind wiederholbar:",
        "versions": "cardkit {cardkit}; {game}, Version {rules} der Regeln.",
        "one length": "Jede Partie hat {length:,.0f} Züge.",
        "lengths": "Eine Partie hat {median:,} Züge (Median); neun von zehn haben {low:,} bis {high:,}, alle "
        "{least:,} bis "
        "{most:,}.",
        "decided": "Eine Entscheidung hat {median} (Median), im Mittel {mean:.3g}. In {forced} der Fälle gibt es nur "
        "einen.",
        "alone": "Es gibt nur einen Platz, also kommt ihm niemand nahe.",
        "close": "Der Erste liegt {median:,} Punkte vor dem Zweiten (Median; der Mittelwert ist {mean:.3g}, das "
        "{spread:.2g}-"
        "fache der Standardabweichung der Punkte). In {drawn} der Partien haben beide gleich viele.",
        "no score": "Wer vor dem Ende führt, ist nicht bekannt, denn das Spiel hat kein `score`.",
        "lead": "Die Führung wechselt in einer Partie {times} (Median; der Mittelwert ist {mean:.3g}).",
        "settled": "Wer gewinnt, führt endgültig nach {part} % einer Partie (Median).",
        "half": "Wer nach der halben Partie führt, gewinnt {share} der Partien.",
        "together": "Alle Plätze haben dasselbe Ergebnis: im Mittel {mean:,.3g} Punkte, von {low:,} bis {high:,}; "
        "eine Partie "
        "ist {worth:.3f} wert ({least:.3f} bis {most:.3f}, zu {sure} sicher).",
        "kept seats": "Ob ein Platz einen Vorteil hat, ist nicht bekannt, denn jeder Bot behielt in allen Partien "
        "seine "
        "Plätze.",
        "few deals": "Es sind zu wenige Blätter ({deals:,}), um zu sagen, ob ein Platz einen Vorteil hat; es braucht "
        "{needed:,}.",
        "fair": "Kein Platz zeigt einen Vorteil. Falls ein Platz mehr oder weniger als {fair} der Partien gewinnt, "
        "ist der "
        "Unterschied höchstens {most}.",
        "fair worth": "Kein Platz zeigt einen Vorteil. Falls eine Partie einem Platz mehr oder weniger als {fair} "
        "wert ist, "
        "ist der Unterschied höchstens {most}.",
        "unfair": "Die Plätze sind nicht gleich. Wären sie es, gewänne jeder {fair}.",
        "unfair worth": "Die Plätze sind nicht gleich. Wären sie es, wäre eine Partie jedem {fair} wert.",
        "apart": "Platz {seat} gewinnt {more} als sein Anteil: {share} ({low} bis {high}, für alle Plätze zusammen zu "
        "{sure} "
        "sicher).",
        "apart worth": "Für Platz {seat} ist eine Partie {more} wert: {share} ({low} bis {high}, für alle Plätze "
        "zusammen zu {sure} sicher).",
        "never happened": "Kam nie vor: {names}.",
        "rare": "Selten, nach dem Anteil der Partien: {names}.",
        "ranked note": "Ein Bot mit 100 Punkten mehr als ein anderer liegt in 64 von 100 Begegnungen vorn, mit 400 in "
        "91.",
        "worth note": "Einem Bot mit 100 Punkten mehr als ein anderer ist eine Partie 0.28 mehr wert, mit 400 Punkten "
        "0.82.",
        "not linked": "Einige Bots trafen nicht aufeinander, auch nicht über andere; wie sie sich vergleichen, ist "
        "nicht "
        "bekannt. Für je zwei Bots zählt ein Gleichstand mehr, und es gibt keine Intervalle.",
        "unbounded": "Einige Bots gewannen nie gegen andere, was Wertungen keine Grenze setzt. Für je zwei Bots zählt "
        "ein "
        "Gleichstand mehr.",
        "no intervals": "Für Intervalle sind es zu wenige Blätter.",
        "ahead in": "in {number} vorn ({low} bis {high}, zu {sure} sicher)",
        "of worth": "{number} an Wert je Partie ({low} bis {high}, zu {sure} sicher)",
        "never met": "{name} und {other} trafen nie aufeinander.",
        "too few": "{name} gegen {other}: {numbers}; zu wenige Blätter für eine Aussage ({deals}).",
        "stronger": "{name} ist stärker als {other}: {numbers}.",
        "weaker": "{name} ist schwächer als {other}: {numbers}.",
        "alike": "{name} und {other} sind nicht zu unterscheiden: {numbers}. {more}",
        "by less": "Falls einer stärker ist, dann um weniger als {most}.",
        "one more": "Falls das {what} ist, zeigt es etwa {number:,} Blatt mehr.",
        "many more": "Falls das {what} ist, zeigen es etwa {number:,} Blätter mehr.",
        "share": "der wahre Anteil",
        "difference": "der wahre Unterschied",
    },
    "nl": {
        "match": "1 partij",
        "matches": "{number:,} partijen",
        "legal move": "1 mogelijke zet",
        "legal moves": "{number:,} mogelijke zetten",
        "never": "nooit",
        "once": "één keer",
        "twice": "twee keer",
        "times": "{number:,} keer",
        "seat": "plaats {seat}",
        "from to": "{low} tot {high}",
        "box": "{label}: de helft van {low:,} tot {high:,}, gemiddelde {mean:.4g}",
        "median": "mediaan {number:,}",
        "more": "vaker",
        "less": "minder vaak",
        "worth, more": "meer",
        "worth, less": "minder",
        "arena": "{game}: {bots} bots in {matches}",
        "about": "{seats} plaatsen{options}; bots {bots}; {how}; seed",
        "rotated": "de bots schuiven van partij tot partij door",
        "fixed": "elke bot houdt zijn plaatsen",
        "paired": "elke verdeling wordt met alle zitvolgordes gespeeld",
        "teams": "elke verdeling wordt door een team van elke bot gespeeld",
        "unlike": "Sommige bots denken op de klok of zijn programma's; een volgende keer verloopt anders.",
        "worth": "Geteld wordt wat een partij waard is, van 0 tot 1: {worth}.",
        "all share": "Alle plaatsen hebben hetzelfde resultaat.",
        "strength?": "Hoe sterk zijn de bots?",
        "rating": "rating, met zijn {sure}-interval",
        "ahead?": "Wie eindigt voor wie?",
        "worth more?": "Voor wie is een partij meer waard?",
        "ahead of": "eindigt voor",
        "worth more than to": "meer waard dan voor",
        "length?": "Hoe lang duurt een partij?",
        "moves": "zetten",
        "together?": "Hoeveel punten halen allen samen?",
        "points": "punten",
        "closeness?": "Hoe spannend is het?",
        "margin": "punten tussen de eerste en de tweede",
        "changes?": "Hoe vaak wisselt de leiding?",
        "a match": "keer in een partij",
        "leader?": "Hoe vaak wint wie aan de leiding staat?",
        "after": "na {part} %",
        "share of": "{share} van {number:,}",
        "leaders": "partijen gewonnen door wie toen leidde, in procenten",
        "leads": "Een plaats leidt als die voor alle andere staat; een gelijke stand neemt niemand de leiding af. "
        "Delen van "
        "een partij tellen naar wat er gebeurt, de gebeurtenissen.",
        "advantage?": "Heeft een plaats een voordeel?",
        "wins": "aandeel in de overwinningen in procenten, met gezamenlijke {sure}-intervallen",
        "even wins": "De streepjeslijn is waar gelijke plaatsen zouden staan: {even}. Gedeelde overwinningen zijn "
        "verdeeld.",
        "worths": "wat een partij waard is, met gezamenlijke {sure}-intervallen",
        "even worth": "De streepjeslijn is waar gelijke plaatsen zouden staan: {even}.",
        "bot?": "Welke bot wint?",
        "bot wins": "aandeel in de overwinningen van een plaats van de bot, in procenten, met {sure}-intervallen",
        "even bots": "De streepjeslijn is waar gelijke bots zouden staan: {even}.",
        "seat scores?": "Hoeveel punten halen de plaatsen?",
        "boxes": "punten: de middelste helft, negen tiende, de mediaan, en rechts het gemiddelde",
        "bot scores?": "Hoeveel punten halen de bots?",
        "bot worth?": "Wat is een partij de bots waard?",
        "bot worths": "waarde van 0 tot 1, met {sure}-intervallen",
        "rules?": "Welke regels komen voor?",
        "events": "keer per partij; in hoeveel partijen überhaupt",
        "moves?": "Welke zetten worden gedaan?",
        "times a match": "keer per partij",
        "left out": "En nog {number:,}, in result.json.",
        "choices?": "Hoeveel valt er te beslissen?",
        "sizes": "mogelijke zetten bij een beslissing",
        "chosen?": "Welke zetten worden gedaan als ze mogelijk zijn?",
        "chosen": "gedaan, in procenten van de beslissingen waarbij de zet mogelijk was",
        "chosen, always": "Wat altijd gedaan wordt als het kan, is gedwongen of altijd goed. Wat nooit gedaan wordt, "
        "is "
        "misschien altijd slecht.",
        "logarithmic": "{unit}; elke lijn is tien keer de vorige",
        "own?": "Wat vonden je eigen maten?",
        "faults?": "Wat ging er mis bij bots?",
        "again?": "Hoe herhaal je dit?",
        "again": "Deze opdracht geeft hetzelfde resultaat:",
        "again, unlike": "Deze opdracht geeft andere partijen, want niet alle bots zijn herhaalbaar:",
        "versions": "cardkit {cardkit}; {game}, versie {rules} van de regels.",
        "one length": "Elke partij heeft {length:,.0f} zetten.",
        "lengths": "Een partij heeft {median:,} zetten (mediaan); negen van de tien hebben er {low:,} tot {high:,}, "
        "alle "
        "{least:,} tot {most:,}.",
        "decided": "Een beslissing heeft {median} (mediaan), gemiddeld {mean:.3g}. In {forced} van de gevallen is er "
        "maar één.",
        "alone": "Er is maar één plaats, dus niemand komt in de buurt.",
        "close": "De eerste staat {median:,} punten voor de tweede (mediaan; het gemiddelde is {mean:.3g}, of "
        "{spread:.2g} keer "
        "de standaardafwijking van de punten). In {drawn} van de partijen hebben ze er evenveel.",
        "no score": "Wie voor het einde leidt is niet bekend, want het spel heeft geen `score`.",
        "lead": "De leiding wisselt {times} in een partij (mediaan; het gemiddelde is {mean:.3g}).",
        "settled": "Wie wint, neemt de leiding voorgoed na {part} % van een partij (mediaan).",
        "half": "Wie na een halve partij leidt, wint {share} van de partijen.",
        "together": "Alle plaatsen hebben hetzelfde resultaat: gemiddeld {mean:,.3g} punten, van {low:,} tot "
        "{high:,}; een "
        "partij is {worth:.3f} waard ({least:.3f} tot {most:.3f}, {sure} zeker).",
        "kept seats": "Of een plaats een voordeel heeft is niet bekend, want elke bot hield in alle partijen zijn "
        "plaatsen.",
        "few deals": "Er zijn te weinig verdelingen ({deals:,}) om te zeggen of een plaats een voordeel heeft; het "
        "kost er "
        "{needed:,}.",
        "fair": "Geen plaats toont een voordeel. Als een plaats meer of minder dan {fair} van de partijen wint, is "
        "het verschil "
        "hoogstens {most}.",
        "fair worth": "Geen plaats toont een voordeel. Als een partij een plaats meer of minder dan {fair} waard is, "
        "is het "
        "verschil hoogstens {most}.",
        "unfair": "De plaatsen zijn niet gelijk. Anders won elke plaats {fair}.",
        "unfair worth": "De plaatsen zijn niet gelijk. Anders was een partij elke plaats {fair} waard.",
        "apart": "Plaats {seat} wint {more} dan zijn aandeel: {share} ({low} tot {high}, voor alle plaatsen samen "
        "{sure} "
        "zeker).",
        "apart worth": "Voor plaats {seat} is een partij {more} waard: {share} ({low} tot {high}, voor alle "
        "plaatsen samen {sure} zeker).",
        "never happened": "Nooit gebeurd: {names}.",
        "rare": "Zeldzaam, naar aandeel in de partijen: {names}.",
        "ranked note": "Een bot met 100 punten meer dan een andere eindigt in 64 van 100 ontmoetingen voor die, met "
        "400 in 91.",
        "worth note": "Voor een bot met 100 punten meer dan een andere is een partij 0.28 meer waard, met 400 punten "
        "0.82.",
        "not linked": "Sommige bots ontmoetten elkaar niet, ook niet via andere; hoe ze zich verhouden is niet "
        "bekend. Voor elke "
        "twee bots telt één gelijke stand extra, en er zijn geen intervallen.",
        "unbounded": "Sommige bots wonnen niets van andere, wat ratings geen grens geeft. Voor elke twee bots telt "
        "één gelijke "
        "stand extra.",
        "no intervals": "Voor intervallen zijn er te weinig verdelingen.",
        "ahead in": "in {number} voor ({low} tot {high}, {sure} zeker)",
        "of worth": "{number} aan waarde per partij ({low} tot {high}, {sure} zeker)",
        "never met": "{name} en {other} ontmoetten elkaar nooit.",
        "too few": "{name} tegen {other}: {numbers}; te weinig verdelingen om iets te zeggen ({deals}).",
        "stronger": "{name} is sterker dan {other}: {numbers}.",
        "weaker": "{name} is zwakker dan {other}: {numbers}.",
        "alike": "{name} en {other} zijn niet te onderscheiden: {numbers}. {more}",
        "by less": "Als er een sterker is, dan met minder dan {most}.",
        "one more": "Als dat {what} is, laat ongeveer {number:,} verdeling meer het zien.",
        "many more": "Als dat {what} is, laten ongeveer {number:,} verdelingen meer het zien.",
        "share": "het ware aandeel",
        "difference": "het ware verschil",
    },
}
"""What the reports of simulations and arenas say."""


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
