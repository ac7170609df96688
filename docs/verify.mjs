// Checks the log of a finished match without cardkit, by what docs/chance.md says:   node verify.mjs FILE
// It checks the commitment, every seal, and whatever chance brought: deals, reshuffles, rolls, every card drawn from
// a stock. Whether the moves were lawful it doesn't judge: `cardkit.verify` does.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const hmac = (key, ...parts) => parts.reduce((mac, part) => mac.update(part), createHmac("sha256", key)).digest();
const text = (value) => JSON.stringify(value);

let line = 0; // of the file, the one being checked
let notes = []; // what was found right on it

function same(what, found, expected) {
  if (text(found) !== text(expected)) throw new Error(`${what}: found ${text(found)}, expected ${text(expected)}`);
  notes.push(what);
}

// --- chance

function chance(seed, version) {
  function words(label) {
    const stream = (size) =>
      createHash("shake256", { outputLength: size }).update(`${seed}\n${version}\n${label}`).digest();
    let bytes = stream(1024), at = 0;
    return (n) => {
      const limit = 2 ** 32 - (2 ** 32 % n);
      for (;;) {
        if (at === bytes.length) bytes = stream(2 * at);
        const word = bytes.readUInt32BE(at);
        at += 4;
        if (word < limit) return word % n;
      }
    };
  }
  return {
    below: (label, n) => words(label)(n),
    shuffle(label, items) {
      const order = [...items], below = words(label);
      for (let last = order.length - 1; last > 0; last--) {
        const pick = below(last + 1);
        [order[last], order[pick]] = [order[pick], order[last]];
      }
      return order;
    },
  };
}

// --- games: the shapes that moves have, and what each event must hold, by the name of its type

const deck = (cards) => cards.split(" ").flatMap((card) => Array(+card.split("*")[1]).fill(card.split("*")[0]));
const begins = (draw, label, option, seats) => (option === "random" ? draw.below(label, seats) : option);
const dealt = (cards, first, seats) =>
  [...Array(seats).keys()].map((seat) => cards.filter((_, place) => (first + place) % seats === seat));

const GAMES = {
  thirteen({ seats, options }) {
    const cards = deck("b1*3 b2*3 b4*2 b5*3 b7*3 y1*3 y2*3 y4*2 y5*3 y7*3 g1*3 g2*3 g4*2 g5*3 g7*3 n4*8");
    let opening, stock, round = 0;
    return {
      shapes: /^played( scored( dealt)?)?$/,
      over: (event) => event.type === "thirteen.scored" && round === opening.rounds,
      opened(event, draw) {
        opening = event;
        same("rounds", event.rounds, options.rounds ?? (seats === 3 ? 6 : seats));
        same("first dealer", event.first_dealer, begins(draw, "first dealer", options.first_dealer, seats));
      },
      dealt(event, draw) {
        const dealer = (opening.first_dealer + round++) % seats, order = draw.shuffle("deal", cards);
        same("dealer", event.dealer, dealer);
        same("deal", event.hands, dealt(order.slice(0, 5 * seats), dealer + 1, seats).map((hand) => hand.sort()));
        same("stock", event.stock, (stock = order.slice(5 * seats)));
      },
      played: (event) => same("drawn from the stock", event.drawn, stock.shift() ?? null),
      scored() {},
    };
  },

  friday13({ seats, options }) {
    const suits = ["c", "m", "l"].map((suit) => `${suit}0*1 ${suit}1*3 ${suit}2*3 ${suit}4*2 ${suit}5*3 ${suit}7*3`);
    const cards = deck(`${suits.join(" ")} f4*8`);
    const inOrder = (hand) => hand.sort((one, other) => cards.indexOf(one) - cards.indexOf(other));
    let opening, round = 0;
    return {
      shapes: /^played( scored( dealt)?)?$/,
      over: (event) => event.type === "friday13.scored" && round === opening.rounds,
      opened(event, draw) {
        opening = event;
        same("rounds", event.rounds, options.rounds ?? 4);
        same("first player", event.first_player, begins(draw, "first player", options.first_player, seats));
      },
      dealt(event, draw) {
        const starter = (opening.first_player + round++) % seats;
        const hands = dealt(draw.shuffle("deal", cards), 0, Math.max(seats, 4)).map(inOrder);
        same("starter", event.starter, starter);
        same("deal", event.hands, hands.slice(0, seats).map((_, seat) => hands[(seat - starter + seats) % seats]));
        same("put away", event.away, hands.slice(seats).flat());
      },
      played() {},
      scored() {},
    };
  },

  biberbande({ seats, options }) {
    const cards = deck("0*4 1*4 2*4 3*4 4*4 5*4 6*4 7*4 8*4 9*9 swap*9 peek*7 draw2*5");
    let opening, rows, stock, discard, drawn, round = 0, twos = 0;
    const put = (seat, position, card) => rows[seat].splice(position, 1, card)[0];
    function lay(event, card) {
      same("laid", event.laid, [card, ...Array(twos).fill("draw2")]);
      discard.push(...event.laid);
      twos = 0;
    }
    return {
      shapes: /^(looked|knocked|((draw_two_used|first_discarded) )?(reshuffled )?drew|(took|discarded|kept|peeked|swapped|passed)(( reshuffled)? round_scored( dealt)?)?)$/,
      over: (event) => event.type === "biberbande.round_scored" && round === opening.rounds,
      opened(event, draw) {
        opening = event;
        same("rounds", event.rounds, options.rounds ?? (seats === 2 ? 4 : seats));
        same("first dealer", event.first_dealer, begins(draw, "first dealer", options.first_dealer, seats));
      },
      dealt(event, draw) {
        const dealer = (opening.first_dealer + (options.rotate_dealer ? round : 0)) % seats;
        const order = draw.shuffle("deal", cards);
        round++;
        same("dealer", event.dealer, dealer);
        same("deal", event.rows, (rows = dealt(order.slice(0, 4 * seats), dealer + 1, seats)));
        same("turned up", event.turned_up, order[4 * seats]);
        same("stock", event.stock, (stock = order.slice(4 * seats + 1)));
        discard = [event.turned_up];
      },
      reshuffled(event, draw) {
        same("reshuffle", event.stock, draw.shuffle("reshuffle", discard));
        stock.push(...event.stock);
        discard = [];
      },
      looked: ({ seat, outer }) => same("looked at", outer, [rows[seat][0], rows[seat][3]]),
      drew: (event) => same("drawn from the stock", event.card, (drawn = stock.shift())),
      took(event) {
        same("taken", event.card, discard.pop());
        same("replaced", event.replaced, put(event.seat, event.position, event.card));
        discard.push(event.replaced);
      },
      kept(event) {
        same("kept", event.card, drawn);
        lay(event, put(event.seat, event.position, drawn));
      },
      discarded: (event) => lay(event, drawn),
      peeked: (event) => (same("peeked at", event.card, rows[event.seat][event.position]), lay(event, drawn)),
      swapped(event) {
        lay(event, drawn);
        const card = put(event.other, event.theirs, rows[event.seat][event.position]);
        put(event.seat, event.position, card);
      },
      draw_two_used: () => twos++,
      first_discarded: (event) => (same("discarded", event.card, drawn), discard.push(drawn)),
      passed() {},
      knocked() {},
      round_scored(event) {
        same("turned up", event.rows, rows);
        const needed = event.replacements.flatMap((replacement) => replacement.cards);
        same("replaced from the stock", needed, stock.splice(0, needed.length));
      },
    };
  },

  push({ seats, options }) {
    const suits = ["r", "b", "g", "y", "p"].flatMap((suit) => [1, 2, 3, 4, 5, 6].map((value) => `${suit}${value}*3`));
    const cards = deck(`${suits.join(" ")} die*18 turn*${options.direction_cards ? 12 : 0}`);
    const faces = ["red", "blue", "green", "yellow", "purple", "star"];
    let stock, rows = [];
    const turnedUp = (card) => same("turned up from the stock", card, stock.shift());
    return {
      shapes: /^(secured|revealed|stopped|busted|direction_revealed( ran_out| scored)?|placed( ran_out)?|taken( scored)?)$/,
      over: (event) => event.type === "push.scored" && stock.length === 0,
      opened(event, draw) {
        same("first player", event.first_player, begins(draw, "first player", options.first_player, seats));
        same("stock", event.stock, (stock = draw.shuffle("stock", cards)));
      },
      revealed: ({ card }) => turnedUp(card),
      direction_revealed: () => turnedUp("turn"),
      placed: ({ card, row }) => (rows[row - 1] ??= []).push(card),
      busted({ card, roll }, draw) {
        turnedUp(card);
        same("roll", roll, faces[draw.below("die", 6)]);
      },
      taken(event, draw) {
        same("row", event.cards, rows[event.row - 1]);
        same("roll", event.roll, event.cards.includes("die") ? faces[draw.below("die", 6)] : null);
        if (event.taker === null) rows = [];
      },
      secured() {},
      stopped() {},
      ran_out() {},
      scored() {},
    };
  },
};

// --- the log

function sealed(source, rest) {
  const parts = new RegExp(`^(.*),"seal":"([0-9a-f]{64})"${rest}$`, "s").exec(source);
  if (!parts) throw new Error("isn't a sealed line of a log; or it is the header, without the seed or of a branch");
  if (text(JSON.parse(source)) !== source) throw new Error("isn't written as a line of a log is");
  return [JSON.parse(source), parts[1], parts[2]];
}

function check(bytes) {
  const lines = bytes.toString().split("\n");
  line = 1;
  if (!Buffer.from(lines.join("\n")).equals(bytes)) throw new Error("the file isn't UTF-8");
  const [header, start, first] = sealed(lines[0], ',"seed":".*"}');
  same("format", header.format, "cardkit/1");
  same("rules version", header.rules_version, 1);

  same("commitment", header.commitment, sha256(`cardkit/1 commitment\n${header.seed}`));
  const given = header.entropy.map(([seat, entropy]) => `${seat} ${sha256(entropy)}\n`);
  const seed = hmac(header.seed, `cardkit/1 entropy\n${given.join("")}`).toString("hex");
  const key = hmac(seed, "cardkit/1 seals");
  let seal = hmac(key, Buffer.alloc(32), start);
  same("seal", first, seal.toString("hex"));
  if (!Object.hasOwn(GAMES, header.game)) throw new Error(`the game ${header.game} is not known here`);
  let game = GAMES[header.game](header);
  let standing = []; // the moves that were not taken back

  function undone(event) {
    if (event.agreed.length) {
      same("agreed", event.agreed, [...Array(header.seats).keys()]);
      while (standing.length > 1 && standing.at(-1).by !== event.by) standing.pop();
    }
    const last = standing.pop();
    same("taken back", [event.by, event.to, standing.length > 0], [last.by, last.version, true]);
    game = GAMES[header.game](header);
    const before = [...notes];
    for (const { version, events } of standing)
      for (const event of events) game[event.type.split(".")[1]]?.(event, chance(seed, version));
    notes = before;
  }

  let event, move = null; // the move that is going on: who made it, at which version, and the types of its events
  for (const source of lines.slice(1, -1)) {
    console.log(`line ${line}: ok: ${notes.join(", ")}`);
    [line, notes] = [line + 1, []];
    const [fields, body, found] = sealed(source, "}");
    event = fields;
    seal = hmac(key, seal, body);
    same("seal", found, seal.toString("hex"));
    same("number", event.n, line - 1);
    move ??= { by: line === 2 ? null : event.by, version: line === 2 ? 0 : line - 2, types: [], events: [], more: event.more ?? 0 };
    same("move", [event.by, event.more ?? 0], [move.by, move.more - move.types.length]);
    const type = event.type.replace(`${header.game}.`, "");
    move.types.push(type);
    move.events.push(event);
    if (type === "cardkit.undone") undone(event);
    else if (line === 2) same("commitment", [event.commitment, event.entropy], [header.commitment, header.entropy]);
    else if (type in game && event.v === 1) game[type](event, chance(seed, move.version));
    else throw new Error(`the event ${event.type}, version ${event.v}, is not known here`);
    if (event.more) continue;
    const shape = move.version ? game.shapes : /^cardkit.committed opened( dealt)?$/;
    const undo = text(move.types) === '["cardkit.undone"]';
    if (!undo) standing.push(move);
    if (!undo && !shape.test(move.types.join(" "))) throw new Error(`no move brings: ${move.types.join(", ")}`);
    move = null;
  }
  if (lines.at(-1) !== "" || move || !event || !game.over(event)) throw new Error("the log ends before the match");
  console.log(`line ${line}: ok: ${notes.join(", ")}, end of the match`);
}

if (process.argv.length !== 3) throw new Error("usage: node verify.mjs FILE");
try {
  check(readFileSync(process.argv[2]));
} catch (error) {
  console.log(`line ${line}: FAILED: ${error.message}`);
  process.exitCode = 1;
}
