// Before anything is drawn: which colours this browser wants, and that there is script at all.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  let wish = null;
  try {
    wish = localStorage.getItem("tracker-theme");
  } catch {
    // A browser that keeps nothing gets the colours of the device.
  }
  if (wish === "light" || wish === "dark") root.dataset.theme = wish;
})();
