// The room: a person is dragged as well as tapped, by a mouse, a pen or a finger that first rests for
// a moment, so that a finger that moves at once scrolls. A drop sends what two taps would have sent.
const FAR = 8; // Pixels; nearer is a tap.
const REST_MS = 250;
const EDGE = 60; // Pixels from the top or the bottom, where the page moves on.
let held = null; // What the pointer went down on: { member, round, isSeated, name, x, y, ghost }.

const targetAt = (x, y) =>
  document.elementFromPoint(x, y)?.closest("#seating .table-card .seat[data-member], #seating .table-card");

const mark = target => {
  for (const one of document.querySelectorAll("#seating .over")) one.classList.remove("over");
  if (target && target.dataset.member !== held.member) target.classList.add("over");
};

const lift = () => {
  held.ghost = document.body.appendChild(document.createElement("div"));
  held.ghost.className = "ghost";
  held.ghost.textContent = held.name;
  held.seat.classList.add("dragged");
  move(held.x, held.y);
};

const move = (x, y) => {
  [held.x, held.y] = [x, y];
  held.ghost.style.translate = `${x + 12}px ${y - 24}px`;
  mark(targetAt(x, y));
  const step = y < EDGE ? -12 : y > innerHeight - EDGE ? 12 : 0;
  if (step) scrollBy(0, step);
};

const letGo = () => {
  clearTimeout(held.timer);
  mark(null);
  held.ghost?.remove();
  held.seat.classList.remove("dragged");
  held = null;
};

document.addEventListener("pointerdown", event => {
  const seat = event.isPrimary && event.button === 0 && event.target.closest?.("#seating .seat[data-member]");
  if (!seat) return;
  const table = seat.closest(".table-card");
  const name = seat.querySelector(".who").lastChild.textContent;
  held = { seat, name, member: seat.dataset.member, round: table?.dataset.round, x: event.clientX, y: event.clientY };
  if (event.pointerType === "touch") held.timer = setTimeout(lift, REST_MS);
});
document.addEventListener("pointermove", event => {
  if (!held || !event.isPrimary) return;
  const isFar = Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR;
  if (held.ghost) move(event.clientX, event.clientY);
  else if (isFar && event.pointerType === "touch") letGo();
  else if (isFar) lift();
});
document.addEventListener("pointerup", event => {
  if (!held?.ghost) return void (held && letGo());
  const { member, round } = held;
  const target = targetAt(event.clientX, event.clientY);
  letGo();
  document.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", swallow, { capture: true }));
  if (target && target.dataset.member !== member) drop(member, round, target);
});
const swallow = event => {
  event.preventDefault();
  event.stopPropagation();
};
document.addEventListener("pointercancel", () => held && letGo());
document.addEventListener("keydown", event => event.key === "Escape" && held && letGo());
document.addEventListener("touchmove", event => held?.ghost && event.preventDefault(), { passive: false });
document.addEventListener("contextmenu", event => held && event.preventDefault());
document.addEventListener("dragstart", event => event.target.closest?.("#seating") && event.preventDefault());

const drop = (member, round, target) => {
  const table = target.closest(".table-card");
  const { address, after } = document.getElementById("seating").dataset;
  const values = { round: table.dataset.round, pick: member };
  if ("drawn" in table.dataset) {
    Object.assign(values, { after, seen: table.dataset.seen });
    if (round === table.dataset.round && target.dataset.member) values.with = target.dataset.member;
    else values.table = table.dataset.table;
    htmx.ajax("POST", address, { target: "#seating", swap: "outerHTML", values });
  } else {
    values.at = table.dataset.table; // The chair is chosen next.
    htmx.ajax("GET", address, { target: "#seating", swap: "outerHTML", values });
  }
};

// Two quick taps on a person would trade places and trade them back: one at a time.
let sending = false;
const isPost = verb => verb?.toLowerCase() === "post";
document.body.addEventListener("htmx:confirm", event => {
  if (!isPost(event.detail.verb)) return;
  if (sending) event.preventDefault();
  sending = true;
});
document.body.addEventListener("htmx:afterRequest", event => {
  if (isPost(event.detail.requestConfig.verb)) sending = false;
});

// The keyboard goes on where it stood; where that has gone, with what was told of the tap.
document.body.addEventListener("htmx:afterSettle", event => {
  if (event.detail.elt.id !== "seating" || document.activeElement !== document.body) return;
  const next = document.querySelector("#seating .chair, #seating .bar :is(a, button), #asked :is(button, a)");
  next?.focus({ preventScroll: true });
});
