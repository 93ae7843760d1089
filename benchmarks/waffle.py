"""How heavy the Waffle view of a big board is, and how soon it answers.

    python benchmarks/waffle.py                  builds a board of 50 entries by 1000 tasks
    python benchmarks/waffle.py --site FOLDER    looks at the boards of a site that is there

Needs penguin_board, playwright and Debian's Chromium.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Page, sync_playwright

from penguin_board.build import build_site
from penguin_board.build_options import BuildOptions

CHROMIUM = "/usr/bin/chromium"
# The time from a change of the page until it has been drawn.
DRAWN = """(change) => new Promise((done) => {
  const start = performance.now();
  change();
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
})"""
SWITCH = """() => {
  const choice = document.getElementById("waffle-attempt");
  choice.value = choice.options[choice.selectedIndex ? 0 : 1].value;
  choice.dispatchEvent(new Event("change", { bubbles: true }));
}"""
# The times between frames while the page is scrolled through the panels.
SCROLL = """() => new Promise((done) => {
  const frames = [];
  const end = document.querySelector("#waffle").getBoundingClientRect().bottom + scrollY;
  document.documentElement.style.scrollBehavior = "auto";
  document.querySelector("#waffle").scrollIntoView();
  const box = document.querySelector(".waffle-scroll");
  let last = performance.now();
  const step = (now) => {
    frames.push(now - last);
    last = now;
    scrollBy(0, 120);
    box.scrollBy(0, 120);
    if (frames.length < 150 && scrollY + innerHeight < end) requestAnimationFrame(step);
    else done(frames.slice(2));
  };
  requestAnimationFrame(step);
})"""


def write_tree(root: Path, entries: int, benchmarks: int, tasks: int, attempts: int) -> None:
    """Every entry in every benchmark; JSON is YAML."""
    numbers = random.Random(0)
    values = []
    for entry in range(entries):
        leaves = []
        for benchmark in range(benchmarks):
            name = f"entry-{entry}-{benchmark}"
            folder = root / "experiments" / "big" / name
            columns = [
                [numbers.choice((0, 0, 0.25, 0.5, 0.875, 1, 1)) for _ in range(tasks)]
                for _ in range(attempts)
            ]
            means = [sum(column) / tasks for column in columns]
            write(
                folder / "meta_info.yaml",
                {
                    "benchmark_name": f"benchmark-{benchmark}",
                    "harness_name": f"harness-{entry % 3}",
                    "model_name": f"model-{entry}",
                    "algorithm": "plain",
                },
            )
            write(
                folder / "test" / "summary.yaml",
                {"n_attempt": attempts, "score_mean": sum(means) / attempts},
            )
            for number, column in enumerate(columns, start=1):
                results = [{"source": f"task-{i}", "score": s} for i, s in enumerate(column)]
                write(folder / "test" / f"attempt-{number}.yaml", {"results": results})
            leaves.append({"experiment_id": name, "phase": "test"})
        values.append({"op": "mean", "args": leaves})
    board = {
        "leaderboard_id": "big",
        "status": "published",
        "title": "A big board",
        "author": {"name": "Team"},
        "values": values,
    }
    write(root / "leaderboards" / "big" / "leaderboard.yaml", board)


def write(path: Path, value: object) -> None:
    """A file with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")


def first_answer(page: Page, address: str) -> float:
    """Seconds from asking for the page to the text of the cell below the pointer."""
    page.goto("about:blank")
    start = time.perf_counter()
    page.goto(f"{address}#waffle", wait_until="commit")
    panel = page.locator("#waffle svg[data-entry]").first
    panel.hover(position={"x": 4, "y": 4})
    page.locator("#cell-tip").wait_for(state="visible")
    return time.perf_counter() - start


def measure(page: Page, file: Path) -> None:
    """Say what one board's page weighs and how long it takes, the best of some times."""
    say = sys.stdout.write
    data = file.read_bytes()
    say(f"{file.parent.name}: {len(data):,} bytes, {len(gzip.compress(data)):,} gzipped\n")
    answer = min(first_answer(page, file.as_uri()) for _ in range(4))
    ready = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    say(f"  DOMContentLoaded        {ready:8.0f} ms\n")
    say(f"  first tooltip           {answer * 1000:8.0f} ms\n")
    frames = page.evaluate(SCROLL)
    slow = quantiles(frames, n=20)[-1]
    say(f"  a frame while scrolling {median(frames):8.0f} ms, 95% within {slow:.0f} ms\n")
    if page.locator("#waffle-attempt").count():
        times = [page.evaluate(f"({DRAWN})({SWITCH})") for _ in range(8)]
        say(f"  switch of the attempt   {min(times):8.0f} ms\n")


def main() -> None:
    """Measure every board of a site."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path)
    parser.add_argument("--entries", type=int, default=50)
    parser.add_argument("--benchmarks", type=int, default=5)
    parser.add_argument("--tasks", type=int, default=200, help="of each benchmark")
    parser.add_argument("--attempts", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = given.site
        if site is None:
            tree, site = Path(folder) / "tree", Path(folder) / "site"
            write_tree(tree, given.entries, given.benchmarks, given.tasks, given.attempts)
            start = time.perf_counter()
            build_site(tree, site, BuildOptions())
            sys.stdout.write(f"built in {time.perf_counter() - start:.1f} s\n")
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        for data in sorted(site.glob("*/leaderboard.json")):
            measure(page, data.with_name("index.html").resolve())
        browser.close()


if __name__ == "__main__":
    main()
