"""``penguin_board.stats`` needs numpy and the standard library alone."""

from __future__ import annotations

import inspect
import subprocess
import sys

from penguin_board import stats

HEAVY = ("pydantic", "yaml", "jinja2", "click", "plotly", "scipy", "pyarrow")


def test_the_library_loads_nothing_else() -> None:
    script = "import sys, penguin_board.stats; print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "numpy" in loaded
    assert not loaded.intersection(HEAVY)
    own = {name for name in loaded if name.startswith("penguin_board")}
    allowed = {f"penguin_board{room}" for room in ("", ".display", ".ranking", ".texts")}
    assert {name for name in own if not name.startswith("penguin_board.stats")} <= allowed


def test_every_public_name_is_there() -> None:
    assert len(set(stats.__all__)) == len(stats.__all__)
    public = [getattr(stats, name) for name in stats.__all__]
    assert all(
        inspect.getdoc(one) for one in public if inspect.isclass(one) or inspect.isfunction(one)
    )
