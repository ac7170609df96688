#!/usr/bin/env node
// A bot for `thirteen` and `friday13`: the highest card that takes nothing; else the smallest pile to take.
import { createInterface } from "node:readline";

const LIMIT = 13;
const PILES = ["blue", "yellow", "green", "cats", "mirrors", "ladders"];

function appeal({ move }, view) {
  const sum = view.sums[PILES.indexOf(move.onto) % 3];
  const value = Number(move.card[1]);
  if (sum + value <= LIMIT) return value;
  return -view.piles[PILES.indexOf(move.onto) % 3].length;
}

function choose({ view, moves }) {
  if (!view.sums) return moves[0]; // another game: the first move will do
  return moves.reduce((best, move) => (appeal(move, view) > appeal(best, view) ? move : best));
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") console.log(JSON.stringify({ protocol: 1, name: "careful" }));
  if (message.type === "turn") console.log(JSON.stringify({ turn: message.turn, move: choose(message).text }));
  if (message.type === "bye") process.exit(0);
}
