"""Marks, verdicts and cells that a page writes at once are what a template's own loop writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from penguin_board.board_statistics import board_statistics
from penguin_board.boards import Board
from penguin_board.package_files import template_folder
from penguin_board.render import drawn
from penguin_board.tree import load_tree
from tests.trees import experiment, leaderboard, leaf, site_plan, write_tree

LANGUAGES = ("en", "zh", "fa")
CELLS = (
    '{% for path in column.PATHS %}<path class="{% if path.look is integer %}s{% endif %}'
    '{{ path.look }}" d="{{ path.d }}"/>{% endfor %}'
)
# By the template and what it writes at once: a loop that does the same, a sign that it wrote.
LOOPS = {
    ("chart.svg", '{{ c.marks | rows("", panel.key, none if linked else title) -}}\n'): (
        """\
{% for mark in c.marks if mark.lines %}
<path class="lines"{% if linked %} data-of="{{ mark.point.name.entry_id }}"{% endif %} \
d="{{ mark.lines }}"/>
{% endfor %}
{% for mark in c.marks %}
{% if linked %}
<a href="{{ mark.point.name.href }}" class="mark{{ ' frontier' if mark.point.on_frontier }}" \
data-of="{{ mark.point.name.entry_id }}"\
{% if mark.key %} data-k="{{ mark.key.colour }}"{% endif %} \
aria-labelledby="at-{{ panel.key }}-{{ mark.number }}" \
transform="translate({{ mark.x }} {{ mark.y }})">
{% else %}
<g class="mark{{ ' frontier' if mark.point.on_frontier }}\
{% if mark.key %} k{{ mark.key.colour }}{% endif %}" \
transform="translate({{ mark.x }} {{ mark.y }})">
<title>{{ title(mark) }}</title>
{% endif %}
<path class="shape" d="{{ mark.shape }}"{% if mark.is_dot %} transform="scale(.45)"{% endif %}/>
{% if not mark.is_dot %}
<text class="number{{ ' long' if mark.number > 99 }}" y="4">{{ mark.number | number }}</text>
{% endif %}
{% if mark.label %}
<text class="label {{ mark.label.anchor }}">{% for y, line in mark.label.baselines %}\
<tspan x="{{ mark.label.x }}" y="{{ y }}"{% if not loop.first %} class="more"{% endif %}>\
{{ line }}</tspan>{% endfor %}</text>
{% endif %}
{{ "</a>" | safe if linked else "</g>" | safe }}
{% endfor %}
""",
        'aria-labelledby="at-cost-',
    ),
    ("compare.html", '{{ compare.matrix | rows("", words) -}}\n'): (
        """\
{% for row in compare.matrix %}
{% set number = loop.index %}
<tr data-of="{{ row.name.entry_id }}"><th scope="row" class="entry"><span class="number">\
{{ number | number }}</span><a href="{{ row.name.href }}" title="{{ row.name.label }}">\
<bdi>{{ row.name.headline }}</bdi>{% if row.name.details %} <span class="ident">\
<bdi>{{ row.name.details }}</bdi></span>{% endif %}</a></th>
{%- for cell in row.cells -%}
{%- if cell is none %}<td class="self"></td>{% else %}<td class="{{ cell.verdict }}" \
title="{{ number | number }} | {{ loop.index | number }} · {{ words[cell.verdict] }}\
{{ " · " if cell.numbers }}{{ cell.numbers }}"><span>{{ words[cell.verdict] }}</span></td>\
{% endif -%}
{%- endfor -%}
</tr>
{% endfor %}
""",
        '<td class="self"></td>',
    ),
    ("waffle.html", '{{ panel.paths | rows("") }}'): (
        CELLS.replace("column.PATHS", "panel.paths"),
        '<path class="s3" d=',
    ),
    ("waffle.html", '{{ column.overall | rows("") }}'): (
        CELLS.replace("PATHS", "overall"),
        '<path class="s3" d=',
    ),
    ("waffle.html", '{{ column.union | rows("") }}'): (
        CELLS.replace("PATHS", "union"),
        '<path class="unsolved" d=',
    ),
}


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> list[Board]:
    """Entries with every look of a cell, one of them not comparable; names want to be markup."""
    values = [leaf(f"exp-{letter}") for letter in "abc"]
    files = leaderboard(*values)
    attempts = ([[1, 0, None, 0.5], [1, 0, None, 0.6]], [[0, 0, 1], [0, 0, 1]], [[1, 0, 0.3]])
    for number, (value, scores) in enumerate(zip(values, attempts, strict=True)):
        meta = {"benchmark_name": f"<b>{number // 2}", "model_name": f"'{number}' & <i>"}
        used = {"cost_total": number, "duration_ms_total": 1000 * number + 1}
        files |= experiment(value["experiment_id"], scores, meta=meta, summary=used)
    read = load_tree(write_tree(tmp_path_factory.mktemp("drawings"), files))
    assert read.is_valid, read.problems
    return [board.with_statistics(board_statistics(board)) for board in read.boards]


def texts(boards: list[Board], root: Path | None = None) -> dict[str, str]:
    plan = site_plan(boards, lambda _: None, {}, title="T", root=root, languages=LANGUAGES)
    return {
        path: drawn(file).decode()
        for path, file in plan.items()
        if path.endswith(".svg") or path.endswith("demo/index.html")
    }


@pytest.mark.parametrize("at_once", LOOPS)
def test_a_loop_over_the_views_draws_the_same(
    tmp_path: Path, boards: list[Board], at_once: tuple[str, str]
) -> None:
    name, written = at_once
    loop, sign = LOOPS[at_once]
    shipped = (template_folder() / "parts" / name).read_text("utf-8")
    assert written in shipped
    write_tree(tmp_path, {f"templates/parts/{name}": shipped.replace(written, loop)})
    here = texts(boards)
    assert here == texts(boards, tmp_path)
    found = [path for path, text in here.items() if sign in text]
    assert len(found) >= len(LANGUAGES), found
