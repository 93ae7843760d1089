"""The grouping of records by model and task, as SQL that runs where the records are.

One text serves all engines: DuckDB takes it as it is, Ibis rewrites it in the dialect of a cluster.
It reads the relation ``records``, which has every column of a record and its type, null for what
is absent.
"""

from __future__ import annotations

from typing import Final

from penguin_board.stats.runs import DEFAULT_CATEGORY

# A score is split into two whole numbers, its first 26 binary places and the next 36: sums of
# whole numbers are exact, so no order in which an engine adds can change a bit of a mean.
HIGH_PLACES: Final = 26
LOW_PLACES: Final = 36

# Attempts leave a mark at their number modulo this, a power of two in one of two sums. As many bits
# in the sums as records, and no attempt is there twice, if they lie close enough together.
MARKS: Final = 80

COLUMNS: Final[dict[str, str]] = {
    "model_id": "text",
    "task_id": "text",
    "metric_name": "text",
    "score": "number",
    "category": "text",
    "weight": "number",
    "attempt": "whole number",
    "family": "text",
}

_HIGH = f"FLOOR(score * {2**HIGH_PLACES})"
_LOW = f"FLOOR((score * {2**HIGH_PLACES} - {_HIGH}) * {2**LOW_PLACES})"
_HALF = MARKS // 2
_MARK = f"((attempt % {MARKS}) + {MARKS}) % {MARKS}"
_LOW_MARK = f"CASE WHEN {_MARK} < {_HALF} THEN CAST(POWER(2, {_MARK}) AS BIGINT) END"
_HIGH_MARK = f"CASE WHEN {_MARK} >= {_HALF} THEN CAST(POWER(2, {_MARK} - {_HALF}) AS BIGINT) END"
_IN_RANGE = "score >= 0 AND score <= 1"

# The texts of a task are part of the group: to look for a second one costs far more.
GROUPED: Final = f"""
SELECT
  model_id,
  task_id,
  metric_name,
  category,
  family,
  COUNT(*) AS n,
  COUNT(score) AS n_scores,
  SUM(CASE WHEN {_IN_RANGE} THEN 1 ELSE 0 END) AS n_in_range,
  MIN(score) AS lowest,
  MAX(score) AS highest,
  SUM(CASE WHEN {_IN_RANGE} THEN CAST({_HIGH} AS BIGINT) END) AS high,
  SUM(CASE WHEN {_IN_RANGE} THEN CAST({_LOW} AS BIGINT) END) AS low,
  COUNT(attempt) AS n_attempts,
  MIN(attempt) AS first_attempt,
  MAX(attempt) AS last_attempt,
  SUM({_LOW_MARK}) AS low_marks,
  SUM({_HIGH_MARK}) AS high_marks,
  MIN(weight) AS weight,
  MAX(weight) AS other_weight
FROM records
GROUP BY model_id, task_id, metric_name, category, family
"""

REPEATED: Final = """
SELECT model_id, task_id, attempt, COUNT(*) AS n
FROM records
GROUP BY model_id, task_id, attempt
HAVING COUNT(*) > 1
ORDER BY model_id, task_id, attempt
LIMIT 101
"""


# What null stands for; the other fields have no default.
DEFAULTS: Final[dict[str, str | float]] = {
    "metric_name": "score",
    "category": DEFAULT_CATEGORY,
    "family": "",
    "weight": 1.0,
}
