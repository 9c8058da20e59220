// The door of one night without network: its page and what it is made of, as `door_network.js` put them
// away. No other page of ours goes through here, and nothing that is sent.
const DOOR = new URL("./", location).pathname;
const KEPT = `door ${DOOR}`;
const PATIENCE_MS = 6000;
const PARTS = ["script", "style", "image"];

addEventListener("install", () => skipWaiting());
addEventListener("fetch", event => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate" && address.pathname === DOOR) event.respondWith(door(request));
  else if (PARTS.includes(request.destination)) event.respondWith(part(request));
});

// As it is now, if the server tells it soon; else as it was kept.
const door = async request => {
  const asked = fetch(request).then(heard, kept);
  const answer = await Promise.race([asked, later().then(kept)]);
  return answer ?? (await asked) ?? Response.error();
};
const heard = async answer => {
  if (answer.status >= 500) return (await kept()) ?? answer;
  const isShut = answer.type === "opaqueredirect" || answer.status >= 400;
  if (isShut) await caches.delete(KEPT); // Nobody is signed in who may see these names.
  return answer;
};
const kept = async () => (await caches.open(KEPT)).match(DOOR);
const later = () => new Promise(resolve => setTimeout(resolve, PATIENCE_MS));

const part = async request => {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await (await caches.open(KEPT)).match(request);
    if (found) return found;
    throw error;
  }
};
