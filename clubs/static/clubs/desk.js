// What people are told when a tap did not get through.
const trouble = document.getElementById("trouble");
const tell = words => {
  trouble.textContent = words;
  trouble.hidden = false;
};
document.body.addEventListener("htmx:sendError", () => tell(trouble.dataset.offline));
document.body.addEventListener("htmx:timeout", () => tell(trouble.dataset.offline));
document.body.addEventListener("htmx:responseError", event =>
  tell(event.detail.xhr.status < 500 ? trouble.dataset.refused : trouble.dataset.broken));
document.body.addEventListener("htmx:afterOnLoad", () => (trouble.hidden = true));

// What was done elsewhere is read again; what was done here is told by the answer to the tap, with
// the number of its deed. A tap goes first: what was heard meanwhile is read after it, and what was
// being read is let go, or the answer to the tap would not find the row that was tapped.
let [heard, taps, reading, done] = [0, 0, null, null];
const readAgain = () => {
  if (taps === 0 && heard > Number(document.getElementById("tonight").dataset.deed))
    htmx.trigger(document.body, "changed");
};
document.body.addEventListener("heard", event => {
  heard = Math.max(heard, ...event.detail.map(one => one.number ?? Infinity));
  readAgain();
});
document.body.addEventListener("htmx:beforeSend", event => {
  if (event.detail.requestConfig.triggeringEvent?.type === "changed") {
    reading = { xhr: event.detail.xhr, heard, isLate: false };
    heard = 0;
  } else {
    taps++;
    if (reading) reading.isLate = true;
  }
});
document.body.addEventListener("htmx:beforeSwap", event => {
  const isRead = event.detail.xhr === reading?.xhr;
  done = isRead ? document.getElementById("done")?.cloneNode(true) : null;
  if (!isRead || !reading.isLate) return;
  event.detail.shouldSwap = false;
  heard = Math.max(heard, reading.heard);
});
document.body.addEventListener("htmx:afterRequest", event => {
  if (event.detail.xhr === reading?.xhr) reading = null;
  else taps--;
  readAgain();
});
document.body.addEventListener("htmx:afterSettle", readAgain);

// What was done here stays told, with its Undo, when the page is read again and nothing was done since.
document.body.addEventListener("htmx:afterSwap", () => {
  const place = document.getElementById("done");
  const last = document.getElementById("tonight").dataset.deed;
  if (!place?.hidden || done?.querySelector("[name=undo]")?.value !== last) return;
  place.replaceWith(done);
  htmx.process(done);
});

// One menu at a time, and none after a tap elsewhere.
document.addEventListener("click", event => {
  for (const menu of document.querySelectorAll("details.more[open]"))
    if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", event => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.more[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
