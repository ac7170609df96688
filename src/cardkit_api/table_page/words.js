// The page's own words, in English, German and Dutch. Games bring theirs: the server sends scenes and sentences in the
// language that is asked for.

/** The languages that the page speaks, in their own words. */
export const LANGUAGES = { en: "English", de: "Deutsch", nl: "Nederlands" };

const WORDS = {
  absence: ["When time runs out", "Wenn die Zeit abläuft", "Als de tijd op is"],
  absenceBot: [
    "bot {name} plays until they are back",
    "spielt Bot {name}, bis man zurück ist",
    "speelt bot {name} tot iemand terug is",
  ],
  absenceResign: ["a bot plays to the end", "spielt ein Bot bis zum Ende", "speelt een bot tot het eind"],
  absenceWait: ["the others wait", "warten die anderen", "wachten de anderen"],
  again: ["Try again", "Noch einmal versuchen", "Opnieuw proberen"],
  agree: ["Agree", "Zustimmen", "Akkoord"],
  agreed: ["Agreed: {names}.", "Zugestimmt: {names}.", "Akkoord: {names}."],
  areYouSure: ["Are you sure?", "Bist du sicher?", "Weet je het zeker?"],
  ask: [
    "Ask before moves that cost something",
    "Nachfragen, wenn ein Zug etwas kostet",
    "Vraag het eerst als een zet iets kost",
  ],
  asksPause: ["{name} asks for a pause.", "{name} bittet um eine Pause.", "{name} vraagt om een pauze."],
  away: ["away", "abwesend", "weg"],
  awayFor: ["away for {time}", "seit {time} weg", "{time} weg"],
  back: ["One step back", "Einen Schritt zurück", "Een stap terug"],
  bot: ["bot {name}", "Bot {name}", "bot {name}"],
  botPlaysYou: [
    "Your time is up, and bot {name} plays for you.",
    "Deine Zeit ist um, und Bot {name} spielt für dich.",
    "Je tijd is op, en bot {name} speelt voor jou.",
  ],
  cancel: ["Not now", "Doch nicht", "Toch niet"],
  card: ["face down", "verdeckt", "gedekt"],
  cards: ["{number} cards", "{number} Karten", "{number} kaarten"],
  changed: [
    "The table has changed meanwhile. Look again.",
    "Am Tisch hat sich inzwischen etwas geändert. Sieh noch einmal hin.",
    "De tafel is intussen veranderd. Kijk nog eens.",
  ],
  changeTerms: ["Change the terms", "Bedingungen ändern", "Voorwaarden wijzigen"],
  choose: [
    "Now choose the other card or place",
    "Wähle jetzt die andere Karte oder den Platz",
    "Kies nu de andere kaart of plaats",
  ],
  clock: ["Clock", "Uhr", "Klok"],
  close: ["Close", "Schließen", "Sluiten"],
  comeBack: ["Come back", "Zurückkommen", "Terugkomen"],
  copied: ["Copied", "Kopiert", "Gekopieerd"],
  copy: ["Copy link", "Link kopieren", "Link kopiëren"],
  create: ["Create the match", "Partie anlegen", "Partij maken"],
  creates: ["New match", "Neue Partie", "Nieuwe partij"],
  dark: ["Dark", "Dunkel", "Donker"],
  defaults: ["as the rules say", "wie in den Regeln", "zoals in de regels"],
  delay: ["How many events later", "Wie viele Ereignisse später", "Hoeveel gebeurtenissen later"],
  eyes: ["Whose eyes", "Wessen Augen", "Wiens ogen"],
  eyesOf: ["as {name} saw it", "wie {name} es sah", "zoals {name} het zag"],
  eyesOwn: ["as you saw it", "wie du es sahst", "zoals jij het zag"],
  first: ["First step", "Erster Schritt", "Eerste stap"],
  free: ["free", "frei", "vrij"],
  friend: ["a friend, by a link", "jemand mit einem Link", "iemand met een link"],
  games: ["Games", "Spiele", "Spellen"],
  give: ["Give {name} {time} more", "{name} {time} mehr geben", "{name} {time} extra geven"],
  gone: [
    "This match doesn’t exist, or it isn’t open to you.",
    "Diese Partie gibt es nicht, oder sie steht dir nicht offen.",
    "Deze partij bestaat niet, of is niet open voor jou.",
  ],
  hand: ["Your hand", "Deine Hand", "Jouw hand"],
  happened: ["What happened", "Was geschehen ist", "Wat er gebeurde"],
  hello: ["Hello!", "Hallo!", "Hallo!"],
  here: ["here", "da", "aanwezig"],
  home: ["All games", "Alle Spiele", "Alle spellen"],
  invited: ["You are invited", "Du bist eingeladen", "Je bent uitgenodigd"],
  isLate: ["The time of {name} is up.", "Die Zeit von {name} ist um.", "De tijd van {name} is op."],
  join: ["Sit down", "Hinsetzen", "Ga zitten"],
  joinable: ["Open to everybody", "Offen für alle", "Open voor iedereen"],
  language: ["Language", "Sprache", "Taal"],
  last: ["Last step", "Letzter Schritt", "Laatste stap"],
  leave: ["Leave the table", "Vom Tisch aufstehen", "Van tafel gaan"],
  light: ["Light", "Hell", "Licht"],
  look: ["Look", "Ansehen", "Kijken"],
  lost: [
    "Not connected. Your seat is kept, and the page tries again.",
    "Keine Verbindung. Dein Platz bleibt dir, und die Seite versucht es weiter.",
    "Geen verbinding. Je plaats blijft van jou, en de pagina probeert het opnieuw.",
  ],
  me: ["me", "ich", "ik"],
  menu: ["More", "Mehr", "Meer"],
  moment: ["Copy a link to this moment", "Link zu diesem Moment kopieren", "Link naar dit moment kopiëren"],
  moves: ["Your moves", "Deine Züge", "Jouw zetten"],
  name: ["Your name", "Dein Name", "Je naam"],
  next: ["Follow the next match", "Zur nächsten Partie", "Naar de volgende partij"],
  nobody: [
    "Nothing is open right now. Start one!",
    "Gerade ist nichts offen. Fang an!",
    "Er is nu niets open. Begin er een!",
  ],
  noClock: ["none", "keine", "geen"],
  noLimit: ["counts, without a limit", "zählt nur mit", "telt alleen mee"],
  none: ["No moves right now", "Gerade keine Züge", "Nu geen zetten"],
  on: ["One step on", "Einen Schritt weiter", "Een stap verder"],
  oops: ["Oops!", "Hoppla!", "Oeps!"],
  open: ["Waiting for everybody to sit down", "Es fehlen noch Mitspieler", "Nog niet iedereen zit"],
  options: ["Options", "Optionen", "Opties"],
  other: ["Open on another device", "Auf einem anderen Gerät öffnen", "Op een ander apparaat openen"],
  over: ["The match is over.", "Die Partie ist vorbei.", "De partij is voorbij."],
  own: ["Your matches", "Deine Partien", "Jouw partijen"],
  pause: ["Pause", "Anhalten", "Stoppen"],
  paused: ["The match is paused.", "Die Partie ist angehalten.", "De partij is gepauzeerd."],
  pauseIt: ["Pause", "Pause", "Pauze"],
  play: ["Play", "Abspielen", "Afspelen"],
  players: ["Players", "Mitspieler", "Spelers"],
  playIt: ["Play it", "Spielen", "Spelen"],
  public: [
    "Anybody may join and watch",
    "Alle dürfen mitspielen und zusehen",
    "Iedereen mag meedoen en kijken",
  ],
  quiet: [
    "Don’t ask again in this match",
    "In dieser Partie nicht mehr fragen",
    "In deze partij niet meer vragen",
  ],
  ready: ["Ready", "Bereit", "Klaar"],
  rematch: ["Play again", "Noch eine Partie", "Nog een partij"],
  rematchWaits: ["Waiting for {names}", "Es fehlt noch: {names}", "Wachten op {names}"],
  replace: ["Let a bot play", "Einen Bot spielen lassen", "Laat een bot spelen"],
  replay: ["Watch it again", "Noch einmal ansehen", "Nog eens bekijken"],
  resign: ["Resign", "Aufgeben", "Opgeven"],
  resignSure: [
    "A bot then plays your seat, for good.",
    "Dann spielt ein Bot deinen Platz, für immer.",
    "Dan speelt een bot op jouw plaats, voorgoed.",
  ],
  resume: ["Go on", "Weiterspielen", "Verder spelen"],
  rules: ["Rules", "Regeln", "Regels"],
  running: ["Being played", "Wird gerade gespielt", "Wordt nu gespeeld"],
  seat: ["Seat {number}", "Platz {number}", "Plaats {number}"],
  seats: ["Players", "Mitspieler", "Spelers"],
  seen: ["seen before", "schon gesehen", "eerder gezien"],
  share: [
    "Send each friend a link. It is good for one seat.",
    "Schick jedem einen Link. Er gilt für einen Platz.",
    "Stuur elke vriend een link. Hij geldt voor één plaats.",
  ],
  sit: ["Sit down here", "Hier hinsetzen", "Ga hier zitten"],
  sorry: ["Sorry!", "Entschuldigung!", "Sorry!"],
  spectators: ["Spectators see", "Zuschauer sehen", "Kijkers zien"],
  start: [
    "Start now, with bots on the free seats",
    "Jetzt anfangen, mit Bots auf den freien Plätzen",
    "Nu beginnen, met bots op de vrije plaatsen",
  ],
  starts: ["The match starts", "Die Partie beginnt", "De partij begint"],
  startsFull: ["when all seats are taken", "wenn alle Plätze besetzt sind", "als alle plaatsen bezet zijn"],
  startsOwner: ["when I start it", "wenn ich sie beginne", "als ik haar begin"],
  startsReady: ["when all are ready", "wenn alle bereit sind", "als iedereen klaar is"],
  step: ["Step {number} of {of}", "Schritt {number} von {of}", "Stap {number} van {of}"],
  system: ["Automatic", "Automatisch", "Automatisch"],
  table: ["Table", "Tisch", "Tafel"],
  talk: ["Say …", "Sagen …", "Zeggen …"],
  thanks: ["Thank you!", "Danke!", "Bedankt!"],
  theme: ["Light or dark", "Hell oder dunkel", "Licht of donker"],
  thinking: ["Let me think.", "Ich überlege.", "Even denken."],
  tied: ["A tie: {names} win.", "Gleichstand: {names} gewinnen.", "Gelijkspel: {names} winnen."],
  timeAndMore: [
    "{time} each, and {increment} more with each move",
    "{time} für jeden, und {increment} mehr mit jedem Zug",
    "{time} per speler, en {increment} extra bij elke zet",
  ],
  timeForAll: ["{time} each", "{time} für jeden", "{time} per speler"],
  timePerMove: ["{time} for each move", "{time} für jeden Zug", "{time} per zet"],
  toAgree: ["Still to agree: {names}.", "Es fehlt noch: {names}.", "Nog niet akkoord: {names}."],
  toMove: ["{name} is to move", "{name} ist am Zug", "{name} is aan zet"],
  undo: ["Take back", "Zurücknehmen", "Terugnemen"],
  undoAsk: ["if the others agree", "wenn die anderen zustimmen", "als de anderen akkoord gaan"],
  undoAsked: [
    "{name} asks to take a move back.",
    "{name} möchte einen Zug zurücknehmen.",
    "{name} wil een zet terugnemen.",
  ],
  undoFree: ["at any time", "jederzeit", "altijd"],
  undoNone: ["never", "nie", "nooit"],
  undoWaits: [
    "The others have to agree that you take your move back.",
    "Die anderen müssen zustimmen, dass du deinen Zug zurücknimmst.",
    "De anderen moeten ermee instemmen dat je je zet terugneemt.",
  ],
  wasBack: ["{name} is back.", "{name} ist zurück.", "{name} is terug."],
  wasGiven: [
    "{name} gives {to} {time} more.",
    "{name} gibt {to} {time} mehr.",
    "{name} geeft {to} {time} extra.",
  ],
  wasReplaced: [
    "Bot {bot} plays for {name} now.",
    "Bot {bot} spielt jetzt für {name}.",
    "Bot {bot} speelt nu voor {name}.",
  ],
  watch: ["Watch", "Zusehen", "Kijken"],
  watchAfter: ["nothing before the end", "nichts vor dem Ende", "niets voor het einde"],
  watchDelayed: [
    "everything open, {delay} events later",
    "alles Offene, {delay} Ereignisse später",
    "alles wat open is, {delay} gebeurtenissen later",
  ],
  watching: ["You are watching", "Du siehst zu", "Je kijkt mee"],
  watchNone: ["nothing", "nichts", "niets"],
  watchPublic: ["everything open, at once", "alles Offene, sofort", "alles wat open is, meteen"],
  welcome: [
    "Card games for an evening. Take a seat, send your friends a link, or play against bots.",
    "Kartenspiele für einen Abend. Setz dich, schick deinen Freunden einen Link oder spiel gegen Bots.",
    "Kaartspellen voor een avond. Ga zitten, stuur je vrienden een link, of speel tegen bots.",
  ],
  well_played: ["Well played!", "Gut gespielt!", "Goed gespeeld!"],
  wins: ["{name} wins.", "{name} gewinnt.", "{name} wint."],
  working: ["Loading …", "Lädt …", "Laden …"],
  youAreLate: [
    "Your time is up. The others wait for your move.",
    "Deine Zeit ist um. Die anderen warten auf deinen Zug.",
    "Je tijd is op. De anderen wachten op je zet.",
  ],
  youPause: ["You ask for a pause.", "Du bittest um eine Pause.", "Je vraagt om een pauze."],
  yourTurn: ["Your turn", "Du bist am Zug", "Jij bent aan zet"],
  youWin: ["You win!", "Du gewinnst!", "Je wint!"],
};

/** @typedef {keyof typeof WORDS} Word */
/** @typedef {(word: Word, values?: Record<string, string | number>) => string} Say */

/** @type {Record<string, string[]>} */
const COLOURS = {
  grey: ["grey", "grau", "grijs"],
  black: ["black", "schwarz", "zwart"],
  red: ["red", "rot", "rood"],
  orange: ["orange", "orange", "oranje"],
  yellow: ["yellow", "gelb", "geel"],
  green: ["green", "grün", "groen"],
  cyan: ["cyan", "türkis", "turquoise"],
  blue: ["blue", "blau", "blauw"],
  purple: ["purple", "lila", "paars"],
  plain: [],
  none: [],
};

/** Return the closest of the page's languages. @param {readonly string[]} wanted */
export const closest = (wanted) =>
  wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES) ?? "en";

/** @param {string} language */
const place = (language) => Object.keys(LANGUAGES).indexOf(closest([language]));

/** Return the word for the colour of a card, or nothing for paper. @param {string} language @param {string} colour */
export const colourWord = (language, colour) => (COLOURS[colour] ?? [colour])[place(language)] ?? "";

/** Return the page's words in a language, with values for their braces. @param {string} language @returns {Say} */
export function speak(language) {
  const at = place(language);
  return (word, values = {}) => (WORDS[word][at] ?? "").replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
