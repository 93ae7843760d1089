"""Rows that a page writes at once are what a template's own loop over the same views writes."""

from __future__ import annotations

import gc
import json
from pathlib import Path

import pytest

from penguin_board.board_statistics import board_statistics
from penguin_board.boards import Board
from penguin_board.experiments import Attempt
from penguin_board.json_export import leaderboard_json
from penguin_board.package_files import template_folder
from penguin_board.render import Site, drawn
from penguin_board.tree import load_tree
from penguin_board.views.entry_names import entry_names
from penguin_board.views.entry_page import EntryPages
from penguin_board.views.task_rows import TaskPieces
from tests.trees import experiment, leaderboard, leaf, site_plan, write_tree

LANGUAGES = ("en", "zh", "fa")
AT_ONCE = {
    "tasks.html": "{{ run.tasks | rows(not_scored) -}}\n",
    "attempts.html": "{{ run.attempts | rows(unrecorded) -}}\n",
}
LOOPS = {
    "tasks.html": """\
{% for task in run.tasks %}
<tr id="{{ task.anchor }}"><th scope="row"><svg class="tile" viewBox="0 0 8 8" aria-hidden="true">\
<use href="#look-{{ task.look }}"/></svg><bdi>{{ task.source }}</bdi></th>\
<td class="num"{% if task.mean.value is none %}>{{ missing(_("not scored")) }}{% else %} \
data-value="{{ task.mean.value }}">{{ task.mean.text }}{% endif %}</td>\
{% for score in task.scores %}<td class="num">{{ "" if score is none else score }}</td>\
{% endfor %}</tr>
{% endfor %}
""",
    "attempts.html": """\
{% for attempt in run.attempts %}
<tr class="attempt">
<th scope="row">{% trans k=attempt.number %}attempt {{ k }}{% endtrans %}</th>
{{ attempt.score | cell(unrecorded) }}
<td></td>
{% for amount in attempt.resources %}
{{ amount | cell(unrecorded) }}
{% endfor %}
<td class="files">{{ attempt.file | file }}</td>
</tr>
{% endfor %}
""",
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One entry lacks a task of the other, one was never scored; names want to be markup."""
    files = leaderboard(leaf("exp-a"), leaf("exp-b"))
    one, other = ({"benchmark_name": "<b>", "model_name": name} for name in ("a", "'b' & c"))
    files |= experiment("exp-a", [[1, 0, None, 0.25], [1, 1, None, 0.5]], meta=one)
    files |= experiment("exp-b", [[0, 1, 1], [0, None, 1]], meta=other)
    return write_tree(tmp_path_factory.mktemp("rows"), files)


@pytest.fixture(scope="module")
def boards(tree: Path) -> list[Board]:
    read = load_tree(tree)
    assert read.is_valid, read.problems
    return [board.with_statistics(board_statistics(board)) for board in read.boards]


def pages(boards: list[Board], root: Path | None = None) -> dict[str, str]:
    plan = site_plan(
        boards,
        lambda path: f"https://example.org/{path}" if "exp-a" in path else None,
        {},
        title="T",
        root=root,
        languages=LANGUAGES,
    )
    return {path: drawn(file).decode() for path, file in plan.items() if path.endswith(".html")}


@pytest.mark.parametrize("name", AT_ONCE)
def test_a_loop_over_the_views_writes_the_same(
    tmp_path: Path, boards: list[Board], name: str
) -> None:
    shipped = (template_folder() / "parts" / name).read_text("utf-8")
    assert AT_ONCE[name] in shipped
    own = shipped.replace(AT_ONCE[name], LOOPS[name])
    write_tree(tmp_path, {f"templates/parts/{name}": own})
    here, theirs = pages(boards), pages(boards, tmp_path)
    assert here == theirs
    entries = [text for path, text in here.items() if "/entries/" in path]
    assert len(entries) == 2 * len(LANGUAGES)
    assert all(text.count('<tr id="task-0-') >= 3 for text in entries)


def test_rows_are_a_sequence_of_views(boards: list[Board]) -> None:
    (board,) = boards
    pages_of = EntryPages(board, entry_names(board), lambda _: None)
    entry = next(one for one in board.entries if "exp-a" in one.evaluated.experiment_ids)
    (run,) = pages_of.page(entry).runs
    tasks, attempts = list(run.tasks), list(run.attempts)
    assert [len(run.tasks), len(run.attempts)] == [len(tasks), len(attempts)] == [4, 2]
    assert run.tasks[1] == tasks[1]
    assert run.tasks[1:3] == tuple(tasks[1:3])
    assert [attempt.number for attempt in run.attempts] == list(run.attempt_numbers) == [1, 2]
    assert {task.mean.value for task in tasks} >= {None, "1.0"}


def test_the_json_is_that_of_the_standard_library(boards: list[Board]) -> None:
    for board in boards:
        text = leaderboard_json(board)
        again = json.dumps(json.loads(text), ensure_ascii=False, sort_keys=True, indent=1)
        assert text == f"{again}\n"


def test_a_board_goes_when_its_pages_are_drawn(tree: Path) -> None:
    """The search for cycles rests while boards are built: nothing may wait for it."""
    site = Site(title="T", languages=LANGUAGES)

    def draw() -> None:
        (board,) = load_tree(tree).boards
        board = board.with_statistics(board_statistics(board))
        for _, file in site.board_files(board, lambda _: None, lambda _: {}):
            drawn(file)

    def kept() -> int:
        return sum(type(one) in (Board, Attempt, TaskPieces) for one in gc.get_objects())

    draw()
    gc.collect()
    before = kept()
    gc.disable()
    try:
        draw()
        assert kept() == before
    finally:
        gc.enable()
