"""What a selector finds on a page in WebKit, and what a finger does with it: the script for it, and its handle."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.browser.webkit import Glass

JSON = Any

BEGIN = """
if (!window.begun) {
  window.begun = true;
  addEventListener("beforeunload", () => (window.leaving = true));
  const tell = (kind, words) => window.leaving && words.startsWith("htmx:") ||  // what a page on its way out did not wait for
    sessionStorage.setItem("wrong", JSON.stringify([...JSON.parse(sessionStorage.getItem("wrong") || "[]"), [kind, words]]));
  addEventListener("error", (e) => e.message && tell("pageerror", e.message));
  addEventListener("unhandledrejection", (e) => tell("pageerror", String(e.reason)));
  addEventListener("securitypolicyviolation", (e) => tell("console", `refused by policy: ${e.violatedDirective} ${e.blockedURI}`));
  const said = console.error;
  console.error = (...words) => { tell("console", words.map(String).join(" ")); said.apply(console, words); };
  new PerformanceObserver((list) => list.getEntries().forEach((e) => tell("request", e.name)))
    .observe({ type: "resource", buffered: true });
  window.find_all = (query) => {
    const words = (e) => (e.innerText || e.textContent || "").replace(/\\s+/g, " ").trim();
    const seen = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0 &&
      e.getBoundingClientRect().width > 0;
    const has = (said, part) => said.toLowerCase().includes(part.toLowerCase());
    let found;
    if (query.either) {
      found = [...new Set(query.either.flatMap(find_all))];
      found.sort((a, b) => (a.compareDocumentPosition(b) & 4 ? -1 : 1));
    } else {
      const roots = query.within ? find_all(query.within) : [document];
      found = [...new Set(roots.flatMap((root) => [...root.querySelectorAll(query.css)]))];
    }
    if (query.text) found = found.filter((e) => has(words(e), query.text));
    if (query.named) found = found.filter((e) => has(e.getAttribute("aria-label") || words(e), query.named));
    if (query.visible) found = found.filter(seen);
    if (query.nth !== null && query.nth !== undefined) found = found.slice(query.nth, query.nth + 1 || undefined);
    return found;
  };
  window.under_a_finger = (e) => {
    // Where a finger can be laid on it, brought into view if need be; else what is in its way.
    if (!e.checkVisibility({ visibilityProperty: true }) || e.disabled) return "it is not shown, or shut";
    let covers = null;
    for (const block of [null, "nearest", "end", "center", "start"]) {
      if (block) e.scrollIntoView({ block, inline: "nearest" });
      const b = e.getBoundingClientRect(), x = Math.floor(b.left + b.width / 2), y = Math.floor(b.top + b.height / 2);
      covers = document.elementFromPoint(x, y);
      if (covers && (e.contains(covers) || covers.contains(e) && covers.closest("label"))) {
        window.missed = true;
        const hits = (on) => e.contains(on) || (on.contains(e) && on.closest("label"));
        document.addEventListener("click", (event) => (missed = !hits(event.target)), { capture: true, once: true });
        return { x, y };
      }
    }
    return "under " + (covers ? covers.outerHTML.slice(0, 120) : "nothing");
  };
  INIT
}
"""
RUN = """BEGIN
const value = (() => { BODY })();
const wrong = JSON.parse(sessionStorage.getItem("wrong") || "[]");
sessionStorage.removeItem("wrong");
return [value === undefined ? null : value, wrong];
"""


class NotYet(AssertionError):
    """Something that was waited for did not come."""


def query(css: str, has_text: str = "", within: JSON = None) -> JSON:
    """What is looked for, with what the other browser's tests may say of being visible taken out of the selector."""
    parts = []
    for part in _alternatives(css):
        bare = re.sub(r":visible|\s*>>\s*visible=true", "", part).strip()
        assert ">>" not in bare, f"not known here: {css}"
        parts.append({"css": bare, "text": has_text, "within": within, "visible": bare != part.strip()})
    return parts[0] if len(parts) == 1 else {"either": parts}


def _alternatives(css: str) -> list[str]:
    """A selector list, taken apart at the commas that stand in no bracket."""
    if ">>" in css:
        return [css]
    parts, depth = [""], 0
    for letter in css:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


@dataclass(frozen=True)
class Found:
    """What a selector finds, looked up anew each time it is used."""

    glass: Glass
    query: JSON

    @property
    def first(self) -> Found:
        return self.nth(0)

    @property
    def last(self) -> Found:
        return self.nth(-1)

    def nth(self, n: int) -> Found:
        return replace(self, query={"either": [self.query], "nth": n})

    def or_(self, other: Found) -> Found:
        return replace(self, query={"either": [self.query, other.query]})

    def locator(self, css: str, has_text: str = "") -> Found:
        return replace(self, query=query(css, has_text, self.query))

    def get_by_text(self, words: str) -> Found:
        return replace(self, query={"css": "*", "text": words, "within": self.query})

    def all(self) -> list[Found]:
        return [self.nth(n) for n in range(self.count())]

    def count(self) -> int:
        return int(self._run("return all.length"))

    def is_visible(self) -> bool:
        return bool(self._run("return all.some((e) => find_all({ either: [args[0]], visible: true }).includes(e))"))

    def inner_text(self) -> str:
        return str(self._of_the_first("e.innerText ?? e.textContent"))

    def get_attribute(self, name: str) -> str | None:
        said = self._of_the_first(f"e.getAttribute({json.dumps(name)})")
        return None if said is None else str(said)

    def input_value(self) -> str:
        return str(self._of_the_first("e.value"))

    def bounding_box(self) -> dict[str, float]:
        box: dict[str, float] = self._of_the_first("e.getBoundingClientRect().toJSON()")
        return box

    def scroll_into_view_if_needed(self) -> None:
        self._of_the_first("e.scrollIntoView({ block: 'nearest' })")

    def wait_for(self, *, state: str = "visible", timeout: float | None = None) -> None:
        holds: dict[str, Callable[[], bool]] = {
            "visible": self.is_visible,
            "hidden": lambda: not self.is_visible(),
            "attached": lambda: self.count() > 0,
            "detached": lambda: self.count() == 0,
        }
        within = None if timeout is None else timeout / 1000
        self.glass.until(holds[state], f"{self._name} to be {state}", within)

    def click(self) -> None:
        """A finger laid on the middle of it and lifted, once it can be reached; again, if the page moved under it."""
        ends = time.monotonic() + self.glass.context.within
        while True:
            at = self._reached()
            finger = Finger(self.glass)
            finger.down(at)
            finger.up()
            if not self._missed():
                return
            if time.monotonic() > ends:
                raise NotYet(f"{self._name} moved away under every finger at {self.glass.url}")

    tap = click

    def _missed(self) -> bool:
        """Whether the finger came down beside it; where another page has come, it did not."""
        missed = True
        for wait in (0, 0.05, 0.2):
            time.sleep(wait)
            missed = missed and bool(self.glass.run("return window.missed === true"))
        return missed

    def fill(self, text: str) -> None:
        """Type over what stands in it."""
        self.wait_for()
        self._of_the_first("(e.focus(), e.select())")
        if text:
            self.glass.write(text)
        else:
            self.glass.press("Delete")

    def select_option(self, value: str) -> None:
        self._of_the_first(
            f"(e.value = {json.dumps(value)}, e.dispatchEvent(new Event('input', {{bubbles: true}})),"
            " e.dispatchEvent(new Event('change', { bubbles: true })))"
        )

    def set_input_files(self, file: Path) -> None:
        self._element().send_keys(str(file))

    def screenshot(self) -> bytes:
        """As it stands on the page: cut out of a picture of that, for its own may come out blank."""
        from PIL import Image

        self.scroll_into_view_if_needed()
        box, cut = self.bounding_box(), io.BytesIO()
        whole = Image.open(io.BytesIO(self.glass.screenshot()))
        whole.crop((box["left"], box["top"], box["right"], box["bottom"])).save(cut, "PNG")
        return cut.getvalue()

    @property
    def _name(self) -> str:
        return json.dumps({k: v for k, v in self.query.items() if v})

    def _run(self, body: str) -> JSON:
        return self.glass.run(f"const all = find_all(args[0]); {body}", self.query)

    def _of_the_first(self, what: str) -> JSON:
        """Something of the first that is found, once there is one."""
        self.wait_for(state="attached")
        return self._run(f"const e = all[0]; return e ? ({what}) : null")

    def _element(self) -> JSON:
        self.wait_for(state="attached")
        return self._run("return all[0]")

    def _reached(self) -> dict[str, int]:
        said: JSON = ""
        ends = time.monotonic() + self.glass.context.within
        while not isinstance(said, dict):
            if time.monotonic() > ends:
                raise NotYet(f"{self._name} cannot be tapped: {said} at {self.glass.url}")
            if said:
                time.sleep(0.03)
            said = self._run("return all.length ? under_a_finger(all[0]) : 'it is not there'")
        return said


class Finger:
    """One finger on the glass; for this browser it is a mouse's button."""

    def __init__(self, glass: Glass) -> None:
        self._driver = glass.driver

    def down(self, at: Mapping[str, float]) -> None:
        self._do("move_to_location", round(at["x"]), round(at["y"]), then="pointer_down")

    def move(self, at: Mapping[str, float]) -> None:
        self._do("move_to_location", round(at["x"]), round(at["y"]))

    def up(self) -> None:
        self._do("pointer_up")

    def _do(self, what: str, *args: int, then: str = "") -> None:
        from selenium.webdriver.common.actions.action_builder import ActionBuilder
        from selenium.webdriver.common.actions.pointer_input import PointerInput

        actions = ActionBuilder(self._driver, mouse=PointerInput("touch", "finger"), duration=0)
        getattr(actions.pointer_action, what)(*args)
        if then:
            getattr(actions.pointer_action, then)()
        actions.perform()
