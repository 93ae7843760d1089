"""The workflows and the action: what they may do is read from the files, what they do is run."""

from __future__ import annotations

import ast
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.command_line import REPOSITORY
from tests.trees import experiment, leaderboard, leaf, write_tree

FOLDER = REPOSITORY / ".github" / "workflows"
WORKFLOWS = sorted(FOLDER.glob("*.yml"))
ACTION = REPOSITORY / "action.yml"
FILES = [*WORKFLOWS, ACTION]
HEAD_SHA = "0123456789abcdef0123456789abcdef01234567"
INVISIBLE = "\u200b"


def read(path: Path) -> dict[Any, Any]:
    content: dict[Any, Any] = yaml.safe_load(path.read_text("utf-8"))
    return content


def triggers(workflow: dict[Any, Any]) -> set[str]:
    found = workflow[True]  # YAML 1.1 reads "on" as a boolean
    return {found} if isinstance(found, str) else set(found)


def jobs() -> Iterator[tuple[str, dict[str, Any], dict[str, str]]]:
    """Every job by its name, with the permissions of its token."""
    for path in WORKFLOWS:
        workflow = read(path)
        for name, job in workflow["jobs"].items():
            yield f"{path.stem}.{name}", job, job.get("permissions", workflow["permissions"])


def steps(path: Path) -> list[dict[str, Any]]:
    content = read(path)
    if path == ACTION:
        return list(content["runs"]["steps"])
    return [step for job in content["jobs"].values() for step in job["steps"]]


def step_named(path: Path, name: str) -> dict[str, Any]:
    (step,) = (step for step in steps(path) if step.get("name") == name)
    return step


# What the files say


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_actions_are_pinned_by_commit_with_the_version_beside_it(path: Path) -> None:
    uses = re.findall(r"uses: (\S+)(.*)", path.read_text("utf-8"))
    assert len(uses) == sum("uses" in step for step in steps(path))
    for name, rest in uses:
        if name != "./":
            assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", name)
            assert re.fullmatch(r" # v\d+\.\d+\.\d+", rest)


def test_one_action_has_one_commit_everywhere() -> None:
    pins = {step["uses"] for path in FILES for step in steps(path) if "uses" in step}
    names = [pin.partition("@")[0] for pin in pins]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_asks_for_no_more_than_reading_the_repository(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] in ({}, {"contents": "read"})
    assert all("timeout-minutes" in job for job in workflow["jobs"].values())


def test_the_tokens_that_write_are_these() -> None:
    writing = {
        name: {key for key, value in permissions.items() if value == "write"}
        for name, _, permissions in jobs()
    }
    assert {name: keys for name, keys in writing.items() if keys} == {
        "comment.comment": {"pull-requests"},
        "publish.deploy": {"pages", "id-token"},
    }


def test_no_job_with_a_token_that_writes_has_code_of_a_fork() -> None:
    """Such a job has no checkout, no local action, and runs no program but GitHub's client."""
    for name, job, permissions in jobs():
        if "write" in permissions.values():
            assert "uses" not in job, name
            for step in job["steps"]:
                assert step.get("uses", "").partition("@")[0] in ("", "actions/deploy-pages"), name
                if "run" in step:
                    assert step["shell"] == "python", name
                    assert programs(step["run"]) == ["gh"], name


def programs(script: str) -> list[str]:
    """The programs that a Python script starts; it must be plain to see that there are no more."""
    tree = ast.parse(script)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    modules = {alias.name for node in imports for alias in node.names}
    assert all(isinstance(node, ast.Import) for node in imports)
    assert modules == {"io", "json", "os", "re", "subprocess", "sys", "unicodedata", "zipfile"}
    used = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert {name for name in used if re.match(r"(os|subprocess)\.\w+$", name)} == {
        "os.environ",
        "subprocess.PIPE",
        "subprocess.run",
    }
    assert not names & {"__import__", "compile", "eval", "exec", "getattr", "globals", "open"}
    commands = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "command"
    ]
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    started = [call.args[0] for call in calls if ast.unparse(call.func) == "subprocess.run"]
    assert [ast.unparse(argument) for argument in started] == ["command"]
    return [ast.literal_eval(node.elts[0]) for node in commands if isinstance(node, ast.List)]


def test_code_of_a_fork_runs_where_the_token_only_reads() -> None:
    for path in WORKFLOWS:
        found = triggers(read(path))
        assert not found & {"pull_request_target", "issue_comment", "issues"}
        if "workflow_run" in found:
            assert path.stem == "comment"
        if "pull_request" in found:
            for name, _, permissions in jobs():
                if name.startswith(f"{path.stem}."):
                    assert set(permissions.values()) <= {"read"}
                    assert "secrets." not in path.read_text("utf-8")


def test_checkouts_leave_no_token_behind() -> None:
    found = [step for path in FILES for step in steps(path) if "checkout" in step.get("uses", "")]
    assert found
    assert all(step["with"]["persist-credentials"] is False for step in found)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_value_is_pasted_into_a_script(path: Path) -> None:
    assert [step["run"] for step in steps(path) if "${{" in step.get("run", "")] == []


def test_every_input_of_the_action_is_used_and_described() -> None:
    action = read(ACTION)
    used = set(re.findall(r"inputs\.([a-z-]+)", ACTION.read_text("utf-8")))
    assert used == set(action["inputs"])
    assert all(value["description"] for value in action["inputs"].values())


def test_the_linter_finds_nothing() -> None:
    program = Path(sys.executable).with_name("zizmor")
    if not program.exists():
        pytest.skip("zizmor is not installed")
    command = [program, "--offline", "--no-progress", *FILES]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


# What the action does

GIT = ("git", "-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")


@dataclass
class Runner:
    """A machine that runs the shell steps of the action in a repository."""

    home: Path
    repository: Path

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            [*GIT, *arguments], cwd=self.repository, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def commit(self, files: dict[str, str]) -> str:
        write_tree(self.repository, files)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "change")
        return self.git("rev-parse", "HEAD")

    def run(self, name: str, **values: str) -> tuple[int, str]:
        """Exit code and words of a step; ``values`` are all that its ``env`` names."""
        step = step_named(ACTION, name)
        assert set(step.get("env", {})) == set(values)
        script = self.home / "step.sh"
        script.write_text(step["run"], encoding="utf-8")
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", script],
            check=False,
            cwd=self.repository,
            env=os.environ | self.files() | values,
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout + done.stderr

    def files(self) -> dict[str, str]:
        names = ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")
        return {"RUNNER_TEMP": str(self.home)} | {name: str(self.home / name) for name in names}

    def output(self, name: str) -> str:
        """The last value of an output that steps wrote."""
        text = (self.home / "GITHUB_OUTPUT").read_text("utf-8")
        return re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)[-1]

    def merge(self, files: dict[str, str]) -> str:
        """Commit files on a branch and merge it as GitHub does; gives the base."""
        base = self.git("rev-parse", "HEAD")
        self.git("checkout", "-q", "-b", "branch")
        self.commit(files)
        self.git("checkout", "-q", "--detach", base)
        self.git("merge", "-q", "--no-ff", "-m", "merge", "branch")
        return base


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    """A runner with a repository of one commit and, in place of the install step, this checkout."""
    home, repository = tmp_path / "runner's home", tmp_path / "a repository"
    program = home / "penguin-board" / "bin" / "penguin-board"
    program.parent.mkdir(parents=True)
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH="{REPOSITORY}" exec "{sys.executable}" -m penguin_board "$@"\n'
    )
    program.chmod(0o755)
    for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"):
        (home / name).touch()
    repository.mkdir()
    found = Runner(home, repository)
    found.git("init", "-q", "-b", "main")
    found.commit(leaderboard(leaf("exp-a"), status="draft") | experiment("exp-a", [[1, 0]]))
    return found


SECOND = leaderboard(leaf("exp-a"), leaf("exp-b"), status="draft") | experiment(
    "exp-b", [[1, 1]], meta={"model_name": "model-b"}
)


def test_a_pull_request_is_compared_with_what_it_is_merged_into(runner: Runner) -> None:
    base = runner.merge(SECOND)
    assert runner.run("Find the base", ROOT=".", BASE="", EVENT="pull_request") == (0, "")
    assert runner.output("commit") == base
    code, words = runner.run("Validate", ROOT=".", BASE=base)
    assert code == 0, words
    code, words = runner.run("Compare with the base", ROOT=".", BASE=base)
    assert code == 0, words
    text = Path(runner.output("file")).read_text("utf-8")
    assert "model-b" in text
    assert (runner.home / "GITHUB_STEP_SUMMARY").read_text("utf-8") == text


def test_without_its_base_a_pull_request_is_built_all_the_same(runner: Runner) -> None:
    code, words = runner.run("Find the base", ROOT=".", BASE="", EVENT="pull_request")
    assert code == 0
    assert words.startswith("::warning::")
    assert "fetch-depth: 2" in words
    assert (runner.home / "GITHUB_OUTPUT").read_text("utf-8") == ""
    assert runner.run("Validate", ROOT=".", BASE="")[0] == 0


@pytest.mark.parametrize("base", ["nothing", "--help", "$(touch hacked)", "main; touch hacked"])
def test_a_base_that_is_no_revision_ends_the_run(runner: Runner, base: str) -> None:
    assert runner.run("Find the base", ROOT=".", BASE=base, EVENT="push")[0] != 0
    assert not (runner.repository / "hacked").exists()


def test_a_push_is_compared_with_nothing(runner: Runner) -> None:
    assert runner.run("Find the base", ROOT=".", BASE="", EVENT="push") == (0, "")
    assert (runner.home / "GITHUB_OUTPUT").read_text("utf-8") == ""


def test_problems_are_annotations_with_paths_from_the_top_of_the_repository(
    runner: Runner,
) -> None:
    broken = leaderboard(leaf("exp-z"))
    write_tree(runner.repository / "results" / "a & b", broken)
    code, words = runner.run("Validate", ROOT="results/a & b", BASE="")
    assert code == 1
    path = "results/a & b/leaderboards/demo/leaderboard.yaml"
    assert re.search(f"^::error file={path},line=5,col=", words, re.MULTILINE)
    write_tree(runner.repository, broken)
    code, words = runner.run("Validate", ROOT=".", BASE="")
    assert re.search("^::error file=leaderboards/demo/", words, re.MULTILINE)


@pytest.mark.parametrize(("drafts", "built"), [("true", True), ("false", False)])
def test_the_site_is_built_as_the_inputs_say(runner: Runner, drafts: str, built: bool) -> None:
    code, words = runner.run(
        "Build",
        ROOT=".",
        OUT="my site",
        DRAFTS=drafts,
        TITLE="Our $(boards)",
        BASE_URL="https://example.org/boards/",
        LANGUAGES="en,fa",
        DOCS="true",
    )
    assert code == 0, words
    site = runner.repository / "my site"
    assert "Our $(boards)" in (site / "index.html").read_text("utf-8")
    assert (site / "sitemap.xml").is_file()
    assert (site / "fa" / "index.html").is_file()
    assert "docs/index.html" in (site / "index.html").read_text("utf-8")
    assert (site / "demo" / "index.html").is_file() is built


def test_a_tree_that_is_wrong_leaves_no_site_and_no_comparison(runner: Runner) -> None:
    base = runner.merge(leaderboard(leaf("exp-z"), status="draft"))
    inputs = {"TITLE": "", "BASE_URL": "", "LANGUAGES": "", "DOCS": "false"}
    assert runner.run("Build", ROOT=".", OUT="site", DRAFTS="true", **inputs)[0] == 1
    assert not (runner.repository / "site").exists()
    code, words = runner.run("Compare with the base", ROOT=".", BASE=base)
    assert code == 0
    assert "::warning::" in words
    assert (runner.home / "GITHUB_OUTPUT").read_text("utf-8") == ""


def test_the_install_step_takes_the_action_and_not_the_pull_request() -> None:
    script = step_named(ACTION, "Install penguin-board")["run"]
    assert re.findall(r"pip install --quiet (.*)", script) == ['"$GITHUB_ACTION_PATH"']
    assert subprocess.run(["bash", "-n"], input=script, text=True, check=False).returncode == 0


# What the comment does

FAKE_CLIENT = """\
#!{python}
import json, sys
from pathlib import Path

state = json.loads(Path({state!r}).read_text("utf-8"))
arguments = sys.argv[1:]
method = arguments[arguments.index("--method") + 1] if "--method" in arguments else "GET"
path = arguments[-1] if not arguments[-1].startswith("-") else ""
log = Path({log!r})
body = sys.stdin.read() if "--input" in arguments else ""
log.write_text(log.read_text() + json.dumps([method, path, arguments, body]) + "\\n")
if path.endswith("/zip"):
    sys.stdout.buffer.write(Path(state["zip"]).read_bytes())
elif method == "GET":
    print(json.dumps(state["answers"][path.removeprefix("repos/team/boards/")]))
"""


@dataclass
class GitHub:
    """A client of GitHub that answers from here and writes down what it is asked."""

    folder: Path
    answers: dict[str, Any]
    archive: bytes

    def run(self, **values: str) -> tuple[int, str]:
        """Run the step of the comment with nothing on the path but the client."""
        state, log, program = (self.folder / name for name in ("state", "log", "gh"))
        (self.folder / "zip").write_bytes(self.archive)
        log.write_text("")
        state.write_text(json.dumps({"answers": self.answers, "zip": str(self.folder / "zip")}))
        client = FAKE_CLIENT.format(python=sys.executable, state=str(state), log=str(log))
        program.write_text(client)
        program.chmod(0o755)
        step = step_named(FOLDER / "comment.yml", "Post the comment")
        env = {
            "GH_TOKEN": "token",
            "REPOSITORY": "team/boards",
            "RUN_ID": "7",
            "HEAD_SHA": HEAD_SHA,
            "HEAD_BRANCH": "a branch; $(touch hacked)",
            "HEAD_OWNER": "stranger",
            "HEAD_REPOSITORY": "stranger/boards",
        } | values
        assert set(env) == set(step["env"])
        script = self.folder / "step.py"
        script.write_text(step["run"], encoding="utf-8")
        done = subprocess.run(
            [sys.executable, script],
            check=False,
            cwd=self.folder,
            env=env | {"PATH": str(self.folder), "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
        )
        assert not (self.folder / "hacked").exists()
        return done.returncode, done.stdout + done.stderr

    def requests(self) -> list[list[Any]]:
        return [json.loads(line) for line in (self.folder / "log").read_text().splitlines()]

    def written(self) -> list[tuple[str, str, str]]:
        """Method, path and text of what was posted."""
        return [
            (method, path.removeprefix("repos/team/boards/"), json.loads(body)["body"])
            for method, path, _, body in self.requests()
            if method != "GET" and body
        ]


def archive(text: str, name: str = "changes.md") -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, text)
    return data.getvalue()


def pull(number: int = 3, sha: str = HEAD_SHA, repository: str | None = "stranger/boards") -> Any:
    head = {"sha": sha, "repo": None if repository is None else {"full_name": repository}}
    return {"number": number, "head": head}


def artifact(size: int = 500, name: str = "penguin-board-changes", expired: bool = False) -> Any:
    return {"id": 11, "name": name, "size_in_bytes": size, "expired": expired}


def github(folder: Path, text: str = "**Entries: 1 added**\n", **answers: Any) -> GitHub:
    usual: dict[str, Any] = {
        "pulls": [[pull()]],
        "actions/runs/7/artifacts": [{"artifacts": [artifact(name="other"), artifact()]}],
        "issues/3/comments": [[]],
    }
    return GitHub(folder, usual | answers, archive(text))


def remark(number: int, author: str, text: str) -> Any:
    return {"id": number, "user": {"login": author}, "body": text}


def test_the_comment_is_posted_once_and_then_renewed(tmp_path: Path) -> None:
    client = github(tmp_path)
    assert client.run() == (0, "")
    ((method, path, body),) = client.written()
    assert (method, path) == ("POST", "issues/3/comments")
    assert body.endswith("\n\n**Entries: 1 added**\n")
    assert HEAD_SHA[:10] in body
    client.answers["issues/3/comments"] = [
        [remark(20, "stranger", body)],
        [remark(21, "github-actions[bot]", "hello"), remark(22, "github-actions[bot]", body)],
    ]
    assert client.run() == (0, "")
    assert client.written() == [("PATCH", "issues/comments/22", body)]


@pytest.mark.parametrize(
    "answers",
    [
        {"pulls": [[]]},
        {"pulls": [[pull(sha="f" * 40)]]},
        {"pulls": [[pull(repository="other/boards")]]},
        {"pulls": [[pull(repository=None)]]},
        {"pulls": [[pull(), pull(4)]]},
        {"actions/runs/7/artifacts": [{"artifacts": []}]},
        {"actions/runs/7/artifacts": [{"artifacts": [artifact(expired=True)]}]},
        {"actions/runs/7/artifacts": [{"artifacts": [artifact(), artifact()]}]},
    ],
)
def test_nothing_is_said_where_it_is_not_sure_what_and_where(
    tmp_path: Path, answers: dict[str, Any]
) -> None:
    client = github(tmp_path, **answers)
    code, words = client.run()
    assert code == 0, words
    assert words
    assert client.written() == []


def test_the_pull_request_is_looked_up_and_not_taken_from_the_artefact(tmp_path: Path) -> None:
    client = github(tmp_path, "pull request: 99\n#99\n")
    assert client.run()[0] == 0
    assert [path for _, path, _ in client.written()] == ["issues/3/comments"]
    (asked,) = (found for _, path, found, _ in client.requests() if path.endswith("/pulls"))
    assert "head=stranger:a branch; $(touch hacked)" in asked


@pytest.mark.parametrize(
    "data",
    [
        archive("x", "../changes.md"),
        archive("x", "changes.md.exe"),
        archive("x" * 2_000_000),
    ],
    ids=["path", "name", "bomb"],
)
def test_an_artefact_that_is_something_else_is_refused(tmp_path: Path, data: bytes) -> None:
    client = github(tmp_path)
    client.archive = data
    assert client.run()[0] == 1
    assert client.written() == []
    assert not (tmp_path.parent / "changes.md").exists()


def test_a_large_artefact_is_not_even_fetched(tmp_path: Path) -> None:
    client = github(
        tmp_path, **{"actions/runs/7/artifacts": [{"artifacts": [artifact(2_000_000)]}]}
    )
    assert client.run()[0] == 1
    assert not any(path.endswith("/zip") for _, path, _, _ in client.requests())


@pytest.mark.parametrize(
    "text",
    [
        "@everyone",
        "&#64;everyone",
        "#12",
        "<script>",
        "<img src=x>",
        "<!-- penguin-board -->",
        "[click](https://evil.example)",
        "![picture](//evil.example/x.png)",
        "https://evil.example",
        "WWW.evil.example",
        "[1]: //evil.example",
        "\u202eright to left",
        "\x1b[31m",
    ],
)
def test_the_text_of_a_fork_mentions_links_and_draws_nothing(tmp_path: Path, text: str) -> None:
    client = github(tmp_path, f"| {text} |\n{text}\n<summary>{text}</summary>\n")
    assert client.run()[0] == 0
    ((_, _, body),) = client.written()
    said = body.partition("\n\n")[2]
    assert text not in said
    assert not re.search(
        r"@\w|#\d|\]\(|\]:|://|www\.|&#|<(?!/?summary>|\u200b)", said, re.IGNORECASE
    )
    assert not re.search("[\x00-\x09\x0b-\x1f\u202a-\u202e]", said)


def test_a_comparison_keeps_its_tables_and_folds(tmp_path: Path) -> None:
    text = (
        "**Boards: 1 changed.**\n\n### `Demo` (published)\n\n"
        "| | Entry | Change |\n| --- | --- | ---: |\n| changed | `a · b` | +0.5 |\n\n"
        "<details>\n<summary>2 entries moved because of others</summary>\n\n- `exp`\n\n</details>\n"
    )
    client = github(tmp_path, text)
    assert client.run()[0] == 0
    ((_, _, body),) = client.written()
    assert body.partition("\n\n")[2] == text


def test_a_long_text_is_cut_below_what_github_takes(tmp_path: Path) -> None:
    client = github(tmp_path, "a line with @somebody\n" * 10_000)
    assert client.run()[0] == 0
    ((_, _, body),) = client.written()
    assert 50_000 < len(body) < 65_536
    assert body.endswith("Cut here.\n")


# What the documentation shows


def test_the_documented_workflows_are_as_careful_as_ours() -> None:
    page = (REPOSITORY / "docs" / "github.md").read_text("utf-8")
    shown = [yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    assert len(shown) == 3
    pins = {step["uses"] for path in FILES for step in steps(path) if "uses" in step}
    for workflow in shown:
        assert workflow["permissions"] in ({}, {"contents": "read"})
        for job in workflow["jobs"].values():
            for step in job.get("steps", []):
                assert step["uses"] in pins | {"Prism-Shadow/penguin-board@COMMIT"}
                if "checkout" in step["uses"]:
                    assert step["with"]["persist-credentials"] is False


def test_every_input_of_the_action_is_documented() -> None:
    page = (REPOSITORY / "docs" / "github.md").read_text("utf-8")
    inputs = re.findall(r"^\| `([a-z-]+)` \|", page, re.MULTILINE)
    assert inputs == list(read(ACTION)["inputs"])
