"""Writing a site: whole or not at all, nothing lost that the tool did not make."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from penguin_board import folder_swap, output
from penguin_board.output import MANIFEST, OutputError, Stage, WriteReport, check_output

FIRST = {"index.html": b"one", "board/index.html": b"two", "assets/a.css": b"three"}


def write_site(files: Mapping[str, bytes], folder: Path) -> WriteReport:
    """Write a whole site, as a build does."""
    with Stage(folder) as stage:
        return stage.finish({path: stage.files.put(path, data) for path, data in files.items()})


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != MANIFEST
    }


def test_a_new_folder_holds_exactly_the_site(tmp_path: Path) -> None:
    report = write_site(FIRST, tmp_path / "deep" / "site")
    assert contents(tmp_path / "deep" / "site") == FIRST
    assert (report.written, report.unchanged, report.removed) == (3, 0, 0)


def test_a_rebuild_removes_its_old_pages_and_empty_folders(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write_site(FIRST, site)
    report = write_site({"index.html": b"new"}, site)
    assert contents(site) == {"index.html": b"new"}
    assert not (site / "board").exists()
    assert (report.written, report.unchanged, report.removed) == (1, 0, 2)


def test_unchanged_files_keep_their_inode(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write_site(FIRST, site)
    before = (site / "index.html").stat().st_ino
    report = write_site({**FIRST, "assets/a.css": b"changed"}, site)
    assert (site / "index.html").stat().st_ino == before
    assert (report.written, report.unchanged) == (1, 2)


def test_a_page_that_somebody_edited_is_written_again(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write_site(FIRST, site)
    (site / "index.html").write_bytes(b"edited")
    write_site(FIRST, site)
    assert (site / "index.html").read_bytes() == b"one"


def test_files_links_and_folders_of_others_survive(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write_site(FIRST, site)
    (site / "CNAME").write_text("example.org")
    (site / "docs" / "deep").mkdir(parents=True)
    (site / "docs" / "deep" / "page.html").write_text("docs")
    (site / "empty").mkdir()
    (site / "board" / "note.txt").write_text("note")
    (site / "link").symlink_to("CNAME")
    write_site({"index.html": b"new"}, site)
    assert contents(site) == {
        "CNAME": b"example.org",
        "board/note.txt": b"note",
        "docs/deep/page.html": b"docs",
        "index.html": b"new",
        "link": b"example.org",
    }
    assert (site / "link").is_symlink()
    assert (site / "empty").is_dir()


def test_a_failure_while_writing_leaves_the_old_site_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    write_site(FIRST, site)
    write = output._write

    def full_disk(path: Path, data: bytes) -> None:
        if data == b"second":
            raise OSError(errno.ENOSPC, "No space left on device")
        write(path, data)

    monkeypatch.setattr(output, "_write", full_disk)
    with pytest.raises(OSError, match="No space"):
        write_site({"index.html": b"first", "x.html": b"second"}, site)
    assert contents(site) == FIRST
    assert os.listdir(tmp_path) == ["site"]  # noqa: PTH208


@pytest.mark.parametrize("exchanges", [True, False])
def test_two_folders_change_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exchanges: bool
) -> None:
    """Also where the system has no call for it."""
    if not exchanges:
        monkeypatch.setattr(folder_swap, "_exchange", lambda *_: False)
    site = tmp_path / "site"
    write_site(FIRST, site)
    report = write_site({"index.html": b"new"}, site)
    assert contents(site) == {"index.html": b"new"}
    assert report.removed == 2
    assert os.listdir(tmp_path) == ["site"]  # noqa: PTH208


def test_a_failure_of_the_last_rename_puts_the_old_site_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    write_site(FIRST, site)
    rename = Path.rename

    def stage_fails(self: Path, target: Path) -> Path:
        if self.name.startswith("new-"):
            raise KeyboardInterrupt
        return rename(self, target)

    monkeypatch.setattr(folder_swap, "_exchange", lambda *_: False)
    monkeypatch.setattr(Path, "rename", stage_fails)
    with pytest.raises(KeyboardInterrupt):
        write_site({"index.html": b"new"}, site)
    assert contents(site) == FIRST
    assert os.listdir(tmp_path) == ["site"]  # noqa: PTH208


def test_what_a_killed_build_left_is_cleared_away(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write_site(FIRST, site)
    work = tmp_path / ".site.penguin-board-work"
    (work / "new" / "board").mkdir(parents=True)
    (work / "new" / "index.html").write_bytes(b"half")
    site.rename(work / "old")  # it died between two renames
    write_site({"index.html": b"new"}, site)
    assert contents(site) == {"index.html": b"new"}
    assert os.listdir(tmp_path) == ["site"]  # noqa: PTH208


def test_a_second_build_is_told_of_the_first(tmp_path: Path) -> None:
    site = tmp_path / "site"
    with Stage(site) as first:
        digest = first.files.put("index.html", b"first")
        with pytest.raises(OutputError, match="another build is writing it"):
            Stage(site)
        first.finish({"index.html": digest})
    assert contents(site) == {"index.html": b"first"}
    write_site({"index.html": b"second"}, site)
    assert contents(site) == {"index.html": b"second"}


def test_a_manifest_cannot_make_the_tool_touch_other_folders(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (tmp_path / "secret.txt").write_text("secret")
    write_site(FIRST, site)
    manifest = '{"files": {"../secret.txt": "0", "/etc/hostname": "0", "CNAME": 3}}'
    (site / MANIFEST).write_text(manifest)
    write_site(FIRST, site)
    assert (tmp_path / "secret.txt").read_text() == "secret"


@pytest.mark.parametrize("text", ["", "[]", '{"files": []}', "not json", "\ufeff{}"])
def test_a_broken_manifest_means_that_nothing_is_ours(tmp_path: Path, text: str) -> None:
    site = tmp_path / "site"
    write_site(FIRST, site)
    (site / MANIFEST).write_text(text, "utf-8")
    with pytest.raises(OutputError, match=r"index\.html: was not written by penguin-board"):
        write_site({"index.html": b"new"}, site)
    assert contents(site) == FIRST
    write_site({"new.html": b"new"}, site)
    assert contents(site) == {**FIRST, "new.html": b"new"}


def test_the_mode_of_an_existing_folder_is_kept(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write_site(FIRST, site)
    site.chmod(0o750)
    write_site(FIRST, site)
    assert site.stat().st_mode & 0o777 == 0o750


@pytest.mark.parametrize(
    ("out", "words"),
    [
        (".", "holds the tree itself"),
        ("..", "holds the tree itself"),
        ("leaderboards", "lies among the results"),
        ("experiments/site", "lies among the results"),
        ("a-file", "is not a folder"),
        ("foreign", "was not written by penguin-board"),
    ],
)
def test_folders_that_must_not_be_written_into_are_refused(
    tmp_path: Path, out: str, words: str
) -> None:
    root = tmp_path / "tree"
    (root / "leaderboards").mkdir(parents=True)
    (root / "experiments").mkdir()
    (root / "a-file").write_text("x")
    (root / "foreign").mkdir()
    (root / "foreign" / "CNAME").write_text("x")
    with pytest.raises(OutputError, match=words):
        check_output(root / out, root, force=False)


def test_force_writes_beside_what_is_there(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "CNAME").write_text("example.org")
    check_output(foreign, tmp_path / "tree", force=True)
    write_site(FIRST, foreign)
    assert contents(foreign) == {**FIRST, "CNAME": b"example.org"}


def test_an_empty_folder_and_an_earlier_site_are_accepted(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    check_output(tmp_path / "empty", tmp_path / "tree", force=False)
    write_site(FIRST, tmp_path / "site")
    check_output(tmp_path / "site", tmp_path / "tree", force=False)
