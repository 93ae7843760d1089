"""What the goals are measured against: bare reading, bare parsing, bare Python, Hugo on a tree.

Each is a whole process on the same tree, and does less than the command beside it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.generators import hugo_files, write_files
from benchmarks.processes import Argument, progress, python

# C: every file through PyYAML's loader in C, nothing else.
LOAD: Final = """
import os, sys, yaml
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        with open(os.path.join(folder, name), "rb") as file:
            yaml.load(file.read(), yaml.CSafeLoader)
"""
# R: every file read, in the fastest way that Python has.
READ: Final = """
import os, sys
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        file = os.open(os.path.join(folder, name), os.O_RDONLY)
        os.read(file, os.fstat(file).st_size)
        os.close(file)
"""
_CONTROLS: Final = 7
_SPIN: Final = "sum(range(20_000_000))"

_TABLES: Final = """<table>
{{- $experiments := index .Site.Data.experiments .File.ContentBaseName }}
{{- $board := index .Site.Data.leaderboards .File.ContentBaseName }}
{{- range $board.leaderboard.values }}
<tr>{{ range .args }}
{{- with index $experiments .experiment_id }}
<td>{{ .meta_info.model_name }}</td><td>{{ .test.summary.score_mean }}</td>
{{- end }}{{ end }}</tr>
{{- end }}
</table>
"""


def bare_python() -> list[Argument]:
    """P0: Python that does nothing."""
    return python("-c", "pass")


def reading(tree: Path) -> list[Argument]:
    """R: every file of the tree read."""
    return python("-c", READ, tree)


def loading(tree: Path) -> list[Argument]:
    """C: every file of the tree loaded by CSafeLoader."""
    return python("-c", LOAD, tree)


def hugo_of_tree(site: Path, tree: Path) -> None:
    """H: a site that loads the YAML of a tree and prints one table a board."""
    names = sorted(path.name for path in (tree / "leaderboards").iterdir())
    write_files(site, hugo_files(names, _TABLES))
    (site / "data").symlink_to(tree.resolve(), target_is_directory=True)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def control() -> float:
    """Seconds of two processes that only count, at once, over those of one."""
    progress("two processes that only count, at once")
    return median(_spin(2) / _spin(1) for _ in range(_CONTROLS))


def _spin(count: int) -> float:
    start = time.perf_counter()
    spinning = [subprocess.Popen([sys.executable, "-c", _SPIN]) for _ in range(count)]
    for process in spinning:
        process.wait()
    return time.perf_counter() - start
