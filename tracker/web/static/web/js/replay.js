// Replay: the timeline bar by keyboard, finger and clock. Each step is a link that works without script, too.
(() => {
  const PACE = 1600; // milliseconds a step at speed 1
  const SPEEDS = [0.5, 1, 2, 4, 8];
  const PEEK_EVERY = 120; // milliseconds between two looks while a finger drags
  const HEADERS = { "HX-Request": "true", "HX-Target": "main" };
  const STEP_OF = { ArrowLeft: "back", ArrowRight: "on", ArrowDown: "back", ArrowUp: "on", Home: "first", End: "now", PageUp: "place-back", PageDown: "place-on" };
  const PARTS = ["#party", "#board", "#now", "#story", ".party-strip"];

  let playing = false;
  let speed = 1;
  let timer = null;
  let turn = 0;
  let shownAt = 0;
  let ahead = { url: "", answer: null };
  let dragging = false;
  let peeked = 0;

  const main = () => document.getElementById("main");
  const bar = () => document.querySelector("[data-scrubber]");
  const link = (name) => bar() && bar().querySelector(`a[data-walk="${name}"][href]`);

  const part = async (url) => {
    // Like a request of HTMX: from which page it comes decides whether a redirect is followed in place.
    const headers = { ...HEADERS, "HX-Current-URL": location.href };
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(30000) });
    if (!answer.ok || answer.headers.has("HX-Redirect") || new URL(answer.url).pathname !== location.pathname) throw new Error(answer.url);
    return { html: await answer.text(), url: answer.url, stamp: answer.headers.get("Tracker-Version") };
  };

  const prefetch = () => {
    const next = link("on");
    if (!next || ahead.url === next.href) return;
    ahead = { url: next.href, answer: part(next.href) };
    ahead.answer.catch(() => { ahead = { url: "", answer: null }; });
  };

  const remember = (url) => {
    // Back leads to where the replay began, not through all of its steps.
    if (!new URLSearchParams(location.search).has("v")) {
      history.replaceState({ htmx: true }, "", location.href);
      history.pushState({ htmx: true }, "", url);
    } else history.replaceState({ htmx: true }, "", url);
  };

  const swap = (answer) => {
    const detail = { target: main(), shouldSwap: true, xhr: { getResponseHeader: () => answer.stamp } };
    htmx.trigger(document.body, "htmx:beforeSwap", detail);
    remember(answer.url);
    htmx.swap(main(), answer.html, { swapStyle: "innerHTML", swapDelay: 0, settleDelay: 20 }, { eventInfo: { target: main() } });
  };

  const announce = () => {
    const said = bar() && bar().dataset.said;
    const figure = bar() && bar().querySelector("input[type='range']").getAttribute("aria-valuetext");
    const place = document.getElementById("announcer");
    if (said) place.textContent = [`${figure}: ${said}`, place.textContent].filter(Boolean).join(" ");
  };

  const show = async (url) => {
    const mine = ++turn;
    let answer;
    try {
      answer = await (ahead.url === url ? ahead.answer : part(url));
    } catch {
      if (mine !== turn) return;
      location.assign(url); // signed out, gone, or no connection: the browser says which
      return;
    }
    if (mine !== turn) return; // a later step overtook this one, or it was stopped on its way
    document.getElementById("announcer").textContent = "";
    swap(answer);
    shownAt = performance.now();
    if (!playing) announce();
    if (link("on")) prefetch();
    next();
  };

  const dress = () => {
    if (!bar()) return;
    const play = bar().querySelector('[data-walk="play"]');
    play.setAttribute("aria-pressed", String(playing));
    play.setAttribute("aria-label", playing ? "Pause" : "Play");
    for (const sign of play.querySelectorAll("[data-when]")) sign.hidden = (sign.dataset.when === "playing") !== playing;
    const rate = bar().querySelector('[data-walk="speed"]');
    rate.textContent = `${speed === 0.5 ? "½" : speed}×`;
    rate.setAttribute("aria-label", `Speed ${speed}`);
  };

  const stop = () => {
    clearTimeout(timer);
    if (playing) {
      playing = false;
      turn += 1; // a step that is on its way is not shown any more
      dress();
      announce();
    }
  };

  const next = () => {
    clearTimeout(timer);
    if (!playing) return;
    const on = link("on");
    if (!on) return stop();
    timer = setTimeout(() => show(on.href), Math.max(0, PACE / speed - (performance.now() - shownAt)));
  };

  const play = () => {
    if (playing) return stop();
    if (!link("on")) return;
    playing = true;
    shownAt = 0;
    dress();
    next();
  };

  const faster = () => {
    speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
    try { sessionStorage.setItem("replay-speed", speed); } catch { /* It holds for this page then. */ }
    dress();
    next();
  };

  // While a finger drags, the table follows and the bar stays under the finger.
  const about = (range) => `${range.form.getAttribute("action")}?at=${range.value}`;
  const peek = async (range) => {
    if (performance.now() - peeked < PEEK_EVERY) return;
    peeked = performance.now();
    const mine = ++turn;
    try {
      const answer = await part(about(range));
      if (mine !== turn || !dragging) return;
      const page = new DOMParser().parseFromString(answer.html, "text/html");
      for (const name of PARTS) {
        const [here, there] = [document.querySelector(name), page.querySelector(name)];
        if (here && there) here.innerHTML = there.innerHTML;
      }
    } catch { /* Letting go asks again. */ }
  };

  const take = (name) => {
    const step = link(name);
    if (step) show(step.href);
  };

  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const control = event.target.closest("[data-walk]");
    if (!control || !bar()) return;
    if (control.dataset.walk === "play") return play();
    if (control.dataset.walk === "speed") return faster();
    stop();
    if (!control.href) return;
    event.preventDefault();
    show(control.href);
  });

  // Keys act on the bar, and on a page of the past wherever nothing else wants them.
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !bar()) return;
    const range = event.target.matches("[data-scrubber] input[type='range']");
    const control = event.target.closest("[data-scrubber] [data-walk]");
    const free = "past" in bar().dataset && (event.target === document.body || event.target === main());
    if (!range && !control && !free) return;
    if (event.key === " ") {
      if (control) return; // it is pressed
      event.preventDefault();
      play();
      return;
    }
    const name = STEP_OF[event.key];
    if (!name || (!range && /^(Arrow(Up|Down)|Page)/.test(event.key))) return;
    event.preventDefault();
    stop();
    take(name);
  });

  document.addEventListener("input", (event) => {
    if (!event.target.matches("[data-scrubber] input[type='range']")) return;
    stop();
    dragging = true;
    bar().querySelector("[data-scrubber-version]").textContent = event.target.value;
    peek(event.target);
  });

  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-scrubber] input[type='range']")) return;
    dragging = false;
    show(about(event.target));
  });

  document.addEventListener("htmx:afterSwap", dress);
  document.addEventListener("visibilitychange", () => document.hidden && stop());
  try { speed = Number(sessionStorage.getItem("replay-speed")) || 1; } catch { /* Speed 1 then. */ }
  document.addEventListener("DOMContentLoaded", () => {
    dress();
    if (bar() && "past" in bar().dataset) prefetch();
  });
})();
