"""The kit of Lightning: Midway: ready as it is, and corrected to one's own cards."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.lightning.scenes import kit, table
from umpire.games.lightning_midway import kit as kits
from umpire.games.lightning_midway import kit_sheet
from umpire.table.asks import Refusal

JSON = Any


def read(section: str, cells: dict[str, JSON], **fields: str) -> dict[str, JSON]:
    shown = {name: list(values) for name, values in kit_sheet.shown(section, cells).items()}
    return kit_sheet.read(section, {**shown, **{name: [text] for name, text in fields.items()}}, cells)


def test_a_fresh_copy_lacks_nothing() -> None:
    assert kit_sheet.wanting(kit_sheet.known()) == []
    assert kit_sheet.problems(kit_sheet.known()) == []
    assert kit_sheet.doubts(kit_sheet.known()) == []
    assert kits.objectives(kit_sheet.known()) == {
        **dict.fromkeys(("Enterprise", "Hornet", "Yorktown", "Midway"), "us"),
        **dict.fromkeys(("Akagi", "Kaga", "Soryu", "Hiryu"), "japan"),
    }


@pytest.mark.parametrize("section", [each.key for each in kit_sheet.SECTIONS])
def test_a_form_sent_back_untouched_changes_nothing(section: str) -> None:
    cells = kit(**{"dependents/Akagi": "Zero"})
    blank = {key: value for key, value in cells.items() if value}
    assert read(section, blank) == blank


def test_the_objectives_are_ones_own() -> None:
    made = read("objectives", kit(), us="Enterprise\n Hornet \n\nSaratoga", japan="Akagi\nZuiho")
    assert made["objectives/us"] == ["Enterprise", "Hornet", "Saratoga"]
    assert [key for key in made if key.startswith("dependents/")] == [
        key for key in kit() if key in ("dependents/Akagi", "dependents/Enterprise", "dependents/Hornet")
    ]
    t = table({**made, "dependents/Zuiho": "", "dependents/Saratoga": ""})
    assert t.truth.left("japan") == ["Akagi", "Zuiho"]


@pytest.mark.parametrize(
    "japan", ["", "Akagi\nakagi", "Enterprise", "a/b", "x" * 31, "\n".join(f"Ship {n}" for n in range(13))]
)
def test_a_list_that_no_copy_has_is_refused_or_found_wanting(japan: str) -> None:
    if japan:
        with pytest.raises(Refusal):
            read("objectives", kit(), japan=japan)
    else:
        assert kit_sheet.wanting(read("objectives", kit_sheet.known(), japan=japan))


def test_an_objective_that_the_rulebook_names_is_doubted_once_it_is_left_out() -> None:
    made = read("objectives", kit_sheet.known(), us="Enterprise\nYorktown")
    assert kit_sheet.doubts(made) == ["The rulebook names Hornet as an objective of the US."]


def test_dependents_and_who_begins_may_be_typed_beforehand() -> None:
    made = read("dependents", kit_sheet.known(), first="Japan", **{"dependents|Kaga": " Zero,  Val "})
    assert (made[kits.FIRST], made["dependents/Kaga"]) == ("Japan", "Zero, Val")
    assert "dependents/Akagi" not in made, "left blank it is asked at the table"
    with pytest.raises(Refusal):
        read("dependents", kit_sheet.known(), **{"dependents|Kaga": "x" * 121})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("objectives/us", "Enterprise"),
        ("objectives/us", []),
        ("objectives/us", [1]),
        ("objectives/moon", ["Akagi"]),
        ("country/first", "us"),
        ("dependents/Nobody", "Zero"),
        ("dependents/Akagi", 5),
        ("hits/Akagi", 4),
    ],
)
def test_what_no_copy_could_hold_is_found(key: str, value: JSON) -> None:
    cells = {**kit_sheet.known(), key: value}
    assert kit_sheet.problems(cells)
    assert kit_sheet.sound(cells) == {k: v for k, v in kit_sheet.known().items() if k != key}
