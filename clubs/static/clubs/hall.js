// Reads the screen of the hall again once something has happened. Whatever goes wrong, it shows what
// it had, and tries again: nobody stands by to load the page.
import { patience } from "../pages/patience.js";

const AGAIN_MS = 2000;
const LONGEST_MS = 60000;
const ended = document.getElementById("ended");
let [isDue, isReading, tries, timer] = [false, false, 0, 0];

// More tables than the screen has room for come page by page.
const PAGE_MS = 10000;
let page = 0;
const turnTo = number => {
  page = number;
  const pages = document.querySelectorAll("#screen .tables");
  for (const [place, one] of pages.entries()) one.hidden = place !== page % pages.length;
};
setInterval(() => turnTo(page + 1), PAGE_MS);

let told = document.getElementById("screen").outerHTML;
const show = text => {
  const read = new DOMParser().parseFromString(text, "text/html").getElementById("screen");
  if (read && read.outerHTML !== told) {
    told = read.outerHTML;
    document.getElementById("screen").replaceWith(document.adoptNode(read));
    turnTo(page);
  }
  return read;
};

const readAgain = async () => {
  [isDue, isReading, timer] = [false, true, 0];
  try {
    const answer = await fetch(location.pathname, {
      cache: "no-store", headers: { "HX-Request": "true" }, signal: patience(10000),
    });
    const isShut = [403, 404].includes(answer.status) || answer.headers.has("HX-Redirect");
    ended.hidden = !isShut;
    if (!answer.ok || isShut || !show(await answer.text())) throw new Error("no screen");
    tries = 0;
  } catch {
    isDue = true;
    tries++;
  }
  isReading = false;
  if (isDue) readLater();
};

const readLater = () => {
  isDue = true;
  if (timer || isReading) return;
  const waits = tries ? Math.min(LONGEST_MS, AGAIN_MS * 2 ** (tries - 1)) : 0;
  timer = setTimeout(readAgain, waits * (0.5 + Math.random() / 2));
};

document.body.addEventListener("heard", () => {
  if (tries) [tries, timer] = [0, clearTimeout(timer)]; // The service is back.
  readLater();
});
