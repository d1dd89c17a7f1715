// Hold to look: the page is covered unless a key or finger is held down.
(function () {
  "use strict";
  const body = document.body;
  document.addEventListener("pointerdown", function (event) {
    if (event.target.closest("[data-hold]")) body.classList.add("held");
  });
  for (const end of ["pointerup", "pointercancel", "blur"]) {
    window.addEventListener(end, function () {
      body.classList.remove("held");
    });
  }
  document.addEventListener("keydown", function (event) {
    if (event.key === " " && !event.target.closest("input, select, textarea, a")) {
      event.preventDefault();
      body.classList.add("held");
    }
  });
  document.addEventListener("click", function (event) {
    // A key cannot be held by those who have the page read out: to them it opens and covers.
    if (event.target.closest("[data-open]") || (event.detail === 0 && event.target.closest("[data-hold]"))) body.classList.toggle("open");
  });
  document.addEventListener("keyup", function () {
    body.classList.remove("held");
  });
})();
