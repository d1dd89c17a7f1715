// Print, and hold to look at what is covered until it is on paper.
(function () {
  "use strict";
  const body = document.body;
  document.addEventListener("click", function (event) {
    if (event.target.closest("[data-print]")) window.print();
    // A key cannot be held by those who have the page read out: to them it opens and covers.
    if (event.detail === 0 && isHold(event)) body.classList.toggle("held");
  });
  function look(on) {
    body.classList.toggle("held", on);
  }
  function isHold(event) {
    return Boolean(event.target.closest && event.target.closest("[data-hold]"));
  }
  document.addEventListener("pointerdown", function (event) {
    if (isHold(event)) look(true);
  });
  document.addEventListener("keydown", function (event) {
    if (!isHold(event) || (event.key !== " " && event.key !== "Enter")) return;
    event.preventDefault();
    look(true);
  });
  document.addEventListener("contextmenu", function (event) {
    if (isHold(event)) event.preventDefault();
  });
  for (const end of ["pointerup", "pointercancel", "keyup", "blur", "pagehide"]) {
    window.addEventListener(end, function () {
      look(false);
    });
  }
  document.addEventListener("visibilitychange", function () {
    look(false);
  });
})();
