// Where somebody sits, and where it is their turn: heard, and told as it changes.
import { OwnStream } from "../pages/own_stream.js";
import { say } from "../pages/stream.js";

const place = document.getElementById("mine");
const tables = new Map();
const turns = new Set();

const CHANGES = {
  snapshot: data => {
    tables.clear();
    turns.clear();
    for (const one of data.tables) tables.set(one.id, one.name);
    for (const one of data.turns) turns.add(one.table);
  },
  table: data => tables.set(data.table.id, data.table.name),
  left: data => tables.delete(data.table),
  turn: data => turns.add(data.table),
  turn_over: data => turns.delete(data.table),
};
const show = () => {
  const named = [...turns].filter(id => tables.has(id));
  const names = (named.length ? named : [...tables.keys()]).map(id => tables.get(id)).join(", ");
  const words = named.length ? place.dataset.turn : place.dataset.seat;
  place.textContent = names && words.replace("{tables}", names);
};
new OwnStream(place.dataset.who, {
  say,
  hear: (kind, data) => {
    CHANGES[kind]?.(data);
    show();
  },
});
