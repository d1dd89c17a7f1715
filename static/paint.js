// A map of hexes named by row and column, painted with a brush. What is painted stands in the texts of the form, so that
// it is saved, exported and typed by hand alike; nothing is kept here but how the board was being looked at.
(function () {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const KINDS = ["coastal", "land", "high"];
  const SAID = { coastal: "coastal sea", land: "all land", high: "high sea", none: "nothing said" };
  const EDGES = ["north", "south", "east", "west"];
  const NEAR = 19, LEAST = 8; // half the breadth of a hex: to be read, and at least to be pointed at
  const MOST_UNDONE = 100;
  const { WAYS, two, hexOf, rowOf, columnOf, x2, sideOf, neighbours, spread, gather } = window.hexes;
  const BY_DIGIT = { 9: 0, 6: 1, 3: 2, 1: 3, 4: 4, 7: 5 }; // as the digits lie about the 5 of a number pad
  const BY_LETTER = { c: "coastal", l: "land", h: "high", n: "none", s: "side", a: "area" };
  const seen = { mode: "coastal", size: "1", all: false, area: "1", left: null, top: null, at: null };

  function make(kind, facts, inside) {
    const made = document.createElementNS(SVG, kind);
    for (const name in facts) made.setAttribute(name, facts[name]);
    if (inside !== undefined) made.textContent = inside;
    return made;
  }

  // One form.

  function start(form) {
    const drawn = form.querySelector("[data-paint]");
    if (!drawn || drawn.dataset.started) return;
    drawn.dataset.started = "1";
    drawn.hidden = false;
    const find = (name) => drawn.querySelector("[data-" + name + "]");
    const pan = find("board"), readout = find("readout"), areaBox = find("area");
    const edges = EDGES.map((edge) => form.querySelector('[data-edge="' + edge + '"]'));
    const boxes = {};
    form.querySelectorAll("[data-place]").forEach((box) => (boxes[box.dataset.place] = box));
    const named = new Map(drawn.dataset.landmarks.split(";").map((each) => [each.slice(0, 4), each.slice(5)]));
    const known = new Set(spread(drawn.dataset.sea));
    const last = Number(drawn.dataset.last);
    let terrain = new Map(), areas = new Map(), sides = new Set(), whole = new Set();
    let size = null, layers = null, stroke = null, loop = null;
    let undone = [], done = [];

    // Between the texts and what is drawn.

    function take() {
      terrain = new Map();
      KINDS.forEach((kind) => spread(boxes[kind].value).forEach((hex) => terrain.set(hex, kind)));
      areas = new Map();
      boxes.areas.value.split("\n").forEach((line) => {
        const n = Number(line.split(":")[0]);
        if (n > 0) spread(line.slice(line.indexOf(":") + 1)).forEach((hex) => areas.set(hex, n));
      });
      sides = new Set(boxes.sides.value.split(/[\s,;]+/).filter((word) => /^\d{4}-\d{4}$/.test(word)).map((word) => sideOf(...word.split("-"))));
      whole = new Set(boxes.whole.value.split(/[\s,;]+/).filter(Boolean).map(Number));
    }

    function give() {
      const by = new Map();
      areas.forEach((n, hex) => by.set(n, [...(by.get(n) || []), hex]));
      KINDS.forEach((kind) => (boxes[kind].value = gather([...terrain].filter(([, each]) => each === kind).map(([hex]) => hex))));
      boxes.areas.value = [...by.keys()].sort((a, b) => a - b).map((n) => n + ": " + gather(by.get(n))).join("\n");
      boxes.sides.value = [...sides].sort().join(" ");
      boxes.whole.value = [...whole].sort((a, b) => a - b).join(" ");
      form.dispatchEvent(new Event("change", { bubbles: true }));
    }

    // Drawing.

    let breadth = NEAR;
    const half = () => breadth;
    const rise = () => Math.round(breadth * 1.732);
    const tall = () => Math.round(breadth * 1.155);
    const margin = () => 24;
    const fitting = () => Math.floor((pan.clientWidth - 2 * margin()) / (2 * (size.west - size.east) + 3));
    const X = (hex) => (2 * size.west + 2 - x2(hex)) * half() + margin();
    const Y = (hex) => (rowOf(hex) - size.north) * rise() + tall() + margin();
    const onMap = (hex) => hex && rowOf(hex) >= size.north && rowOf(hex) <= size.south && columnOf(hex) >= size.east && columnOf(hex) <= size.west;

    function outline(hex) {
      const w = half(), shoulder = tall() - (rise() - tall()), flank = 2 * (rise() - tall());
      return "M" + X(hex) + " " + (Y(hex) - tall()) + "l" + w + " " + shoulder + "v" + flank + "l-" + w + " " + shoulder + "l-" + w + " -" + shoulder + "v-" + flank + "z";
    }

    function edge(a, b) {
      // The side two hexes share, as the line between the corners they have in common.
      const corners = (hex) => {
        const w = half(), e = rise() - tall();
        return [[0, -tall()], [w, -e], [w, e], [0, tall()], [-w, e], [-w, -e]].map(([x, y]) => [X(hex) + x, Y(hex) + y]);
      };
      const way = neighbours(a).indexOf(b), ring = corners(a);
      const [from, to] = [ring[way], ring[(way + 1) % 6]];
      return "M" + from.join(" ") + "L" + to.join(" ");
    }

    function given() {
      const read = edges.map((box) => Number(box.value.trim()));
      const [north, south, east, west] = read;
      const sound = read.every((n) => Number.isInteger(n) && n >= 1 && n <= 99) && north < south && east < west;
      return sound ? { north, south, east, west } : null;
    }

    function draw() {
      size = given();
      find("given").hidden = !size;
      find("first").hidden = Boolean(size);
      find("whole-box").hidden = !size;
      pan.textContent = "";
      if (!size) return;
      breadth = seen.all ? Math.max(LEAST, Math.min(NEAR, fitting())) : NEAR;
      const width = (2 * (size.west - size.east) + 3) * half() + 2 * margin(), height = (size.south - size.north) * rise() + 2 * tall() + 2 * margin();
      const svg = make("svg", { viewBox: "0 0 " + width + " " + height, width, height, tabindex: "0", role: "application", "aria-label": "The map: arrows move, Enter paints, Shift and an arrow paint along; C, L, H, N, S and A choose what with" });
      const cells = [], names = make("g", { class: "paint-names" });
      for (let r = size.north; r <= size.south; r++) {
        for (let c = size.west; c >= size.east; c--) {
          const hex = hexOf(r, c);
          cells.push(outline(hex));
          if (!seen.all) names.append(make("text", { x: X(hex), y: Y(hex) + 4 }, hex));
        }
      }
      layers = {};
      const add = (name, kind) => svg.append((layers[name] = make(kind || "path", { class: "paint-" + name })));
      svg.append(make("path", { class: "paint-cells", d: cells.join("") }));
      ["high", "coastal", "land", "mine", "borders"].forEach((name) => add(name));
      svg.append(names);
      ["numbers"].forEach((name) => add(name, "g"));
      ["sides", "loop", "cursor"].forEach((name) => add(name));
      layers.names = names;
      svg.append(landmarks(), rulers(width, height));
      svg.addEventListener("pointerdown", down);
      svg.addEventListener("pointermove", moved);
      svg.addEventListener("pointerup", up);
      svg.addEventListener("pointercancel", up);
      svg.addEventListener("keydown", keyed);
      pan.append(svg);
      if (!seen.at || !onMap(seen.at)) seen.at = onMap("2626") ? "2626" : hexOf(size.north, size.west);
      cursor(seen.at);
      paint();
      pan.scrollLeft = seen.left === null ? X(seen.at) - pan.clientWidth / 2 : seen.left;
      pan.scrollTop = seen.top === null ? Y(seen.at) - pan.clientHeight / 2 : seen.top;
    }

    function landmarks() {
      const made = make("g", { class: "paint-landmarks", "aria-hidden": "true" });
      named.forEach((name, hex) => {
        if (!onMap(hex)) return;
        made.append(make("circle", { cx: X(hex), cy: Y(hex), r: half() - 4 }));
        const y = Y(hex) - tall() - 2;
        made.append(make("text", { x: Math.max(60, X(hex)), y: y < 14 ? Y(hex) + tall() + 12 : y }, name));
      });
      known.forEach((hex) => onMap(hex) && made.append(make("path", { class: "paint-ship", d: "M" + (X(hex) - 4) + " " + (Y(hex) + tall() - 7) + "h8l-2 3h-4z" })));
      return made;
    }

    function rulers(width, height) {
      const made = make("g", { class: "paint-rulers", "aria-hidden": "true" });
      for (let c = size.east; c <= size.west; c++) {
        [[size.north, 15], [size.south, height - 6]].forEach(([row, y]) => made.append(make("text", { x: X(hexOf(row, c)), y }, two(c))));
      }
      for (let r = size.north; r <= size.south; r++) {
        const y = Y(hexOf(r, size.west)) + 4;
        made.append(make("text", { x: 11, y }, two(r)), make("text", { x: width - 11, y }, two(r)));
      }
      return made;
    }

    function paint() {
      paintTerrain();
      paintSides();
      paintAreas();
      paintWholes();
    }

    function paintTerrain() {
      const paths = { coastal: [], land: [], high: [] };
      terrain.forEach((kind, hex) => onMap(hex) && paths[kind].push(outline(hex)));
      KINDS.forEach((kind) => layers[kind].setAttribute("d", paths[kind].join("")));
    }

    function paintSides() {
      const shut = [...sides].map((side) => side.split("-")).filter(([a, b]) => onMap(a) && onMap(b));
      layers.sides.setAttribute("d", shut.map(([a, b]) => edge(a, b)).join(""));
    }

    // What the brush in hand has changed, once for each time the screen is drawn.
    let due = false;
    function repaint() {
      if (due) return;
      due = true;
      window.requestAnimationFrame(() => {
        due = false;
        if (seen.mode === "side") paintSides();
        else if (seen.mode === "area") paintAreas();
        else paintTerrain();
      });
    }

    function paintAreas() {
      const chosen = Number(areaBox.value), lines = [], parts = new Map();
      areas.forEach((n, hex) => {
        if (!onMap(hex)) return;
        neighbours(hex).forEach((other) => {
          if (onMap(other) && areas.get(other) !== n && (hex < other || !areas.has(other))) lines.push(edge(hex, other));
        });
        parts.set(n, [...(parts.get(n) || []), hex]);
      });
      layers.borders.setAttribute("d", lines.join(""));
      const mine = seen.mode === "area" ? parts.get(chosen) || [] : [];
      layers.mine.setAttribute("d", mine.map(outline).join(""));
      layers.numbers.textContent = "";
      parts.forEach((hexes, n) => {
        const x = hexes.reduce((sum, hex) => sum + X(hex), 0) / hexes.length, y = hexes.reduce((sum, hex) => sum + Y(hex), 0) / hexes.length;
        const near = hexes.reduce((best, hex) => (Math.hypot(X(hex) - x, Y(hex) - y) < Math.hypot(X(best) - x, Y(best) - y) ? hex : best));
        layers.numbers.append(make("text", { x: X(near), y: Y(near) + tall() + 10 }, "Area " + n));
      });
    }

    function paintWholes() {
      const numbers = [...new Set([...areas.values(), ...whole, 1, 2, 3])].filter((n) => n > 0).sort((a, b) => a - b);
      const list = find("wholes");
      const held = list.contains(document.activeElement) ? document.activeElement.dataset.n : null;
      list.textContent = "";
      [...numbers, 0].forEach((n) => {
        const key = document.createElement("button");
        key.type = "button";
        key.className = "chip";
        key.dataset.n = n;
        key.setAttribute("aria-pressed", whole.has(n) ? "true" : "false");
        key.textContent = (whole.has(n) ? "✓ " : "") + (n ? "Area " + n : "Outside all areas");
        list.append(key);
        if (held === String(n)) key.focus();
      });
    }

    // Painting.

    function put(map, hex, value) {
      const was = map.get(hex);
      if (was === value) return;
      stroke.push([map === terrain ? "terrain" : "areas", hex, was]);
      if (value === undefined) map.delete(hex);
      else map.set(hex, value);
    }

    function putSide(side, on) {
      if (sides.has(side) === on) return;
      stroke.push(["sides", side, !on]);
      if (on) sides.add(side);
      else sides.delete(side);
    }

    function lay(hexes) {
      hexes.filter(onMap).forEach((hex) => {
        if (seen.mode === "area") put(areas, hex, Number(areaBox.value) || undefined);
        else if (seen.mode !== "side") put(terrain, hex, seen.mode === "none" ? undefined : seen.mode);
      });
    }

    const about = (hex) => (seen.size === "7" ? [hex, ...neighbours(hex)] : [hex]);

    function begin() {
      stroke = [];
    }

    function end(words) {
      if (stroke && stroke.length) {
        undone = [];
        done.push(stroke);
        if (done.length > MOST_UNDONE) done.shift();
        give();
        paintWholes();
        say(words);
      }
      stroke = null;
      keys();
    }

    function back(from, to, words) {
      const last = from.pop();
      if (!last) return;
      const again = [];
      last.reverse().forEach(([what, key, was]) => {
        if (what === "sides") {
          again.push([what, key, sides.has(key)]);
          if (was) sides.add(key);
          else sides.delete(key);
          return;
        }
        const map = what === "terrain" ? terrain : areas;
        again.push([what, key, map.get(key)]);
        if (was === undefined) map.delete(key);
        else map.set(key, was);
      });
      to.push(again);
      give();
      paint();
      keys();
      say(words + ": " + last.length + (last.length === 1 ? " place." : " places."));
    }

    function keys() {
      find("undo").disabled = !done.length;
      find("redo").disabled = !undone.length;
    }

    function say(words) {
      readout.textContent = words;
    }

    function told(hex) {
      const parts = [SAID[terrain.get(hex) || "none"]];
      parts.push(areas.has(hex) ? "area " + areas.get(hex) : "no area");
      const shut = neighbours(hex).map((other, n) => (other && sides.has(sideOf(hex, other)) ? WAYS[n] : "")).filter(Boolean);
      if (shut.length) parts.push("prohibited to the " + shut.join(", "));
      if (named.has(hex)) parts.unshift(named.get(hex));
      if (known.has(hex)) parts.push("ships move there in the rulebook");
      return hex + ": " + parts.join(", ") + ".";
    }

    // With a pointer.

    function where(event) {
      const box = pan.querySelector("svg").getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    }

    function hexAt([x, y]) {
      let best = "", least = Infinity;
      const about = Math.round((y - margin() - tall()) / rise()) + size.north;
      for (let r = about - 1; r <= about + 1; r++) {
        if (r < 1 || r > 99) continue;
        const column = size.west + 1 - ((x - margin()) / half() + (r % 2)) / 2;
        [Math.floor(column), Math.ceil(column)].forEach((c) => {
          if (c < 1 || c > 99) return;
          const hex = hexOf(r, c), far = Math.hypot(X(hex) - x, Y(hex) - y);
          if (far < least) [best, least] = [hex, far];
        });
      }
      return onMap(best) && least < tall() * 1.1 ? best : "";
    }

    function sideAt(point) {
      const hex = hexAt(point);
      const others = neighbours(hex || "0101").filter((other) => hex && onMap(other));
      const far = (other) => Math.hypot(X(other) - point[0], Y(other) - point[1]);
      const other = others.reduce((best, each) => (!best || far(each) < far(best) ? each : best), "");
      return other ? sideOf(hex, other) : "";
    }

    let was = null, putting = true;

    function down(event) {
      if (event.button) return;
      const at = where(event), hex = hexAt(at);
      event.target.closest("svg").setPointerCapture(event.pointerId);
      begin();
      was = at;
      if (hex) cursor(hex);
      if (seen.mode === "side") {
        const side = sideAt(at);
        putting = !sides.has(side);
        if (side) putSide(side, putting);
        repaint();
      } else if (seen.size === "loop") loop = [at];
      else if (hex) {
        lay(about(hex));
        repaint();
      }
    }

    function moved(event) {
      const at = where(event);
      if (!stroke) {
        const hex = hexAt(at);
        if (hex) say(told(hex));
        return;
      }
      if (loop) {
        loop.push(at);
        layers.loop.setAttribute("d", "M" + loop.map((point) => point.join(" ")).join("L") + "z");
        return;
      }
      const far = Math.hypot(at[0] - was[0], at[1] - was[1]), steps = Math.max(1, Math.ceil(far / (half() * 0.7)));
      for (let n = 1; n <= steps; n++) {
        const point = [was[0] + ((at[0] - was[0]) * n) / steps, was[1] + ((at[1] - was[1]) * n) / steps];
        if (seen.mode === "side") {
          const side = sideAt(point);
          if (side) putSide(side, putting);
        } else {
          const hex = hexAt(point);
          if (hex) lay(about(hex));
        }
      }
      was = at;
      repaint();
    }

    function up(event) {
      if (!stroke) return;
      const hex = hexAt(where(event));
      if (loop) {
        layers.loop.setAttribute("d", "");
        const found = within(loop);
        loop = null;
        lay(found);
        paint();
        end(found.length + " hexes: " + (seen.mode === "area" ? "area " + areaBox.value : SAID[seen.mode]) + ".");
        return;
      }
      end(hex ? told(hex) : "");
    }

    function within(points) {
      const found = [];
      for (let r = size.north; r <= size.south; r++) {
        for (let c = size.east; c <= size.west; c++) {
          const hex = hexOf(r, c), x = X(hex), y = Y(hex);
          let inside = false;
          points.forEach(([ax, ay], n) => {
            const [bx, by] = points[(n + 1) % points.length];
            if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
          });
          if (inside) found.push(hex);
        }
      }
      return found;
    }

    // With the keyboard.

    function cursor(hex) {
      seen.at = hex;
      layers.cursor.setAttribute("d", outline(hex));
    }

    function step(key) {
      const row = rowOf(seen.at), column = columnOf(seen.at);
      if (key === "ArrowLeft") return hexOf(row, column + 1);
      if (key === "ArrowRight") return hexOf(row, column - 1);
      const to = row + (key === "ArrowUp" ? -1 : 1);
      return to > 0 ? hexOf(to, column) : "";
    }

    function keyed(event) {
      const letter = event.key.length === 1 ? event.key.toLowerCase() : "";
      if ((event.ctrlKey || event.metaKey) && letter === "z") back(...(event.shiftKey ? [undone, done, "Done again"] : [done, undone, "Undone"]));
      else if (event.ctrlKey || event.metaKey || event.altKey) return;
      else if (event.key.startsWith("Arrow")) walk(event);
      else if (event.key === "Enter" || event.key === " ") mark();
      else if (seen.mode === "side" && letter in BY_DIGIT) mark(neighbours(seen.at)[BY_DIGIT[letter]]);
      else if (letter in BY_LETTER) choose(BY_LETTER[letter]);
      else return;
      event.preventDefault();
    }

    function walk(event) {
      const hex = step(event.key);
      if (!onMap(hex)) return;
      cursor(hex);
      const box = layers.cursor.getBoundingClientRect(), frame = pan.getBoundingClientRect();
      if (box.left < frame.left + 30) pan.scrollLeft -= 160;
      if (box.right > frame.right - 30) pan.scrollLeft += 160;
      if (box.top < frame.top + 30) pan.scrollTop -= 120;
      if (box.bottom > frame.bottom - 30) pan.scrollTop += 120;
      if (event.shiftKey) mark();
      else say(told(hex));
    }

    function mark(other) {
      if (seen.mode === "side" && !onMap(other || "")) return say("The digits 7, 9, 4, 6, 1 and 3 say which side of " + seen.at + ".");
      begin();
      if (seen.mode === "side") putSide(sideOf(seen.at, other), !sides.has(sideOf(seen.at, other)));
      else lay(about(seen.at));
      paint();
      end(told(seen.at));
    }

    function choose(mode) {
      form.querySelector('[name=mode][value="' + mode + '"]').checked = true;
      modes();
    }

    function modes() {
      seen.mode = form.querySelector("[name=mode]:checked").value;
      drawn.querySelectorAll("[data-size]").forEach((key) => (key.disabled = seen.mode === "side"));
      if (layers && size) paintAreas();
      if (seen.mode === "side") say("Point at a side and press. With the keyboard: 7, 9, 4, 6, 1 and 3, as they lie about a hex.");
    }

    // The keys about the board.

    drawn.addEventListener("click", (event) => {
      const key = event.target.closest("button");
      if (!key) return;
      if (key.dataset.size) {
        seen.size = key.dataset.size;
        sizes();
      } else if (key.dataset.n) {
        const n = Number(key.dataset.n);
        if (whole.has(n)) whole.delete(n);
        else whole.add(n);
        give();
        paintWholes();
      } else if (key.hasAttribute("data-undo")) back(done, undone, "Undone");
      else if (key.hasAttribute("data-redo")) back(undone, done, "Done again");
      else if (key.hasAttribute("data-zoom")) {
        seen.all = !seen.all;
        seen.left = seen.top = null;
        sizes();
        draw();
      }
    });

    function sizes() {
      drawn.querySelectorAll("[data-size]").forEach((key) => key.setAttribute("aria-pressed", key.dataset.size === seen.size ? "true" : "false"));
      find("zoom").setAttribute("aria-pressed", seen.all ? "true" : "false");
    }

    pan.addEventListener("scroll", () => ([seen.left, seen.top] = [pan.scrollLeft, pan.scrollTop]));
    form.querySelectorAll("[name=mode]").forEach((key) => key.addEventListener("change", modes));
    edges.forEach((box) => box.addEventListener("input", draw));
    areaBox.addEventListener("input", () => {
      seen.area = areaBox.value;
      choose("area");
      if (Number(areaBox.value) > last) say("Areas have numbers to " + last + ".");
    });
    Object.values(boxes).forEach((box) => box.addEventListener("input", () => {
      take();
      done = [];
      undone = [];
      keys();
      if (size) paint();
    }));

    areaBox.value = seen.area;
    choose(seen.mode);
    sizes();
    take();
    draw();
  }

  const every = (root) => root.querySelectorAll("form[data-part]").forEach(start);
  document.addEventListener("kit:shown", (event) => every(event.target));
  every(document);
})();
