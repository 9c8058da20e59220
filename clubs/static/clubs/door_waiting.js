// How taps that wait look: rows stand where they will belong, and the page says what waits and why.
import { parts } from "./names.js";

const network = document.getElementById("network");
const refused = document.getElementById("refused");
const copy = id => document.getElementById(id).content.firstElementChild.cloneNode(true);

const words = new WeakMap();
const fill = (element, told) => {
  if (!words.has(element)) words.set(element, element.textContent);
  element.textContent = words.get(element).replace(/\{(\w+)\}/g, (_, name) => told[name] ?? "");
};
const timeOf = tap =>
  new Date(tap.at).toLocaleTimeString("en-IE", {
    hour: "2-digit", minute: "2-digit", timeZone: document.querySelector("[data-zone]")?.dataset.zone,
  });

// Rows as they will be once these taps are taken; drawn anew over what the server told last.
export const overlay = taps => {
  for (const old of document.querySelectorAll(".person[data-tap], .waits")) old.remove();
  for (const tap of taps) if (tap.says === "guest") addGuest(tap);
    else moveRow(tap);
};
const moveRow = tap => {
  const row = document.getElementById(`m${tap.member}`);
  if (!row) return;
  const isHere = tap.says === "in";
  const list = document.getElementById(isHere ? "here-list" : `${row.dataset.home}-list`);
  if (row.parentElement !== list) list.prepend(row);
  row.classList.toggle("here", isHere);
  const button = row.querySelector(".tap");
  button.name = isHere ? "out" : "in";
  row.querySelector(".waits") ?? row.querySelector(".facts").prepend(copy("waits"));
};
const addGuest = tap => {
  const row = copy("waiting-guest");
  row.dataset.tap = tap.id;
  row.dataset.name = parts(tap.name);
  row.querySelector(".who").textContent = tap.name;
  row.querySelector(".facts").prepend(copy("waits"));
  document.getElementById("here-list").prepend(row);
};

// What stands above the lists: the network, and how much waits.
export const show = ({ state, taps, other }) => {
  const what = state || (taps.length ? "sending" : "");
  network.hidden = what === "";
  for (const one of network.querySelectorAll("[data-when]")) {
    one.hidden = one.dataset.when !== what;
    if (!one.hidden && one.matches("b")) fill(one, { name: other?.name, whose: whoseOf(taps, other) });
  }
  const count = taps.length > 1 ? "many" : taps.length === 1 ? "one" : what === "lost" ? "none" : "";
  for (const one of network.querySelectorAll("[data-count]")) {
    one.hidden = one.dataset.count !== count;
    if (!one.hidden) fill(one, { n: taps.length });
  }
};
const whoseOf = (taps, other) => taps.find(tap => tap.who !== other?.other)?.whoName;

// What was refused, with its reason and what to do.
export const showRefused = (taps, deeds) => {
  refused.hidden = taps.length === 0;
  const list = refused.querySelector("ul");
  const shown = new Set([...list.children].map(item => item.dataset.id));
  for (const item of [...list.children]) if (!taps.some(tap => String(tap.id) === item.dataset.id)) item.remove();
  for (const tap of taps) if (!shown.has(String(tap.id))) list.append(itemOf(tap, deeds));
};
const itemOf = (tap, { again, leave }) => {
  const item = copy("refused-tap");
  item.dataset.id = tap.id;
  item.querySelector(".who").textContent = tap.name;
  item.querySelector(`[data-says=${tap.says}]`).hidden = false;
  fill(item.querySelector(".made"), { whose: tap.whoName, time: timeOf(tap) });
  item.querySelector(".why").textContent = tap.refusal;
  const name = item.querySelector("input");
  const label = item.querySelector("label");
  name.value = tap.name;
  name.hidden = label.hidden = tap.says !== "guest";
  label.htmlFor = name.id = `refused-${tap.id}`;
  const called = () => name.value.trim() || tap.name;
  item.querySelector(".again").addEventListener("click", () => again(tap, called()));
  const another = item.querySelector(".another");
  another.hidden = !tap.mayBeAnother;
  another.addEventListener("click", () => again(tap, called(), true));
  item.querySelector(".drop").addEventListener("click", () => leave(tap));
  return item;
};
