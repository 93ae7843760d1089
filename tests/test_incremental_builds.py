"""Builds that find the results of an earlier one: the same site, with less work."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from penguin_board.cache import ENVIRONMENT, Cache, user_cache
from penguin_board.tree_state import board_files, state_of
from tests.command_line import Result, penguin_board, run_python
from tests.trees import experiment, leaderboard, leaf, write_tree

REPORT = re.compile(r"\((\d+) written, (\d+) unchanged, (\d+) removed\)")
WORK = ("numpy", "jinja2", "yaml", "pydantic", "plotly")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Three boards of two entries."""
    files = {}
    for name in ("one", "two", "three"):
        files |= leaderboard(leaf("exp-a"), leaf("exp-b"), folder=name, title=f"Board {name}")
        for model in ("a", "b"):
            meta = {"model_name": f"model-{model}"}
            files |= experiment(f"exp-{model}", [(0.5, 0.75), (0.25, 1.0)], meta=meta, folder=name)
    return write_tree(tmp_path / "tree", files)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of this test alone."""
    folder = tmp_path / "cache"
    monkeypatch.setenv(ENVIRONMENT, str(folder))
    return folder


def build(tree: Path, *options: str) -> tuple[int, int, int]:
    """Build into ``site`` beside the tree; how many files were written, unchanged, removed."""
    result = run(tree, *options)
    assert result.exit_code == 0, result.words
    found = REPORT.search(result.stderr)
    assert found, result.stderr
    written, unchanged, removed = map(int, found.groups())
    return written, unchanged, removed


def run(tree: Path, *options: str) -> Result:
    return penguin_board("build", "--root", tree, "--out", tree.parent / "site", *options)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def fresh(tree: Path) -> dict[str, bytes]:
    """The site that a build without a past makes."""
    out = tree.parent / "fresh"
    shutil.rmtree(out, ignore_errors=True)
    result = penguin_board("build", "--root", tree, "--out", out, "--no-cache")
    assert result.exit_code == 0, result.words
    return contents(out)


def test_an_unchanged_tree_is_not_built_again(tree: Path, cache: Path) -> None:
    written, _, _ = build(tree)
    site = tree.parent / "site"
    before = contents(site)
    inode = (site / "index.html").stat().st_ino
    call = ("-X", "importtime", "-m", "penguin_board", "build", "--root", tree, "--out", site)
    result = run_python(*call)
    assert f"(0 written, {written} unchanged, 0 removed)" in result.stderr
    assert contents(site) == before
    assert (site / "index.html").stat().st_ino == inode
    loaded = {line.rpartition("|")[2].strip() for line in result.stderr.splitlines()}
    assert "penguin_board.build_keys" in loaded
    assert not set(WORK) & loaded


def test_a_checkout_with_other_times_is_the_same_tree(tree: Path, cache: Path) -> None:
    written, _, _ = build(tree)
    copy = tree.parent / "copy"
    shutil.copytree(tree, copy)
    for path in copy.rglob("*"):
        os.utime(path, (1, 1))
    shutil.rmtree(tree)
    copy.rename(tree)
    assert build(tree) == (0, written, 0)


def test_a_changed_attempt_builds_its_board_alone(tree: Path, cache: Path) -> None:
    build(tree)
    site = tree.parent / "site"
    kept = (site / "two" / "index.html").stat().st_ino
    attempt = tree / "experiments" / "one" / "exp-a" / "test" / "attempt-1.yaml"
    change(attempt, "t1, score: 0.5", "t1, score: 0.6")
    change(attempt, "t2, score: 0.75", "t2, score: 0.65")
    written, unchanged, removed = build(tree)
    assert written > 0
    assert unchanged > written
    assert removed == 0
    assert (site / "two" / "index.html").stat().st_ino == kept
    assert contents(site) == fresh(tree)


@pytest.mark.parametrize("how", ["title", "options", "template", "removed", "added", "draft"])
def test_whatever_changes_the_site_is_as_if_it_were_built_anew(
    tree: Path, cache: Path, how: str
) -> None:
    build(tree)
    board = tree / "leaderboards" / "two" / "leaderboard.yaml"
    options: list[str] = []
    if how == "title":
        change(board, "Board two", "Board zwei")
    elif how == "options":
        options = ["--languages", "en"]
    elif how == "template":
        (tree / "templates").mkdir()
        text = '{% extends "builtin/404.html" %}{% block title %}Nowhere{% endblock %}'
        (tree / "templates" / "404.html").write_text(text)
    elif how == "removed":
        shutil.rmtree(board.parent)
    elif how == "added":
        for top in ("leaderboards", "experiments"):
            shutil.copytree(tree / top / "two", tree / top / "four")
        change(tree / "leaderboards" / "four" / "leaderboard.yaml", '_id: "two"', '_id: "four"')
    else:
        change(board, "published", "draft")
    build(tree, *options)
    found = contents(tree.parent / "site")
    if options:
        shutil.rmtree(tree.parent / "site")
        build(tree, *options, "--no-cache")
        assert found == contents(tree.parent / "site")
    else:
        assert found == fresh(tree)
    assert build(tree, *options)[0] == 0


def test_a_page_that_somebody_edited_is_made_again(tree: Path, cache: Path) -> None:
    build(tree)
    site = tree.parent / "site"
    for page in ("index.html", "two/index.html"):
        (site / page).write_text("edited")
    (site / "three" / "index.html").unlink()
    build(tree)
    assert contents(site) == fresh(tree)


def test_an_error_stays_an_error_and_the_old_site_stands(tree: Path, cache: Path) -> None:
    build(tree)
    before = contents(tree.parent / "site")
    summary = tree / "experiments" / "two" / "exp-a" / "test" / "summary.yaml"
    change(summary, "score_mean: ", "score_mean: 9")
    for _ in range(2):
        result = run(tree)
        assert result.exit_code == 1
        assert "experiments/two/exp-a/test/summary.yaml:" in result.stderr
        assert contents(tree.parent / "site") == before


def test_warnings_are_said_by_a_build_that_does_nothing_too(tree: Path, cache: Path) -> None:
    (tree / "leaderboards" / "empty").mkdir()
    first = run(tree)
    second = run(tree)
    assert "leaderboards/empty" in first.stderr
    assert "0 written" in second.stderr
    assert first.stderr.splitlines()[:-1] == second.stderr.splitlines()[:-1]


@pytest.mark.parametrize("damage", ["empty", "cut", "foreign", "folder", "deleted"])
def test_a_damaged_cache_is_as_good_as_none(tree: Path, cache: Path, damage: str) -> None:
    build(tree)
    before = contents(tree.parent / "site")
    entries = [path for path in cache.rglob("*") if path.is_file()]
    assert entries
    for path in entries:
        data = path.read_bytes()
        if damage == "deleted":
            path.unlink()
        elif damage == "folder":
            path.unlink()
            path.mkdir()
        else:
            path.write_bytes({"empty": b"", "cut": data[:-1], "foreign": b"x" * 99}[damage])
    change(tree / "leaderboards" / "one" / "leaderboard.yaml", "Board one", "Board One")
    build(tree)
    change(tree / "leaderboards" / "one" / "leaderboard.yaml", "Board One", "Board one")
    build(tree)
    assert contents(tree.parent / "site") == before


@pytest.mark.parametrize("kind", ["file", "read-only"])
def test_a_cache_that_cannot_be_written_is_no_error(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    folder = tmp_path / "nowhere"
    if kind == "file":
        folder.write_text("a file")
    else:
        folder = Path("/proc/penguin-board")
    monkeypatch.setenv(ENVIRONMENT, str(folder))
    assert build(tree)[0] > 0
    assert contents(tree.parent / "site") == fresh(tree)


def test_nothing_of_the_cache_is_in_a_site_or_a_tree(tree: Path, cache: Path) -> None:
    before = contents(tree)
    build(tree)
    assert contents(tree) == before
    assert not [path for path in contents(tree.parent / "site") if "cache" in path]
    assert build(tree, "--no-cache")[0] == 0
    shutil.rmtree(cache)
    build(tree, "--no-cache")
    assert not cache.exists()


def test_a_cache_is_bounded_and_the_longest_unused_goes_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path, max_bytes=10_000)
    keys = [f"{number:064x}" for number in range(20)]
    for age, key in enumerate(keys):
        cache.put(key, bytes(1000))
        os.utime(tmp_path / key[:2] / key, (1000 + age, 1000 + age))
    assert cache.get(keys[0]) == bytes(1000)  # and is thereby the newest
    (tmp_path / "00" / "notes.txt").write_bytes(bytes(50_000))
    cache.shrink()
    assert (tmp_path / "00" / "notes.txt").exists()
    held = [key for key in keys if cache.get(key) is not None]
    assert held == [keys[0], *keys[-len(held) + 1 :]]
    assert sum(path.stat().st_size for path in tmp_path.rglob("0*") if path.is_file()) < 10_000


def test_the_cache_stands_where_the_system_or_the_user_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "mine"))
    assert user_cache() == tmp_path / "mine"
    monkeypatch.delenv(ENVIRONMENT)
    assert user_cache().name == "penguin-board"


DAMAGES: Mapping[str, Callable[[bytes], bytes]] = {
    "cut": lambda data: data[:-9],
    "begun": lambda data: data[:60],
    "foreign": lambda _: b"of something else",
    "changed": lambda data: data[:-40] + bytes([data[-40] ^ 1]) + data[-39:],
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_what_is_compiled_lies_where_python_keeps_modules_and_may_be_damaged(
    tree: Path,
    cache: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    damage: Callable[[bytes], bytes],
) -> None:
    prefix = tmp_path / "compiled"
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(prefix))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "")
    build(tree, "--no-cache")
    before = contents(tree.parent / "site")
    (folder,) = (path for path in prefix.rglob("templates/*") if path.is_dir())
    kept = sorted(folder.iterdir())
    assert len(kept) > 10
    assert {path.suffix for path in kept} == {"", ".mo"}
    (tmp_path / "any").touch()
    assert {path.stat().st_mode for path in kept} == {(tmp_path / "any").stat().st_mode}
    for path in kept:
        path.write_bytes(damage(path.read_bytes()))
    shutil.rmtree(tree.parent / "site")
    build(tree, "--no-cache")
    assert contents(tree.parent / "site") == before


@pytest.mark.parametrize(
    "folder", ["leaderboards", "leaderboards/two", "experiments", "experiments/two", "templates"]
)
def test_a_folder_that_became_a_link_is_seen(tree: Path, cache: Path, folder: str) -> None:
    (tree / "templates").mkdir()
    build(tree)
    aside = tree.parent / "aside"
    (tree / folder).rename(aside)
    (tree / folder).symlink_to(aside)
    result = run(tree)
    assert result.exit_code == 1
    assert "link" in result.stderr


def test_a_title_that_is_translated_is_not_one_that_only_reads_so(tree: Path, cache: Path) -> None:
    build(tree)
    assert build(tree, "--title", "Leaderboards")[0] > 0


def test_files_of_others_in_the_place_of_a_new_folder_are_kept(tree: Path, cache: Path) -> None:
    aside = tree / "leaderboards" / "two"
    aside.rename(tree.parent / "later")
    build(tree)
    site = tree.parent / "site"
    (site / "two").write_text("precious")
    (tree.parent / "later").rename(aside)
    result = run(tree)
    assert result.exit_code == 2
    assert "site/two: is in the way of a folder of the site" in result.stderr
    assert (site / "two").read_text() == "precious"


def test_folders_of_others_keep_their_mode(tree: Path, cache: Path) -> None:
    build(tree)
    site = tree.parent / "site"
    for name, mode in (("private", 0o700), ("fixed", 0o555)):
        (site / name).mkdir()
        (site / name / "file").write_text("mine")
        (site / name).chmod(mode)
    for title in ("First", "Second", "Third"):
        change(tree / "leaderboards" / "one" / "leaderboard.yaml", "title: ", f"title: {title!r} #")
        build(tree)
        assert (site / "private").stat().st_mode & 0o777 == 0o700
        assert (site / "fixed").stat().st_mode & 0o777 == 0o555
        assert (site / "fixed" / "file").read_text() == "mine"
        assert sorted(path.name for path in tree.parent.iterdir()) == ["cache", "site", "tree"]


def test_a_cache_inside_of_the_site_is_refused(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tree.parent / "site" / "cache"))
    result = run(tree)
    assert result.exit_code == 2
    assert "the cache lies in the site" in result.stderr


def test_files_are_known_however_the_place_of_the_tree_is_written(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tree.parent)
    places = (tree, Path(tree.name))
    assert len({state_of(place, board_files(place, "one")).key for place in places}) == 1
