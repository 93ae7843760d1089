"""The commands as a user calls them: words, exit codes, no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner, Result

from penguin_board.cli import main
from tests.trees import experiment, leaderboard, leaf, write_tree


def call(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    files = {**leaderboard(), **experiment(), **leaderboard(folder="later", status="draft")}
    files |= experiment(folder="later")
    return write_tree(tmp_path / "tree", files)


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "tree", {**leaderboard(leaf("exp-z")), **experiment()})


def test_build_writes_published_boards_and_says_what_it_left_out(tree: Path) -> None:
    result = call("build", "--root", tree, "--out", tree / "site")
    assert result.exit_code == 0, result.output
    assert "1 leaderboard, 1 entry, 1 draft left out" in result.stderr
    assert (tree / "site" / "demo" / "index.html").is_file()
    assert not (tree / "site" / "later").exists()


def test_build_with_drafts_writes_both_and_marks_the_draft(tree: Path) -> None:
    base = ("--base-url", "https://example.org/")
    result = call("build", "--root", tree, "--out", tree / "site", "--drafts", *base)
    assert "2 leaderboards, 2 entries:" in result.stderr
    site = tree / "site"
    assert (site / "later" / "index.html").is_file()
    published, draft = (site / "index.html").read_text("utf-8").split('href="later/index.html"')
    assert 'class="draft-mark"' not in published
    assert 'class="draft-mark"' in draft
    for name in ("feed.xml", "sitemap.xml"):
        text = (site / name).read_text("utf-8")
        assert "/demo/" in text
        assert "/later/" not in text


def test_an_interrupted_build_has_the_exit_code_of_an_interrupt(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("penguin_board.build.build_site", interrupted)
    result = call("build", "--root", tree, "--out", tree / "site")
    assert (result.exit_code, result.stderr) == (130, "penguin-board: interrupted\n")


def test_build_writes_a_sitemap_only_with_a_base_address(tree: Path) -> None:
    call("build", "--root", tree, "--out", tree / "a")
    assert not (tree / "a" / "sitemap.xml").exists()
    call("build", "--root", tree, "--out", tree / "b", "--base-url", "https://example.org/")
    assert "https://example.org/demo/" in (tree / "b" / "sitemap.xml").read_text("utf-8")


def test_a_broken_tree_is_reported_and_nothing_is_written(broken: Path) -> None:
    result = call("build", "--root", broken, "--out", broken / "site")
    assert result.exit_code == 1
    assert 'values[0].experiment_id: experiment "exp-z" not found' in result.stderr
    assert 'did you mean "exp-a"?' in result.stderr
    assert "1 error; nothing was written" in result.stderr
    assert not (broken / "site").exists()


def test_validate_prints_problems_to_standard_output_and_the_count_beside(broken: Path) -> None:
    result = call("validate", "--root", broken)
    assert result.exit_code == 1
    assert "[missing-experiment]" in result.stdout
    assert "penguin-board: 1 error in 1 leaderboard" in result.stderr


def test_validate_lists_folders_that_nothing_refers_to_and_passes(tree: Path) -> None:
    write_tree(tree, experiment("exp-extra"))
    result = call("validate", "--root", tree, "--format", "json")
    assert result.exit_code == 0
    (problem,) = json.loads(result.stdout)["problems"]
    assert problem["path"] == "experiments/demo/exp-extra"
    assert problem["severity"] == "information"


def test_validate_annotates_for_github(broken: Path) -> None:
    result = call("validate", "--root", broken, "--format", "github")
    assert "\n::error file=leaderboards/demo/leaderboard.yaml,line=" in result.stdout


def test_the_tree_is_found_from_a_folder_below_it(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tree / "experiments" / "demo")
    assert call("validate").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("validate", "--root", "."), "has no folder leaderboards/"),
        (("validate",), "no folder leaderboards/ here or above"),
        (("build", "--root", "nowhere"), "does not exist"),
        (("build", "--frobnicate"), "No such option"),
        (("schema",), "a NAME or --out is needed"),
        (("schema", "lederboard"), "the names are leaderboard, meta_info"),
    ],
)
def test_a_wrong_call_is_exit_code_2_and_a_sentence(
    arguments: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = call(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--out", "{tree}"), "holds the tree itself"),
        (("--out", "{tree}/experiments/x"), "lies among the results"),
        (("--base-url", "javascript:1"), "only http:// and https://"),
        (("--title", "A\x01B"), "--title 'A\\x01B': no page can show its control characters"),
        (("--title", "\udcff"), "no page can show its control characters"),
        (("--base-url", "https://example.org/\x00"), "no page can show its control characters"),
    ],
)
def test_a_build_that_is_asked_for_the_impossible_is_exit_code_2(
    arguments: tuple[str, ...], words: str, tree: Path
) -> None:
    result = call("build", "--root", tree, *(word.format(tree=tree) for word in arguments))
    assert result.exit_code == 2
    assert words in result.stderr


@pytest.mark.parametrize(
    "name",
    ["leaderboard", "meta_info", "summary", "attempt", "leaderboard-json", "diff-json"],
)
def test_schema_prints_a_json_schema(name: str) -> None:
    schema = json.loads(call("schema", name).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)


def test_schema_writes_all_of_them(tmp_path: Path) -> None:
    assert call("schema", "--out", tmp_path / "schemas").exit_code == 0
    assert len(list((tmp_path / "schemas").glob("*.schema.json"))) == 6


def test_import_says_when_nothing_of_the_format_is_there(tmp_path: Path) -> None:
    (tmp_path / "tree" / "leaderboards").mkdir(parents=True)
    result = call(
        "import", "gdpevo", tmp_path, "--leaderboard", "x", "--root", tmp_path / "tree",
        "--date", "2026-07-21",
    )  # fmt: skip
    assert result.exit_code == 2
    assert "no results of the format gdpevo were found" in result.stderr


def test_import_begins_a_tree_and_says_what_comes_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trial = {
        "task_name": "t",
        "trial_name": "t__1",
        "source": "s",
        "started_at": "2026-11-30T10:00:00Z",
        "agent_info": {"name": "a", "model_info": {"name": "m"}},
        "verifier_result": {"rewards": {"reward": 1}},
    }
    write_tree(tmp_path / "jobs", {"result.json": json.dumps(trial)})
    (tmp_path / "board").mkdir()
    monkeypatch.chdir(tmp_path / "board")
    result = call("import", "harbor", "../jobs", "--leaderboard", "x", "--algorithm", "plain")
    assert result.exit_code == 0, result.output
    assert "experiments: 1 created" in result.stdout
    assert result.stderr.endswith(
        "leaderboards/x/leaderboard.yaml is not there yet: penguin-board new x\n"
    )
    assert call("new", "x", "--author", "Team").exit_code == 0
    again = call("import", "harbor", "../jobs", "--leaderboard", "x", "--algorithm", "plain")
    assert "not there yet" not in again.stderr


@pytest.mark.parametrize("text", ["", "[]", "\n"])
def test_aggregate_of_nothing_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "runs.json").write_text(text, "utf-8")
    result = call("aggregate", tmp_path / "runs.json")
    assert result.exit_code == 1
    assert "runs.json:1:1: error: (file): has no records [no-records]" in result.stderr
    assert result.stdout == ""


def test_help_and_version() -> None:
    assert "Example: penguin-board build" in call("--help").stdout
    assert call("--version").stdout.startswith("penguin-board, version ")
