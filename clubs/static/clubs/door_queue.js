// Taps that wait on this tablet: they survive a reload, and signing out. A tap has a key of its own,
// says here or not here, or names a guest, and knows who made it and when.
const NAME = "spoil-five-door";

const answered = request =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });

let database = null;
const opened = () => {
  if (database) return database;
  const request = indexedDB.open(NAME, 1);
  request.addEventListener("upgradeneeded", () =>
    request.result.createObjectStore("taps", { keyPath: "id", autoIncrement: true }));
  return (database = answered(request));
};
const rows = async mode => (await opened()).transaction("taps", mode).objectStore("taps");

// Those of one night, in their order.
export const waiting = async night =>
  (await answered((await rows("readonly")).getAll())).filter(tap => tap.night === night);
export const add = async tap => ({ ...tap, id: await answered((await rows("readwrite")).add(tap)) });
export const change = async tap => answered((await rows("readwrite")).put(tap));
export const drop = async tap => answered((await rows("readwrite")).delete(tap.id));

// Where there is no TLS, browsers have no randomUUID.
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");

// Names this tablet's queue to the server, so that its own earlier taps do not stand against later ones.
export const tablet = () => {
  const name = localStorage.getItem(NAME) ?? newKey();
  localStorage.setItem(NAME, name);
  return name;
};
