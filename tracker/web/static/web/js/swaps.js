// When a part of the page is replaced: nothing moves under a finger, what changed is marked, the newest wins.
(() => {
  const main = () => document.getElementById("main");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let before = null;
  let shown = null;
  let posts = [];
  let typed = new Map(); // what was typed in, by field, until something is decided; also of forms that are not here now

  const watched = () =>
    new Map([...document.querySelectorAll("[data-watch]")].map((place) => [place.dataset.watch, place.textContent.trim()]));

  const typeIn = () => {
    for (const [id, was] of typed) {
      const field = document.getElementById(id);
      if (!field || field.disabled) continue;
      if (field.type === "checkbox" || field.type === "radio") field.checked = was.checked;
      else field.value = was.value;
    }
  };

  const typedIn = () =>
    [...main().querySelectorAll("[data-option] input, [data-option] select, [data-option] textarea")]
      .filter((field) => field.id && field.type !== "hidden")
      .map((field) => [field.id, { value: field.value, checked: field.checked }]);

  const heading = () => document.querySelector("#now h2")?.textContent;

  // Where a decision led elsewhere, what may be decided there stands in sight; else the page stays under the finger.
  const toWhatIsNext = () => {
    const now = document.getElementById("now");
    now.scrollTop = 0;
    if (now.getBoundingClientRect().top < 0) now.scrollIntoView({ block: "start" });
  };

  const remember = () => ({
    heading: heading(),
    values: watched(),
    open: [...main().querySelectorAll("details[id][open]")].map((place) => place.id),
    scroll: [...document.querySelectorAll(".panel")].map((panel) => [panel.id, panel.scrollTop]),
    page: window.scrollY,
    focus: document.activeElement && document.activeElement.id,
  });

  const keep = (was, decided) => {
    for (const id of was.open) {
      const place = document.getElementById(id);
      if (place) place.open = true;
    }
    if (decided) typed.clear();
    else typeIn();
    for (const [id, top] of was.scroll) {
      const panel = document.getElementById(id);
      if (panel) panel.scrollTop = top;
    }
    window.scrollTo(0, was.page);
    const word = decided && main().querySelector('[role="alert"]');
    if (word) word.scrollIntoView({ block: "nearest" });
    else if (decided && heading() && heading() !== was.heading) toWhatIsNext();
    const focus = was.focus && document.getElementById(was.focus);
    if (focus && document.activeElement !== focus) focus.focus({ preventScroll: true });
    else if (document.activeElement === document.body) main().focus({ preventScroll: true });
  };

  const count = (place, from, to) => {
    const started = performance.now();
    const step = (time) => {
      const part = Math.min(1, (time - started) / 400);
      place.textContent = String(Math.round(from + (to - from) * part));
      if (part < 1 && place.isConnected) requestAnimationFrame(step);
      else place.textContent = String(to);
    };
    requestAnimationFrame(step);
  };

  const mark = (was) => {
    const told = [];
    for (const place of document.querySelectorAll("[data-watch]")) {
      const old = was.get(place.dataset.watch);
      const now = place.textContent.trim();
      if (old === undefined || old === now) continue;
      place.classList.add("changed");
      place.addEventListener("animationend", () => place.classList.remove("changed"), { once: true });
      if (!calm.matches && /^-?\d+$/.test(old) && /^-?\d+$/.test(now)) count(place, Number(old), Number(now));
      told.push(`${place.dataset.watchLabel || place.dataset.watch} ${now}, was ${old}`);
    }
    if (told.length) document.getElementById("announcer").textContent = told.join("; ");
  };

  // "timeline:version" of an answer. One that is older than what this timeline already shows is not put in.
  const stamp = (xhr) => {
    const [timeline, version] = (xhr.getResponseHeader("Tracker-Version") || "").split(":");
    return version ? { timeline, version: Number(version) } : null;
  };

  const isOpen = (xhr) => xhr.readyState > 0 && xhr.readyState < 4;
  const sending = () => posts.some(isOpen);

  // News that nobody asked for are put in only if they are news, and never while something is being sent: the form that
  // waits for its answer must stay where the answer finds it.
  const unwanted = (event, comes) => {
    const known = comes && shown && comes.timeline === shown.timeline ? shown.version : -1;
    const live = event.detail.requestConfig?.headers["Tracker-Live"];
    return comes && (live ? sending() || comes.version <= known : comes.version < known);
  };

  // Forms that are open stay open: the page that comes has them whole.
  document.addEventListener("htmx:configRequest", (event) => {
    const open = main().querySelectorAll("details.option[open]");
    if (event.detail.target !== main() || !open.length) return;
    event.detail.headers["Tracker-Open"] = [...open].map((place) => place.id.replace("option-", "")).join(" ");
  });

  document.addEventListener("htmx:beforeSend", (event) => {
    if (event.detail.requestConfig.verb === "post") posts = [...posts, event.detail.xhr].filter(isOpen);
  });
  window.tracker = { sending };

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target !== main()) return;
    const comes = stamp(event.detail.xhr);
    if (unwanted(event, comes)) {
      event.detail.shouldSwap = false;
      return;
    }
    shown = comes;
    before = remember();
    typed = new Map([...typed, ...typedIn()]);
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target !== main() || !before) return;
    const config = event.detail.requestConfig;
    keep(before, config && config.verb === "post");
    mark(before.values);
    before = null;
  });

  // A form that was fetched when it was opened gets back what was typed into it before the page was replaced.
  document.addEventListener("htmx:load", (event) => {
    if (event.detail.elt.matches("[data-option]")) typeIn();
  });

  // A page that the browser kept whole may be older than the game: ask for it again.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
})();
