// The two choices a phone keeps for itself: light or dark, and large text. Nothing of the game is kept here.
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
  put("theme", keep("theme"));
  put("text", keep("text"));
  document.addEventListener("click", function (event) {
    const key = event.target.closest("[data-keep]");
    if (key) put(key.dataset.keep, key.dataset.value);
  });
})();
