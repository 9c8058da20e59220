// The page of the door as this tablet keeps it for a reload without network: as the server renders it
// for that, without chips. One door at a time: the last one that was opened.
const network = document.getElementById("network");
const { worker, static: statics, isOpen, isKept } = network.dataset;
export const DOOR = new URL("./", new URL(worker, location)).pathname;
const KEPT = `door ${DOOR}`;
const SOON_MS = 3000;
const has = "serviceWorker" in navigator && "caches" in window; // With TLS, or at home.

export const letGo = async () => {
  if (has) await caches.delete(KEPT);
};

export const keep = async () => {
  if (!has || !navigator.onLine) return;
  for (const name of await caches.keys())
    if (name.startsWith("door ") && (name !== KEPT || isOpen === undefined)) await caches.delete(name);
  if (isOpen === undefined) return;
  try {
    await navigator.serviceWorker.register(worker, { scope: DOOR });
    const answer = await fetch(`${DOOR}?kept`, { redirect: "manual" });
    if (!answer.ok) return;
    const cache = await caches.open(KEPT);
    await cache.put(DOOR, answer);
    if (isKept === undefined) await cache.addAll(parts());
    await navigator.serviceWorker.ready;
    network.dataset.worksAlone = ""; // From now on a reload needs no network.
  } catch {
    // It was kept before, or is kept the next time.
  }
};

// What the page has loaded: styles, scripts and what they import.
const parts = () => {
  const loaded = performance.getEntriesByType("resource").map(entry => new URL(entry.name));
  const ours = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith(statics));
  const named = [...document.querySelectorAll("link[href], script[src]")].map(one => new URL(one.href || one.src));
  return [...new Set([...ours, ...named].map(String))];
};

let timer = 0;
export const keepSoon = () => {
  clearTimeout(timer);
  timer = setTimeout(keep, SOON_MS);
};
