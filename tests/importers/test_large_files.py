"""Files that are larger than memory should be: mapped, passed over, bounded."""

from __future__ import annotations

import json
from pathlib import Path

from tests.command_line import penguin_board
from tests.importers.test_clean_names import log

MEGABYTES = 100


def test_what_a_model_wrote_takes_no_memory(tmp_path: Path) -> None:
    """A log of hundreds of megabytes is read in a fraction of its size."""
    (tmp_path / "leaderboards").mkdir()
    head = json.dumps(log("m", "t"))
    path = tmp_path / "log.json"
    with path.open("w", encoding="ascii") as file:
        file.write(
            head.replace('"epoch"', '"output": {"text": ["', 1)[: head.index('"epoch"') + 21]
        )
        for _ in range(MEGABYTES):
            file.write("a" * 2**20)
        file.write('"]}, "epoch"')
        file.write(head[head.index('"epoch"') + len('"epoch"') :])
    words = ("--leaderboard", "b", "--root", tmp_path, "--algorithm", "plain")
    small = tmp_path / "small.json"
    small.write_text(head, "ascii")
    least = penguin_board("import", "inspect", small, *words, "--dry-run")
    result = penguin_board("import", "inspect", path, *words)
    assert result.exit_code == 0, result.words
    assert "experiments: 1 created" in result.stdout
    # Mapped pages count as long as there is room for them, so this is of their copies.
    assert result.peak_mb < least.peak_mb + 1.5 * MEGABYTES
