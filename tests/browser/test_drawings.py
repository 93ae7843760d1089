"""The drawings of the pages as numbers: scales, labels, cells. No browser is needed."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penguin_board import display
from penguin_board.display import ScoreFormat
from penguin_board.render import render_site, script_json
from penguin_board.tree import load_tree
from penguin_board.views.axis_scale import resource_scale, score_scale
from penguin_board.views.chart_labels import (
    Box,
    LabelRequest,
    PlacedLabel,
    place_labels,
    shortened,
    text_width,
)
from penguin_board.views.waffle import CELL, MISSING, PITCH, UNSCORED, cell_paths
from penguin_board.waffle_scale import grid
from tests import pages

PERCENT = ScoreFormat(100.0, 1, "%")
FONT = 13.0
BOUNDS = Box(0, 0, 400, 300)
amounts = st.one_of(st.just(0.0), st.floats(1e-6, 1e9))


@given(st.lists(amounts, min_size=1, max_size=12), st.sampled_from(["cost", "duration", "tokens"]))
def test_resource_scale_holds_every_value(values: list[float], unit: str) -> None:
    """Every value but 0 on a logarithmic axis stands between the ends; ticks rise and differ."""
    text: Callable[[float | None], str] = getattr(display, unit)
    scale = resource_scale(values, text, is_duration=unit == "duration")
    for value in values:
        if value or not scale.is_log:
            assert 0 <= scale.fraction(value) <= 1
    assert scale.has_zero == (scale.is_log and 0 in values)
    ticks = [scale.fraction(tick.value) for tick in scale.ticks]
    assert ticks == sorted(ticks)
    assert all(-1e-9 <= tick <= 1 + 1e-9 for tick in ticks)
    assert len(ticks) <= 12


@given(st.lists(st.tuples(st.floats(0, 1), st.none() | st.floats(0, 0.5)), min_size=1))
def test_score_scale_holds_every_whisker(scores: list[tuple[float, float | None]]) -> None:
    values, stds = [score for score, _ in scores], [std for _, std in scores]
    scale = score_scale(values, stds, PERCENT, 1.0)
    for score, std in scores:
        for end in (score - (std or 0), score + (std or 0)):
            assert 0 <= scale.fraction(end) <= 1
    assert scale.high - scale.low >= 0.1 - 1e-9
    if all(score - (std or 0) >= 0 and score + (std or 0) <= 1 for score, std in scores):
        assert 0 <= scale.low < scale.high <= 1
    texts = [tick.text for tick in scale.ticks]
    assert len(texts) >= 2
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([0.02, 0.04], ["$0.02", "$0.03", "$0.04"]),
        ([1.0, 3.0], ["$0", "$1", "$2", "$3"]),
        ([1.0, 1000.0], ["$1", "$10", "$100", "$1,000"]),
        ([0.0], ["$0", "$0.20", "$0.40", "$0.60", "$0.80", "$1"]),
    ],
)
def test_ticks_are_round_amounts(values: list[float], ticks: list[str]) -> None:
    scale = resource_scale(values, display.cost, is_duration=False)
    assert [tick.text for tick in scale.ticks] == ticks


def box_of(label: PlacedLabel) -> Box:
    width = max(text_width(line, FONT) for _, line in label.baselines)
    left = {"start": label.x, "middle": label.x - width / 2, "end": label.x - width}[label.anchor]
    first, last = label.baselines[0][0], label.baselines[-1][0]
    return Box(left, first - FONT * 0.7, left + width, last)


@given(
    st.lists(
        st.tuples(
            st.floats(20, 380), st.floats(20, 280), st.text("abc mW", min_size=1, max_size=20)
        ),
        max_size=15,
    )
)
def test_labels_overlap_neither_each_other_nor_points(
    points: list[tuple[float, float, str]],
) -> None:
    circles = [Box(x - 9, y - 9, x + 9, y + 9) for x, y, _ in points]
    requests = [
        LabelRequest(key=key, x=x, y=y, radius=9, lines=(text, text[:3]))
        for key, (x, y, text) in enumerate(points)
    ]
    placed = place_labels(requests, points=circles, lines=(), bounds=BOUNDS, font_size=FONT)
    boxes = [box_of(label) for label in placed.values()]
    assert not any(one.overlaps(other) for one, other in itertools.combinations(boxes, 2))
    assert not any(box.overlaps(circle) for box in boxes for circle in circles)
    assert all(box.inside(BOUNDS) for box in boxes)


def test_a_label_alone_stands_beside_its_point() -> None:
    request = LabelRequest(key=7, x=100, y=100, radius=9, lines=("name",))
    placed = place_labels([request], points=(), lines=(), bounds=BOUNDS, font_size=FONT)
    assert (placed[7].anchor, placed[7].x, placed[7].leader) == ("start", 113, None)


def test_long_names_are_cut_by_width() -> None:
    assert shortened("short", FONT, 100) == "short"
    cut = shortened("a" * 60, FONT, 100)
    assert cut.endswith("…")
    assert text_width(cut, FONT) <= 100
    assert text_width("中", FONT) == FONT


looks = st.lists(st.sampled_from([0, 1, 2, 3, 4, 5, UNSCORED, MISSING]), min_size=1, max_size=80)


@given(looks)
def test_paths_draw_every_cell_once_in_its_place(drawn: list[int | str]) -> None:
    cells = grid(len(drawn))
    found: dict[tuple[int, int], int | str] = {}
    for path in cell_paths(drawn, cells):
        for x, y, width in re.findall(r"M([\d.]+) ([\d.]+)(?:h(\d+)(?![\d.]))?", path.d):
            # A diagonal begins at the lower edge of its cell, everything else inside of it.
            row = int((float(y) - (CELL if path.look == UNSCORED else 0)) // PITCH)
            first = int(float(x) // PITCH)
            count = (int(width) + 2) // PITCH if width and path.look in range(6) else 1
            for column in range(first, first + count):
                assert (row, column) not in found
                found[row, column] = path.look
    expected = {cells.position(i): look for i, look in enumerate(drawn) if look != 0}
    assert found == expected


def test_json_in_a_page_holds_no_markup() -> None:
    assert script_json({"a": "</script>&\u2028"}) == '{"a":"\\u003c/script\\u003e\\u0026\\u2028"}'


def rendered(case: str, docs: bool = False) -> dict[str, bytes]:
    tree = load_tree(Path(__file__).parent.parent / "cases" / case / "repo")
    return render_site(
        tree.boards,
        title="Site",
        source_url=lambda path: f"https://example.org/{path}",
        exports=lambda _: {"leaderboard.json": b"{}"},
        docs=docs,
    )


def test_rendering_twice_gives_the_same_bytes() -> None:
    assert rendered("A44") == rendered("A44")


def test_pages_link_to_sources_and_documentation() -> None:
    files = rendered("A44", docs=True)
    (entry,) = (path for path in files if "once" in path and path.endswith(".html"))
    page = pages.read_page(files[entry].decode())
    assert "../../../docs/index.html" in page.urls
    source = "https://example.org/experiments/demo/exp-a/test/attempt-1.yaml"
    assert source in page.urls
    assert b"docs/index.html" not in rendered("A44")["index.html"]


def test_ids_are_unique_and_the_address_of_the_author_is_nowhere() -> None:
    for path, data in rendered("E15").items():
        assert b"author@example.com" not in data, path
        if path.endswith(".html"):
            ids = [at["id"] for _, at in pages.read_page(data.decode()).tags if "id" in at]
            assert len(ids) == len(set(ids)), path
