// One page, one table: taps go up, the page comes back whole, and a stream says when to look again.
// Nothing is decided here; every draft is on the laptop.
(function () {
  "use strict";
  const page = document.getElementById("page");
  if (!page) return;
  const root = page.dataset.root;
  const body = document.body;
  const OPEN_FOR = document.documentElement.dataset.cover === "late" ? 120000 : 20000;
  const POLL = 12000;
  const PATIENCE = 20000;

  // Sending: one tap at a time, each drawn from the page as it is by then.

  let line = Promise.resolve();
  function queue(task) {
    line = line.then(task, task).catch(function () {
      lost(true);
    });
    return line;
  }

  function post(path, values, from, meant) {
    return queue(function () {
      if (meant !== undefined && meant !== askNow()) return null; // what it was for has been answered meanwhile
      const here = page.querySelector("[data-ask]");
      const all = { ask: here ? here.dataset.ask : "", draft: here ? here.dataset.draft : "0", ...values };
      return htmx.ajax("POST", root + "/" + path, { source: from || page, target: page, swap: "morph:innerHTML", values: all });
    });
  }

  function refresh() {
    return queue(function () {
      return htmx.ajax("GET", root + "/page?v=" + encodeURIComponent(page.dataset.v), {
        source: page,
        target: page,
        swap: "morph:innerHTML",
      });
    });
  }

  document.addEventListener("htmx:configRequest", function (event) {
    // A form sends what it holds; the ask and the draft's version are the page's, read as it is sent.
    const here = page.querySelector("[data-ask]");
    const form = event.detail.elt.closest && event.detail.elt.closest("form[data-act]");
    if (form && here) {
      if (!event.detail.parameters.has("ask")) event.detail.parameters.set("ask", here.dataset.ask);
      event.detail.parameters.set("draft", here.dataset.draft);
      // The key that sends a form may stand outside it.
      const by = event.detail.triggeringEvent && event.detail.triggeringEvent.submitter;
      if (by && by.name) event.detail.parameters.set(by.name, by.value);
    }
  });

  let typed = new Map();
  document.addEventListener("htmx:beforeSwap", function () {
    note();
    // What is being typed stays; a key that was tapped is drawn anew like everything else.
    typed = new Map();
    for (const box of page.querySelectorAll("input[id]")) {
      if (box.value !== box.defaultValue) typed.set(box.id, box.value);
    }
    // What somebody has opened to read, nobody's tap shuts.
    Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node, how) =>
      !(name === "open" && how === "remove" && node.matches("details.kept"));
    Idiomorph.defaults.ignoreActiveValue = Boolean(document.activeElement.closest("input, textarea, select"));
  });

  document.addEventListener("htmx:afterRequest", function (event) {
    const xhr = event.detail.xhr;
    const version = xhr && xhr.getResponseHeader("X-Version");
    if (version) page.dataset.v = version;
    lost(!xhr || xhr.status === 0 || xhr.status >= 500); // a proxy before the app answers for it when it is gone
  });
  document.addEventListener("htmx:sendError", function () {
    lost(true);
  });

  let since = 0;
  function lost(is) {
    // What to do about it is said after a while: most often it is there again by then.
    body.classList.toggle("lost", is);
    if (is && since) return;
    window.clearTimeout(since);
    since = is ? window.setTimeout(() => body.classList.add("long-lost"), PATIENCE) : 0;
    if (!is) body.classList.remove("long-lost");
  }

  // What a finger was laid on is what it meant, though the page was drawn anew, and moved, before it was lifted.

  const KEYS = "[data-op], [data-post]";
  let laid = null;
  document.addEventListener(
    "pointerdown",
    function (event) {
      const key = event.target.closest(KEYS);
      laid = { names: key && named(key), ask: askNow(), x: event.clientX, y: event.clientY };
    },
    true,
  );
  function meant(event) {
    const key = event.target.closest(KEYS);
    const was = event.detail ? laid : null; // who goes by keys has laid no finger on anything
    laid = null;
    if (!was || (key ? was.names && same(key, was.names) : !was.names)) return key;
    if (was.ask !== askNow() || Math.hypot(event.clientX - was.x, event.clientY - was.y) >= 14) return null;
    return was.names && [...page.querySelectorAll(KEYS)].find((each) => same(each, was.names));
  }

  document.addEventListener("umpire:act", (event) => post("act", event.detail)); // what was dragged says what it does

  document.addEventListener("click", function (event) {
    const key = meant(event);
    if (!key || key.disabled || !page.contains(key)) return;
    event.preventDefault();
    if (!again(event)) tap(key);
  });

  // A second tap in the same breath and place is meant for what stood there, and not for what has come since: where any
  // tap is final it would decide what nobody has read.

  const BREATH = 400;
  let before = null;
  function again(event) {
    if (!event.detail || !page.querySelector("[data-shared]")) return false;
    const now = { at: event.timeStamp, ask: askNow(), x: event.clientX, y: event.clientY };
    const soon = before && now.at - before.at < BREATH && Math.hypot(now.x - before.x, now.y - before.y) < 40;
    const twice = soon && now.ask !== before.ask;
    before = twice ? { ...before, at: now.at } : now;
    return twice;
  }

  document.addEventListener("keydown", function (event) {
    const key = event.target.closest && event.target.closest("svg [data-op]");
    if (key && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      tap(key);
    }
  });

  function tap(key) {
    if (key.dataset.post) {
      post(key.dataset.post, JSON.parse(key.dataset.values || "{}"));
      return;
    }
    const values = { op: key.dataset.op, arg: key.dataset.arg || "" };
    if (key.dataset.lock) values.lock = "1";
    if (key.dataset.sure) values.sure = "1";
    post("act", values, null, askNow());
  }

  // Boards by keyboard: one stop for Tab, arrow keys from place to place, Enter taps.

  const AHEAD = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const stood = new Map();

  function rove(svg) {
    const places = [...svg.querySelectorAll("[data-op]")];
    const last = stood.get(svg.getAttribute("aria-label"));
    const is = (place) => last && same(place, last);
    const stop = places.find(is) || svg.querySelector('[data-op][aria-pressed="true"]') || places[0];
    for (const place of places) place.setAttribute("tabindex", place === stop ? "0" : "-1");
  }

  function middle(place) {
    const at = place.getBoundingClientRect();
    return [at.left + at.width / 2, at.top + at.height / 2];
  }

  function ahead(from, way) {
    // The nearest that lies that way: what is off to the side counts for more than what is far.
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const place of from.ownerSVGElement.querySelectorAll("[data-op]")) {
      const [px, py] = middle(place);
      const along = (px - x) * way[0] + (py - y) * way[1];
      const aside = Math.abs((px - x) * way[1]) + Math.abs((py - y) * way[0]);
      const far = along + 1.4 * aside;
      if (along > 2 && aside <= 2 * along && far < least) [best, least] = [place, far];
    }
    return best;
  }

  document.addEventListener("keydown", function (event) {
    const from = AHEAD[event.key] && event.target.closest && event.target.closest("svg [data-op]");
    if (!from) return;
    event.preventDefault();
    const next = ahead(from, AHEAD[event.key]);
    if (next) next.focus();
  });
  document.addEventListener("focusin", function (event) {
    const place = event.target.closest("svg [data-op]");
    if (!place || !page.contains(place)) return;
    stood.set(place.ownerSVGElement.getAttribute("aria-label"), named(place));
    rove(place.ownerSVGElement);
  });

  // Where the keyboard is: on the key it was on, however the page was drawn anew; else on what is asked.

  const NAMES = ["data-op", "data-arg", "data-post", "data-values", "href", "name", "value", "data-open", "data-hold"];
  function named(key) {
    return NAMES.map((name) => key.getAttribute(name));
  }
  function same(key, names) {
    return named(key).every((value, n) => value === names[n]);
  }
  let stands = null;
  function note() {
    // Drawn twice in a breath, it is where it was before the first.
    const here = document.activeElement;
    if (page.contains(here)) stands = { names: named(here), ask: askNow(), asked: Boolean(here.closest(".asked")) };
  }
  function stand() {
    const here = document.activeElement;
    const was = stands;
    stands = null;
    if (!was || (here !== document.body && !page.contains(here))) return;
    const is = (key) => same(key, was.names) && !key.disabled && seen(key);
    if (was.asked && was.ask !== askNow()) goTo(asking());
    else if (page.contains(here) && !here.disabled && (is(here) || !here.ownerSVGElement)) return;
    else goTo([...page.querySelectorAll("button, a, [data-op]")].find(is) || asking());
  }
  function asking() {
    return page.querySelector(".asked") || page.querySelector("main");
  }
  function askNow() {
    const here = page.querySelector("[data-ask]");
    return here ? here.dataset.ask + (here.dataset.locked || "") : "";
  }
  function seen(key) {
    return key.getClientRects().length > 0 && getComputedStyle(key).visibility !== "hidden";
  }
  function goTo(where) {
    // Under a finger nothing may slide away; who goes by keys wants to see where he is.
    if (where) where.focus({ preventScroll: !byKey || where.matches(".asked, main") });
  }

  let byKey = false;
  document.addEventListener("keydown", () => (byKey = true), true);
  document.addEventListener("pointerdown", () => (byKey = false), true);

  // The cover: on unless opened for an act or held, and on again by itself.

  let closing = 0;
  function open() {
    body.classList.add("open");
    stir();
    hidden();
  }
  function cover() {
    body.classList.remove("open", "held");
    window.clearTimeout(closing);
    hidden();
  }
  function hidden() {
    // Whoever stood on a key that is there no longer stands on what is asked.
    const here = document.activeElement;
    if (page.contains(here) && !seen(here)) goTo(asking());
  }
  function stir() {
    if (!body.classList.contains("open")) return;
    window.clearTimeout(closing);
    closing = window.setTimeout(cover, OPEN_FOR);
  }
  document.addEventListener("pointerdown", function (event) {
    stir();
    if (event.target.closest("[data-hold]")) body.classList.add("held");
  });
  for (const end of ["pointerup", "pointercancel", "blur"]) {
    window.addEventListener(end, function () {
      body.classList.remove("held");
    });
  }
  document.addEventListener("keydown", function (event) {
    stir();
    if (event.key === " " && event.target.closest && event.target.closest("[data-hold]")) {
      event.preventDefault();
      body.classList.add("held");
    }
  });
  document.addEventListener("keyup", function () {
    body.classList.remove("held");
  });
  document.addEventListener("contextmenu", function (event) {
    if (event.target.closest("[data-hold]")) event.preventDefault();
  });
  document.addEventListener("click", function (event) {
    // A key cannot be held by those who have the page read out: to them it opens.
    if (event.target.closest("[data-open]") || (event.detail === 0 && event.target.closest("[data-hold]"))) open();
  });
  document.addEventListener("focusin", stir);

  // After each drawing: a new ask starts covered, and a board opens on its ships.

  let asked = "";
  let viewed = "";
  document.addEventListener("htmx:afterSwap", function () {
    // At once, before anything else is sent: what was typed while an answer was on its way is still there.
    for (const [id, value] of typed) {
      const box = document.getElementById(id);
      if (box) box.value = value;
    }
    typed = new Map();
  });
  function drawn() {
    const now = askNow();
    if (now !== asked) {
      asked = now;
      cover();
      for (const band of page.querySelectorAll(".know, .asked")) band.scrollTop = 0;
    }
    const board = page.querySelector(".know svg.board");
    const view = board ? board.getAttribute("viewBox") : "";
    if (view !== viewed) {
      viewed = view;
      for (const band of page.querySelectorAll(".know")) band.scrollTop = 0;
    }
    for (const pan of page.querySelectorAll("[data-zoomed]")) sized(pan);
    for (const pan of page.querySelectorAll("[data-focus]")) {
      if (focused.get(pan) === pan.dataset.focus) continue;
      focused.set(pan, pan.dataset.focus);
      const svg = pan.querySelector("svg");
      const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
      pan.scrollLeft = Number(pan.dataset.focus) * scale - pan.clientWidth / 2;
    }
    for (const svg of page.querySelectorAll("svg")) rove(svg);
    for (const row of page.querySelectorAll(".strip, .chips.scroll")) show(row);
    const next = page.querySelector("[data-now]");
    if (next && next.dataset.now !== "0") next.scrollIntoView({ block: "nearest" });
  }

  // A map that is larger than the page, with keys that draw it larger or smaller; it stays so until the page is left.

  const SIZES = [0.6, 1, 1.5, 2];
  let size = 1;
  const focused = new WeakMap();
  function sized(pan) {
    pan.querySelector("svg").setAttribute("width", Math.round(Number(pan.dataset.zoomed) * SIZES[size]));
    pan.classList.toggle("far", size === 0);
  }
  document.addEventListener("click", function (event) {
    const key = event.target.closest("[data-zoom]");
    if (!key) return;
    const pan = key.closest(".map-box").querySelector("[data-zoomed]");
    const svg = pan.querySelector("svg");
    const before = svg.getBoundingClientRect().width;
    const middle = (pan.scrollLeft + pan.clientWidth / 2) / before;
    size = Math.max(0, Math.min(SIZES.length - 1, size + Number(key.dataset.zoom)));
    sized(pan);
    pan.scrollLeft = middle * svg.getBoundingClientRect().width - pan.clientWidth / 2;
  });

  const chosen = new WeakMap();
  function show(row) {
    // What is chosen in a row that runs on sideways is brought into view, once.
    const on = row.querySelector('[aria-pressed="true"]');
    if (!on || chosen.get(row) === on.dataset.arg) return;
    chosen.set(row, on.dataset.arg);
    const at = on.getBoundingClientRect();
    const band = row.getBoundingClientRect();
    if (at.left < band.left) row.scrollLeft -= band.left - at.left + 2;
    else if (at.right > band.right) row.scrollLeft += at.right - band.right + 2;
  }
  document.addEventListener("htmx:afterSettle", function () {
    drawn();
    stand();
  });
  drawn();

  // Hearing: the stream, a poll beneath it, and a fresh look whenever the phone wakes.

  let stream = null;
  function listen() {
    if (stream) stream.close();
    stream = new EventSource(root + "/events");
    stream.onopen = function () {
      lost(false);
    };
    stream.onerror = function () {
      lost(true);
    };
    stream.onmessage = function (event) {
      lost(false);
      if (event.data !== page.dataset.v) refresh();
    };
  }
  function wake() {
    if (document.visibilityState !== "visible") {
      cover();
      return;
    }
    listen();
    refresh();
  }
  listen();
  window.setInterval(function () {
    // A browser that was answered wrongly once, by a proxy without the laptop, does not ask for the stream again.
    if (stream.readyState === EventSource.CLOSED && !body.classList.contains("lost")) listen();
    refresh();
  }, POLL);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", function (event) {
    if (event.persisted) wake();
  });
  window.addEventListener("pagehide", function () {
    if (stream) stream.close();
  });
  window.addEventListener("offline", function () {
    lost(true);
  });
  window.addEventListener("online", wake);

  // The desk by keyboard: one key each.

  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    const key = document.querySelector('[data-key="' + CSS.escape(event.key.toLowerCase()) + '"]');
    if (key) {
      event.preventDefault();
      key.click();
    }
  });
})();
