"""``docs/reference/python.md`` explains all of ``penguin_board.stats``, and its example runs."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from penguin_board import stats
from scripts.api_reference import MARK, PAGE, SECTIONS, reference


def test_the_page_is_current() -> None:
    text = PAGE.read_text("utf-8")
    assert text[text.index(MARK) :] == reference(), "run: python scripts/api_reference.py"


def test_every_public_name_is_on_it_once() -> None:
    headings = re.findall(r"^### (\w+)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(headings) == sorted(stats.__all__)
    assert headings == " ".join(SECTIONS.values()).split()


def section(name: str) -> str:
    """What the page says of a name."""
    return reference().partition(f"### {name}\n")[2].partition("\n## ")[0].partition("\n### ")[0]


@pytest.mark.parametrize("name", stats.__all__)
def test_nothing_is_left_unexplained(name: str) -> None:
    text = section(name)
    assert re.search(r"^[`A-Z\d].*[.]$", text, re.MULTILINE), "no sentence says what it is"
    rows = re.findall(r"^\| `\w+` \| (.*) \| (.*) \|$", text, re.MULTILINE)
    assert len(rows) == len(re.findall(r"^\| `", text, re.MULTILINE))
    assert all(kind.strip() and meaning.strip() for kind, meaning in rows)
    returned = re.findall(r"^\*\*Returns\*\* `.+?`: (.*)$", text, re.MULTILINE)
    assert len(returned) == (f"    {name}(" in text)
    assert all(meaning.strip() for meaning in returned)


def test_a_default_is_the_same_on_every_machine() -> None:
    assert "limits=Limits()" in section("leaderboard")
    assert "settings=Settings(b=10000)" in section("compare_composites")
    assert "| `threads` | `int` |" in section("Limits")


def test_choices_are_spelled_out_and_no_rule_of_the_specification_is_left() -> None:
    assert '`"all" or "split" or "pairwise"` = `"all"`' in section("Settings")
    assert '`"better" or "worse" or "tie" or "insufficient"`' in section("Verdict")
    assert not re.search(r"\b[A-Z]\d+\b|:class:|:func:|``", reference())


def test_the_example_prints_what_the_page_shows() -> None:
    text = PAGE.read_text("utf-8")
    found = re.search(r"```python\n(.*?)```\n\nprints\n\n```text\n(.*?)```", text, re.DOTALL)
    assert found
    done = subprocess.run(
        [sys.executable, "-c", found[1]], capture_output=True, text=True, check=True
    )
    assert done.stdout == found[2]


def test_links_within_the_page_lead_to_a_name() -> None:
    targets = re.findall(r"\]\(#(\w+)\)", reference())
    assert targets
    headings = [name.lower() for name in stats.__all__]
    assert [target for target in targets if headings.count(target) != 1] == []
