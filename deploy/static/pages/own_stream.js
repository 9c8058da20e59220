// What concerns oneself, over one stream for all tabs of a browser: the tab that holds the lock hears
// /live/me and tells the others. A tab that nobody sees lets go of it, unless one of the tabs knows that
// its person has a seat. Where there are no locks (plain http), each tab that is seen has a stream.
import { SILENCE_MS, Stream } from "./stream.js";

const ADDRESS = "/live/me";
const KINDS = ["snapshot", "turn", "turn_over", "table", "left", "night", "tournament", "gone"];
const ALIVE_MS = 5000;
const MOST_KEPT = 200; // Changes after a snapshot, told to tabs that come later.

export class OwnStream {
  // who: whose it is; hear(kind, data): what is told; say(state): as in `Stream`.
  constructor(who, { hear, say }) {
    Object.assign(this, { name: `${ADDRESS} ${who}`, hear, say });
    Object.assign(this, { kept: [], seats: new Set(), stream: null, asking: null, letGo: null, silence: 0, alive: 0, state: "off" });
    if (!navigator.locks || !window.BroadcastChannel) return void this.lead();
    this.channel = new BroadcastChannel(this.name);
    this.channel.addEventListener("message", event => this.take(event.data));
    document.addEventListener("visibilitychange", () => this.want());
    addEventListener("pagehide", () => this.release());
    addEventListener("pageshow", event => event.persisted && this.want());
    this.channel.postMessage({ kind: "hello" });
    this.want();
  }

  want() {
    if (document.hidden && this.seats.size === 0) return this.release();
    if (!document.hidden && !this.stream) this.listen();
    if (!this.asking) this.ask({ signal: (this.asking = new AbortController()).signal });
  }

  ask(how) {
    const asked = this.asking;
    const held = () => new Promise(resolve => {
      this.letGo = resolve;
      this.lead();
    });
    navigator.locks.request(this.name, how, held).catch(() => {
      if (this.asking !== asked) return; // Let go of by ourselves.
      this.asking = null;
      this.follow(); // Another tab, which heard nothing of us, has taken it.
      this.want();
    });
  }

  release() {
    clearTimeout(this.silence);
    this.asking?.abort();
    this.asking = null;
    this.follow();
  }

  lead() {
    clearTimeout(this.silence);
    const channel = this.channel;
    this.stream = new Stream(ADDRESS, {
      kinds: KINDS,
      hear: event => {
        const told = { kind: event.type, data: JSON.parse(event.data) };
        this.kept = event.type === "snapshot" ? [told] : [...this.kept, told];
        if (this.kept.length > MOST_KEPT) Object.assign(this.stream, { after: "" }).open(); // A new snapshot.
        channel?.postMessage(told);
        this.note(told);
      },
      say: state => {
        this.state = state;
        channel?.postMessage({ kind: "state", data: state });
        this.say(state);
      },
      staysOn: () => this.seats.size > 0,
    });
    this.alive = setInterval(() => channel?.postMessage({ kind: "alive" }), ALIVE_MS);
  }

  follow() {
    clearInterval(this.alive);
    this.stream?.close();
    this.stream = null;
    this.letGo?.();
    this.letGo = null;
  }

  // What another tab says: the one that leads, or one that has just come.
  take({ kind, data }) {
    if (kind === "hello") return this.tellAll();
    if (this.stream) return;
    this.listen();
    if (kind === "state") this.say(data);
    else if (kind !== "alive") this.note({ kind, data });
  }

  tellAll() {
    if (!this.stream) return;
    for (const told of this.kept) this.channel.postMessage(told);
    this.channel.postMessage({ kind: "state", data: this.state });
  }

  note({ kind, data }) {
    if (kind === "snapshot") this.seats = new Set(data.tables.map(one => one.id));
    if (kind === "table") this.seats.add(data.table.id);
    if (kind === "left") this.seats.delete(data.table);
    this.hear(kind, data);
  }

  // The tab that leads may be frozen: whoever hears nothing of it takes the lock.
  listen() {
    clearTimeout(this.silence);
    if (document.hidden) return;
    this.silence = setTimeout(() => {
      this.release();
      this.asking = new AbortController();
      this.ask({ steal: true });
    }, SILENCE_MS);
  }
}
