"""Under which headings printed values are looked up."""

from umpire.games.filed import FEW, PRINTED, filed
from umpire.table.script import Fact


def of(*cells: tuple[str, str]) -> list[Fact]:
    return [Fact(f"kit/{key}", label, 1) for key, label in cells]


def headings(facts: list[Fact]) -> dict[tuple[str, ...], int]:
    made: dict[tuple[str, ...], int] = {}
    for fact in facts:
        made[fact.about] = made.get(fact.about, 0) + 1
    return made


def test_a_short_chart_is_one_list_in_the_order_of_its_numbers() -> None:
    made = filed("Damage", of(*((f"damage/{n}", f"Damage, {n}") for n in ("10", "9", "-2", "1", "none"))))
    assert [fact.key for fact in made] == [f"kit/damage/{n}" for n in ("none", "-2", "1", "9", "10")]
    assert {fact.about for fact in made} == {(PRINTED, "Damage")}


def test_a_long_chart_is_filed_by_its_rows() -> None:
    cells = [(f"cap/{row}/{n}", f"CAP Table, “{row}” column, modified {n}") for row in (10, 9) for n in range(30)]
    made = filed("CAP", of(*cells))
    assert headings(made) == {(PRINTED, "CAP", f"“{row}” column"): 30 for row in (9, 10)}
    assert next(iter(headings(made)))[2] == "“9” column", "nine before ten"


def test_a_row_that_is_long_itself_is_cut_into_lists_about_alike() -> None:
    made = filed("Ratio", of(*((f"ratio/{n}", f"Victory, ratio {n} or the next: level") for n in range(FEW + 1))))
    assert list(headings(made).items()) == [
        ((PRINTED, "Ratio", "ratio 0 … ratio 20"), 21),
        ((PRINTED, "Ratio", "ratio 21 … ratio 40"), 20),
    ]


def test_numbers_within_a_word_count_too_and_a_cell_by_itself_is_called_by_its_name() -> None:
    cells = [(f"mods/taken/{n}-of-12", f"Fire, the ship has taken {n} of 12") for n in range(1, 13)]
    cells += [(f"mods/type/{n}", f"Fire, type {n} shoots") for n in range(FEW)]
    made = filed("Fire", of(("mods/target/heavy", "Fire, the target is heavily damaged"), *cells))
    assert [fact.key for fact in made if "taken" in fact.key][-2:] == [
        "kit/mods/taken/11-of-12",
        "kit/mods/taken/12-of-12",
    ]
    assert (PRINTED, "Fire", "the target is heavily damaged") in headings(made)
    assert (PRINTED, "Fire", "the ship has taken") in headings(made)
