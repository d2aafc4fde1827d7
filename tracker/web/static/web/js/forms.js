// Forms of decisions: steppers, totals, the search among decisions, luck tapped in. All of it works without script too.
(() => {
  const clamp = (input, value) => {
    const low = input.min === "" ? -Infinity : Number(input.min);
    const high = input.max === "" ? Infinity : Number(input.max);
    return Math.max(low, Math.min(high, value));
  };

  const total = (group) => {
    const inputs = [...group.querySelectorAll('input[type="number"]')];
    const sum = inputs.reduce((amount, input) => amount + (Number(input.value) || 0), 0);
    const most = group.dataset.maximum;
    const full = most !== undefined && sum >= Number(most);
    group.querySelector("[data-counts-total]").textContent = most === undefined ? `${sum} chosen` : `${sum} of ${most} chosen`;
    for (const more of group.querySelectorAll('[data-step="1"]')) more.disabled = full;
  };

  const many = (group) => {
    const boxes = [...group.querySelectorAll('input[type="checkbox"]:not([data-closed])')];
    const full = group.dataset.maximum !== undefined && boxes.filter((box) => box.checked).length >= Number(group.dataset.maximum);
    for (const box of boxes) box.disabled = full && !box.checked;
  };

  // One field that stands outside of several forms, such as a campaign's name, goes along with each of them.
  const share = (field) => {
    for (const form of document.querySelectorAll("[data-option], [data-luck]")) {
      let carried = form.querySelector(`input[type="hidden"][name="${CSS.escape(field.name)}"]`);
      if (!carried) {
        carried = document.createElement("input");
        carried.type = "hidden";
        carried.name = field.name;
        form.append(carried);
      }
      carried.value = field.value;
    }
  };

  const copying = (field) => {
    const row = document.createElement("span");
    row.className = "copying";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet small";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      field.select();
      await navigator.clipboard.writeText(field.value);
      button.textContent = "Copied";
    });
    field.replaceWith(row);
    row.append(field, button);
  };

  const prepare = (root) => {
    for (const field of root.querySelectorAll("[data-shared]")) share(field);
    for (const field of root.querySelectorAll("[data-copy]")) if (!field.closest(".copying")) copying(field);
    for (const group of root.querySelectorAll("[data-counts]")) total(group);
    for (const group of root.querySelectorAll("[data-many]")) {
      for (const box of group.querySelectorAll('input[type="checkbox"]:disabled')) box.dataset.closed = "";
      many(group);
    }
  };

  const step = (button) => {
    const input = button.closest("[data-stepper]").querySelector("input");
    input.value = clamp(input, (Number(input.value) || 0) + Number(button.dataset.step));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };

  // A long form that is folded is fetched when it is opened. If it does not come, that is said in its place.
  const fetchForm = async (waits) => {
    if (waits.dataset.state === "coming") return;
    const link = waits.querySelector("a");
    const word = waits.querySelector("span") || waits.insertBefore(document.createElement("span"), link);
    const box = waits.parentElement;
    const pressed = document.activeElement === link;
    waits.dataset.state = "coming";
    word.textContent = "The form is on its way …";
    link.hidden = true;
    await htmx.ajax("GET", waits.dataset.waits, { source: waits, target: waits, swap: "outerHTML" }).catch(() => {});
    if (!waits.isConnected) {
      if (pressed) box.querySelector("summary").focus();
      return;
    }
    waits.dataset.state = "failed";
    word.textContent = "The form did not come. ";
    link.textContent = "Try again";
    link.hidden = false;
    if (pressed) link.focus();
  };

  const filter = (input) => {
    const list = input.closest("[data-filter-list]");
    const wanted = input.value.trim().toLowerCase();
    for (const item of list.querySelectorAll("[data-filter-item]")) {
      item.hidden = !item.dataset.filterItem.toLowerCase().includes(wanted);
    }
    for (const group of list.querySelectorAll("[data-filter-group]")) {
      group.hidden = !group.querySelector("[data-filter-item]:not([hidden])");
    }
    list.querySelector("[data-filter-none]").hidden = Boolean(list.querySelector("[data-filter-group]:not([hidden])"));
  };

  // Several answers at once are gathered here and sent together, the last of them by its own button: it goes along after
  // those that were gathered.
  const taps = (form) => [...form.querySelectorAll("input[data-tap]")];

  const showTaps = (form) => {
    const all = taps(form);
    const left = Number(form.dataset.count) - all.length;
    form.querySelector("[data-luck-taps]").textContent = all.length ? `Now: ${all.map((tap) => tap.dataset.tap).join(", ")}.` : "";
    form.querySelector("[data-luck-left]").textContent = left ? `${left} to go.` : "";
    form.querySelector("[data-luck-untap]").hidden = !all.length;
    const rest = form.querySelector("[data-luck-rest]");
    if (rest) rest.hidden = Boolean(all.length);
    for (const item of form.querySelectorAll(".palette-item")) {
      const used = form.dataset.rolls ? 0 : all.filter((tap) => tap.value === item.value).length;
      const there = Number(item.dataset.left) - used;
      const shown = item.querySelector("[data-left-shown]");
      if (shown) shown.textContent = there;
      item.disabled = there < 1;
    }
    return left;
  };

  const tap = (event, item) => {
    const form = item.form;
    if (taps(form).length + 1 >= Number(form.dataset.count)) return;
    event.preventDefault();
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = item.name;
    input.value = item.value;
    input.dataset.tap = item.dataset.label;
    form.querySelector(".palette").before(input);
    showTaps(form);
  };

  const untap = (form) => {
    taps(form).pop().remove();
    showTaps(form);
  };

  document.addEventListener("click", (event) => {
    const stepper = event.target.closest("[data-step]");
    if (stepper) step(stepper);
    const item = event.target.closest("[data-luck] .palette-item");
    if (item) tap(event, item);
    const back = event.target.closest("[data-luck-untap]");
    if (back) untap(back.form);
    const again = event.target.closest("[data-waits] a");
    if (again && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      fetchForm(again.parentElement);
    }
  });

  document.addEventListener("toggle", (event) => {
    const waits = event.target.open && event.target.querySelector(":scope > [data-waits]");
    if (waits) fetchForm(waits);
  }, true);

  document.addEventListener("input", (event) => {
    const counts = event.target.closest("[data-counts]");
    if (counts) total(counts);
    const boxes = event.target.closest("[data-many]");
    if (boxes) many(boxes);
    if (event.target.matches("[data-shared]")) share(event.target);
    if (event.target.matches("[data-filter]")) filter(event.target);
  });

  document.addEventListener("htmx:load", (event) => prepare(event.detail.elt));
})();
