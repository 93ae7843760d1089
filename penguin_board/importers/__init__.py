"""Results of other tools as experiments: the contract of an importer, and the known formats."""

from __future__ import annotations

from penguin_board.importers import (
    aider,
    deepeval,
    every_eval_ever,
    gdpevo,
    hal,
    harbor,
    helm,
    inspect_ai,
    lighteval,
    lm_eval,
    openai_evals,
    penguin_results,
    penguin_scoreboard,
    promptfoo,
    swe_bench,
    terminal_bench,
)
from penguin_board.importers.contract import (
    DEFAULT_PHASE,
    ImportedAttempt,
    ImportedExperiment,
    ImportedSummary,
    ImportedTask,
    Importer,
    ImportOptions,
    ImportResult,
    LeftOut,
    SourceFile,
    Stated,
    option_problem,
)

FORMATS: dict[str, Importer] = {
    "aider": aider.IMPORTER,
    "deepeval": deepeval.IMPORTER,
    "every-eval-ever": every_eval_ever.IMPORTER,
    "gdpevo": gdpevo.IMPORTER,
    "hal": hal.IMPORTER,
    "harbor": harbor.IMPORTER,
    "helm": helm.IMPORTER,
    "inspect": inspect_ai.IMPORTER,
    "lighteval": lighteval.IMPORTER,
    "lm-eval": lm_eval.IMPORTER,
    "openai-evals": openai_evals.IMPORTER,
    "penguin-results": penguin_results.IMPORTER,
    "penguin-scoreboard": penguin_scoreboard.IMPORTER,
    "promptfoo": promptfoo.IMPORTER,
    "swe-bench": swe_bench.IMPORTER,
    "terminal-bench": terminal_bench.IMPORTER,
}

__all__ = [
    "DEFAULT_PHASE",
    "FORMATS",
    "ImportOptions",
    "ImportResult",
    "ImportedAttempt",
    "ImportedExperiment",
    "ImportedSummary",
    "ImportedTask",
    "Importer",
    "LeftOut",
    "SourceFile",
    "Stated",
    "option_problem",
]
