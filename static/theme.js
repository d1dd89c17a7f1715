// The choices a phone keeps for itself: light or dark, large text, and how soon it covers its plot again. Nothing of the game is kept here.
(function () {
  "use strict";
  const root = document.documentElement;
  function keep(name) {
    try {
      return window.localStorage.getItem("umpire-" + name) || "";
    } catch {
      return "";
    }
  }
  function put(name, value) {
    if (value) root.setAttribute("data-" + name, value);
    else root.removeAttribute("data-" + name);
    try {
      window.localStorage.setItem("umpire-" + name, value);
    } catch {
      // A phone that keeps nothing starts afresh next time.
    }
  }
  const names = ["theme", "text", "cover"];
  for (const name of names) put(name, keep(name));
  function say() {
    // Which is chosen, on the keys that choose.
    for (const key of document.querySelectorAll("[data-keep]")) {
      key.setAttribute("aria-pressed", String(key.dataset.value === (root.getAttribute("data-" + key.dataset.keep) || "")));
    }
  }
  document.addEventListener("DOMContentLoaded", say);
  document.addEventListener("click", function (event) {
    const key = event.target.closest("[data-keep]");
    if (key) put(key.dataset.keep, key.dataset.value);
    if (key) say();
  });
})();
