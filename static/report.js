// The report's maps: one picture a map and frame, scrubbed, stepped or played; and every turn's end for paper.
// It stands in the page as well as in the file that is kept, so it asks for nothing and knows no game.
(function () {
  "use strict";
  const reel = document.querySelector(".reel");
  const film = JSON.parse(document.getElementById("report-data").textContent);
  const frames = film.frames;
  const figures = Array.from(document.querySelectorAll("[data-map]"));
  const slider = part("slider");
  const still = 1100;
  let now = 0;
  let timer = 0;

  function part(name) {
    return reel.querySelector('[data-reel="' + name + '"]');
  }

  // Drawing.

  function shape(name, attributes, inside) {
    const made = document.createElementNS(figures[0].querySelector("svg").namespaceURI, name);
    for (const key of Object.keys(attributes)) made.setAttribute(key, attributes[key]);
    for (const each of inside || []) made.append(each);
    return made;
  }

  function drawn(mark, scale) {
    const [form, x, y, kind, count, words, fade, age] = mark;
    if (form === "called") return shape("rect", { class: "calledbox", x: x, y: y, width: kind, height: kind });
    const place = "translate(" + x + " " + y + ")";
    if (form === "target") return shape("circle", { class: "target", r: 8 * scale, transform: place });
    const inside = words ? [shape("title", {}, [words])] : [];
    const size = " scale(" + scale + ")";
    if (form === "cross") {
      inside.push(shape("path", { class: "wreck", d: "M-7 -7L7 7M7 -7L-7 7" }));
      return shape("g", { transform: place + size, "data-words": words }, inside);
    }
    const seen = form.startsWith("open-");
    const look = seen ? "seen" : "own";
    if (form === "wing") inside.push(shape("path", { class: "wing", d: "M0 -13L13 9H-13z" }));
    else if (form.endsWith("circle")) inside.push(shape("circle", { class: look, r: 12 }));
    else inside.push(shape("rect", { class: look, x: -12, y: -10, width: 24, height: 20, rx: 3 }));
    inside.push(shape("text", { class: look + "-type", y: 4 }, [kind]));
    const beside = seen ? age : count > 1 ? String(count) : "";
    if (beside) inside.push(shape("text", { class: "own-count", x: 17, y: -4 }, [beside]));
    return shape("g", { class: fade || "", transform: place + size, "data-words": words }, inside);
  }

  function draw(svg, picture, on) {
    const scale = Number(on || svg.dataset.scale);
    const marks = film.pictures[picture].map((n) => film.marks[n]);
    svg.querySelector(".marks").replaceChildren(...marks.map((mark) => drawn(mark, scale)));
    return marks.map((mark) => mark[5]).filter(Boolean);
  }

  function lines(said) {
    return said.map(function (words) {
      const made = document.createElement("li");
      made.textContent = words;
      return made;
    });
  }

  // A map wider than the page is first shown where most of what stands on it is.
  function centred(pan) {
    const svg = pan.querySelector("svg");
    const at = Array.from(svg.querySelectorAll(".marks > *"), (mark) => mark.getBoundingClientRect());
    const left = at.map((box) => box.left + box.width / 2).sort((a, b) => a - b);
    const middle = left[Math.floor(left.length / 2)];
    if (left.length) pan.scrollLeft += middle - pan.getBoundingClientRect().left - pan.clientWidth / 2;
  }

  // Going through it.

  function show(n) {
    now = Math.max(0, Math.min(frames.length - 1, n));
    const frame = frames[now];
    slider.value = now;
    slider.setAttribute("aria-valuetext", frame.at + ", " + frame.step);
    part("at").textContent = frame.at;
    part("step").textContent = frame.step;
    frame.score.forEach((points, i) => (part("score-" + i).textContent = points));
    part("said").replaceChildren(...lines(frame.said));
    figures.forEach(function (figure, i) {
      const svg = figure.querySelector("svg");
      const words = draw(svg, frame.maps[i]);
      svg.setAttribute("aria-label", film.names[i] + ". " + (words.join(". ") || "Nothing on it."));
      figure.querySelector("[data-named]").textContent = "";
    });
    reel.dataset.frame = now;
  }

  function turn(by) {
    const at = frames[now].turn;
    let n = now;
    while (frames[n] && frames[n].turn === at) n += by;
    if (by < 0 && frames[n]) {
      const before = frames[n].turn;
      while (frames[n - 1] && frames[n - 1].turn === before) n -= 1;
    }
    show(n);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    reel.querySelector('[data-go="play"]').textContent = "Play";
  }

  function play() {
    if (timer) return stop();
    if (now === frames.length - 1) show(0);
    reel.querySelector('[data-go="play"]').textContent = "Pause";
    timer = setInterval(function () {
      if (now === frames.length - 1) stop();
      else show(now + 1);
    }, still);
  }

  const doings = {
    back: () => show(now - 1),
    on: () => show(now + 1),
    "turn-back": () => turn(-1),
    "turn-on": () => turn(1),
  };

  function go(what) {
    if (what === "play") return play();
    stop();
    doings[what]();
  }

  document.addEventListener("click", function (event) {
    const key = event.target.closest("[data-go], [data-tab], [data-words], [data-report-print]");
    if (!key) return;
    if (key.dataset.go) go(key.dataset.go);
    else if (key.dataset.tab) tab(key);
    else if ("reportPrint" in key.dataset) window.print();
    else if (key.closest("figure")) key.closest("figure").querySelector("[data-named]").textContent = key.dataset.words;
  });

  function tab(key) {
    reel.querySelector(".reel-maps").dataset.shown = key.dataset.tab;
    for (const each of reel.querySelectorAll("[data-tab]")) each.setAttribute("aria-pressed", String(each === key));
  }

  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("textarea, select, summary, a") || (event.target.closest("button") && event.key === " ")) return;
    const keys = { ArrowLeft: event.shiftKey ? "turn-back" : "back", ArrowRight: event.shiftKey ? "turn-on" : "on", " ": "play" };
    if (!keys[event.key]) return;
    event.preventDefault();
    go(keys[event.key]);
  });

  slider.addEventListener("input", function () {
    stop();
    show(Number(slider.value));
  });

  // Paper: the end of every turn, and whatever is folded away.

  function glance() {
    const ends = frames.filter((frame, n) => !frames[n + 1] || frames[n + 1].turn !== frame.turn);
    const rows = ends.map(function (frame) {
      const row = document.createElement("div");
      const head = document.createElement("h3");
      head.textContent = frame.at;
      const three = document.createElement("div");
      figures.forEach(function (figure, i) {
        const svg = figure.querySelector("svg").cloneNode(true);
        draw(svg, frame.maps[i], svg.dataset.paper);
        const made = document.createElement("figure");
        const name = document.createElement("figcaption");
        name.textContent = film.names[i];
        made.append(svg, name);
        three.append(made);
      });
      const key = document.createElement("p");
      key.textContent = frames.filter((each) => each.turn === frame.turn).flatMap((each) => each.key).join(" ");
      row.append(head, three, key);
      return row;
    });
    document.querySelector("[data-glance]").replaceChildren(...rows);
  }

  let closed = [];
  window.addEventListener("beforeprint", function () {
    glance();
    const folded = Array.from(document.querySelectorAll("details.print-open:not([open])"));
    for (const each of folded) each.open = true;
    closed = closed.concat(folded);
  });
  window.addEventListener("afterprint", function () {
    for (const each of closed) each.open = false;
    closed = [];
    document.querySelector("[data-glance]").replaceChildren();
  });

  slider.max = frames.length - 1;
  reel.hidden = false;
  show(0);
  for (const pan of reel.querySelectorAll(".board-pan")) centred(pan);
})();
