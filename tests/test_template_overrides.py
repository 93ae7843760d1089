"""Templates as an interface: a tree's own, what they are given, what an error in one says."""

from __future__ import annotations

import collections.abc
import dataclasses
import types
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jinja2.defaults import DEFAULT_NAMESPACE

from penguin_board.build import build_site
from penguin_board.build_options import BuildOptions
from penguin_board.languages import Language
from penguin_board.package_files import template_folder
from penguin_board.problems import InvalidInput, Problem
from penguin_board.template_contexts import CONTEXTS, SHARED
from penguin_board.templating import Templates
from scripts.template_reference import MARK, PAGE, reference
from tests.command_line import REPOSITORY, build, snapshot
from tests.trees import experiment, leaderboard, leaf, write_tree

I18N = {"_", "gettext", "ngettext", "pgettext", "npgettext"}


def tree_with(root: Path, templates: Mapping[str, str | bytes]) -> Path:
    """A small valid tree with templates of its own."""
    files = leaderboard(leaf("exp-a"), leaf("exp-b"))
    files |= experiment("exp-a", meta={"model_name": "model-a"})
    files |= experiment("exp-b", meta={"model_name": "model-b"})
    return write_tree(root, files | {f"templates/{name}": text for name, text in templates.items()})


def problems_of(tmp_path: Path, templates: Mapping[str, str | bytes]) -> tuple[Problem, ...]:
    """What a build says of these templates; nothing must be written."""
    root, out = tree_with(tmp_path / "tree", templates), tmp_path / "site"
    with pytest.raises(InvalidInput) as caught:
        build_site(root, out, BuildOptions())
    assert not out.exists()
    return caught.value.problems


def built(tmp_path: Path, templates: Mapping[str, str | bytes]) -> dict[str, str]:
    build_site(tree_with(tmp_path / "tree", templates), tmp_path / "site", BuildOptions())
    return {
        path: data.decode()
        for path, data in snapshot(tmp_path / "site").items()
        if not path.startswith("assets/plotly")
    }


def test_a_block_of_a_page_is_replaced_and_the_rest_stays(tmp_path: Path) -> None:
    plain = built(tmp_path / "plain", {})
    template = (
        '{% extends "builtin/leaderboard.html" %}\n'
        "{% block table %}<p>{{ page.n_entries }} of us</p>{{ super() }}{% endblock %}\n"
    )
    changed = built(tmp_path / "changed", {"leaderboard.html": template})
    assert "<p>2 of us</p>" in changed["demo/index.html"]
    assert changed["demo/index.html"].replace("<p>2 of us</p>", "") == plain["demo/index.html"]
    rest = {path: text for path, text in plain.items() if path != "demo/index.html"}
    manifest = "penguin-board-manifest.json"
    pages = {"zh/demo/index.html", manifest}
    assert {path for path, text in rest.items() if changed[path] != text} == pages


def test_a_part_and_the_layout_are_replaced_wherever_they_are_used(tmp_path: Path) -> None:
    site = built(
        tmp_path,
        {
            "layout.html": '{% extends "builtin/layout.html" %}'
            "{% block nav %}<a href='{{ url('index.html') }}'>Lab</a>{% endblock %}",
            "parts/waffle.html": '{% extends "builtin/parts/waffle.html" %}'
            "{% block after %}<p>after the waffle of {{ page.title }}</p>{% endblock %}",
            "parts/table.html": '{% include "builtin/parts/table.html" %}<p>after the table</p>',
        },
    )
    for path in ("index.html", "demo/index.html"):
        assert "Lab</a>" in site[path]
    assert "<p>after the waffle of Demo</p>" in site["demo/index.html"]
    assert "<p>after the table</p>" in site["demo/index.html"]
    assert 'id="table"' in site["demo/index.html"]


def test_assets_are_replaced_and_added(tmp_path: Path) -> None:
    css = "/* ours, kept as it is */\nbody { color: red; }\n"
    site = built(
        tmp_path,
        {
            "assets/lab.css": css,
            "assets/icon.svg": "<svg/>",
            "assets/.hidden": "no",
            "layout.html": '{% extends "builtin/layout.html" %}'
            "{% block head %}<link href=\"{{ asset('lab.css') }}\">{% endblock %}",
        },
    )
    assets = {path: text for path, text in site.items() if path.startswith("assets/")}
    (path,) = [path for path, text in assets.items() if text == css]
    assert f'<link href="../{path}">' in site["demo/index.html"]
    assert "<svg/>" in assets.values()
    assert not any("hidden" in path for path in assets)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("one\n{{ nobody }}\n", 2, "'nobody' is undefined"),
        ("\n\n{{ page.titel }}", 3, "has no attribute 'titel'"),
        ("a\n{% if %}", 2, "Expected an expression"),
        ("{% block a %}", 1, "Unexpected end of template"),
        ("\n{{ 1 | nothing }}", 2, "No filter named 'nothing'"),
        ("{{ page.__class__.__mro__ }}", 1, "unsafe"),
        ("{{ page.rows.append(1) }}", 1, "append"),
        ("\n{{ 1 // 0 }}", 2, "ZeroDivisionError"),
        ("{{ asset('none.css') }}", 1, 'there is no asset "none.css"'),
        ("\n{% include 'nowhere.html' %}", 2, 'there is no template "nowhere.html"'),
        ("{% include '../leaderboards/demo/leaderboard.yaml' %}", 1, "there is no template"),
        ("{% include '/etc/passwd' %}", 1, 'there is no template "/etc/passwd"'),
        ('{% extends "index.html" %}', 1, "without end"),
        ("{% for i in range(999999999) %}{% endfor %}", 1, "OverflowError"),
    ],
)
def test_an_error_names_the_file_and_the_line(
    tmp_path: Path, text: str, line: int, words: str
) -> None:
    (problem,) = problems_of(tmp_path, {"index.html": text})
    assert (problem.path, problem.line) == ("templates/index.html", line)
    assert problem.code == "template"
    assert words in problem.message


def test_an_error_in_a_block_or_a_part_is_found_there(tmp_path: Path) -> None:
    layout = '{% extends "builtin/layout.html" %}\n{% block footer %}\n{{ who }}{% endblock %}'
    (problem,) = problems_of(tmp_path / "a", {"layout.html": layout})
    assert (problem.path, problem.line) == ("templates/layout.html", 3)
    part = '{% extends "builtin/parts/waffle.html" %}{% block head %}\n{{ who }}{% endblock %}'
    (problem,) = problems_of(tmp_path / "b", {"parts/waffle.html": part})
    assert (problem.path, problem.line) == ("templates/parts/waffle.html", 2)


def test_all_slips_of_syntax_are_reported_at_once(tmp_path: Path) -> None:
    found = problems_of(tmp_path, {"index.html": "{% if %}", "parts/tasks.html": "\n{{ }}"})
    assert [(problem.path, problem.line) for problem in found] == [
        ("templates/index.html", 1),
        ("templates/parts/tasks.html", 2),
    ]


def test_a_macro_that_a_shipped_template_misses_is_no_traceback(tmp_path: Path) -> None:
    (problem,) = problems_of(tmp_path, {"parts/text.html": "{% macro missing() %}{% endmacro %}"})
    assert (problem.path, problem.code) == ("templates", "template")
    assert "parts/text.html" in problem.message


def test_bytes_that_are_not_utf_8(tmp_path: Path) -> None:
    (problem,) = problems_of(tmp_path, {"index.html": b"caf\xe9"})
    assert (problem.path, problem.code) == ("templates/index.html", "not-utf-8")


@pytest.mark.parametrize("link", ["index.html", "parts", "assets", "assets/board.css"])
def test_a_link_is_not_followed(tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "tasks.html").write_text("secret", encoding="utf-8")
    templates = tree_with(tmp_path / "tree", {"notes.txt": "x"}) / "templates"
    target = outside if "." not in link else outside / "tasks.html"
    (templates / link).parent.mkdir(exist_ok=True)
    (templates / link).symlink_to(target)
    with pytest.raises(InvalidInput) as caught:
        build_site(tmp_path / "tree", tmp_path / "site", BuildOptions())
    assert {(problem.path, problem.code) for problem in caught.value.problems} == {
        (f"templates/{link}", "link")
    }


def test_a_linked_folder_of_templates_is_not_followed(tmp_path: Path) -> None:
    root = tree_with(tmp_path / "tree", {})
    (tmp_path / "outside").mkdir()
    (root / "templates").symlink_to(tmp_path / "outside")
    with pytest.raises(InvalidInput) as caught:
        build_site(root, tmp_path / "site", BuildOptions())
    assert [problem.path for problem in caught.value.problems] == ["templates"]


def test_the_command_prints_the_place_and_the_line_and_no_traceback(tmp_path: Path) -> None:
    root = tree_with(tmp_path / "tree", {"index.html": "one\n<p>{{ nobody }}</p>\n"})
    out = tmp_path / "site"
    result = build(root, out)
    assert result.exit_code == 1
    assert "templates/index.html:2:1: error: (file): 'nobody' is undefined [template]" in (
        result.words
    )
    assert "2 | <p>{{ nobody }}</p>" in result.words
    assert "Traceback" not in result.words
    assert not out.exists()


def test_the_shipped_folder_is_not_a_tree_of_its_own(tmp_path: Path) -> None:
    assert template_folder() == REPOSITORY / "templates"
    result = build(REPOSITORY, tmp_path / "site")
    assert result.exit_code == 0, result.words


# --- what templates are given -----------------------------------------------------------------


def test_the_reference_is_up_to_date() -> None:
    text = PAGE.read_text("utf-8")
    assert text[text.index(MARK) :] == reference(), "run: python scripts/template_reference.py"


def test_a_build_gives_what_the_reference_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, list[Mapping[str, Any]]] = {}
    known: set[str] = set()
    render = Templates.render

    def recording(
        self: Templates, name: str, context: Mapping[str, Any], language: Language
    ) -> list[str]:
        given.setdefault(name, []).append(context)
        known.update(self._environments[language.code].globals)
        return render(self, name, context, language)

    monkeypatch.setattr(Templates, "render", recording)
    options = BuildOptions(drafts=True, base_url="https://example.org/")
    build_site(REPOSITORY, tmp_path / "site", options)
    build_site(tree_with(tmp_path / "tree", {}), tmp_path / "small", BuildOptions())
    shared = {name.partition("(")[0] for name in SHARED}
    known -= {*DEFAULT_NAMESPACE, *I18N}
    assert set(given) == {context.template for context in CONTEXTS}
    for documented in CONTEXTS:
        for context in given[documented.template]:
            own = {name: value for name, value in context.items() if name not in shared}
            assert known | set(context) == shared | set(documented.names), documented.template
            for name, kind in documented.names.items():
                assert_is(own[name], kind, f"{documented.template}: {name}")


def assert_is(value: Any, kind: Any, where: str) -> None:
    """That a value is of its documented type, all the way down."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any:
        return
    if origin is typing.Literal:
        assert value in inner, where
    elif origin in (typing.Union, types.UnionType):
        words = [word for part in inner for word in typing.get_args(part)]
        chosen = [part for part in inner if (part is types.NoneType) == (value is None)]
        assert value in words if isinstance(value, str) and words else chosen, where
        assert_is(value, chosen[0] if len(chosen) == 1 else Any, where)
    elif origin in (tuple, list, frozenset, collections.abc.Sequence):
        assert isinstance(value, origin), where
        is_pair = origin is tuple and inner[-1] is not Ellipsis
        for part, one in zip(value, inner if is_pair else inner[:1] * len(value), strict=True):
            assert_is(part, one, where)
    elif origin in (collections.abc.Mapping, dict):
        assert isinstance(value, collections.abc.Mapping), where
        for part in value.values():
            assert_is(part, inner[1], where)
    else:
        # An int is a float to a type checker.
        assert isinstance(value, (int, float) if kind is float else kind), (where, value, kind)
        if dataclasses.is_dataclass(value):
            for name, hint in typing.get_type_hints(type(value)).items():
                assert_is(getattr(value, name), hint, f"{where}.{name}")
