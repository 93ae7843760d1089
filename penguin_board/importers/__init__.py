"""Results of other tools as experiments: the contract of an importer, and the known formats."""

from __future__ import annotations

from penguin_board.importers import gdpevo, penguin_results
from penguin_board.importers.contract import (
    DEFAULT_PHASE,
    ImportedAttempt,
    ImportedExperiment,
    ImportedTask,
    Importer,
    ImportOptions,
    ImportResult,
    LeftOut,
    SourceFile,
    option_problem,
)

FORMATS: dict[str, Importer] = {
    "gdpevo": gdpevo.IMPORTER,
    "penguin-results": penguin_results.IMPORTER,
}

__all__ = [
    "DEFAULT_PHASE",
    "FORMATS",
    "ImportOptions",
    "ImportResult",
    "ImportedAttempt",
    "ImportedExperiment",
    "ImportedTask",
    "Importer",
    "LeftOut",
    "SourceFile",
    "option_problem",
]
