// The bar around the page: colours, menus, toasts, the panels of a phone.
(() => {
  const root = document.documentElement;
  const TOAST_STAYS = 8000;
  const THEMES = ["auto", "light", "dark"];
  const THEME_WORDS = { auto: "as the device", light: "light", dark: "dark" };

  const theme = () => root.dataset.theme || "auto";

  const showTheme = () => {
    for (const button of document.querySelectorAll("[data-theme-toggle]")) {
      button.setAttribute("aria-label", `Colours: ${THEME_WORDS[theme()]}`);
      for (const picture of button.querySelectorAll("[data-theme-icon]")) {
        picture.hidden = picture.dataset.themeIcon !== theme();
      }
    }
  };

  const nextTheme = () => {
    const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
    if (next === "auto") delete root.dataset.theme;
    else root.dataset.theme = next;
    try {
      if (next === "auto") localStorage.removeItem("tracker-theme");
      else localStorage.setItem("tracker-theme", next);
    } catch {
      // It holds for this page then.
    }
    showTheme();
  };

  const closeMenus = (except) => {
    for (const menu of document.querySelectorAll("[data-menu][open]")) {
      if (menu !== except) menu.open = false;
    }
  };

  const showPanel = (name) => {
    root.dataset.panel = name;
    for (const link of document.querySelectorAll("[data-panel-link]")) {
      if (link.dataset.panelLink === name) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };

  const toast = (words) => {
    const box = document.createElement("div");
    box.className = "toast error";
    box.dataset.toast = "";
    const text = document.createElement("span");
    text.textContent = words;
    const close = document.createElement("button");
    close.type = "button";
    close.className = "quiet small";
    close.dataset.dismiss = "";
    close.textContent = "Close";
    box.append(text, close);
    document.getElementById("toasts").append(box);
  };

  const letGo = () => {
    for (const box of document.querySelectorAll("[data-toast]:not(.error):not(.warning):not([data-leaving])")) {
      box.dataset.leaving = "";
      setTimeout(() => box.remove(), TOAST_STAYS);
    }
  };

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-theme-toggle]")) nextTheme();
    if (event.target.closest("[data-dismiss]")) event.target.closest("[data-toast]").remove();
    closeMenus(event.target.closest("[data-menu]"));
    const link = event.target.closest("[data-panel-link]");
    if (link && matchMedia("(max-width: 63.99rem)").matches) {
      event.preventDefault();
      showPanel(link.dataset.panelLink);
      window.scrollTo(0, 0);
    }
    if (event.target.closest("[data-demo-fill]")) {
      const hint = event.target.closest("[data-demo]");
      document.getElementById("id_login").value = hint.querySelector("[data-demo-name]").textContent;
      document.getElementById("id_password").value = hint.querySelector("[data-demo-password]").textContent;
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = document.querySelector("[data-menu][open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  document.addEventListener("htmx:afterSettle", letGo);
  document.addEventListener("htmx:responseError", (event) => {
    const status = event.detail.xhr.status;
    const words = { 403: "You may not do that here.", 404: "That is not there any more.", 429: "Too often in a short time. Wait a little.", 503: "The database takes nothing just now. Nothing was changed; try again in a moment." };
    toast(words[status] || `The server could not do that (${status}). Nothing was changed.`);
  });
  document.addEventListener("htmx:sendError", () => toast("No connection: it is not certain that this arrived. Try again, or load the page to see what holds."));
  document.addEventListener("htmx:timeout", () => toast("No answer in time. Load the page again to see what holds."));

  const panel = location.hash.slice(1);
  if (document.querySelector(`[data-panel-link="${CSS.escape(panel)}"]`)) showPanel(panel);
  showTheme();
  letGo();
})();
