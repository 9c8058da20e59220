// The door: names are found while somebody types, and rows that come stand where they belong.
import { finder } from "./names.js";

const find = document.getElementById("find");

const rows = () => document.querySelectorAll("#lists .person");

const show = () => {
  const isFound = finder(find.value);
  let found = 0;
  for (const row of rows()) {
    const isMeant = isFound(row.dataset.name);
    if (row.hidden === isMeant) row.hidden = !isMeant;
    found += isMeant;
  }
  const nobody = document.getElementById("nobody");
  if (nobody) nobody.hidden = found > 0 || find.value.trim() === "";
};
find.addEventListener("input", show);
find.addEventListener("keydown", event => {
  const found = [...rows()].filter(row => !row.hidden && !row.classList.contains("here"));
  if (event.key === "Enter" && find.value && found.length === 1) found[0].querySelector(".tap").click();
  if (event.key === "Escape") reset();
});
const reset = () => {
  find.value = "";
  show();
};

// What was not found becomes the name of a guest by a tap alone.
document.body.addEventListener("click", event => {
  if (event.target.id !== "to-guest") return;
  const guest = document.getElementById("guest-name");
  guest.value = find.value.trim();
  reset();
  guest.focus();
});

// What the keyboard stood on has gone: on to the next one.
export const neighbour = row => (row?.nextElementSibling ?? row?.previousElementSibling)?.id;
export const goOn = next => {
  if (find.value) {
    reset();
    find.focus();
  } else if (document.activeElement === document.body && next) {
    document.getElementById(next)?.querySelector(".tap")?.focus({ preventScroll: true });
  }
};
let next = null;
document.body.addEventListener("htmx:beforeRequest", event => (next = neighbour(event.target.closest?.(".person"))));
document.body.addEventListener("htmx:afterRequest", event => {
  const isTap = event.detail.requestConfig?.elt.classList.contains("tap") ?? false;
  if (isTap && event.detail.successful) goOn(next);
});

// A form that somebody has opened in a row stays while the lists are read again. Lists that were asked
// for before something was answered may not know of it: they are asked for once more.
let opened = [];
let answers = 0;
let known = 0;
let isLate = false;
document.body.addEventListener("htmx:beforeRequest", event => {
  if (event.detail.elt.id === "lists") known = answers;
});
document.body.addEventListener("htmx:beforeSwap", event => {
  if (event.detail.target.id !== "lists") return;
  isLate = document.querySelector("#lists .htmx-request:not(#lists)") !== null;
  if (isLate || known !== answers) {
    event.detail.shouldSwap = false;
    if (!isLate) readAgain();
    return;
  }
  const forms = [...document.querySelectorAll("#lists .slot form")];
  opened = forms.map(form => ({ form, row: form.closest(".person").id, at: form.contains(document.activeElement) && document.activeElement }));
});
const reopen = () => {
  for (const { form, row, at } of opened) {
    const slot = document.getElementById(row)?.querySelector(".slot");
    if (!slot || slot.childElementCount) continue;
    slot.replaceChildren(form);
    htmx.process(form);
    if (at) at.focus({ preventScroll: true });
  }
  opened = [];
};
document.body.addEventListener("htmx:afterRequest", event => {
  const { elt, verb } = event.detail.requestConfig ?? {};
  if (elt?.id === "lists") return;
  if (verb !== "get") answers += 1;
  if (isLate) readAgain();
  isLate = false;
});
const readAgain = () => setTimeout(() => htmx.trigger(document.body, "changed"));

// Rows stand in their order, and are counted.
export const settle = () => {
  reopen();
  for (const list of document.querySelectorAll("[data-sorted]")) sort(list);
  for (const section of document.querySelectorAll("#lists section"))
    section.querySelector(".count").textContent = section.querySelectorAll(".person").length;
  show();
};
document.body.addEventListener("htmx:afterSettle", settle);

const sort = list => {
  const found = [...list.children];
  const sorted = [...found].sort((one, other) => compare(one.dataset.sort, other.dataset.sort));
  if (sorted.some((row, index) => row !== found[index])) list.replaceChildren(...sorted);
};
const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
