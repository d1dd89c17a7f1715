"""Kits: what only the counters and charts of a boxed copy tell, entered once by its owner on the laptop.

One page a kit, one form a section; each is saved for itself. Tables in play keep the kit they began with.
What a form holds and means is the game's own business: see `Sheet`.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import tomllib
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from threading import Lock
from typing import Any, Protocol

import tomli_w
from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from umpire.games import GAMES, ByGame
from umpire.rows import KitRow
from umpire.table.asks import Refusal
from umpire.troubles import StoreError
from umpire.web.guard import laptop_only
from umpire.web.viewers import host

JSON = Any
Cells = Mapping[str, JSON]
Fields = Mapping[str, Sequence[str]]

pages = Blueprint("kits", __name__, url_prefix="/kits")

FORMAT = "umpire-kit/1"
LIMIT = 480 * 1024
"""Bytes of a kit's file, or of one of its forms; a map painted hex by hex with every chart typed over is half of it."""
TOO_LONG = f"That file is over {LIMIT // 1024} KB, so it is no kit."
LONGEST_NAME = 40
_NESTED_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){9}""")
"""A key of ten parts or more. Reading one takes time and room by the square of its length: a small file could fill
the laptop."""
UNNAMED = "My copy"
MEANWHILE = (
    "This part was changed meanwhile, by a table or in another window. What you typed is still here: "
    "save again to put it in place of that, or open the page afresh to see how it stands."
)
FULL = "That is more than fits on one form. Nothing was changed."


class HeadingOf(Protocol):
    """What sections stand under that set-up does not need; folded, all of them open on a tap."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def words(self) -> str: ...
    @property
    def folded(self) -> bool: ...


class SectionOf(Protocol):
    """One form of a kit's page."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def template(self) -> str: ...
    @property
    def under(self) -> HeadingOf | None: ...
    @property
    def folded(self) -> bool: ...


class Sheet(Protocol):
    """What a game brings so that its kit can be entered: pure functions of cells and of typed fields."""

    @property
    def SECTIONS(self) -> Sequence[SectionOf]: ...
    @property
    def Typed(self) -> Callable[[Fields], Any]:
        """Wraps the fields of a form for a template to ask ``one``, ``many``, ``has``."""

    @property
    def BOX(self) -> str:
        """What of the box is read off, in words."""

    @property
    def SCRIPTS(self) -> Sequence[str]:
        """Scripts its forms have of their own, beside that of every kit’s page."""

    @property
    def title(self) -> Callable[[], str]:
        """The edition, in words."""

    @property
    def known(self) -> Callable[[], dict[str, JSON]]:
        """The cells a new kit begins with."""

    @property
    def sound(self) -> Callable[[Cells], dict[str, JSON]]:
        """The cells that could be printed; a page is drawn from no others."""

    @property
    def problems(self) -> Callable[[Cells], list[str]]:
        """What could never be printed, a sentence each."""

    @property
    def doubts(self) -> Callable[[Cells], list[str]]:
        """Where cells contradict what the rulebook says of them, a sentence each."""

    @property
    def wanting(self) -> Callable[[Cells], list[tuple[str, str]]]:
        """What is missing before set-up, each with the section it belongs to."""

    @property
    def later(self) -> Callable[[Cells], list[tuple[str, str]]]:
        """What only part of the game needs before set-up and is missing, each with its section."""

    @property
    def NEED_CELLS(self) -> Sequence[str]:
        """The settings in whose use more is needed before set-up."""

    @property
    def shown(self) -> Callable[[str, Cells], Fields]:
        """The fields a section opens with."""

    @property
    def facts(self) -> Callable[[str, Cells], dict[str, JSON]]:
        """What its template draws round them."""

    @property
    def read(self) -> Callable[[str, Fields, Cells], dict[str, JSON]]:
        """All cells with a section as typed; raises `Refusal`."""


SHEETS: ByGame[Sheet] = ByGame(lambda brought: brought.kit)
"""By game. Its templates are `<game>/kit_<template of the section>.html`."""

_saving = Lock()


@pages.before_request
def at_the_laptop_only() -> None:
    laptop_only()
    request.max_content_length = LIMIT + 16 * 1024  # the wrapping of an upload counts too


# A new kit.


@pages.route("/<game>/new", methods=["GET", "POST"])
def new(game: str) -> AnyResponse:
    """Name a copy of the game; its kit begins with what the rulebook tells."""
    if game not in SHEETS:
        abort(404)
    said, typed = "", UNNAMED
    if request.method == "POST":
        try:
            typed = request.form.get("name", UNNAMED)
            kit_id = _keep(game, _name(typed), SHEETS[game].known())
            return redirect(f"/kits/{kit_id}", 303)
        except (Refusal, StoreError) as refusal:
            said = str(refusal)
        except RequestEntityTooLarge:
            said = FULL
    body = render_template(
        "kit_new.html",
        game=GAMES[game],
        edition=SHEETS[game].title(),
        box=SHEETS[game].BOX,
        name=typed,
        said=said,
        longest=LONGEST_NAME,
    )
    return make_response(body, 422 if said else 200)


def _name(typed: str) -> str:
    name = " ".join(typed.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Refusal(f"A copy has a name of 1 to {LONGEST_NAME} letters.")
    return name


def first(game: str) -> str:
    """A copy of which nothing is filled in yet but what the rulebook tells; its id."""
    return _keep(game, UNNAMED, SHEETS[game].known())


def _keep(game: str, name: str, cells: Cells) -> str:
    """Store a new kit, numbering a name that is in use; its id."""
    with _saving:
        taken = {kit.name.casefold() for kit in host().store.kits(game)}
        free, n = name, 1
        while free.casefold() in taken:
            n += 1
            free = f"{name[: LONGEST_NAME - 5].rstrip()} {n}"
        kit_id = secrets.token_hex(6)
        host().store.save_kit(kit_id, game, free, cells)
    return kit_id


# One kit.


def _kit(kit_id: str) -> tuple[KitRow, Sheet]:
    """A kit with the cells that can be worked with; 404 for none, or one of a game that has no sheet here."""
    row = host().store.kit(kit_id)
    if row is None or row.game not in SHEETS:
        abort(404)
    sheet = SHEETS[row.game]
    return KitRow(row.id, row.game, row.name, sheet.sound(row.cells)), sheet


@pages.get("/<kit_id>")
def show(kit_id: str) -> AnyResponse:
    row, sheet = _kit(kit_id)
    return _page(row, sheet, saved=request.args.get("saved", ""))


def _page(row: KitRow, sheet: Sheet, *, saved: str = "", **refused: Any) -> Response:
    """The kit's page. Of a refused post: `about` a section, the fields `typed`, the words `said`, the `doubts`."""
    wanting = sheet.wanting(row.cells)
    about = refused.get("about", "")
    parts = [
        {
            "section": section,
            "template": f"{row.game}/kit_{section.template}.html",
            "typed": sheet.Typed(refused["typed"] if section.key == about else sheet.shown(section.key, row.cells)),
            "facts": sheet.facts(section.key, row.cells),
            "wanting": [words for words, key in wanting if key == section.key],
            "seen": _digest(sheet, section.key, row.cells),
            "said": refused.get("said", "") if section.key == about else "",
            "doubts": refused.get("doubts", []) if section.key == about else [],
            "saved": section.key == saved,
        }
        for section in sheet.SECTIONS
    ]
    body = render_template(
        "kit.html",
        kit=row,
        game=GAMES[row.game],
        edition=sheet.title(),
        groups=_groups(parts),
        scripts=sheet.SCRIPTS,
        wanting=wanting,
        later=sheet.later(row.cells),
        kept=sheet.doubts(row.cells),
        name_typed=refused.get("name", row.name),
        name_said=refused.get("said", "") if about == "name" else "",
        renamed=saved == "name",
        longest=LONGEST_NAME,
    )
    return make_response(body, 422 if about else 200)


def _groups(parts: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The sections under each heading. A folded heading is open where one of them has something to say."""
    made = []
    for heading, each in groupby(parts, key=lambda part: part["section"].under):
        listed = list(each)
        told = any(part["saved"] or part["said"] or part["doubts"] for part in listed)
        made.append({"heading": heading, "parts": listed, "open": told})
    return made


def _digest(sheet: Sheet, section: str, cells: Cells) -> str:
    """What a section's form was drawn from, in a word: it tells whether the section has changed since."""
    shown = {name: list(values) for name, values in sheet.shown(section, cells).items()}
    return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()[:16]


@pages.route("/<kit_id>/<section>", methods=["GET", "POST"])
def save(kit_id: str, section: str) -> AnyResponse:
    """Save one section as typed, or say plainly why not and keep what was typed."""
    row, sheet = _kit(kit_id)
    if section not in {each.key for each in sheet.SECTIONS}:
        abort(404)
    if request.method != "POST":  # the address a refused post leaves in the bar
        return redirect(f"/kits/{row.id}#part-{section}", 303)
    try:
        typed: Fields = request.form.to_dict(flat=False)
    except RequestEntityTooLarge:
        return _page(row, sheet, about=section, typed=sheet.shown(section, row.cells), said=FULL)
    with _saving:
        row, sheet = _kit(kit_id)
        try:
            made = sheet.read(section, typed, row.cells)
            if request.form.get("seen", "") not in ("", _digest(sheet, section, row.cells)):
                raise Refusal(MEANWHILE)
            new = [doubt for doubt in sheet.doubts(made) if doubt not in sheet.doubts(row.cells)]
            if new and not (request.form.get("sure") == "1" and set(new) <= set(request.form.getlist("doubted"))):
                return _page(row, sheet, about=section, typed=typed, doubts=new)
            _store(row, made)
        except (Refusal, StoreError) as refusal:
            return _page(row, sheet, about=section, typed=typed, said=str(refusal))
    return redirect(f"/kits/{row.id}?saved={section}#part-{section}", 303)


def _store(row: KitRow, made: Cells) -> None:
    """Keep changed cells. Where none is taken away they are added in one step, beside what a table learns now."""
    if set(row.cells) <= set(made):
        host().store.learn(row.id, {key: value for key, value in made.items() if row.cells.get(key) != value})
    else:
        host().store.save_kit(row.id, row.game, row.name, made)


@pages.post("/<kit_id>/rename")
def rename(kit_id: str) -> AnyResponse:
    row, sheet = _kit(kit_id)
    typed = ""
    try:
        typed = request.form.get("name", "")
        name = _name(typed)
        with _saving:
            row, sheet = _kit(kit_id)
            if any(kit.id != row.id and kit.name.casefold() == name.casefold() for kit in host().store.kits(row.game)):
                raise Refusal("Another copy has this name already.")
            host().store.save_kit(row.id, row.game, name, row.cells)
    except (Refusal, StoreError) as refusal:
        return _page(row, sheet, about="name", name=typed, said=str(refusal))
    except RequestEntityTooLarge:
        return _page(row, sheet, about="name", said=FULL)
    return redirect(f"/kits/{row.id}?saved=name", 303)


# As a file.


@pages.get("/<kit_id>/export")
def export(kit_id: str) -> Response:
    """The kit as one readable file, for another laptop or for keeping."""
    row, sheet = _kit(kit_id)
    answer = Response(as_file(row, sheet.title()), mimetype="application/toml")
    name = "".join(c if c.isascii() and c.isalnum() else "-" for c in row.name).strip("-")
    answer.headers["Content-Disposition"] = f'attachment; filename="{row.game}-{name or "kit"}.kit.toml"'
    return answer


def as_file(row: KitRow, edition: str) -> str:
    """A kit as TOML: a value a line, those of one kind together, a long list its own table."""
    head = f"# A kit for the umpire at the table: the counters and charts of one copy.\n# {edition}\n\n"
    head += tomli_w.dumps({"format": FORMAT, "game": row.game, "name": row.name})
    lines, tables, last = ["", "[cells]"], [], ""
    for key, value in sorted(row.cells.items(), key=lambda cell: (cell[0].partition("/")[0], cell[0])):
        if isinstance(value, dict) and all(isinstance(each, dict) for each in value.values()):
            tables += ["", f"[cells.{_toml_key(key)}]", *(f"{_toml_key(k)} = {_toml(v)}" for k, v in value.items())]
            continue
        if last and last != key.partition("/")[0]:
            lines.append("")
        last = key.partition("/")[0]
        lines.append(f"{_toml_key(key)} = {_toml(value)}")
    return head + "\n".join([*lines, *tables, ""])


def _toml_key(key: str) -> str:
    return tomli_w.dumps({key: 0}).removesuffix(" = 0\n")


def _toml(value: JSON) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_toml_key(name)} = {_toml(each)}" for name, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    return tomli_w.dumps({"a": value}).removeprefix("a = ").rstrip("\n")


@pages.route("/import", methods=["GET", "POST"])
def take_in() -> AnyResponse:
    """A kit from a file. What contradicts the rulebook is challenged once, like what is typed."""
    said, text, doubts = "", "", []
    if request.method == "POST":
        try:
            text = _uploaded()
            game, name, cells = from_file(text)
            doubts = SHEETS[game].doubts(cells)
            if not doubts or (request.form.get("sure") == "1" and set(doubts) <= set(request.form.getlist("doubted"))):
                return redirect(f"/kits/{_keep(game, name, cells)}", 303)
        except (Refusal, StoreError) as refusal:
            said = str(refusal)
        except RequestEntityTooLarge:
            said = TOO_LONG
    body = render_template("kit_import.html", said=said, doubts=doubts, text=text if doubts and not said else "")
    return make_response(body, 422 if request.method == "POST" else 200)


def _uploaded() -> str:
    """The text of the file sent, or sent back with a word on its doubts."""
    upload = request.files.get("file")
    data = upload.read() if upload else request.form.get("text", "").encode()
    if not data.strip():
        raise Refusal("Choose the file of a kit first: it ends in .kit.toml.")
    if len(data) > LIMIT:
        raise Refusal(TOO_LONG)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal("That file is not text, so it is no kit.") from None


def from_file(text: str) -> tuple[str, str, dict[str, JSON]]:
    """Game, name and cells of a kit's file; raises `Refusal` in words for any other."""
    if _NESTED_KEY.search(text):
        raise Refusal("That file has keys within keys within keys, as no kit has.")
    try:
        data = tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise Refusal(f"That file is not TOML, so it is no kit ({str(error)[:120]}).") from None
    except (ValueError, RecursionError):
        raise Refusal("That file is not TOML that can be read, so it is no kit.") from None
    if data.get("format") != FORMAT:
        raise Refusal(f"That file does not say that it is a kit: its format would be “{FORMAT}”.")
    strange = [key for key in data if key not in ("format", "game", "name", "cells")]
    if strange:
        raise Refusal(f"A kit’s file has nothing called “{strange[0][:40]}”. It was not taken.")
    game, name, cells = data.get("game"), data.get("name"), data.get("cells")
    if not isinstance(game, str) or game not in SHEETS:
        raise Refusal(f"This version has no game called “{str(game)[:40]}”.")
    if not isinstance(name, str) or not isinstance(cells, dict):
        raise Refusal("That kit lacks its name or its cells.")
    problems = SHEETS[game].problems(cells)
    if problems:
        more = f" And {len(problems) - 1} more like it." if len(problems) > 1 else ""
        raise Refusal(f"That kit cannot be right. {problems[0]}{more}")
    return game, _name(name), cells
