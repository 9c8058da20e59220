// Hears what is done elsewhere, and tells the page, which asks again for what may have changed.
//
// <body data-stream="/live/nights/5" data-after="12">: the address, and the number of the last thing
// that the page shows. Whatever the stream tells within one beat becomes one event "heard" of the body,
// with the data of each: a hall where something happens all the time is read on that beat, too.
//
// An EventSource goes on by itself after a line that broke. It gives up for good after an answer that
// is no stream (503 while a server starts, 204, a login): then we try again, later each time, and not
// all tablets of a hall at once. A line on which something holds everything back does not break: a page
// hears no heartbeat, says so, reads itself again and asks anew. A page that nobody sees has no stream.
const FIRST_MS = 1000;
const LONGEST_MS = 30000;
const BEAT_MS = 500;
export const SILENCE_MS = 15000;

// hear(event): what is told; say(state): "on", "off" or "over"; miss(): nothing was
// heard for too long; staysOn(): whether it stays while nobody sees the page.
export class Stream {
  constructor(address, { after = "", kinds, hear, say, miss = () => {}, staysOn = () => false }) {
    Object.assign(this, { address, after, kinds, hear, say, miss, staysOn });
    Object.assign(this, { tries: 0, source: null, timer: 0, silence: 0, isOver: false, isClosed: false });
    this.signals = new AbortController();
    const { signal } = this.signals;
    addEventListener("pageshow", event => event.persisted && this.open(), { signal });
    addEventListener("pagehide", () => this.stop(), { signal });
    addEventListener("online", () => this.open(), { signal });
    document.addEventListener("visibilitychange", () => this.wake(), { signal });
    this.open();
  }

  open() {
    this.stop();
    if (this.isOver || this.isClosed || !this.isWanted()) return;
    const url = new URL(this.address, location.href);
    if (this.after) url.searchParams.set("after", this.after);
    const source = (this.source = new EventSource(url));
    this.listen();
    source.addEventListener("error", () => {
      this.say("off");
      if (source.readyState === EventSource.CLOSED) this.openLater();
    });
    source.addEventListener("heartbeat", () => this.isHeard());
    source.addEventListener("end", event => this.end(JSON.parse(event.data).reason));
    for (const kind of this.kinds)
      source.addEventListener(kind, event => {
        this.isHeard();
        if (event.lastEventId) this.after = event.lastEventId;
        this.hear(event);
      });
  }

  isWanted() {
    return !document.hidden || this.staysOn();
  }

  // A line is there once something came through it: some proxies answer, and keep back what follows.
  isHeard() {
    this.tries = 0;
    this.say("on");
    this.listen();
  }

  listen() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.say("off");
      this.miss();
      this.open();
    }, SILENCE_MS);
  }

  openLater() {
    this.stop();
    const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.tries++);
    this.timer = setTimeout(() => this.open(), longest * (0.5 + Math.random() / 2));
  }

  wake() {
    if (!this.isWanted()) this.stop();
    else if (!this.source) this.open();
  }

  end(reason) {
    if (reason !== "over") return; // Asked again, it is refused, or has another listener.
    this.isOver = true;
    this.stop();
    this.say("over");
  }

  stop() {
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    this.source?.close();
    this.source = null;
  }

  close() {
    this.isClosed = true;
    this.signals.abort();
    this.stop();
  }
}

// What the page says of its stream.
export const say = state => {
  document.body.dataset.live = state;
  for (const words of document.querySelectorAll("[data-lost]"))
    words.textContent = state === "off" ? words.dataset.lost : "";
};

let heard = [];
const tell = () => {
  const detail = heard;
  heard = [];
  document.body.dispatchEvent(new CustomEvent("heard", { detail }));
};
const note = told => {
  if (heard.push(told) === 1) setTimeout(tell, BEAT_MS);
};

const { stream, after, streamKinds } = document.body.dataset;
if (stream)
  new Stream(stream, {
    after, say,
    kinds: (streamKinds || "message").split(" "),
    hear: event => note(JSON.parse(event.data)),
    miss: () => note({}), // Whatever was told meanwhile did not get through.
  });
