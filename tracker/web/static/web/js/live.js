// The table page follows its timeline: told by the server, or asking now and then where the server cannot tell.
(() => {
  const ASK_EVERY = 4000;
  const LOOK_EVERY = 1000;
  const PATIENCE = 12000; // three beats of the server
  const GRACE = 3000; // a stream that ended is begun anew within this time
  let source = null;
  let asking = null;
  let looking = null;
  let address = "";
  let state = "";
  let heard = 0;
  let lostSince = 0;
  let newest = 0;

  const place = () => document.querySelector("[data-live]");

  const show = () => {
    const mark = document.querySelector("[data-live-state]");
    if (!mark || !state || mark.dataset.liveState === state) return;
    mark.dataset.liveState = state;
    const since = new Date(lostSince).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const words = { live: "Live", asking: "Looks for news every few seconds", lost: `Not live since ${since}` };
    mark.textContent = words[state];
  };

  const well = (which) => {
    heard = Date.now();
    lostSince = 0;
    state = which;
    show();
  };

  const lost = () => {
    lostSince = lostSince || Date.now();
    state = "lost";
    show();
  };

  const reached = (version) => {
    const here = place();
    newest = Math.max(newest, version);
    // What is being sent brings the news along with its answer.
    if (!here || newest <= Number(here.dataset.version) || window.tracker.sending()) return;
    if (document.querySelector("#main [data-luck]")) {
      // Somebody is typing in what came up: the page waits and says so.
      document.querySelector("[data-live-news]").hidden = false;
      return;
    }
    const headers = { "Tracker-Live": "yes" };
    htmx.ajax("GET", here.dataset.livePage, { target: "#main", swap: "innerHTML show:none", headers });
  };

  const ask = async () => {
    const here = place();
    if (!here || document.hidden) return;
    try {
      const answer = await fetch(here.dataset.liveVersion, {
        headers: { Accept: "application/json" },
        signal: AbortSignal.timeout(ASK_EVERY * 2),
      });
      if (!answer.ok) throw new Error(String(answer.status));
      reached((await answer.json()).version);
      well("asking");
    } catch {
      lost();
    }
  };

  const listen = () => {
    if (source) source.close();
    source = new EventSource(address);
    source.addEventListener("open", () => well("live"));
    source.addEventListener("beat", () => well("live"));
    source.addEventListener("advanced", (event) => {
      well("live");
      reached(Number(event.data));
    });
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED) {
        lostSince = lostSince || Date.now();
        return;
      }
      clearInterval(looking);
      asking = asking || setInterval(ask, ASK_EVERY);
      ask();
    });
  };

  // A stream may end without a word, or stay open without one: what counts is when the server was last heard.
  const look = () => {
    if (Date.now() - heard > PATIENCE) {
      lostSince = lostSince || heard;
      heard = Date.now();
      lost();
      listen();
    } else if (lostSince && Date.now() - lostSince > GRACE) lost();
  };

  const stop = () => {
    if (source) source.close();
    clearInterval(asking);
    clearInterval(looking);
    source = asking = looking = null;
    address = state = "";
    lostSince = newest = 0;
  };

  const start = () => {
    const here = place();
    if (!here || document.hidden) return stop();
    if (address === here.dataset.live) return show();
    stop();
    address = here.dataset.live;
    heard = Date.now();
    listen();
    looking = setInterval(look, LOOK_EVERY);
  };

  document.addEventListener("visibilitychange", start);
  document.addEventListener("htmx:afterSwap", start);
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.verb === "post") reached(newest);
  });
  document.addEventListener("DOMContentLoaded", start);
})();
