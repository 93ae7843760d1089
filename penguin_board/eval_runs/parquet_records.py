"""Records as Parquet, through pyarrow, which is needed for nothing else."""

from __future__ import annotations

import importlib
import io
from typing import Any

from penguin_board.eval_runs.gathering import KNOWN, Records

_INSTALL = 'pip install "penguin-board[parquet]"'


def read_parquet(data: bytes, records: Records) -> None:
    """Add the record of each row; rows count from 1."""
    try:
        pyarrow: Any = importlib.import_module("pyarrow")
        parquet: Any = importlib.import_module("pyarrow.parquet")
    except ImportError:
        message = "Parquet needs pyarrow, which is not installed"
        records.problem(1, "", code="no-parquet", message=message, hint=_INSTALL)
        return
    try:
        file = parquet.ParquetFile(io.BytesIO(data))
        names = list(file.schema_arrow.names)
        wanted = [name for name in names if name in KNOWN]
        row = 1
        for batch in file.iter_batches(batch_size=10_000, columns=wanted):
            # The other columns are not read, but their names may be slips of the pen.
            nothing = dict.fromkeys(names)
            found = [nothing | record for record in batch.to_pylist()]
            records.add(range(row, row + len(found)), found)
            row += len(found)
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        message = f"is not valid Parquet: {str(error).splitlines()[0][:200]}"
        records.problem(1, "", code="syntax", message=message)
