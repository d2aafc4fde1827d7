// The table page follows its timeline: told by the server, or asking now and then where the server cannot tell.
(() => {
  const ASK_EVERY = 4000;
  let source = null;
  let asking = null;
  let address = "";

  const place = () => document.querySelector("[data-live]");

  const say = (state) => {
    const mark = document.querySelector("[data-live-state]");
    if (!mark || mark.dataset.liveState === state) return;
    mark.dataset.liveState = state;
    const since = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const words = { live: "Live", asking: "Looks for news every few seconds", lost: `Not live since ${since}` };
    mark.textContent = words[state];
  };

  const reached = (version) => {
    const here = place();
    if (!here || version <= Number(here.dataset.version)) return;
    if (document.querySelector("#main [data-luck]")) {
      // Somebody is typing in what came up: the page waits and says so.
      document.querySelector("[data-live-news]").hidden = false;
      return;
    }
    htmx.ajax("GET", location.pathname, { target: "#main", swap: "innerHTML show:none" });
  };

  const ask = async () => {
    const here = place();
    if (!here || document.hidden) return;
    try {
      const answer = await fetch(here.dataset.liveVersion, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(String(answer.status));
      reached((await answer.json()).version);
      say("asking");
    } catch {
      say("lost");
    }
  };

  const stop = () => {
    if (source) source.close();
    clearInterval(asking);
    source = asking = null;
    address = "";
  };

  const start = () => {
    const here = place();
    if (!here || document.hidden) return stop();
    if (address === here.dataset.live) return;
    stop();
    address = here.dataset.live;
    source = new EventSource(address);
    source.addEventListener("open", () => say("live"));
    source.addEventListener("advanced", (event) => reached(Number(event.data)));
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) {
        asking = asking || setInterval(ask, ASK_EVERY);
        ask();
      } else {
        say("lost");
      }
    });
  };

  document.addEventListener("visibilitychange", start);
  document.addEventListener("htmx:afterSwap", start);
  document.addEventListener("DOMContentLoaded", start);
})();
