// A phone keeps the fingerprint of every turn it saw begin, and brings them when they are compared.
(function () {
  "use strict";
  function key(root) {
    return "umpire-kept:" + root;
  }
  function read(root) {
    try {
      return (localStorage.getItem(key(root)) || "").split("\n").filter(Boolean);
    } catch (_) {
      return [];
    }
  }
  function keep(root, line) {
    const lines = read(root);
    if (!line || lines.includes(line)) return;
    try {
      localStorage.setItem(key(root), lines.concat(line).join("\n"));
    } catch (_) {
      // A phone that keeps nothing has paper.
    }
  }
  const page = document.getElementById("page");
  if (page) {
    const look = function () {
      const here = page.querySelector("[data-kept-line]");
      if (here) keep(page.dataset.root, here.dataset.keptLine);
    };
    look();
    new MutationObserver(look).observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-kept-line"] });
  }
  const box = document.querySelector("textarea[data-keeps]");
  if (box && !box.value) {
    box.value = read(box.dataset.keeps).join("\n");
    const note = document.querySelector("[data-kept]");
    if (note && box.value) note.hidden = false;
  }
})();
