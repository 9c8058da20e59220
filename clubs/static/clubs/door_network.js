// The door without network. Taps that do not get through wait in a queue, stand in the lists as if they
// had, and are sent in their order when the network is back. What the server refuses stays on the page,
// with its reason, until somebody lets it go. The page itself is kept, without chips, for a reload.
import { goOn, neighbour, settle } from "./door.js";
import { DOOR, keep, keepSoon, letGo } from "./door_kept.js";
import { add, change, drop, newKey, tablet, waiting } from "./door_queue.js";
import { show, showRefused, overlay } from "./door_waiting.js";
import { patience } from "../pages/patience.js";

const FIRST_MS = 1000;
const LONGEST_MS = 30000;
const TIMEOUT_MS = 15000;
const AWAY = [502, 503, 504]; // Somebody answers for a service that is not there.
const room = document.getElementById("room");
const { night, who, whoName, taps: address, isKept } = document.getElementById("network").dataset;

let taps = [];
let state = isKept === undefined ? "" : "lost"; // Or "out", or "other" for another person.
let other = null;
const unsent = () => taps.filter(tap => !tap.refusal);

const draw = () => {
  overlay(unsent());
  settle();
  show({ state, taps: unsent(), other });
  showRefused(taps.filter(tap => tap.refusal), { again, leave });
};
const read = async () => {
  taps = await waiting(night);
  draw();
};

// A tap waits where there is no network, and behind others that wait.
const mustWait = () => state !== "" || !navigator.onLine || unsent().length > 0;
const put = async (said, key = newKey(), at = Date.now()) => {
  try {
    await add({ night, key, at, who, whoName, refusal: "", ...said });
  } catch {
    const trouble = document.getElementById("trouble"); // This browser keeps nothing.
    return void Object.assign(trouble, { textContent: trouble.dataset.offline, hidden: false });
  }
  if (!navigator.onLine) state ||= "lost";
  await read();
  send();
};
const saidBy = element => {
  if (element.id === "guest") return { says: "guest", name: element.elements.name.value.trim() };
  if (!element.matches(".tap[name=in], .tap[name=out]")) return null;
  return { says: element.name, member: element.value, name: element.querySelector(".who").textContent };
};
const wait = (element, said, key, at) => {
  const next = neighbour(element.closest(".person"));
  if (said.says === "guest") element.elements.name.value = "";
  return put(said, key, at).then(() => said.says !== "guest" && goOn(next));
};

// What htmx sends by itself, and what did not get through of it.
const sending = new WeakMap();
room.addEventListener("htmx:confirm", event => {
  const said = saidBy(event.detail.elt);
  if (!said?.name || !mustWait()) return;
  event.preventDefault();
  wait(event.detail.elt, said);
});
document.body.addEventListener("htmx:configRequest", event => {
  const { elt, headers, parameters } = event.detail;
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]*)/)?.[1]; // Another one since the sign-in.
  if (token) headers["X-CSRFToken"] = token;
  if (token && parameters.csrfmiddlewaretoken) parameters.csrfmiddlewaretoken = token;
  if (!saidBy(elt)) return;
  sending.set(elt, { key: newKey(), at: Date.now() });
  Object.assign(parameters, { key: sending.get(elt).key, tablet: tablet() });
});
const failed = event => {
  const { elt, xhr } = event.detail;
  if (event.type === "htmx:responseError" && !AWAY.includes(xhr.status)) return;
  const said = saidBy(elt);
  if (!said && elt.id !== "lists") return; // Chips wait for nothing: whoever hands them out is told.
  event.stopPropagation();
  state = "lost";
  if (said) wait(elt, said, sending.get(elt)?.key, sending.get(elt)?.at);
  else draw();
  later();
};
for (const kind of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) room.addEventListener(kind, failed);
document.body.addEventListener("htmx:afterSettle", () => {
  if (unsent().length > 0) draw();
  keepSoon();
});
document.body.addEventListener("htmx:afterRequest", event => event.detail.successful && state === "lost" && back());
const back = () => {
  state = "";
  tries = 0;
  clearTimeout(timer);
  show({ state, taps: unsent(), other });
};

// The queue goes to the server, one tap after the other, from one page at a time.
const send = () => (navigator.locks ? navigator.locks.request(`door ${night}`, sendAll) : sendAll());
const sendAll = async () => {
  taps = await waiting(night);
  let sent = 0;
  for (const tap of unsent()) {
    if (!(await sendOne(tap))) break;
    sent += 1;
  }
  await read();
  if (sent || state === "other") htmx.trigger(document.body, "changed");
};
const ask = (at, options) => fetch(at, { redirect: "manual", signal: patience(TIMEOUT_MS), ...options });
const sendOne = async tap => {
  let answer;
  try {
    answer = await ask(address, { method: "POST", body: formOf(tap) });
    if (answer.status === 403) answer = await ask(`${DOOR}?kept`); // Perhaps the token is too old: the page has a new one.
    if (answer.ok && answer.url.endsWith("?kept")) answer = await ask(address, { method: "POST", body: formOf(tap) });
  } catch {
    return halted("lost");
  }
  if (answer.type === "opaqueredirect") return halted("out");
  if (answer.status >= 500) return halted("lost");
  state = "";
  if (!answer.ok) {
    const words = document.getElementById(answer.status === 404 ? "not-found" : "may-not").textContent;
    await change({ ...tap, refusal: words });
    return true;
  }
  const told = await answer.json();
  if (told.other) return halted("other", told);
  if (told.refusal) await change({ ...tap, refusal: told.refusal, mayBeAnother: told.may_be_another });
  else await drop(tap);
  return true;
};
const halted = (why, told = null) => {
  state = why;
  other = told;
  if (why === "lost") later();
  if (why === "out") letGo();
  return false;
};
const formOf = tap => {
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]*)/)?.[1] ?? "";
  const form = new URLSearchParams({ csrfmiddlewaretoken: token, key: tap.key, tablet: tablet() });
  form.set("sent_as", tap.who);
  form.set("waited_ms", Math.max(0, Date.now() - tap.at));
  form.set(tap.says, tap.says === "guest" ? tap.name : tap.member);
  if (tap.isAnother) form.set("is_another", "1");
  return form;
};

// What was refused, or is another person's, waits for a word.
const again = async (tap, name, isAnother = false) => {
  await drop(tap);
  await put({ says: tap.says, member: tap.member, name, isAnother });
};
const leave = async tap => {
  await drop(tap);
  await read();
};
document.getElementById("send-as-mine").addEventListener("click", async () => {
  for (const tap of unsent()) await change({ ...tap, who: other.other });
  state = "";
  send();
});
document.getElementById("let-all-go").addEventListener("click", async () => {
  for (const tap of unsent().filter(one => one.who !== other.other)) await drop(tap);
  state = "";
  await send();
  htmx.trigger(document.body, "changed");
});
room.addEventListener("click", async event => {
  const row = event.target.closest(".person[data-tap]"); // A guest of whom nobody has told the server.
  const tap = row && taps.find(one => one.id === Number(row.dataset.tap));
  if (tap) await leave(tap);
});

// The network is back, perhaps.
let tries = 0;
let timer = 0;
const later = () => {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries++);
  clearTimeout(timer);
  timer = setTimeout(retry, longest * (0.5 + Math.random() / 2));
};
const retry = () => {
  if (state === "other" || state === "out" || unsent().length > 0) send();
  else if (state === "lost") htmx.trigger(document.body, "changed");
};
addEventListener("online", retry);
addEventListener("offline", () => {
  state ||= "lost";
  draw();
  later(); // Some browsers forget to say that it is back.
});
addEventListener("pageshow", event => event.persisted && retry());
document.addEventListener("visibilitychange", () => document.hidden || retry());

const begin = async () => {
  await read();
  keep();
  retry();
};
if (document.readyState === "complete") begin();
else addEventListener("load", begin); // htmx is ready then.
