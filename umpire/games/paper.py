"""Paper that any game prints: sheets of blocks, laid out on pages that are whole on A4 and on Letter.

Heights are reckoned in millimetres from the text alone, on the narrower and the shorter of the two papers
and with a wide face, so that a page which fits here fits in a browser.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from textwrap import wrap
from typing import Any, NamedTuple

from umpire.table.asks import Ask

WIDTH = 184.0
"""Across A4 between its margins."""
HEIGHT = 230.0
"""Down Letter between its margins, without the head and the foot of a page."""
LETTER_WIDTH = 1.85
LINE = 4.15
FINE_LINE = 3.55
PADDING = 1.4
TITLE = 9.0
NOTE = 0.6
SHORT = 38.0
"""A block no higher than this is not cut in two."""
BLANK_ROW = 7.15


class NoSuchSheet(Exception):
    """A sheet this audience has not, or of a turn that was not played."""


NONE = "none"
"""The form of a line that names what there is nothing of."""


@dataclass(frozen=True)
class Column:
    """A column of a table: its heading, its share of the width in twentieths, and whether it holds places."""

    label: str
    share: int
    mono: bool = False


@dataclass(frozen=True)
class Boxes:
    """Hit boxes: how many are marked, and how many there are; None while nobody has read that off."""

    hits: int = 0
    boxes: int | None = None
    sunk: bool = False
    sure: bool = True
    """Whether anybody has read off that there are so many."""


Row = Sequence[Any]
"""Cells, each a text or `Boxes`; in a game's own form whatever its template draws."""


@dataclass(frozen=True)
class Block:
    """One titled part of a sheet: a table with notes above and below it, or a drawing of the game's own.

    `form` names the template: ``table``, or the game's own ``sheet_<form>.html``, which gets `facts` and the
    rows; it says with `tall` how high it stands, and with `row_tall` how high a row of it.
    """

    title: str
    columns: Sequence[Column] = ()
    rows: Sequence[Row] = ()
    before: Sequence[str] = ()
    after: Sequence[str] = ()
    form: str = "table"
    facts: Mapping[str, Any] = field(default_factory=dict)
    tall: float = 0.0
    row_tall: float = 0.0
    struck: bool = False
    blank: bool = False
    """Rows are to be written in."""
    small: bool = False
    """Notes in small type and two columns."""

    @property
    def empty(self) -> bool:
        return not (self.rows or self.before or self.after or self.form != "table")


@dataclass(frozen=True)
class Sheet:
    """What is printed under one heading, on as many pages as it takes."""

    title: str
    when: str
    blocks: Sequence[Block]
    eyes: str = ""
    """Whom it is for, where the sheets of one job are not all for the same."""


@dataclass(frozen=True)
class Page:
    """One side of one piece of paper."""

    title: str
    when: str
    blocks: Sequence[Block]
    eyes: str = ""
    n: int = 0
    of: int = 0


class Asked(NamedTuple):
    """What is asked of a party as a sheet is drawn, and whether it has locked its answer."""

    party: str
    ask: Ask
    locked: bool


def ruled(title: str, columns: Sequence[Column], rows: int, before: Sequence[str] = ()) -> Block:
    """An empty table to go on with by hand."""
    return Block(title, columns, [[""] * len(columns)] * rows, before, blank=True)


def abreast(columns: Sequence[Column], rows: Sequence[Row], times: int = 2) -> tuple[list[Column], list[list[Any]]]:
    """A narrow table as one of twice the columns, or more, and half the rows: down the left side, then down the right."""
    deep = -(-len(rows) // times)
    parts = [rows[deep * n : deep * (n + 1)] for n in range(times)]
    beside = zip_longest(*parts, fillvalue=[""] * len(columns))
    return [*columns] * times, [[cell for row in each for cell in row] for each in beside]


def narrowed(block: Block, halves: Sequence[Column], least: int = 4) -> Block:
    """A table of so many rows or more with two rows abreast, if every cell stays on one line; else as it is.

    The shares of `halves` add up to ten, half the width.
    """
    narrow = all(
        lines(cell, WIDTH * c.share / 20 - 3) == 1 for row in block.rows for cell, c in zip(row, halves, strict=True)
    )
    if len(block.rows) < least or not narrow:
        return block
    columns, rows = abreast(halves, block.rows)
    return replace(block, columns=columns, rows=rows)


def paged(sheets: Iterable[Sheet]) -> list[Page]:
    """The pages of one print job, numbered through; every sheet begins a page."""
    pages = [Page(sheet.title, sheet.when, blocks, sheet.eyes) for sheet in sheets for blocks in _filled(sheet.blocks)]
    return [replace(page, n=n, of=len(pages)) for n, page in enumerate(pages, 1)]


def _gathered(blocks: Sequence[Block]) -> list[Block]:
    """The blocks, with those in a row that hold nothing on a line together."""
    made: list[Block] = []
    for block in blocks:
        if not block.empty:
            made.append(block)
        elif made and made[-1].form == NONE:
            made[-1] = replace(made[-1], before=[*made[-1].before, block.title])
        else:
            made.append(Block("", form=NONE, before=[block.title]))
    return made


def _filled(blocks: Sequence[Block]) -> list[list[Block]]:
    pages: list[list[Block]] = [[]]
    left = HEIGHT
    waiting = _gathered(blocks)
    while waiting:
        block = waiting.pop(0)
        height = tall(block)
        if height <= left:
            pages[-1].append(block)
            left -= height
            continue
        now, later = _cut(block, left)
        if now is None and pages[-1]:
            waiting.insert(0, block)
        else:
            pages[-1].append(now or block)
            if later is None:
                continue
            waiting.insert(0, later)
        pages.append([])
        left = HEIGHT
    return pages if pages[-1] else pages[:-1] or [[]]


def _cut(block: Block, left: float) -> tuple[Block | None, Block | None]:
    """As many rows of a block as fit, and the rest under the same title; nothing of one that is not worth cutting."""
    if not block.rows or tall(block) < (HEIGHT if block.blank else SHORT):
        return None, None
    used = tall(replace(block, rows=(), after=())) + _head(block)
    fit = 0
    for row in block.rows:
        used += _row(block, row)
        if used > left:
            break
        fit += 1
    if fit == len(block.rows):
        fit -= 1
    if fit < min(3, len(block.rows) - 1) or fit < 1:
        return None, None
    title = block.title if block.title.endswith("continued") else f"{block.title}, continued"
    return replace(block, rows=block.rows[:fit], after=()), replace(
        block, title=title, rows=block.rows[fit:], before=()
    )


def tall(block: Block) -> float:
    """Millimetres that a block takes."""
    if block.form == NONE:
        return lines(", ".join(f"{title}: none" for title in block.before), WIDTH - 10) * LINE + 3
    notes = sum(lines(text, WIDTH) * LINE + NOTE for text in (*block.before, *block.after))
    if block.small:
        notes = sum(lines(text, WIDTH / 1.55) * FINE_LINE + NOTE for text in block.before) / 2 + 2
    head = _head(block) if block.rows else 0.0
    return TITLE + notes + head + block.tall + sum(_row(block, row) for row in block.rows)


def _head(block: Block) -> float:
    if not block.columns:
        return 0.0
    return max(lines(c.label, WIDTH * c.share / 20 - 3) for c in block.columns) * LINE + PADDING


def _row(block: Block, row: Row) -> float:
    if block.row_tall:
        return block.row_tall
    if block.blank:
        return BLANK_ROW
    deep = [lines(cell, WIDTH * c.share / 20 - 3) for cell, c in zip(row, block.columns, strict=True)]
    return max(deep, default=1) * LINE + PADDING


def lines(cell: Any, width: float) -> int:
    """Lines that a cell takes in a column of so many millimetres, its padding left out."""
    if isinstance(cell, Boxes):
        return -(-max(cell.boxes or 6, cell.hits) // max(1, int(width / 4)))
    return max(1, len(wrap(str(cell), max(4, int(width / LETTER_WIDTH)))))
