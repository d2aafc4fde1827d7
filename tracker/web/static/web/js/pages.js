// The pages beside the table: printing, and the tab of the page within sight.
(() => {
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) window.print();
  });
  for (const tab of document.querySelectorAll(".page-tabs [aria-current], .chips-nav [aria-current]")) {
    const row = tab.parentElement;
    row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.clientWidth) / 2;
  }
})();
