// The kit's page: a game's map drawn from a few numbers and marked by tapping, and sections saved one
// at a time without losing what is typed in the others. Without this script each form still posts.
(function () {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const NINE = "ABCDEFGHI";
  const HINT = "Tap again to unmark. With the keyboard: arrows, then Enter.";
  const SHADED = ["shaded-us", "shaded-japan"];

  function make(kind, facts, inside) {
    const made = document.createElementNS(SVG, kind);
    for (const name in facts) made.setAttribute(name, facts[name]);
    if (inside !== undefined) made.textContent = inside;
    return made;
  }

  // The board.

  function zoneAt(x, y) {
    return LETTERS[Math.floor(x / 3)] + "-" + (Math.floor(y / 3) + 1) + "-" + NINE[(y % 3) * 3 + (x % 3)];
  }

  function placeOf(zone) {
    const found = /^([A-Z])-?([1-9][0-9]?)-?([A-I])$/.exec(zone.trim().toUpperCase());
    if (!found) return null;
    const i = NINE.indexOf(found[3]);
    return { x: LETTERS.indexOf(found[1]) * 3 + (i % 3), y: (Number(found[2]) - 1) * 3 + Math.floor(i / 3) };
  }

  function startBoard(form) {
    const drawn = form.querySelector("[data-drawn]");
    if (!drawn) return;
    drawn.hidden = false;
    const pan = form.querySelector("[data-board]");
    const given = form.querySelector("[data-given]");
    const readout = form.querySelector("[data-readout]");
    const outer = form.querySelector("[data-outer]");
    const boxes = {};
    form.querySelectorAll("[data-place]").forEach((box) => (boxes[box.dataset.place] = box));
    const cursor = { x: 0, y: 0 };
    let size = { columns: 0, rows: 0 };
    let layer = null;
    let places = null;
    let mark = null;
    let Z = 40;

    const mode = () => form.querySelector("[name=mode]:checked").value;
    const words = (name) => boxes[name].value.split(/[\s,;]+/).filter(Boolean).map((word) => {
      const at = placeOf(word);
      return at ? zoneAt(at.x, at.y) : word.toUpperCase();
    });
    const nameOf = (name) => ({ midway: "Midway", kure: "Kure", "shaded-us": "shaded, US edge", "shaded-japan": "shaded, Japanese edge" })[name];
    const onBoard = (at) => at && at.x < size.columns * 3 && at.y < size.rows * 3;

    function draw() {
      const read = (name) => Math.min(20, Math.max(0, Math.floor(Number(form.querySelector("[data-" + name + "]").value) || 0)));
      size = { columns: read("columns"), rows: read("rows") };
      pan.textContent = "";
      if (!size.columns || !size.rows) {
        given.hidden = true;
        readout.textContent = "Give columns and rows, and the board is drawn here.";
        return;
      }
      given.hidden = false;
      readout.textContent = HINT;
      const across = size.columns * 3, down = size.rows * 3, margin = 26;
      const least = window.matchMedia("(pointer: coarse)").matches ? 44 : 28;
      const room = (pan.clientWidth || 880) - margin - 10;
      Z = Math.max(least, Math.min(44, Math.floor(room / across)));
      const width = across * Z + margin + 6, height = down * Z + margin + 6;
      const svg = make("svg", { viewBox: [-margin, -margin, width, height].join(" "), width: width, height: height, tabindex: "0", role: "application", "aria-label": "Search board: arrows move, Enter marks" });
      const defs = make("defs", {});
      const hatch = make("pattern", { id: "kit-us", width: 8, height: 8, patternUnits: "userSpaceOnUse" });
      hatch.append(make("path", { d: "M-2 2L2 -2M0 8L8 0M6 10L10 6", class: "kit-hatch" }));
      const dots = make("pattern", { id: "kit-japan", width: 8, height: 8, patternUnits: "userSpaceOnUse" });
      dots.append(make("circle", { cx: 4, cy: 4, r: 1.7, class: "kit-dot" }));
      defs.append(hatch, dots);
      svg.append(defs);
      layer = make("g", {});
      places = make("g", {});
      const zones = make("g", {}), letters = make("g", {}), areas = make("g", {});
      for (let y = 0; y < down; y++) {
        for (let x = 0; x < across; x++) {
          zones.append(make("rect", { class: "kit-zone", x: x * Z, y: y * Z, width: Z, height: Z, "data-x": x, "data-y": y }));
          letters.append(make("text", { class: "kit-letter", x: (x + 0.5) * Z, y: (y + 0.5) * Z + 4 }, NINE[(y % 3) * 3 + (x % 3)]));
        }
      }
      for (let c = 0; c < size.columns; c++) {
        areas.append(make("text", { x: (c * 3 + 1.5) * Z, y: -9 }, LETTERS[c]));
        for (let r = 0; r < size.rows; r++) areas.append(make("rect", { class: "kit-area", x: c * 3 * Z, y: r * 3 * Z, width: 3 * Z, height: 3 * Z }));
      }
      for (let r = 0; r < size.rows; r++) areas.append(make("text", { x: -13, y: (r * 3 + 1.5) * Z + 5 }, String(r + 1)));
      mark = make("rect", { class: "kit-cursor", width: Z, height: Z });
      svg.append(layer, letters, places, zones, areas, mark);
      svg.addEventListener("click", (event) => {
        const zone = event.target.closest("[data-x]");
        if (zone) tap(Number(zone.dataset.x), Number(zone.dataset.y));
      });
      svg.addEventListener("keydown", keyed);
      pan.append(svg);
      cursor.x = Math.min(cursor.x, across - 1);
      cursor.y = Math.min(cursor.y, down - 1);
      move();
      marks();
    }

    function marks() {
      if (!layer) return;
      layer.textContent = "";
      places.textContent = "";
      SHADED.forEach((name) => words(name).forEach((zone) => {
        const at = placeOf(zone);
        if (onBoard(at)) layer.append(make("rect", { class: "kit-shade", x: at.x * Z, y: at.y * Z, width: Z, height: Z, fill: "url(#kit-" + name.slice(7) + ")" }));
      }));
      ["midway", "kure"].forEach((name) => words(name).slice(0, 1).forEach((zone) => {
        const at = placeOf(zone);
        if (!onBoard(at)) return;
        const x = (at.x + 0.5) * Z, y = (at.y + 0.5) * Z;
        places.append(make("circle", { class: "kit-land", cx: x, cy: y, r: Z * 0.3 }));
        const low = at.y + 1 >= size.rows * 3;
        places.append(make("text", { class: "kit-place", x: Math.min(Math.max(x, 24), size.columns * 3 * Z - 24), y: low ? y - Z * 0.3 - 5 : y + Z * 0.3 + 13 }, nameOf(name)));
      }));
      const shading = SHADED.includes(mode());
      outer.disabled = !shading;
    }

    function keep(name, list) {
      const before = boxes[name].value;
      boxes[name].value = list.join(" ");
      if (boxes[name].value !== before) form.dispatchEvent(new Event("change", { bubbles: true }));
    }

    function tap(x, y) {
      const zone = zoneAt(x, y), name = mode(), had = words(name), is = had.includes(zone);
      cursor.x = x;
      cursor.y = y;
      move();
      if (SHADED.includes(name)) {
        keep(name, is ? had.filter((each) => each !== zone) : [...had, zone]);
        const other = SHADED.find((each) => each !== name);
        if (!is) keep(other, words(other).filter((each) => each !== zone));
      } else keep(name, is ? [] : [zone]);
      marks();
      const count = SHADED.includes(name) ? "; " + words(name).length + " zones in all" : "";
      readout.textContent = zone + (is ? " is no longer " : " is ") + nameOf(name) + count + ".";
    }

    function keyed(event) {
      const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      if (steps[event.key]) {
        cursor.x = Math.min(size.columns * 3 - 1, Math.max(0, cursor.x + steps[event.key][0]));
        cursor.y = Math.min(size.rows * 3 - 1, Math.max(0, cursor.y + steps[event.key][1]));
        move();
        const zone = zoneAt(cursor.x, cursor.y);
        const held = Object.keys(boxes).filter((name) => words(name).includes(zone)).map(nameOf);
        readout.textContent = zone + (held.length ? ": " + held.join(", ") : "");
        mark.scrollIntoView({ block: "nearest", inline: "nearest" });
      } else if (event.key === "Enter" || event.key === " ") tap(cursor.x, cursor.y);
      else return;
      event.preventDefault();
    }

    function move() {
      mark.setAttribute("x", cursor.x * Z);
      mark.setAttribute("y", cursor.y * Z);
    }

    outer.addEventListener("click", () => {
      const name = mode(), x = name === "shaded-us" ? size.columns * 3 - 1 : 0;
      const column = [];
      for (let y = 0; y < size.rows * 3; y++) column.push(zoneAt(x, y));
      const had = words(name), all = column.every((zone) => had.includes(zone));
      const rest = had.filter((zone) => !column.includes(zone));
      keep(name, all ? rest : [...rest, ...column]);
      const other = SHADED.find((each) => each !== name);
      if (!all) keep(other, words(other).filter((zone) => !column.includes(zone)));
      marks();
      readout.textContent = (all ? "Unmarked: " : "") + nameOf(name) + ", " + words(name).length + " zones in all.";
    });
    form.querySelector("[data-clear]").addEventListener("click", () => {
      keep(mode(), []);
      marks();
      readout.textContent = "Unmarked: " + nameOf(mode()) + ".";
    });
    form.querySelectorAll("[name=mode]").forEach((key) => key.addEventListener("change", marks));
    Object.values(boxes).forEach((box) => box.addEventListener("input", marks));
    form.querySelectorAll("[data-columns], [data-rows]").forEach((box) => box.addEventListener("input", draw));
    draw();
  }

  // A map of hexes, drawn from a letter and two numbers.

  function startHexes(form) {
    const drawn = form.querySelector("[data-hexes]");
    if (!drawn) return;
    drawn.hidden = false;
    const pan = drawn.querySelector("[data-board]");
    const given = drawn.querySelector("[data-given]");
    const readout = drawn.querySelector("[data-readout]");
    const [columns, odd, even] = ["columns", "odd", "even"].map((name) => form.querySelector("[data-hexes-" + name + "]"));
    const boxes = {};
    form.querySelectorAll("[data-place]").forEach((box) => (boxes[box.dataset.place] = box));
    const said = { fog: "in fog", off: "out of play" };
    const named = new Map(drawn.dataset.landmarks.split(";").map((each) => [each.split(" ")[0], each.split(" ").slice(1).join(" ")]));
    const S = 30, H = S * Math.sqrt(3), margin = 8;
    const hexes = new Map();

    const mode = () => form.querySelector("[name=mode]:checked").value;

    // The hexes of a list such as "A1 A2 B1-B4".
    function listed(name) {
      const found = [];
      boxes[name].value.toUpperCase().replace(/\s*[-–—]\s*/g, "-").split(/[\s,;]+/).filter(Boolean).forEach((word) => {
        const ends = /^([A-Z])([0-9]+)(?:-([A-Z])([0-9]+))?$/.exec(word);
        if (!ends || (ends[3] && ends[3] !== ends[1])) return found.push(word);
        const a = Number(ends[2]), b = Math.min(99, Number(ends[4] || ends[2]));
        for (let row = Math.min(a, b); row <= Math.max(a, b); row++) found.push(ends[1] + row);
      });
      return [...new Set(found)];
    }

    function draw() {
      const count = LETTERS.indexOf((columns.value.trim().toUpperCase() || "?")[0]) + 1;
      const rows = [odd, even].map((box) => Math.min(20, Math.max(0, Math.floor(Number(box.value) || 0))));
      pan.textContent = "";
      hexes.clear();
      given.hidden = !count || !rows[0] || !rows[1];
      readout.textContent = given.hidden ? "Give the last column and both numbers, and the map is drawn here." : "Is this your map?";
      if (given.hidden) return;
      const width = count * 1.5 * S + 0.5 * S + 2 * margin, height = (Math.max(rows[0], rows[1] + 0.5)) * H + 2 * margin;
      const svg = make("svg", { viewBox: [-margin, -margin, width, height].join(" "), width: width, height: height, role: "img", "aria-label": "The map, column by column; the lists below say the same" });
      const all = make("g", { class: "kit-hexes" }), over = make("g", { class: "kit-hexes" });
      for (let c = 0; c < count; c++) {
        for (let r = 0; r < rows[c % 2]; r++) {
          const place = LETTERS[c] + (r + 1), x = c * 1.5 * S + S, y = r * H + H / 2 + (c % 2 ? H / 2 : 0);
          const corners = [[-1, 0], [-0.5, -1], [0.5, -1], [1, 0], [0.5, 1], [-0.5, 1]].map(([dx, dy]) => (x + dx * S).toFixed(1) + "," + (y + (dy * H) / 2).toFixed(1));
          const hex = make("polygon", { class: "kit-hex" + (named.has(place) ? " land" : ""), points: corners.join(" "), "data-hex": place });
          (named.has(place) ? over : all).append(hex);
          over.append(make("text", { x: x, y: y - H / 2 + 15 }, place));
          if (named.has(place)) over.append(make("text", { class: "kit-place", x: x, y: y + 8 }, named.get(place)));
          hexes.set(place, hex);
        }
      }
      svg.append(all, over);
      pan.append(svg);
      marks();
    }

    function marks() {
      const fog = listed("fog"), off = listed("off");
      hexes.forEach((hex, place) => {
        hex.classList.toggle("fogged", fog.includes(place));
        hex.classList.toggle("out", off.includes(place));
      });
    }

    function set(place, name, on) {
      const rest = listed(name).filter((each) => each !== place);
      boxes[name].value = (on ? [...rest, place] : rest).join(" ");
    }

    function tap(place, on) {
      const name = mode(), other = name === "fog" ? "off" : "fog";
      set(place, name, on);
      if (on) set(place, other, false);
      marks();
      form.dispatchEvent(new Event("change", { bubbles: true }));
      readout.textContent = place + (on ? " is " : " is no longer ") + said[name] + "; " + listed(name).length + " in all.";
    }

    pan.addEventListener("click", (event) => {
      const hex = event.target.closest("[data-hex]");
      if (hex) tap(hex.dataset.hex, !listed(mode()).includes(hex.dataset.hex));
    });
    Object.values(boxes).forEach((box) => box.addEventListener("input", marks));
    [columns, odd, even].forEach((box) => box.addEventListener("input", draw));
    draw();
  }

  // One hour for all ticked ships that have none.

  function startFill(row) {
    row.hidden = false;
    row.querySelector("button").addEventListener("click", () => {
      const chosen = row.querySelector("select").value;
      row.closest("fieldset").querySelectorAll("li").forEach((line) => {
        const tick = line.querySelector("[name=ship]"), when = line.querySelector("[name^='arrives|']");
        if (tick && tick.checked && when && !when.value) when.value = chosen;
      });
    });
  }

  function start(root) {
    root.querySelectorAll("form[data-part]").forEach(startBoard);
    root.querySelectorAll("form[data-part]").forEach(startHexes);
    root.querySelectorAll("[data-fill]").forEach(startFill);
  }

  // Saving one section; the others keep what is typed in them.

  const ticks = (box) => box.type === "checkbox" || box.type === "radio";
  const boxesOf = (form) => [...form.elements].filter((box) => box.name && box.tagName !== "BUTTON" && box.type !== "hidden" && box.name !== "mode");

  function changed(box) {
    if (ticks(box)) return box.checked !== box.defaultChecked;
    if (box.tagName === "SELECT") return [...box.options].some((each) => each.selected !== each.defaultSelected) && !(box.selectedIndex === 0 && ![...box.options].some((each) => each.defaultSelected));
    return box.value !== box.defaultValue;
  }

  function unsaved(form) {
    const part = form.closest("[data-swap]");
    return boxesOf(form).filter((box) => (part && part.hasAttribute("data-refused")) || changed(box));
  }

  function again(form, was) {
    was.forEach((old) => {
      const box = boxesOf(form).find((each) => each.name === old.name && (!ticks(each) || each.value === old.value));
      if (!box) return;
      if (ticks(box)) box.checked = old.checked;
      else box.value = old.value;
    });
  }

  function swap(answer, posted) {
    document.querySelectorAll("[data-swap]").forEach((old) => {
      const fresh = answer.getElementById(old.id);
      if (!fresh) return;
      const form = old.querySelector("form[data-part]");
      const was = form && form.dataset.part !== posted ? unsaved(form) : [];
      const refused = form && form.dataset.part !== posted && old.hasAttribute("data-refused");
      old.querySelectorAll("details[data-fold]").forEach((fold, i) => {
        const same = fresh.querySelectorAll("details[data-fold]")[i];
        if (same && fold.open) same.open = true;
      });
      const put = document.importNode(fresh, true);
      old.replaceWith(put);
      if (refused) put.setAttribute("data-refused", "");
      if (form) again(put.querySelector("form[data-part]"), was);
      start(put);
      put.dispatchEvent(new CustomEvent("kit:shown", { bubbles: true })); // for scripts that some forms have of their own
    });
  }

  function say(form, words) {
    const word = form.querySelector("[data-word]");
    word.textContent = words;
    word.classList.add("asking");
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-part]");
    if (!form) return;
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "1";
    try {
      const fields = new URLSearchParams(new FormData(form));
      if (event.submitter && event.submitter.name) fields.append(event.submitter.name, event.submitter.value);
      const sent = await fetch(form.action, { method: "POST", body: fields });
      const answer = new DOMParser().parseFromString(await sent.text(), "text/html");
      if (!answer.querySelector("[data-kit]")) {
        const words = answer.querySelector("main p");
        say(form, "Not saved. " + (words ? words.textContent : "What you typed is still here."));
        return;
      }
      const part = form.dataset.part;
      swap(answer, part);
      const here = document.getElementById("part-" + part);
      const word = here.querySelector("[role=alert]") || here.querySelector("[data-word]");
      word.tabIndex = -1;
      word.focus({ preventScroll: true });
      word.scrollIntoView({ block: "nearest" });
    } catch {
      say(form, "Not saved: the app does not answer. What you typed is still here.");
    } finally {
      delete form.dataset.busy;
    }
  });

  window.addEventListener("beforeunload", (event) => {
    if ([...document.querySelectorAll("form[data-part]")].some((form) => unsaved(form).length)) event.preventDefault();
  });

  // A link to a section inside a fold opens it.

  function unfold() {
    const there = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    for (let fold = there && there.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    if (there) there.scrollIntoView();
  }
  window.addEventListener("hashchange", unfold);
  unfold();

  start(document);
})();
