// The API's documents, as the page reads them, and the page's own types. Browsers don't load this file.

import type { Choice } from "./choice.js";
import type { Clock } from "./clock.js";
import type { WORDS } from "./words.js";

export type { CardkitTable } from "./cardkit-table.js";
export type { Choice };

export interface Chair {
  seat: number;
  holder: "nobody" | "person" | "bot";
  name: string;
  bot: string;
  resigned: boolean;
  ready: boolean;
}
export interface Outcome {
  totals: number[];
  ranks: number[];
  winners: number[];
}
export interface Control {
  kind: "bank" | "per_move" | "days" | "none";
  time: number;
  increment: number;
  cap: number | null;
  days: number;
}
export interface SeatTime {
  left: number | null;
  runs: boolean;
  opening: number | null;
  out_of_time: boolean;
  bot: string;
}
export interface ClockStatus {
  at: number;
  paused: boolean;
  seats: SeatTime[];
}
export interface ClockLine extends ClockStatus {
  version: number;
  facts: Record<string, unknown>[];
}
export interface Timing {
  control: Control;
  absence: string;
  clock: ClockStatus | null;
  pause: number[];
  late: number | null;
  replace: number[];
}
export interface Players {
  seats: Chair[];
  takeback: Status["takeback"];
}
export interface SeatPresence {
  here: boolean;
  away: number | null;
}
export interface Status {
  id: string;
  game: string;
  status: "open" | "running" | "over";
  public: boolean;
  seats: Chair[];
  version: number;
  options: Record<string, unknown>;
  actors: number[];
  outcome: Outcome | null;
  created: number;
  next: string | null;
  starts: "full" | "ready" | "owner";
  takebacks: "ask" | "free" | "none";
  takeback: { by: number; version: number; agreed: number[] } | null;
  timing: Timing | null;
  spectators: "public" | "delayed" | "after" | "none";
  delay: number;
}
export interface SeenEvent {
  n: number;
  version: number;
  text: string;
  actors: number[];
}
export interface EventPage {
  events: SeenEvent[];
  next: number;
  version: number;
  over: boolean;
  clock: ClockStatus | null;
}
export interface Table {
  version: number;
  seat: number | null;
  status: Status;
  events: SeenEvent[];
}
export interface Card {
  label: string;
  colour: string;
  shape: string;
  name: string;
  down: boolean;
  remembered: boolean;
  fresh: boolean;
  caption: string;
  moves: string[];
  then?: string[];
}
export interface Area {
  part: string;
  arranged: "hand" | "row" | "pile" | "stack" | "list" | "suits";
  cards: Card[];
  caption: string;
  seat: number | null;
  head: Card | null;
  sum: number | null;
  limit: number | null;
  note: string;
  strong: boolean;
  moves: string[];
  then?: string[];
}
export interface Player {
  seat: number;
  name: string;
  you: boolean;
  to_move: boolean;
  notes: string[];
  cells: { text: string; cards: Card[] }[];
}
export interface Scene {
  game: string;
  title: string;
  language: string;
  viewer: number | null;
  over: boolean;
  notes: string[];
  areas: Area[];
  heading: string;
  headings: { caption: string; told: string }[];
  players: Player[];
  prompt: string[];
  details: [string, string][];
  story: string[];
  needs_time: boolean;
}
export interface Move {
  number: number;
  text: string;
  label: string;
  warning: string;
}
export interface Shown {
  version: number;
  seat: number | null;
  scene: Scene;
  moves: Move[];
}
export interface Rematch {
  match: Status | null;
  seat: number | null;
  token: string | null;
  waiting_for: number[];
}
export interface Invitation {
  seat: number;
  invitation: string;
}
export interface Created {
  match: Status;
  owner: string;
  watcher: string;
  invitations: Invitation[];
  seat: number | null;
  token: string | null;
}
export interface Game {
  key: string;
  title: string;
  least_seats: number;
  most_seats: number;
  links: Record<string, string>;
}
export interface Option {
  type?: string;
  anyOf?: Option[];
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
}
export interface Sheet extends Game {
  options: { properties?: Record<string, Option> };
  bots: string[];
}
export type Message = { type: string } & Record<string, unknown>;

// --- what elements are described by

export interface Props {
  [name: string]: unknown;
  onclick?: ((event: MouseEvent) => unknown) | null;
  onchange?: (event: Event) => unknown;
  onfocus?: (event: Event) => unknown;
  oninput?: (event: Event) => unknown;
  onsubmit?: (event: Event) => unknown;
  "on:cardkit-change"?: (event: CustomEvent<{ status: Status; turn: boolean }>) => unknown;
  "on:cardkit-moment"?: (event: CustomEvent<{ version: number; as: string }>) => unknown;
}
export interface Described {
  tag: string;
  key: string;
  props: Props;
  children: Drawn[];
}
export type Drawn = Described | string;
export interface List {
  readonly length: number;
  readonly [at: number]: Nodes;
}
export type Nodes = Drawn | List | false | null | undefined;

// --- what the page says, asks and keeps

export type Word = keyof typeof WORDS;
export type Say = (word: Word, values?: Record<string, string | number>) => string;
export interface Asking {
  body?: unknown;
  version?: number;
  key?: string;
  tries?: number;
}
/** A question before what can't be undone. */
export interface Asked {
  title: string;
  text: string;
  yes: string;
  quiet: boolean;
  then: () => void;
}
export interface KeptMatch {
  game: string;
  title: string;
  when: number;
  owner?: string;
  watcher?: string;
  invitations?: Invitation[];
  seats: Record<string, string>;
}
export interface Kept {
  name: string;
  language: string;
  theme: string;
  matches: Record<string, KeptMatch>;
}
export interface Terms {
  takebacks: string;
  starts: string;
  spectators: string;
  delay: number;
  clock: string;
  absence: string;
}
/** Terms as the owner changes them. */
export interface Changing extends Terms {
  game: Sheet;
  options: Record<string, unknown>;
}

// --- what a table holds

export type Timer = ReturnType<typeof setTimeout> | undefined;

/** A match with a clock, as one of its viewers meets it. */
export interface Timed {
  clock: Clock;
  timing: Timing;
  seat: number | null;
  names: (seats: number[]) => string;
  say: Say;
  act: (what: string, body?: unknown) => void;
}
export interface Chooser {
  choice: Choice | null;
  busy: boolean;
  say: Say;
  consider: (move: Move) => void;
}
/** A card that is about to be dragged. */
export interface Held {
  choice: Choice;
  id: string;
  card: HTMLElement;
  pointer: number;
  x: number;
  y: number;
  copy: HTMLElement | null;
}
