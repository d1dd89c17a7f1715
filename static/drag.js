// A stack, or a chip of a board, is dragged as well as tapped: taken up where it lies, put down where the finger is lifted.
// It says on the page what that does, as taps would; the page's own script sends it.
(function () {
  "use strict";
  function act(values) {
    document.dispatchEvent(new CustomEvent("umpire:act", { detail: values }));
  }

  let dragging = false;
  document.addEventListener(
    "click",
    function (event) {
      if (dragging) event.stopImmediatePropagation(); // the finger that was lifted tapped nothing
    },
    true,
  );

  let held = null;
  document.addEventListener("pointerdown", function (event) {
    const piece = event.target.closest('svg [data-op="stack"], .dk-chip[data-op="chip"]');
    held = piece ? { piece: piece, arg: piece.dataset.arg, x: event.clientX, y: event.clientY } : null;
    if (held) held.chip = piece.dataset.op === "chip";
  });
  document.addEventListener("pointermove", function (event) {
    if (!held || !(held.ghost || moved(event))) return;
    if (!held.chip) held.piece.classList.add("dragged");
    else carry(event);
  });
  document.addEventListener("pointerup", function (event) {
    const was = held;
    const far = held && moved(event);
    letGo();
    if (!was || !(far || was.ghost)) return;
    const place = was.chip ? boxUnder(event) : placeUnder(was.piece.ownerSVGElement, event);
    if (!place && !was.chip) return;
    dragging = true;
    window.setTimeout(function () {
      dragging = false;
    }, 50);
    if (was.chip) putDown(was, place);
    else {
      act({ op: "stack", arg: was.arg });
      act({ op: "to", arg: place });
    }
  });
  document.addEventListener(
    "touchmove",
    function (event) {
      // Else the finger pans the page, and the drag is called off; what style sheets say of it stops at an svg's edge.
      if (held) event.preventDefault();
    },
    { passive: false },
  );
  document.addEventListener("pointercancel", function () {
    const was = held;
    letGo();
    if (was && was.ghost) putDown(was, null);
  });
  function letGo() {
    if (!held) return;
    held.piece.classList.remove("dragged");
    if (held.ghost) held.ghost.remove();
    if (held.over) held.over.classList.remove("over");
    held = null;
  }

  // A chip is taken up at once, so that the boxes it may go to light while it is carried; its likeness goes with the finger.

  function carry(event) {
    if (!held.ghost) {
      held.took = held.piece.getAttribute("aria-pressed") !== "true";
      if (held.took) act({ op: "chip", arg: held.arg });
      held.ghost = held.piece.cloneNode(true);
      held.ghost.removeAttribute("data-op");
      held.ghost.setAttribute("aria-hidden", "true");
      held.ghost.classList.add("carried");
      document.body.append(held.ghost);
    }
    held.ghost.style.transform = "translate(" + event.clientX + "px, " + event.clientY + "px)";
    if (held.over) held.over.classList.remove("over");
    held.over = boxUnder(event);
    if (held.over) held.over.classList.add("over");
  }
  function putDown(was, box) {
    if (box && box.dataset.box !== was.arg.split(":")[0]) act({ op: "to", arg: box.dataset.box });
    else if (was.took) act({ op: "chip", arg: was.arg });
  }
  function boxUnder(event) {
    return (document.elementFromPoint(event.clientX, event.clientY) || document.body).closest("[data-box]");
  }
  function moved(event) {
    return Math.hypot(event.clientX - held.x, event.clientY - held.y) >= 14;
  }
  function placeUnder(svg, event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return svg.dataset.hexes ? hexUnder(svg, at) : zoneUnder(svg, at);
  }
  function hexUnder(svg, at) {
    // The hex whose middle is nearest; a hex that is not on the map is refused where the rules are.
    const [across, down] = svg.dataset.hexes.split(" ").map(Number);
    let best = "";
    let nearest = down;
    const about = Math.round((at.x - 16) / across);
    for (let column = Math.max(0, about - 1); column <= about + 1; column += 1) {
      const top = column % 2 ? down : down / 2;
      const row = Math.max(0, Math.round((at.y - top) / down));
      const far = Math.hypot(at.x - 16 - column * across, at.y - top - row * down);
      if (far < nearest) {
        nearest = far;
        best = String.fromCharCode(65 + column) + (row + 1);
      }
    }
    return best;
  }
  function zoneUnder(svg, at) {
    const size = Number(svg.dataset.zoneSize);
    const x = Math.floor(at.x / size);
    const y = Math.floor(at.y / size);
    if (x < 0 || y < 0 || x >= svg.dataset.columns * 3 || y >= svg.dataset.rows * 3) return "";
    const letter = "ABCDEFGHI"[(y % 3) * 3 + (x % 3)];
    return String.fromCharCode(65 + Math.floor(x / 3)) + "-" + (Math.floor(y / 3) + 1) + "-" + letter;
  }
})();
