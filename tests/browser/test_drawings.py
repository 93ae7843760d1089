"""The drawings of the pages as numbers: scales, labels, cells. No browser is needed."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penguin_board import display
from penguin_board.display import ScoreFormat
from penguin_board.package_files import template_folder
from penguin_board.render import drawn
from penguin_board.speaking import script_json
from penguin_board.tree import load_tree
from penguin_board.views.axis_scale import resource_scales, score_scale
from penguin_board.views.chart_colours import N_COLOURS, colourings, default_colouring
from penguin_board.views.chart_labels import (
    Box,
    LabelRequest,
    PlacedLabel,
    place_labels,
    shortened,
    text_width,
)
from penguin_board.views.chart_spread import spread
from penguin_board.views.entry_names import EntryName
from penguin_board.views.waffle_cells import CELL, MISSING, PITCH, UNSCORED, cell_paths
from penguin_board.waffle_scale import grid
from tests import pages
from tests.trees import site_plan

PERCENT = ScoreFormat(100.0, 1, "%")
FONT = 13.0
BOUNDS = Box(0, 0, 400, 300)
amounts = st.one_of(st.just(0.0), st.floats(1e-6, 1e9))


@given(st.lists(amounts, min_size=1, max_size=12), st.sampled_from(["cost", "duration", "tokens"]))
def test_resource_scales_hold_every_value(values: list[float], unit: str) -> None:
    """Every value but 0 on a logarithmic axis stands between the ends; ticks rise and differ."""
    text: Callable[[float | None], str] = getattr(display, unit)
    scales = resource_scales(values, text, is_duration=unit == "duration")
    assert (scales.log is None) == (max(values) == 0)
    for scale in filter(None, (scales.linear, scales.log)):
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
    scales = resource_scales(values, display.cost, is_duration=False)
    scale = scales.log if scales.log and scales.is_log_better else scales.linear
    assert [tick.text for tick in scale.ticks] == ticks


def test_a_short_logarithmic_axis_is_marked_too() -> None:
    """The automatic scale is linear up to a ratio of 20; a reader may still ask for the other."""
    scales = resource_scales([11.0, 13.0], display.cost, is_duration=False)
    assert scales.log is not None
    assert not scales.is_log_better
    assert len(scales.log.ticks) >= 3
    assert scales.log.high / scales.log.low >= 2 - 1e-9


def box_of(label: PlacedLabel, at: tuple[float, float]) -> Box:
    width = max(text_width(line, FONT) for _, line in label.baselines)
    x = at[0] + label.x
    left = {"start": x, "middle": x - width / 2, "end": x - width}[label.anchor]
    first, last = (at[1] + label.baselines[index][0] for index in (0, -1))
    return Box(left, first - FONT * 0.7, left + width, last)


@given(
    st.lists(
        st.tuples(
            st.floats(20, 380), st.floats(20, 280), st.text("abc mW", min_size=1, max_size=20)
        ),
        max_size=15,
    ),
    st.booleans(),
)
def test_labels_overlap_neither_each_other_nor_points(
    points: list[tuple[float, float, str]], has_choices: bool
) -> None:
    circles = [Box(x - 9, y - 9, x + 9, y + 9) for x, y, _ in points]
    requests = [
        LabelRequest(
            key=key,
            x=x,
            y=y,
            radius=9,
            choices=((text, text[:3]), (text[:3],)) if has_choices else ((text, text[:3]),),
        )
        for key, (x, y, text) in enumerate(points)
    ]
    placed = place_labels(requests, points=circles, lines=(), bounds=BOUNDS, font_size=FONT)
    boxes = [box_of(label, points[key][:2]) for key, label in placed.items()]
    assert not any(one.overlaps(other) for one, other in itertools.combinations(boxes, 2))
    assert not any(box.overlaps(circle) for box in boxes for circle in circles)
    assert all(box.inside(BOUNDS) for box in boxes)


def request(key: int, x: float, *choices: tuple[str, ...]) -> LabelRequest:
    return LabelRequest(key=key, x=x, y=100, radius=9, choices=choices)


def test_a_label_alone_stands_beside_its_point() -> None:
    alone = request(7, 100, ("name",))
    placed = place_labels([alone], points=(), lines=(), bounds=BOUNDS, font_size=FONT)
    assert (placed[7].anchor, placed[7].x, placed[7].leader) == ("start", 13, None)


def test_a_label_without_room_is_shortened() -> None:
    bounds = Box(80, 60, 200, 140)
    long = request(7, 100, ("a name far too long for this chart",), ("a name…",))
    placed = place_labels([long], points=(), lines=(), bounds=bounds, font_size=FONT)
    assert [line for _, line in placed[7].baselines] == ["a name…"]


@given(
    st.lists(st.tuples(st.floats(0, 400), st.floats(0, 300)), min_size=1, max_size=12),
    st.integers(2, 5),
    st.booleans(),
)
def test_marks_in_one_place_come_apart(
    places: list[tuple[float, float]], times: int, is_worse_up: bool
) -> None:
    """The first stays where it belongs; the others go a little, and only to what is worse."""
    radius = 10.0
    crowd = [place for place in places for _ in range(times)]
    moved = spread(crowd, radius, bounds=BOUNDS, is_worse_up=is_worse_up)
    assert moved[0] == crowd[0]
    for (x, y), (at_x, at_y) in zip(crowd, moved, strict=True):
        assert math.dist((x, y), (at_x, at_y)) <= 2 * radius + 0.1
        assert at_x >= x - 0.1
        assert (y - at_y if is_worse_up else at_y - y) >= -0.1


@pytest.mark.parametrize("is_worse_up", [True, False])
def test_two_marks_in_one_open_place_are_both_seen_whole(is_worse_up: bool) -> None:
    middle = ((BOUNDS.left + BOUNDS.right) / 2, (BOUNDS.top + BOUNDS.bottom) / 2)
    first, second = spread([middle] * 2, 10.0, bounds=BOUNDS, is_worse_up=is_worse_up)
    assert math.dist(first, second) >= 19.9


def name_of(number: int, model: str, harness: str) -> EntryName:
    return EntryName(
        number=number, rank=str(number), entry_id=f"entry-{number}", label=model, headline=model,
        model_name=model, harness_name=harness, algorithm="a", phase="test", apart="", href="",
    )  # fmt: skip


@given(st.permutations([f"model-{number}" for number in range(24)]))
def test_colours_come_from_the_names_alone(models: list[str]) -> None:
    """In any order of the board a name has one look, and no two have the same."""
    names = [name_of(number, model, "h") for number, model in enumerate(models, start=1)]
    (by_model,) = colourings(names)
    looks = {model: by_model.key(name) for model, name in zip(models, names, strict=True)}
    assert [key.name for key in by_model.keys] == [f"model-{number}" for number in range(24)]
    assert len({(key.colour, key.shape) for key in looks.values()}) == 24
    assert looks["model-3"].colour == looks["model-11"].colour == 3
    assert len({key.shape for key in by_model.keys[:8]}) == 8


def test_a_colouring_with_one_name_or_too_many_is_not_offered() -> None:
    """The charts begin with the first dimension that has no more names than colours."""

    def offered(n_models: int, n_harnesses: int) -> tuple[list[str], str | None]:
        names = [
            name_of(number, f"m{number % n_models}", f"h{number % n_harnesses}")
            for number in range(1, 61)
        ]
        found = colourings(names)
        first = default_colouring(found, len(names))
        return [one.dimension for one in found], first.dimension if first else None

    assert offered(6, 3) == (["model", "harness"], "model")
    assert offered(12, 3) == (["model", "harness"], "harness")
    assert offered(12, 1) == (["model"], None)
    assert offered(60, 1) == ([], None)
    (alone,) = colourings([name_of(1, "m1", "h"), name_of(2, "m2", "h")])
    assert default_colouring([alone], 2) is None, "as many names as entries tell nothing more"


def luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_every_colour_stands_out_from_the_paper_in_both_themes() -> None:
    """4.5 to 1, since a filled mark has its number in the colour of the paper."""
    styles = (template_folder() / "assets" / "css" / "pareto.css").read_text("utf-8")
    base = (template_folder() / "assets" / "css" / "base.css").read_text("utf-8")
    pair = r"light-dark\((#\w+), (#\w+)\)"
    papers = re.findall(rf"--paper: {pair}", base)[0]
    colours = re.findall(rf"data-k=\"\d\"\] {{ --k: {pair}", styles)
    assert len(colours) == N_COLOURS
    for themed in colours:
        for paper, colour in zip(papers, themed, strict=True):
            assert contrast(paper, colour) >= 4.5, colour
    file = (template_folder() / "pareto.svg").read_text("utf-8")
    assert all(f'"{light}"' in file for light, _ in colours)


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
    source_url = "https://example.org/{}".format
    plan = site_plan(tree.boards, source_url, {"leaderboard.json": b"{}"}, title="Site", docs=docs)
    return {path: drawn(file) for path, file in plan.items()}


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
