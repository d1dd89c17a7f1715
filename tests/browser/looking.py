"""What can be found wrong with a page by looking at it: sizes, contrast, words for what is drawn, marks for what is chosen."""

from __future__ import annotations

LOOK = """() => {
  const wrong = [], seen = e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const box = e => e.getBoundingClientRect(), words = e => (e.getAttribute("aria-label") || e.textContent).trim();
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page scrolls sideways");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const e = node.parentElement, said = node.data.trim();
    if (!said || !seen(e) || e.closest(".sr, .sheet, title, script, option")) continue;
    const at = box(e);
    if (!at.width || !at.height) continue;
    const drawn = e.ownerSVGElement ? e.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(e).fontSize) * drawn;
    if (size < (innerWidth < 390 ? 10.7 : 11.95)) wrong.push(`text of ${size.toFixed(1)} px: ${said.slice(0, 40)}`);
  }
  if (TAPPED) for (const e of document.querySelectorAll("button, .button, [data-op], summary, select")) {
    if (!seen(e) || e.closest("svg.board")) continue;
    const high = box(e).height;
    const least = e.ownerSVGElement && innerWidth < 390 ? 40 : 43.5; // the same is offered in a chip
    if (high && high < least) wrong.push(`a key ${high.toFixed(1)} px high: ${words(e).slice(0, 40)}`);
  }
  for (const e of document.querySelectorAll("button, .button, h1, h2, .where .who")) {
    if (!seen(e) || e.closest(".sr") || !e.clientWidth) continue;
    if (e.scrollWidth > e.clientWidth + 1) wrong.push(`cut off: ${words(e).slice(0, 40)}`);
  }
  const asked = document.querySelector(".asked");
  const bands = {};
  if (asked) {
    const at = box(asked);
    if (at.height > innerHeight * 0.4 + 0.5) wrong.push(`the asked band is ${at.height} px of ${innerHeight}`);
    if (at.top < 0 || at.bottom > innerHeight + 0.5) wrong.push("the asked band is out of view");
    for (const name of [".where", ".know", ".asked"]) {
      const b = box(document.querySelector(name));
      bands[name] = [b.left, b.top, b.width, b.height].map(Math.round).join(" ");
    }
  }
  return { wrong, bands };
}"""


CONTRAST = """() => {
  const wrong = new Set(), seen = e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const parts = said => (said.match(/[\\d.]+/g) || []).map(Number);
  const light = rgb => {
    const [r, g, b] = rgb.map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = e => {
    const under = [];
    for (; e; e = e.parentElement) {
      const [r, g, b, a = 1] = parts(getComputedStyle(e).backgroundColor);
      if (a) under.push([[r, g, b], a]);
      if (a === 1) break;
    }
    return under.reverse().reduce((below, [rgb, a]) => rgb.map((v, i) => v * a + below[i] * (1 - a)), [255, 255, 255]);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const e = node.parentElement, said = node.data.trim();
    if (!said || e.ownerSVGElement || e.closest(".sr, .sheet, script, option, :disabled") || !seen(e)) continue;
    if (!e.getBoundingClientRect().width) continue;
    const [ink, paper] = [light(parts(getComputedStyle(e).color).slice(0, 3)), light(ground(e))];
    const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    if (ratio < 4.5) wrong.add(`contrast ${ratio.toFixed(1)}: ${said.slice(0, 40)}`);
  }
  return [...wrong];
}"""


LARGE = """() => {
  const wrong = new Set(), seen = e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const words = e => (e.getAttribute("aria-label") || e.textContent).trim().slice(0, 40);
  if (document.documentElement.scrollWidth > innerWidth) wrong.add("the page scrolls sideways");
  const pans = e => {
    for (; e; e = e.parentElement) if (/auto|scroll/.test(getComputedStyle(e).overflowX)) return true;
    return false;
  };
  for (const e of document.body.querySelectorAll("*")) {
    if (e.ownerSVGElement || e.closest(".sr, .skip, option") || !seen(e)) continue;
    const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    const style = getComputedStyle(e);
    if (style.overflowX === "hidden" && e.scrollWidth > e.clientWidth + 1) wrong.add(`cut off: ${words(e)}`);
    const low = style.overflowY === "hidden" && e.scrollHeight > e.clientHeight + 2;
    if (low && e !== document.body) wrong.add(`cut off below: ${words(e)}`);
    if (own && e.getBoundingClientRect().right > innerWidth + 1 && !pans(e)) wrong.add(`beyond the edge: ${words(e)}`);
  }
  return [...wrong];
}"""
"""With large text: nothing is cut, nothing makes the page scroll sideways."""

IN_SIGHT = """() => {
  const asked = document.querySelector(".asked");
  if (!asked) return [];
  for (const e of document.querySelectorAll(".know, .asked, html, body")) e.scrollTop = e.scrollHeight;
  scrollTo(0, 9999);
  const at = asked.getBoundingClientRect();
  const wrong = at.top < 0 || at.bottom > innerHeight + 0.5 || at.height < Math.min(100, innerHeight * 0.3)
    ? [`the asked band lies from ${at.top} to ${at.bottom} of ${innerHeight}`] : [];
  for (const e of document.querySelectorAll(".know, .asked")) e.scrollTop = 0;
  return wrong;
}"""
"""What is asked stays in sight, however the page and its bands are scrolled."""

WORDS = """() => {
  const wrong = new Set();
  const silent = "[role=img], [role=button], [aria-hidden=true]";
  const name = e => e.getAttribute("aria-label") || e.querySelector(":scope > title")?.textContent || "";
  for (const svg of document.querySelectorAll("svg")) {
    if (!svg.checkVisibility() || svg.closest("[aria-hidden=true]")) continue;
    const role = svg.getAttribute("role");
    if (!["img", "group", "application"].includes(role) || !name(svg))
      wrong.add(`a drawing without a name: ${svg.outerHTML.slice(0, 80)}`);
    if (role === "img" && svg.querySelector("[data-op], [tabindex]")) wrong.add(`keys within a picture: ${name(svg)}`);
    if (role !== "group") continue;
    for (const e of svg.querySelectorAll("[data-op], [role=img]"))
      if (!/[a-z]{2}/i.test(name(e))) wrong.add(`without words: ${e.outerHTML.slice(0, 100)}`);
    for (const e of svg.querySelectorAll("text"))
      if (!e.closest(`${silent}, .line-name`)) wrong.add(`letters without words: ${e.textContent}`);
    for (const e of svg.querySelectorAll(".own, .seen, .hull, .plane"))
      if (!e.closest(silent)) wrong.add(`a counter without words in ${name(svg)}`);
  }
  return [...wrong];
}"""
"""All that is drawn has words: a name for each picture, and for each counter and place in it."""

MARKS = """() => {
  const wrong = new Set(), said = e => e.getAttribute("aria-label") || e.textContent;
  const short = e => e.outerHTML.slice(0, 90);
  for (const e of document.querySelectorAll("[aria-pressed=true]")) {
    if (!e.checkVisibility()) continue;
    const drawn = e.ownerSVGElement && e.querySelector(".own, .hull, .hit, .plane");
    const mark = drawn ? getComputedStyle(drawn).strokeWidth : getComputedStyle(e, "::after").content;
    if (!mark || mark === "none" || mark === "0px") wrong.add(`chosen without a mark: ${short(e)}`);
  }
  const each = (what, fails, words) => {
    for (const e of document.querySelectorAll(what)) if (fails(e)) wrong.add(`${words}: ${short(e)}`);
  };
  each("svg [data-op].picked", e => e.getAttribute("aria-pressed") !== "true", "picked, unsaid");
  each("svg .gone", e => !/sunk|lost/.test(said(e)), "gone, unsaid");
  each("svg .fired:not([aria-hidden])", e => !/fire/.test(said(e)), "fired at, unsaid");
  const lined = e => /line-through/.test(getComputedStyle(e).textDecoration);
  each(".struck:not(table)", e => !e.matches("s") || !/^Struck/.test(e.textContent) || !lined(e), "struck, unsaid");
  const shown = e => e.checkVisibility() && !e.closest("[aria-hidden=true]");
  each(".done:not([role]), .asking, .refusal", e => shown(e) && !said(e).trim(), "a colour and no word");
  each(".on", () => true, "chosen by its look alone");
  return [...wrong];
}"""
"""Colour is never the only sign: what is chosen, found, struck or asked has a mark or a word as well."""

STILL = """() => {
  const wrong = document.getAnimations().length ? ["something moves by itself"] : [];
  const live = [...document.querySelectorAll("[aria-live], [role=status], [role=alert]")];
  const loud = e => e.getAttribute("aria-live") === "assertive" || e.querySelector("svg, button");
  for (const e of live) if (loud(e)) wrong.push(`a loud place: ${e.outerHTML.slice(0, 80)}`);
  if (document.querySelector("meta[http-equiv=refresh]")) wrong.push("the page loads itself anew");
  if (document.documentElement.lang !== "en") wrong.push("it is not said what language this is");
  return wrong;
}"""
"""A page is calm: nothing moves, nothing is announced out of turn, and it is said what language it is in."""
