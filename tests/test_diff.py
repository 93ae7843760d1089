"""``diff``: what a tree changes of an earlier state, read from git or from a folder."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result
from markdown_it import MarkdownIt

from penguin_board.cli import main
from penguin_board.review.change_json import change_json_schema
from tests.command_line import snapshot
from tests.repositories import commit, git, repository
from tests.trees import Files, attempt, experiment, leaderboard, leaf, write_tree

EXPERIMENTS = "experiments/demo"


def entry(name: str, scores: Sequence[Sequence[float]] = ((1, 0, 1, 0),), **more: Any) -> Files:
    """An experiment of a model of its own name that cost a dollar."""
    meta = {"model_name": f"model {name}", **more}
    return experiment(name, scores, meta=meta, summary={"cost_total": 1.0})


TWO = {
    **leaderboard(leaf("exp-a"), leaf("exp-b")),
    **entry("exp-a", [[1, 1, 1, 0]]),
    **entry("exp-b", [[1, 0, 0, 0]]),
}


def run(root: Path, base: str | Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["diff", "--root", str(root), *options, "--", str(base)])


def differences(root: Path, base: str | Path = "main", *options: str) -> dict[str, Any]:
    result = run(root, base, "--format", "json", *options)
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    jsonschema.Draft202012Validator(change_json_schema()).validate(found)
    return found


def board(root: Path, base: str | Path = "main", *options: str) -> dict[str, Any]:
    """The one board that differs."""
    (found,) = differences(root, base, *options)["boards"]
    return dict(found)


def text(root: Path, base: str | Path = "main") -> str:
    result = run(root, base)
    assert result.exit_code == 0, result.output
    return result.stdout


def by_label(changes: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    return {(change["after"] or change["before"])["label"]: change for change in changes["entries"]}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return repository(tmp_path / "repo", TWO)


# --- what differs ---------------------------------------------------------------------------


def test_nothing_changes_is_said_plainly(root: Path) -> None:
    assert text(root) == "**Nothing changes** against `main`: 1 board, 2 entries.\n"
    assert differences(root) == {
        "schema_version": 1, "base": "main", "n_boards": 1, "n_entries": 2, "boards": [],
    }  # fmt: skip


def test_comments_line_ends_and_other_tools_files_are_no_change(root: Path) -> None:
    for path in root.glob("experiments/demo/*/test/*.yaml"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    path = root / "leaderboards/demo/leaderboard.yaml"
    path.write_text("# reviewed\n" + path.read_text())
    (root / EXPERIMENTS / "exp-a" / "test" / "trace.jsonl").write_text("{}")
    assert "Nothing changes" in text(root)


def test_an_added_entry_moves_the_others_and_names_its_experiment(root: Path) -> None:
    write_tree(root, leaderboard(leaf("exp-a"), leaf("exp-b"), leaf("exp-c")))
    write_tree(root, entry("exp-c", [[1, 1, 1, 1]]))
    found = board(root)
    entries = by_label(found)
    added = entries["model exp-c"]
    assert (added["change"], added["before"]) == ("added", None)
    assert (added["after"]["rank"], added["after"]["score"]) == (1, 1.0)
    assert added["experiments"] == ["exp-c"]
    moved = entries["model exp-a"]
    assert (moved["change"], moved["experiments"]) == ("moved", [])
    assert (moved["before"]["rank"], moved["after"]["rank"]) == (1, 2)
    assert moved["before"]["on_frontier"] == ["cost"]
    assert moved["after"]["on_frontier"] == []
    assert found["experiments"] == [
        {
            "experiment_id": "exp-c",
            "change": "added",
            "files_added": ["meta_info.yaml", "test/attempt-1.yaml", "test/summary.yaml"],
            "files_changed": [],
            "files_removed": [],
        }
    ]
    assert found["warnings"] == []


def test_a_removed_entry_and_its_vanished_experiment(root: Path) -> None:
    write_tree(root, leaderboard(leaf("exp-a")))
    shutil.rmtree(root / EXPERIMENTS / "exp-b")
    found = board(root)
    removed = by_label(found)["model exp-b"]
    assert (removed["change"], removed["after"], removed["before"]["rank"]) == ("removed", None, 2)
    assert found["warnings"] == [
        {
            "warning": "experiment-removed",
            "experiment_id": "exp-b",
            "entry_ids": ["harness-model-exp-b-plain-test"],
            "files": [],
        }
    ]
    assert "Experiment `exp-b` is gone; it stood behind 1 entry." in text(root)


def test_changed_attempts_change_the_score_and_are_warned_of(root: Path) -> None:
    write_tree(root, entry("exp-b", [[1, 1, 1, 1]]))
    found = board(root)
    entries = by_label(found)
    changed = entries["model exp-b"]
    assert changed["change"] == "changed"
    assert (changed["before"]["score"], changed["after"]["score"]) == (0.25, 1.0)
    assert changed["experiments"] == ["exp-b"]
    assert not changed["expression_changed"]
    (warning,) = found["warnings"]
    assert warning["warning"] == "attempts-changed"
    assert warning["files"] == ["test/attempt-1.yaml"]
    comment = text(root)
    row = next(line for line in comment.splitlines() if line.startswith("| changed"))
    assert "25.0 % → 100.0 %" in row
    assert "| +75.0 | 2 → 1 ↑ |" in row
    assert "⚠️ 1 warning." in comment.splitlines()[0]


def test_standard_deviation_and_rank_range_of_both_sides(root: Path) -> None:
    write_tree(root, entry("exp-b", [[1, 0, 0, 0], [1, 1, 0, 0]]))
    change = by_label(board(root))["model exp-b"]
    assert change["before"]["score_std"] is None
    assert change["after"]["score_std"] == pytest.approx(0.1767766953)
    assert change["before"]["rank_range"] == [1, 2]


def test_a_change_too_small_for_the_boards_decimals_is_seen(tmp_path: Path) -> None:
    files = leaderboard() | experiment(scores=(), summary={"n_attempt": 1, "score_mean": 0.5})
    root = repository(tmp_path, files)
    write_tree(root, experiment(scores=(), summary={"n_attempt": 1, "score_mean": 0.50002}))
    assert "| 50.0 % | +0.002 |" in text(root)


def test_frontiers_by_attempt_are_told_apart_from_those_by_totals(tmp_path: Path) -> None:
    def side(n_attempt: int) -> Files:
        rival = {"n_attempt": n_attempt, "score_mean": 0.5, "cost_total": 3}
        return experiment("exp-b", (), meta={"model_name": "rival"}, summary=rival)

    best = {"n_attempt": 1, "score_mean": 0.75, "cost_total": 2}
    files = leaderboard(leaf("exp-a"), leaf("exp-b")) | experiment("exp-a", (), summary=best)
    root = repository(tmp_path, files | side(1))
    write_tree(root, side(2))
    assert "| —; per attempt: — → cost |" in text(root)
    (change,) = board(root)["entries"]
    assert change["after"]["on_frontier"] == []
    assert change["after"]["on_frontier_per_attempt"] == ["cost"]


def test_an_experiment_of_another_phase_is_no_cause(root: Path) -> None:
    write_tree(root, {f"{EXPERIMENTS}/exp-a/dev/summary.yaml": "n_attempt: 1\nscore_mean: 0.1\n"})
    found = board(root)
    assert found["entries"] == []
    assert found["n_unchanged"] == 2
    assert found["experiments"][0]["files_added"] == ["dev/summary.yaml"]


def test_an_expression_written_otherwise_is_a_change_without_experiments(root: Path) -> None:
    write_tree(root, leaderboard(leaf("exp-a", note="rerun"), leaf("exp-b"), description="More"))
    found = board(root)
    (change,) = found["entries"]
    assert (change["change"], change["expression_changed"]) == ("changed", True)
    assert change["experiments"] == []
    assert found["keys"] == ["description"]
    assert found["n_unchanged"] == 1


def test_boards_added_and_removed(root: Path) -> None:
    shutil.rmtree(root / "leaderboards" / "demo")
    write_tree(root, leaderboard(folder="new", title="New") | experiment(folder="new"))
    found = {change["leaderboard_id"]: change for change in differences(root)["boards"]}
    assert {name: change["change"] for name, change in found.items()} == {
        "demo": "removed", "new": "added",
    }  # fmt: skip
    assert found["demo"]["before"] == {"title": "Demo", "status": "published", "n_entries": 2}
    assert found["demo"]["after"] is None
    assert text(root).startswith("**Boards: 1 added, 1 removed. Entries: 1 added, 2 removed**")


def test_a_second_entry_of_an_identity_leaves_the_first_the_same_entry(root: Path) -> None:
    write_tree(root, leaderboard(leaf("exp-a"), leaf("exp-b"), leaf("exp-c")))
    write_tree(root, entry("exp-c", [[1, 1, 0, 0]], model_name="model exp-a"))
    kinds = {
        (change["before"] or change["after"])["entry_id"]: change["change"]
        for change in board(root)["entries"]
    }
    assert kinds.pop("harness-model-exp-a-plain-test") == "moved"
    assert kinds.pop("harness-model-exp-b-plain-test") == "moved"
    assert list(kinds.values()) == ["added"]
    comment = text(root)
    assert "`model exp-a` → `model exp-a · exp-a`" in comment


def test_drafts_are_compared_unless_they_are_left_out(tmp_path: Path) -> None:
    draft = leaderboard(status="draft") | experiment()
    root = repository(tmp_path, draft)
    write_tree(root, leaderboard(title="Other", status="draft"))
    assert board(root)["keys"] == ["title"]
    assert differences(root, "main", "--no-drafts")["boards"] == []
    write_tree(root, leaderboard())
    assert "### `Demo` (draft → published)" in text(root)
    assert board(root, "main", "--no-drafts")["change"] == "added"


# --- where the base comes from --------------------------------------------------------------


def test_any_revision_is_read_and_the_checkout_is_left_alone(root: Path) -> None:
    first = git(root, "rev-parse", "HEAD").strip()
    write_tree(root, entry("exp-b", [[1, 1, 1, 1]]))
    git(root, "tag", "v2", commit(root))
    git(root, "checkout", "-q", "-b", "work")
    (root / "untracked.txt").write_text("mine")
    before = snapshot(root)
    for base in ("v2", "HEAD", "work", "main", "@"):
        assert differences(root, base)["boards"] == []
    for base in (first, first[:10], "HEAD~1", "main^"):
        assert by_label(board(root, base))["model exp-b"]["change"] == "changed"
    assert snapshot(root) == before


def test_a_tree_below_the_repository_is_compared_with_itself(tmp_path: Path) -> None:
    write_tree(tmp_path / "some where", TWO)
    git(tmp_path, "init", "-q", "-b", "main")
    commit(tmp_path)
    root = tmp_path / "some where"
    assert differences(root)["boards"] == []
    git(tmp_path, "mv", "some where", "else where")
    assert board(tmp_path / "else where")["change"] == "added"


def test_a_folder_is_a_base_and_comes_before_a_revision_of_its_name(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_tree(tmp_path / "main", TWO | entry("exp-b", [[0, 0, 0, 0]]))
    assert by_label(board(root, "main"))["model exp-b"]["before"]["score"] == 0
    assert differences(root, "refs/heads/main")["boards"] == []
    assert by_label(board(root, tmp_path / "main"))["model exp-b"]["change"] == "changed"


def test_a_base_before_the_first_leaderboard_is_empty(tmp_path: Path) -> None:
    root = repository(tmp_path, {"README.md": "Results\n"})
    write_tree(root, TWO)
    assert board(root)["change"] == "added"


def test_a_base_in_an_older_form_of_the_format(tmp_path: Path) -> None:
    """Other names of totals, a list of results at the top, no optional key."""
    old = leaderboard(leaf("exp-a"))
    old |= experiment("exp-a", [[1, 0]], summary={"cost": 2, "tokens": 9})
    old[f"{EXPERIMENTS}/exp-a/test/attempt-1.yaml"] = (
        "- {source: t1, score: 1}\n- {source: t2, score: 0}\n"
    )
    root = repository(tmp_path, old)
    new = experiment("exp-a", [[1, 0]], summary={"cost_total": 2, "tokens_total": 9})
    changes = [{"date": "2026-11-30", "entry": "model", "reason": "Renamed totals"}]
    write_tree(root, new | leaderboard(leaf("exp-a"), changes=changes))
    (change,) = board(root)["entries"]
    assert change["before"] == change["after"]
    assert board(root)["keys"] == ["changes"]


@pytest.mark.parametrize("base", ["nope", "", "main..HEAD", "--output=x", "-x", "HEAD:experiments"])
def test_what_is_no_revision_is_exit_code_2(base: str, root: Path) -> None:
    before = snapshot(root)
    result = run(root, base)
    assert result.exit_code == 2
    assert f'"{base}" is no git revision here and no folder that holds leaderboards/' in (
        result.stderr
    )
    assert result.stdout == ""
    assert snapshot(root) == before


def test_a_folder_without_leaderboards_is_exit_code_2(root: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = run(root, tmp_path / "empty")
    assert result.exit_code == 2
    assert "has no folder leaderboards/ and is no git revision" in result.stderr


def test_outside_of_a_repository_is_exit_code_2(tmp_path: Path) -> None:
    result = run(write_tree(tmp_path, TWO), "main")
    assert result.exit_code == 2
    assert "not a git repository" in result.stderr


def test_without_git_is_exit_code_2(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    result = run(root, "main")
    assert result.exit_code == 2
    assert "git is not installed" in result.stderr


def test_a_commit_whose_objects_are_missing_is_exit_code_2(root: Path) -> None:
    name = f"{EXPERIMENTS}/exp-a/meta_info.yaml"
    blob = git(root, "rev-parse", f"HEAD:{name}").strip()
    (root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    result = run(root, "main")
    assert result.exit_code == 2
    assert f"git has no content of {name}" in result.stderr


def test_a_path_that_leaves_the_folder_is_refused(root: Path, tmp_path: Path) -> None:
    """Git writes no such tree itself, and reads one that was made by hand."""
    blob = git(root, "hash-object", "-w", "leaderboards/demo/leaderboard.yaml").strip()
    inner = _tree_object(root, b"100644 x.yaml", blob)
    outer = _tree_object(root, b"40000 ..", _tree_object(root, b"40000 ..", inner))
    top = _tree_object(root, b"40000 leaderboards", outer)
    made = git(root, "commit-tree", top, "-m", "by hand").strip()
    before = snapshot(tmp_path)
    result = run(root, made)
    assert result.exit_code == 2
    assert "a path that cannot be written" in result.stderr
    assert snapshot(tmp_path) == before


def _tree_object(root: Path, head: bytes, object_id: str) -> str:
    path = root.parent / "object"
    path.write_bytes(head + b"\0" + bytes.fromhex(object_id))
    return git(root, "hash-object", "-w", "-t", "tree", "--literally", str(path)).strip()


# --- sides that are not valid ---------------------------------------------------------------


def test_a_base_that_is_not_valid_is_named_with_its_places(root: Path) -> None:
    write_tree(root, leaderboard(leaf("exp-z")))
    broken = commit(root)
    write_tree(root, TWO)
    result = run(root, broken)
    assert result.exit_code == 1
    assert f"{broken}:leaderboards/demo/leaderboard.yaml:5:28: error: " in result.stderr
    assert "^ did you mean" in result.stderr
    assert "the base is not valid: 1 error" in result.stderr
    assert result.stdout == ""


def test_a_head_that_is_not_valid_is_named(root: Path) -> None:
    write_tree(root, leaderboard(leaf("exp-z")))
    result = run(root, "main")
    assert result.exit_code == 1
    assert "\nleaderboards/demo/leaderboard.yaml:5:28: error: " in "\n" + result.stderr
    assert "the head is not valid: 1 error" in result.stderr


def test_a_link_in_the_base_is_followed_nowhere(root: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("harness_name: secret\n")
    path = root / EXPERIMENTS / "exp-a" / "meta_info.yaml"
    path.unlink()
    path.symlink_to(tmp_path / "secret.yaml")
    linked = commit(root)
    path.unlink()
    write_tree(root, TWO)
    result = run(root, linked)
    assert result.exit_code == 1
    assert "links are not followed [link]" in result.stderr
    assert "secret" not in result.output


# --- the comment ----------------------------------------------------------------------------

HOSTILE = [
    "@team/admins and #1",
    "<img src=x onerror=alert(1)>",
    "[click](https://evil.example) www.evil.example a@evil.example",
    "| a \\| b \\\\| c |",
    "`tick` ``two`` end`",
    "</details><script>",
    "*bold* _it_ ~~no~~ $x$ :smile: &amp; \\",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_text_and_never_markup(name: str, tmp_path: Path) -> None:
    root = repository(tmp_path, {"README.md": "x"})
    files = leaderboard(leaf("exp-a"), title=name) | experiment(meta={"model_name": name})
    write_tree(root, files)
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(text(root))
    heads = [token for token in tokens if token.type == "heading_open"]
    cells = [token for token in tokens if token.type == "td_open"]
    assert (len(heads), len(cells)) == (1, 8)
    spans = [child for token in tokens for child in token.children or []]
    codes = [child.content for child in spans if child.type == "code_inline"]
    assert name in codes
    assert sum(name.replace("|", "¦") == code.replace("|", "¦") for code in codes) == 2
    words = [child.content for child in spans if child.type not in ("code_inline", "softbreak")]
    assert not any(char in "".join(words) for char in "@#<>[]`$&\\")
    blocks = {token.content.strip() for token in tokens if token.type == "html_block"}
    assert all(re_block.startswith(("<details>", "</details>")) for re_block in blocks)
    assert not any("script" in block or "img" in block for block in blocks)


def test_a_very_long_name_is_cut(tmp_path: Path) -> None:
    root = repository(tmp_path, {"README.md": "x"})
    write_tree(root, leaderboard(title="T" * 5000) | experiment())
    comment = text(root)
    assert "T" * 119 + "…" in comment
    assert len(comment) < 2000


def test_many_entries_are_cut_at_a_whole_line_and_counted(tmp_path: Path) -> None:
    root = repository(tmp_path, {"README.md": "x"})
    metrics = {f"m{index:03}": index / 1000 for index in range(100)}
    for folder in ("a", "b", "c", "d", "e"):
        leaves = [leaf(metric=name, label=f"{name} {'long' * 30}") for name in metrics]
        write_tree(root, leaderboard(*leaves, folder=folder))
        write_tree(root, experiment(scores=(), summary={"n_attempt": 1, **metrics}, folder=folder))
    comment = text(root)
    assert 55_000 < len(comment.encode()) <= 60_000
    lines = comment.splitlines()
    assert "5 added. Entries: 500 added" in lines[0]
    rows = [line for line in lines if line.startswith("| added | ")]
    assert all(line.count(" | ") == 7 and line.endswith(" |") for line in rows)
    assert comment.count("<details>") == comment.count("</details>")
    n_boards = comment.count("\n### ")
    assert n_boards == 4
    assert lines[-1].startswith(
        "**Cut here**, a comment has room for no more: "
        f"1 board, {500 - len(rows)} entries, 2 experiments left out."
    )


def test_a_cut_inside_of_details_closes_them(tmp_path: Path) -> None:
    root = repository(tmp_path, leaderboard() | experiment())
    names = [f"exp-{index:03}-{'long' * 30}" for index in range(600)]
    write_tree(
        root, {f"{EXPERIMENTS}/{name}/meta_info.yaml": "harness_name: h\n" for name in names}
    )
    lines = text(root).splitlines()
    shown = [line for line in lines if line.startswith("- `exp-")]
    assert lines.count("<details>") == lines.count("</details>") == 1
    assert f": {600 - len(shown)} experiments left out." in lines[-1]


def test_json_has_sorted_keys_and_no_name_can_leave_it(root: Path) -> None:
    write_tree(root, leaderboard(leaf("exp-a"), leaf("exp-b"), title="</script> ü"))
    result = run(root, "main", "--format", "json")
    found = json.loads(result.stdout)
    assert result.stdout == json.dumps(found, indent=1, sort_keys=True) + "\n"
    assert found["boards"][0]["after"]["title"] == "</script> ü"


def test_attempts_of_an_entry_that_is_new_are_no_warning(root: Path) -> None:
    files = {f"{EXPERIMENTS}/exp-b/test/attempt-1.yaml": attempt([0, 1, 0, 0])}
    write_tree(root, files | leaderboard(leaf("exp-a")))
    assert board(root)["warnings"] == []
