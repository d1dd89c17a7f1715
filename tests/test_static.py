"""What the browser is sent: the vendored files are those that were reviewed, and nothing comes from outside."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

VENDORED = {
    "htmx.min.js": "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717",
    "idiomorph-ext.min.js": "5811b9a7eda14878b7dab4378bf60432e1bb6f11fcfb970cc26540642650181e",
}


@pytest.mark.parametrize(("name", "digest"), VENDORED.items())
def test_vendored_files_are_the_reviewed_ones(name: str, digest: str) -> None:
    assert hashlib.sha256((ROOT / "static" / "vendor" / name).read_bytes()).hexdigest() == digest


def test_every_vendored_script_is_listed_and_has_its_licence() -> None:
    vendor = ROOT / "static" / "vendor"
    assert {path.name for path in vendor.glob("*.js")} == set(VENDORED)
    assert {path.stem for path in vendor.glob("*.LICENSE")} == {"htmx", "idiomorph"}


@pytest.mark.parametrize(
    "path", sorted([*(ROOT / "templates").rglob("*.html"), *(ROOT / "static").glob("*.*")]), ids=str
)
def test_nothing_is_fetched_from_outside_and_nothing_runs_inline(path: Path) -> None:
    """There is no internet at the table, and the content policy allows neither inline script nor inline style."""
    text = path.read_text("utf-8")
    outside = [url for url in re.findall(r"https?://[^\s\"'<>)]+", text) if "www.w3.org" not in url]
    assert outside == []
    if path.suffix == ".html":
        assert not re.search(r"<script(?![^>]*\bsrc=)", text)
        assert not re.search(r"\s(style|on[a-z]+)=", text)
