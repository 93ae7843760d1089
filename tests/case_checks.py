"""What the JSON at the end of a case's ``expected.md`` asks for: one checker a key."""

from __future__ import annotations

import base64
import html
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
import yaml
from jsonschema import Draft202012Validator
from playwright.sync_api import Browser

from penguin_board.json_model import leaderboard_json_schema
from tests import pages
from tests.command_line import Result, build, snapshot, validate

CASES = Path(__file__).parent / "cases"
_JSON = re.compile(r"```json\n(.*?)\n```\s*$", re.DOTALL)

# The JSON of A29 leaves out a third error that its text has: the attempt's own score.
ERRORS_BEYOND_THE_LIST = {"A29": 1}

_TEXTS = {".html", ".md", ".svg"}
_TICK = re.compile(r'<text class="tick[^>]*>[^<]*</text>')
_ENTRY_FIELDS = {
    "score": "score",
    "std": "score_std",
    "std_method": "std_method",
    "rank": "rank",
    "n_attempt": "n_attempt",
    "n_tasks": "n_tasks",
    "cost": "cost",
    "model": "model_name",
    "harness": "harness_name",
    "algorithm": "algorithm",
    "phase": "phase",
    "win_full": "win_rate",
    "ci95": "ci95",
}
# Fields of an entry that no leaderboard shows: other win rates and the standard error over tasks.
_LIBRARY_FIELDS = frozenset({"win_split", "win_pairwise", "se_tasks"})


def case_names() -> list[str]:
    """Every case of the folder."""
    return sorted(path.name for path in CASES.iterdir() if path.is_dir())


def read_expected(name: str) -> dict[str, Any]:
    """The JSON of a case."""
    match = _JSON.search((CASES / name / "expected.md").read_text(encoding="utf-8"))
    assert match, name
    expected: dict[str, Any] = json.loads(match[1])
    return expected


class CaseRun:
    """A case copied to a folder of its own, with the commands run on it at most once each."""

    def __init__(self, name: str, folder: Path, browser: Callable[[], Browser]) -> None:
        self.name = name
        self.expected = read_expected(name)
        self.folder = folder / name
        self.browser = browser
        shutil.copytree(CASES / name, self.folder, symlinks=True)
        self._materialise()

    def _materialise(self) -> None:
        listed, script = self.folder / "tree.json", self.folder / "gen.py"
        if listed.exists():
            for path, text in json.loads(listed.read_text(encoding="utf-8")).items():
                file = self.folder / "repo" / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8", newline="")
        elif script.exists():
            subprocess.run([sys.executable, script, self.folder / "repo"], check=True)

    @cached_property
    def good_tree(self) -> Path:
        """The tree that builds; of two states the first."""
        return next(path for name in ("repo", "repo-1") if (path := self.folder / name).is_dir())

    @cached_property
    def bad_tree(self) -> Path:
        """The tree with the errors."""
        named = self.expected.get("error_tree")
        if named:
            return self.folder / str(named)
        return next(path for name in ("repo-2", "repo") if (path := self.folder / name).is_dir())

    @cached_property
    def site(self) -> Path:
        """The site of the good tree."""
        assert self.build_result.exit_code == 0, self.build_result.words
        return self.folder / "out"

    @cached_property
    def build_result(self) -> Result:
        """The build of the good tree."""
        return build(self.good_tree, self.folder / "out")

    @cached_property
    def board(self) -> dict[str, Any]:
        """leaderboard.json of the good tree's first board."""
        return read_board(self.site)

    @cached_property
    def rejected(self) -> Result:
        """``validate`` of the tree with the errors."""
        return validate(self.bad_tree)

    def entries(self, **identity: str) -> list[dict[str, Any]]:
        """The entries of the board with these fields."""
        return [
            entry
            for entry in self.board["entries"]
            if all(entry[name] == value for name, value in identity.items())
        ]


def read_board(site: Path) -> dict[str, Any]:
    """leaderboard.json of the board ``demo``: JSON without NaN, as the published schema has it."""
    text = (site / "demo" / "leaderboard.json").read_text(encoding="utf-8")
    board: dict[str, Any] = json.loads(text, parse_constant=pytest.fail)
    Draft202012Validator(leaderboard_json_schema()).validate(board)
    return board


def check_case(run: CaseRun) -> None:
    """Check every key of the case's JSON."""
    for key, value in run.expected.items():
        assert key in CHECKS, f"{run.name}: no checker for {key}"
        CHECKS[key](run, value)


# --- outcome and problems ------------------------------------------------------------------


def _outcome(run: CaseRun, outcome: str) -> None:
    """``ok``: it validates and builds; ``error``: the errors say the rest."""
    if outcome == "ok":
        result = validate(run.good_tree)
        errors = [row for row in result.problems if row["severity"] == "error"]
        assert (result.exit_code, errors) == (0, [])
        assert run.build_result.exit_code == 0, run.build_result.words
    elif outcome == "error":
        assert run.expected["errors"]
    else:
        assert outcome == "ok_or_error"


def _errors(run: CaseRun, wanted: list[dict[str, Any]]) -> None:
    assert run.rejected.exit_code == 1
    found = [row for row in run.rejected.problems if row["severity"] == "error"]
    for error in wanted:
        assert any(_is_error(row, error) for row in found), (error, found)
    assert len(found) == len(wanted) + ERRORS_BEYOND_THE_LIST.get(run.name, 0), found
    _build_is_refused(run, wanted)


def _is_error(row: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    words = f"{row['message']} {row['hint']}"
    return (
        (row["path"], row["line"], row["key"]) == (wanted["file"], wanted["line"], wanted["key"])
        and row["code"] != ""
        and row["column"] >= 1
        and all(word in words for word in wanted["contains"])
    )


def _build_is_refused(run: CaseRun, wanted: list[dict[str, Any]]) -> None:
    out = run.folder / "refused"
    result = build(run.bad_tree, out)
    assert result.exit_code == 1, result.words
    assert not out.exists()
    for words in (result.words, run.rejected.words):
        assert "Traceback" not in words
        assert "SECRET" not in words
    for error in wanted:
        assert f"{error['file']}:{error['line']}:" in result.words


def _error_tree(run: CaseRun, name: str) -> None:
    assert run.bad_tree.name == name
    assert run.good_tree.name == "repo"


def _warnings(run: CaseRun, wanted: list[dict[str, Any]]) -> None:
    rows = [row for row in validate(run.good_tree).problems if row["severity"] == "warning"]
    for warning in wanted:
        for found in (rows, run.board["warnings"]):
            assert any(all(word in row["message"] for word in warning["contains"]) for row in found)


# --- numbers -------------------------------------------------------------------------------


def _matching(run: CaseRun, wanted: Mapping[str, Any]) -> list[dict[str, Any]]:
    return run.entries(**{"model_name": wanted["model"]} if "model" in wanted else {})


def _entries(run: CaseRun, wanted: list[dict[str, Any]]) -> None:
    for row in wanted:
        (entry,) = _matching(run, row)
        for name, value in row.items():
            if name == "ci_note":
                assert bool(entry["ci_note"]) == value
            elif name == "wilson95":
                _wilson_or_none(entry, value)
            elif name not in _LIBRARY_FIELDS:
                found = entry[_ENTRY_FIELDS[name]]
                exact = value is None or isinstance(value, str | int)
                assert found == (value if exact else pytest.approx(value, abs=1e-6)), (name, row)


def _wilson_or_none(entry: Mapping[str, Any], interval: list[float]) -> None:
    """Where a bootstrap has nothing to say: Wilson's interval, or none, and why."""
    assert entry["ci_note"]
    assert entry["ci95"] is None or entry["ci95"] == pytest.approx(interval, abs=1e-6)


def _forbidden_ci(run: CaseRun, intervals: list[list[float]]) -> None:
    assert all(entry["ci95"] not in intervals for entry in run.board["entries"])


def _pairs(run: CaseRun, wanted: list[dict[str, Any]]) -> None:
    for row in wanted:
        first, second = (run.entries(model_name=row[side])[0]["entry_id"] for side in "ab")
        (pair,) = (p for p in run.board["pairwise"] if {p["a"], p["b"]} == {first, second})
        sign = 1 if pair["a"] == first else -1
        low, high = sorted(sign * end for end in pair["ci95"])
        assert sign * pair["difference"] == pytest.approx(row["diff"], abs=1e-6)
        assert pair["n_tasks"] == row["n"]
        assert row["ci_within"][0] <= low <= high <= row["ci_within"][1]
        assert (low > 0 or high < 0) == row["excludes_zero"]


def _order(run: CaseRun, models: list[str]) -> None:
    assert [entry["model_name"] for entry in run.board["entries"]] == models


def _ranks(run: CaseRun, ranks: list[int]) -> None:
    assert [entry["rank"] for entry in run.board["entries"]] == ranks


def _saturation(run: CaseRun, wanted: Mapping[str, int]) -> None:
    assert run.board["saturation"] == {
        "total": len(run.board["tasks"]),
        "solved_by_all": wanted["all"],
        "solved_by_none": wanted["none"],
        "discriminating": wanted["discriminating"],
    }


def _identical_numbers(run: CaseRun, trees: list[str]) -> None:
    boards = []
    for name in trees:
        out = run.folder / f"out-{name}"
        result = build(run.folder / name, out)
        assert result.exit_code == 0, result.words
        boards.append((out / "demo" / "leaderboard.json").read_bytes())
    assert boards[0] == boards[1]
    board = json.loads(boards[0])
    assert all(entry["ci95"] is not None for entry in board["entries"])
    assert board["statistics"]["seed"] is not None


# --- Pareto --------------------------------------------------------------------------------


def _frontier(run: CaseRun, field: str) -> list[str]:
    on_it = [entry for entry in run.board["entries"] if "cost" in entry[field]]
    return [entry["model_name"] for entry in sorted(on_it, key=lambda entry: entry["cost"])]


def _pareto_cost(run: CaseRun, models: list[str]) -> None:
    assert _frontier(run, "on_frontier") == models


def _pareto_cost_per_attempt(run: CaseRun, models: list[str]) -> None:
    assert _frontier(run, "on_frontier_per_attempt") == models


def _cost_chart(run: CaseRun) -> str:
    return (run.site / "demo" / "pareto-cost.svg").read_text(encoding="utf-8")


def _plotted_points(run: CaseRun, count: int) -> None:
    titles = re.findall(r"<title>\d+ ([^:]*):", _cost_chart(run))
    assert sorted(titles) == sorted(entry["label"] for entry in run.board["entries"])
    assert len(titles) == count


def _svg_must_not_contain(run: CaseRun, words: list[str]) -> None:
    for path in run.site.rglob("*.svg"):
        for word in words:
            assert word not in path.read_text(encoding="utf-8"), path.name


# --- what is shown -------------------------------------------------------------------------


def _displayed_one_of(run: CaseRun, texts: list[str]) -> None:
    assert len(_displayed(run, texts)) == 1


def _displayed_identical(run: CaseRun, wanted: bool) -> None:
    """One text on every page of the board and its entry, in the charts and in the Markdown."""
    assert wanted
    (text,) = _displayed(run, run.expected["displayed_one_of"])
    shown = [path for path in run.site.rglob("demo/**/*") if path.suffix in _TEXTS]
    assert {path.suffix for path in shown} == _TEXTS
    for path in shown:
        assert text in _shown_text(path), path


def _displayed(run: CaseRun, texts: list[str]) -> set[str]:
    number = re.compile(rf"(?<![\d.])(?:{'|'.join(map(re.escape, texts))})(?!\d)")
    shown = (_shown_text(path) for path in run.site.rglob("*") if path.suffix in _TEXTS)
    return {match for text in shown for match in number.findall(text)}


def _shown_text(path: Path) -> str:
    """What a reader sees of a page, a chart or a Markdown file, without the ticks of axes."""
    text = _TICK.sub("", path.read_text(encoding="utf-8"))
    return text if path.suffix == ".md" else "\n".join(pages.read_page(text).words)


def _visible_text(run: CaseRun, texts: list[str]) -> None:
    shown = [page.text for page in pages.pages(run.site).values()]
    for text in texts:
        assert any(text in page for page in shown), text


def _output_must_not_contain(run: CaseRun, texts: list[str]) -> None:
    """In no file made of data; the bundle of Plotly knows the word ``mailto:`` by itself."""
    for name, data in snapshot(run.site).items():
        for text in () if name.startswith("assets/plotly-") else texts:
            assert text.encode() not in data, name
            assert text not in html.unescape(data.decode("utf-8", "replace")), name
            assert base64.b64encode(text.encode()) not in data, name


def _output_must_not_contain_cell(run: CaseRun, texts: list[str]) -> None:
    cells = [word for page in pages.pages(run.site).values() for word in page.words]
    cells += [cell for row in _csv(run) for cell in row]
    cells += [cell for table in _markdown(run) for row in table for cell in row]
    cells += [value for value in _strings(run.board) if isinstance(value, str)]
    assert not set(texts) & set(cells)


def _strings(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    else:
        yield value


def _csv(run: CaseRun) -> list[list[str]]:
    rows = pages.csv_rows(run.site / "demo" / "leaderboard.csv")
    assert {len(row) for row in rows} == {len(rows[0])}
    return rows


def _csv_cells(run: CaseRun, cells: list[str]) -> None:
    """Texts that a spreadsheet would run stand behind an apostrophe; numbers never do."""
    rows = _csv(run)
    written = [cell for row in rows for cell in row]
    for cell in cells:
        assert cell in written
    score = rows[0].index("score")
    assert [float(row[score]) for row in rows[1:]] == [
        entry["score"] for entry in run.board["entries"]
    ]


def _markdown(run: CaseRun) -> list[list[list[str]]]:
    tables = pages.markdown_tables((run.site / "demo" / "leaderboard.md").read_text("utf-8"))
    for table in tables:
        assert {len(row) for row in table} == {len(table[0])}
    return tables


def _markdown_cells(run: CaseRun, texts: list[str]) -> None:
    cells = [cell for table in _markdown(run) for row in table for cell in row]
    for text in texts:
        assert any(text in cell for cell in cells), (text, cells)


# --- pages ---------------------------------------------------------------------------------


def _html(run: CaseRun, properties: list[str]) -> None:
    for name in properties:
        _HTML_PROPERTIES[name](run)


def _no_root_relative_urls(run: CaseRun) -> None:
    for name, url in _urls(run.site):
        assert not url.startswith(("/", "http://localhost")), (name, url)


def _internal_links_resolve(run: CaseRun) -> None:
    for name, url in _urls(run.site):
        parts = urlsplit(url)
        if parts.scheme or not parts.path:
            continue
        target = Path(os.path.normpath((run.site / name).parent / unquote(parts.path)))
        assert target.is_relative_to(run.site), (name, url)
        assert (target / "index.html" if parts.path.endswith("/") else target).is_file(), (
            name,
            url,
        )


def _urls(site: Path) -> Iterator[tuple[str, str]]:
    for name, page in pages.pages(site, ".html", ".svg").items():
        yield from ((name, url) for url in page.urls)
    for path in site.rglob("*.css"):
        for url in pages.css_urls(path.read_text(encoding="utf-8")):
            yield path.relative_to(site).as_posix(), url


def _script_count_unchanged(run: CaseRun) -> None:
    """As many script elements as for a harmless name, and no ``<`` of the data inside of one."""
    harmless = run.folder / "harmless"
    shutil.copytree(run.good_tree, harmless)
    meta = harmless / "experiments/demo/exp-a/meta_info.yaml"
    name = yaml.safe_load(meta.read_text("utf-8"))["model_name"]
    meta.write_text(meta.read_text("utf-8").replace(name, "harmless"), encoding="utf-8")
    result = build(harmless, run.folder / "out-harmless")
    assert result.exit_code == 0, result.words
    assert _script_counts(run.site) == _script_counts(run.folder / "out-harmless")
    for page in pages.pages(run.site).values():
        assert not any(name in script or "<script" in script for script in page.scripts)
    assert name in [entry["model_name"] for entry in run.board["entries"]]


def _script_counts(site: Path) -> list[int]:
    return sorted(
        path.read_text(encoding="utf-8").lower().count("<script") for path in site.rglob("*.html")
    )


_HTML_PROPERTIES: dict[str, Callable[[CaseRun], None]] = {
    "no_root_relative_urls": _no_root_relative_urls,
    "internal_links_resolve": _internal_links_resolve,
    "script_count_unchanged": _script_count_unchanged,
}


def _js(run: CaseRun, wanted: Mapping[str, str]) -> None:
    """Open every page from the disk, press every button, and read the expressions."""
    page = run.browser().new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    for path in sorted(run.site.rglob("*.html")):
        page.goto(path.as_uri())
        for button in page.locator("button:visible").all():
            if button.is_visible() and button.is_enabled():
                button.hover()
                button.click()
        for expression, kind in wanted.items():
            assert page.evaluate(f"typeof {expression}") == kind, path
    page.close()
    assert errors == []


# --- files ---------------------------------------------------------------------------------


def _output_has(run: CaseRun, names: list[str]) -> None:
    for name in names:
        assert (run.site / name).is_file()
    assert (run.site / ".nojekyll").read_bytes() == b""


def _no_path_segment_starts_with(run: CaseRun, prefixes: list[str]) -> None:
    """GitHub Pages hides names that begin with ``_`` or a dot; ``.nojekyll`` is meant for it."""
    for path in run.site.rglob("*"):
        if path.name != ".nojekyll":
            assert not path.name.startswith((*prefixes, ".")), path


def _output_paths_match(run: CaseRun, pattern: str) -> None:
    for path in run.site.rglob("*"):
        name = path.relative_to(run.site).as_posix()
        assert re.fullmatch(pattern, name)
        assert not {"org", "dir"} & set(Path(name).parts)
    assert {path.name for path in run.folder.iterdir()} == {"expected.md", "repo", "out"}


def _must_survive(run: CaseRun, names: list[str]) -> None:
    """Files that the tool did not write stay, through a build and a rebuild."""
    out = run.folder / "out-before"
    before = snapshot(out)
    assert set(before) == set(names)
    for options in ((), (), ("--force",), ()):
        result = build(run.good_tree, out, *options)
        after = snapshot(out)
        assert {name: after[name] for name in names} == before
        assert "Traceback" not in result.words
        if result.exit_code != 0:
            assert after == before
            assert "--force" in result.words


@dataclass(frozen=True)
class _Step:
    tree: str
    out: str
    fails: bool


def _read_step(text: str) -> _Step:
    match = re.fullmatch(r"build (\S+) (\S+)( \(fails\))?", text)
    assert match, text
    return _Step(match[1], match[2], match[3] is not None)


def _steps(run: CaseRun, texts: list[str]) -> None:
    """Run the steps; with ``output_unchanged`` the last one leaves the folder as it was."""
    for text in texts:
        step = _read_step(text)
        out = run.folder / f"step-{step.out}"
        before = snapshot(out) if out.exists() else {}
        result = build(run.folder / step.tree, out)
        assert result.exit_code == (1 if step.fails else 0), result.words
        if step.fails:
            assert before
            assert snapshot(out) == before


def _equals(run: CaseRun, text: str) -> None:
    step = _read_step(text)
    fresh = run.folder / step.out
    result = build(run.folder / step.tree, fresh)
    assert result.exit_code == 0, result.words
    (written,) = {_read_step(text).out for text in run.expected["steps"]}
    assert snapshot(run.folder / f"step-{written}") == snapshot(fresh)


def _output_unchanged(run: CaseRun, wanted: bool) -> None:
    assert wanted
    assert _read_step(run.expected["steps"][-1]).fails


def _identical_under_env(run: CaseRun, environments: list[dict[str, str]]) -> None:
    """The same bytes in other environments, folders and orders of creation."""
    sites = []
    for index, env in enumerate(environments):
        tree = run.folder / f"tree-{index}" / ("deeper" * index)
        _copy_in_order(run.good_tree, tree, backwards=bool(index))
        out = run.folder / f"site-{index}"
        result = build(tree, out, env=env | {"LC_ALL": ("C", "C.UTF-8")[index % 2]})
        assert result.exit_code == 0, result.words
        sites.append(snapshot(out))
    assert all(site == sites[0] for site in sites)


def _copy_in_order(source: Path, target: Path, *, backwards: bool) -> None:
    for path in sorted(source.rglob("*"), reverse=backwards):
        if path.is_file():
            copy = target / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
            os.utime(copy, (1e9, 1e9 + backwards * 1e7))


# --- resources -----------------------------------------------------------------------------


def _measured(run: CaseRun) -> Result:
    return run.build_result if run.expected["outcome"] == "ok" else run.rejected


def _max_seconds(run: CaseRun, seconds: float) -> None:
    assert _measured(run).cpu_seconds <= seconds


def _max_mb(run: CaseRun, megabytes: float) -> None:
    assert _measured(run).peak_mb <= megabytes


CHECKS: dict[str, Callable[[CaseRun, Any], None]] = {
    "outcome": _outcome,
    "errors": _errors,
    "error_tree": _error_tree,
    "warnings": _warnings,
    "entries": _entries,
    "pairs": _pairs,
    "forbidden_ci": _forbidden_ci,
    "order": _order,
    "ranks": _ranks,
    "saturation": _saturation,
    "identical_numbers": _identical_numbers,
    "pareto_cost": _pareto_cost,
    "pareto_cost_per_attempt": _pareto_cost_per_attempt,
    "plotted_points": _plotted_points,
    "svg_must_not_contain": _svg_must_not_contain,
    "displayed_one_of": _displayed_one_of,
    "displayed_identical": _displayed_identical,
    "visible_text": _visible_text,
    "output_must_not_contain": _output_must_not_contain,
    "output_must_not_contain_cell": _output_must_not_contain_cell,
    "csv_cells": _csv_cells,
    "markdown_cells": _markdown_cells,
    "html": _html,
    "js": _js,
    "output_has": _output_has,
    "no_path_segment_starts_with": _no_path_segment_starts_with,
    "output_paths_match": _output_paths_match,
    "must_survive": _must_survive,
    "steps": _steps,
    "equals": _equals,
    "output_unchanged": _output_unchanged,
    "identical_under_env": _identical_under_env,
    "max_seconds": _max_seconds,
    "max_mb": _max_mb,
}
