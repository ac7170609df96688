// The API's documents, as the page reads them. Browsers don't load this file.

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
