// Hears what is done elsewhere, and tells the page, which asks again for what may have changed.
//
// <body data-stream="/live/nights/5" data-after="12">: the address, and the number of the last thing
// that the page shows. Whatever the stream tells within one beat becomes one event "heard" of the body,
// with the data of each: a hall where something happens all the time is read on that beat, too.
//
// An EventSource goes on by itself after a line that broke. It gives up for good after an answer that
// is no stream (503 while a server starts, 204, a login): then we try again, later each time, and not
// all tablets of a hall at once.
const FIRST_MS = 1000;
const LONGEST_MS = 30000;
const LONG_AWAY_MS = 10000;
const BEAT_MS = 500;

class Stream {
  constructor(address, after, kinds, hear) {
    Object.assign(this, { address, after, kinds, hear, tries: 0, source: null, timer: 0 });
    addEventListener("pageshow", event => event.persisted && this.open());
    addEventListener("pagehide", () => this.close());
    addEventListener("online", () => this.open());
    document.addEventListener("visibilitychange", () => this.wake());
    this.open();
  }

  open() {
    this.close();
    const url = new URL(this.address, location.href);
    if (this.after) url.searchParams.set("after", this.after);
    const source = (this.source = new EventSource(url));
    source.addEventListener("open", () => {
      this.tries = 0;
      document.body.dataset.live = "on";
    });
    source.addEventListener("error", () => {
      document.body.dataset.live = "off";
      if (source.readyState === EventSource.CLOSED) this.openLater();
    });
    for (const kind of this.kinds)
      source.addEventListener(kind, event => {
        if (event.lastEventId) this.after = event.lastEventId;
        this.hear(event);
      });
  }

  openLater() {
    const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.tries++);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), longest * (0.5 + Math.random() / 2));
  }

  wake() {
    if (document.hidden) return void (this.hiddenAt = Date.now());
    const isStale = Date.now() - (this.hiddenAt ?? Date.now()) > LONG_AWAY_MS; // A tablet that slept.
    if (isStale || !this.source || this.source.readyState === EventSource.CLOSED) this.open();
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }
}

let heard = [];
const tell = () => {
  const detail = heard;
  heard = [];
  document.body.dispatchEvent(new CustomEvent("heard", { detail }));
};

const { stream, after, streamKinds } = document.body.dataset;
if (stream) {
  const kinds = (streamKinds || "message").split(" ");
  new Stream(stream, after, kinds, event => {
    if (heard.push(JSON.parse(event.data)) === 1) setTimeout(tell, BEAT_MS);
  });
}
