// Maps: panning, zooming, arrow keys between neighbours. One finger scrolls the page, two move the map. Without this
// script the map shows where the party is, and its links work.
(() => {
  const CLOSEST = 500; // units of the picture across
  const FARTHEST = 1.6; // of the whole
  const STEP = 1.4;
  const SLACK = 5; // pixels of a click that trembles
  let kept = null; // how wide the map was looked at, so that a move keeps it

  const numbers = (text) => text.split(" ").map(Number);
  const pictureOf = (element) => element && element.closest("[data-map]") && element.closest("[data-map]").querySelector("[data-map-picture]");
  const viewOf = (picture) => numbers(picture.getAttribute("viewBox"));

  const show = (picture, [left, top, wide, high]) => {
    const whole = numbers(picture.dataset.whole);
    const most = Math.max(whole[2], whole[3]) * FARTHEST;
    const factor = Math.min(Math.max(wide, CLOSEST), most) / wide;
    const middle = [left + wide / 2, top + high / 2];
    const size = [wide * factor, high * factor];
    for (const axis of [0, 1]) middle[axis] = Math.min(Math.max(middle[axis], whole[axis]), whole[axis] + whole[axis + 2]);
    picture.setAttribute("viewBox", [middle[0] - size[0] / 2, middle[1] - size[1] / 2, ...size].map((n) => n.toFixed(1)).join(" "));
    kept = { area: picture.closest("[data-map]").dataset.area, wide: size[0] };
  };

  // The view in the shape of its frame, so that dragging and zooming are true to the finger.
  const fitted = (picture) => {
    const [left, top, wide, high] = viewOf(picture);
    const frame = picture.getBoundingClientRect();
    if (!frame.width || !frame.height) return viewOf(picture);
    const slice = picture.getAttribute("preserveAspectRatio").endsWith("slice");
    const scale = slice ? Math.min(wide / frame.width, high / frame.height) : Math.max(wide / frame.width, high / frame.height);
    const size = [frame.width * scale, frame.height * scale];
    return [left + (wide - size[0]) / 2, top + (high - size[1]) / 2, ...size];
  };

  const zoom = (picture, factor, at) => {
    const [left, top, wide, high] = fitted(picture);
    const frame = picture.getBoundingClientRect();
    const share = at ? [(at[0] - frame.left) / frame.width, (at[1] - frame.top) / frame.height] : [0.5, 0.5];
    const size = [wide / factor, high / factor];
    show(picture, [left + (wide - size[0]) * share[0], top + (high - size[1]) * share[1], ...size]);
  };

  const pan = (picture, x, y) => {
    const [left, top, wide, high] = fitted(picture);
    const frame = picture.getBoundingClientRect();
    show(picture, [left - (x * wide) / frame.width, top - (y * high) / frame.height, wide, high]);
  };

  const placeOf = (node) => numbers(node.getAttribute("transform").replace(/[^\d. -]/g, "").trim());

  const centre = (picture, node, wide) => {
    const [x, y] = placeOf(node);
    const view = fitted(picture);
    const high = (view[3] / view[2]) * wide;
    show(picture, [x - wide / 2, y - high / 2, wide, high]);
  };

  const whole = (picture) => {
    const [left, top, wide, high] = numbers(picture.dataset.whole);
    const frame = picture.getBoundingClientRect();
    const scale = Math.max(wide / frame.width, high / frame.height);
    const size = [frame.width * scale, frame.height * scale];
    show(picture, [left + (wide - size[0]) / 2, top + (high - size[1]) / 2, ...size]);
  };

  const DEEDS = {
    in: (picture) => zoom(picture, STEP),
    out: (picture) => zoom(picture, 1 / STEP),
    party: (picture) => {
      const here = picture.querySelector(".here");
      if (here) centre(picture, here, Math.min(fitted(picture)[2], 1500));
    },
    whole,
  };

  let held = null;
  let dragged = false;

  document.addEventListener("mousedown", (event) => {
    const picture = event.button === 0 && event.target.closest && event.target.closest("[data-map-picture]");
    if (!picture) return;
    held = { picture, x: event.clientX, y: event.clientY };
    dragged = false;
    event.preventDefault(); // no link is dragged instead of the map
  });
  document.addEventListener("mousemove", (event) => {
    if (!held) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!dragged && Math.hypot(x, y) < SLACK) return;
    dragged = true;
    held.picture.classList.add("dragging");
    pan(held.picture, x, y);
    held = { picture: held.picture, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("mouseup", () => {
    if (held) held.picture.classList.remove("dragging");
    held = null;
  });

  let fingers = null;
  const between = (touches) => {
    const [one, two] = touches;
    return {
      x: (one.clientX + two.clientX) / 2,
      y: (one.clientY + two.clientY) / 2,
      far: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
    };
  };
  const hint = (picture, shown) => {
    const words = picture.closest("[data-map]").querySelector("[data-map-hint]");
    if (words) words.hidden = !shown;
  };

  document.addEventListener("touchstart", (event) => {
    const picture = event.target.closest && event.target.closest("[data-map-picture]");
    if (!picture) return;
    fingers = event.touches.length === 2 ? { picture, ...between(event.touches) } : null;
  }, { passive: true });
  document.addEventListener("touchmove", (event) => {
    const picture = event.target.closest && event.target.closest("[data-map-picture]");
    if (!picture) return;
    if (event.touches.length !== 2) {
      hint(picture, true);
      return;
    }
    event.preventDefault();
    hint(picture, false);
    const now = between(event.touches);
    if (fingers) {
      pan(picture, now.x - fingers.x, now.y - fingers.y);
      zoom(picture, now.far / fingers.far, [now.x, now.y]);
    }
    fingers = { picture, ...now };
  }, { passive: false });
  document.addEventListener("touchend", (event) => {
    const picture = event.target.closest && event.target.closest("[data-map-picture]");
    if (picture) setTimeout(() => hint(picture, false), 900);
    fingers = null;
  });

  // With Ctrl (and by pinching a touchpad, which says Ctrl too) the wheel zooms; without it the page scrolls.
  document.addEventListener("wheel", (event) => {
    const picture = event.target.closest && event.target.closest("[data-map-picture]");
    if (!picture || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    zoom(picture, Math.exp(-event.deltaY / 300), [event.clientX, event.clientY]);
  }, { passive: false });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-map-do]");
    if (button) DEEDS[button.dataset.mapDo](pictureOf(button));
    const node = event.target.closest(".ig-node");
    if (!node) return;
    if (dragged) {
      event.preventDefault();
      event.stopImmediatePropagation();
      dragged = false;
    } else if (node.dataset.move !== undefined && window.htmx) {
      event.preventDefault(); // the request goes by itself; the address stays
      event.stopPropagation();
      htmx.trigger(node, "map-move");
    }
  }, true);

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  // From node to node along the roads: the neighbour that lies best in the direction of the key.
  document.addEventListener("keydown", (event) => {
    const node = ARROWS[event.key] && event.target.closest && event.target.closest(".ig-node");
    if (!node) return;
    event.preventDefault();
    const [x, y] = placeOf(node);
    const best = { node: null, good: 0.25 };
    for (const id of node.dataset.near.trim().split(/\s+/)) {
      const other = document.getElementById(id);
      if (!other) continue;
      const [dx, dy] = [placeOf(other)[0] - x, placeOf(other)[1] - y];
      const good = (dx * ARROWS[event.key][0] + dy * ARROWS[event.key][1]) / (Math.hypot(dx, dy) || 1);
      if (good > best.good) Object.assign(best, { node: other, good });
    }
    if (!best.node) return;
    best.node.focus();
    const picture = pictureOf(node);
    const [left, top, wide, high] = fitted(picture);
    const [nx, ny] = placeOf(best.node);
    const edge = wide / 10;
    if (nx < left + edge || nx > left + wide - edge || ny < top + edge || ny > top + high - edge) centre(picture, best.node, wide);
  });

  // After a decision the map looks at the party again, as closely as before.
  document.addEventListener("htmx:afterSettle", () => {
    const picture = document.querySelector("[data-map-picture]");
    const here = picture && picture.querySelector(".here");
    if (here && kept && picture.closest("[data-map]").dataset.area === kept.area) centre(picture, here, kept.wide);
  });
})();
