"""Reading attempt files: the head as a record, the results as columns.

A record a task would cost more than reading it; columns are checked cell by cell here, with the
same functions that the record of a task uses.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Final

from penguin_board import scalars
from penguin_board.experiments import Attempt, known_sum, mean
from penguin_board.located_yaml import Document, Mapping, Node, Scalar, Sequence, kind
from penguin_board.problems import MAX_PROBLEMS, TOO_MANY, KeyPath, Problem
from penguin_board.records import read_record, unknown_key_problems
from penguin_board.schema import AttemptHead, TaskResult
from penguin_board.texts import sentence

_HEAD_KEYS: Final = (*AttemptHead.model_fields, "results")
_TASK_KEYS: Final = frozenset(TaskResult.model_fields)
_AMOUNTS: Final[tuple[tuple[str, tuple[str, ...], Callable[[Node], float]], ...]] = (
    ("cost", ("cost",), scalars.read_amount),
    ("duration_ms", ("duration_ms",), scalars.read_amount),
    ("tokens", ("tokens", "token"), scalars.read_tokens),
)
NOT_SCORED: Final = sentence("the task was not scored; it is shown as such and left out of means")
# What other tools call the keys of a task; such a key is theirs, and may have been meant as ours.
OTHER_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "source": ("task", "task_id", "id", "name"),
    "cost": ("cost_usd", "costs_usd", "price", "total_cost", "usd"),
    "duration_ms": ("duration", "duration_s", "elapsed", "latency", "runtime", "seconds", "time"),
    "tokens": ("n_tokens", "num_tokens", "token_count", "total_tokens"),
}


def read_attempt(document: Document, number: int) -> tuple[Attempt | None, list[Problem]]:
    """The attempt in ``document``, which is the file of attempt ``number``, and its problems.

    The attempt is None when the file is not usable; a null task score is a warning only.
    """
    problems: list[Problem] = []
    if isinstance(document.root, Sequence):
        head = AttemptHead()
        results: Node | None = document.root
        path: KeyPath = ()
    else:
        read, problems = read_record(
            document, AttemptHead, "a mapping with score, results, ...", skip=frozenset({"results"})
        )
        problems += unknown_key_problems(document, (), _HEAD_KEYS)
        if read is None:
            return None, problems
        head, results, path = read, document.node(("results",)), ("results",)
    columns = _Columns(document, path)
    if results is not None and not scalars.is_null(results):
        columns.read(results)
    problems += columns.problems
    score = head.score if head.score is not None else mean(columns.scores)
    if score is None and not columns.scores and not problems:
        message = "has neither a score nor results"
        problems.append(document.problem((), "missing-key", message, hint="add score or results"))
    if any(problem.is_error for problem in problems):
        return None, problems
    if head.attempt is not None and head.attempt != number:
        message = f"is {head.attempt} in the file of attempt {number}"
        problems.append(document.problem(("attempt",), "attempt-number", message))
    attempt = Attempt(
        number=number,
        document=document,
        score=score,
        written_score=_written_score(document),
        metrics=numeric_values(document),
        sources=tuple(columns.sources),
        scores=tuple(columns.scores),
        results_path=path,
        **_totals(head, columns.amounts),
    )
    return attempt, problems


def _totals(head: AttemptHead, amounts: dict[str, list[float | None]]) -> dict[str, float | None]:
    """What the attempt used: as its head has it, else the sum over the tasks."""
    totals = {
        "cost": head.cost,
        "duration_ms": head.duration_ms,
        "tokens": head.tokens if head.tokens is not None else head.token,
    }
    for name, values in amounts.items():
        if totals[name] is None and name not in head.model_fields_set:
            totals[name] = known_sum(values)
    return totals


def _written_score(document: Document) -> str | None:
    node = document.node(("score",))
    return node.text if isinstance(node, Scalar) else None


def numeric_values(document: Document) -> dict[str, float]:
    """Every top-level key of a file whose value is a number."""
    return numbers_of(document.root) if isinstance(document.root, Mapping) else {}


def numbers_of(mapping: Mapping) -> dict[str, float]:
    """Every key of a mapping whose value is a number."""
    values: dict[str, float] = {}
    for key, node in mapping.items.items():
        try:
            values[key] = scalars.read_number(node)
        except scalars.ScalarError:
            continue
    return values


def _other_word(meant: str, keys: Container[str]) -> str:
    """The key of a task that stands in place of the one that is ``meant``, if there is one."""
    return next((word for word in OTHER_WORDS[meant] if word in keys), "")


class _Columns:
    """The results of an attempt, read row by row into columns."""

    def __init__(self, document: Document, path: KeyPath) -> None:
        self.document = document
        self.path = path
        self.problems: list[Problem] = []
        self.sources: list[str] = []
        self.scores: list[float | None] = []
        self.amounts: dict[str, list[float | None]] = {name: [] for name, _, _ in _AMOUNTS}
        self._lines: dict[str, int] = {}
        self._unread: set[str] = set()
        self._n_errors = 0

    def read(self, results: Node) -> None:
        if not isinstance(results, Sequence):
            message = f"expected a list of tasks, found {kind(results)}"
            self.problems.append(self.document.problem(self.path, "type", message))
            return
        for index, row in enumerate(results.items):
            if self._n_errors >= MAX_PROBLEMS:
                self._problem((*self.path, index), "too-many", TOO_MANY)
                return
            if isinstance(row, Mapping):
                self._row((*self.path, index), row)
            else:
                message = f"expected a mapping {{source, score}}, found {kind(row)}"
                self._problem((*self.path, index), "type", message)

    def _row(self, path: KeyPath, row: Mapping) -> None:
        self._source(path, row)
        self.scores.append(self._score(path, row))
        for name, spellings, read in _AMOUNTS:
            values = [
                self._cell((*path, key), row.items[key], read)
                for key in spellings
                if key in row.items
            ]
            self.amounts[name].append(values[0] if values else None)
        if not row.items.keys() <= _TASK_KEYS:
            self.problems += unknown_key_problems(self.document, path, TaskResult.model_fields)
            self._unread_amounts(path, row)

    def _unread_amounts(self, path: KeyPath, row: Mapping) -> None:
        """Warn of the first number under each key that may have been meant as an amount."""
        numbers = numbers_of(row)
        for meant, spellings, _ in _AMOUNTS:
            key = _other_word(meant, numbers)
            is_known = any(not scalars.is_null(row.items[k]) for k in spellings if k in row.items)
            if key and key not in self._unread and not is_known:
                self._unread.add(key)
                self.problems.append(
                    self.document.problem(
                        (*path, key),
                        "unread-key",
                        sentence('the key "{key}" of a task is not read', key=key),
                        hint=f'did you mean "{meant}"?',
                        warning=True,
                        at_key=True,
                    )
                )

    def _source(self, path: KeyPath, row: Mapping) -> None:
        node = row.items.get("source")
        if node is None:
            other = _other_word("source", row.items)
            hint = f'did you mean it by "{other}"?' if other else "add the task's id"
            self._problem((*path, "source"), "missing-key", "is missing", hint)
            return
        try:
            source = scalars.read_name(node)
        except scalars.ScalarError as error:
            self._problem((*path, "source"), error.code, error.message, error.hint)
            return
        if source in self._lines:
            message = f'"{source}" is already on line {self._lines[source]}'
            self._problem((*path, "source"), "duplicate-task", message, "remove one of the two")
        self._lines.setdefault(source, node.line)
        self.sources.append(source)

    def _score(self, path: KeyPath, row: Mapping) -> float | None:
        node = row.items.get("score")
        path = (*path, "score")
        if node is None:
            hint = "write null for a task that was not scored"
            self._problem(path, "missing-key", "is missing", hint)
            return None
        if isinstance(node, Scalar) and node.is_null:
            found = self.document.problem(path, "not-scored", NOT_SCORED, warning=True)
            self.problems.append(found)
            return None
        return self._cell(path, node, scalars.read_number)

    def _cell(self, path: KeyPath, node: Node, read: Callable[[Node], float]) -> float | None:
        if isinstance(node, Scalar) and node.is_null:
            return None
        try:
            return read(node)
        except scalars.ScalarError as error:
            self._problem(path, error.code, error.message, error.hint)
            return None

    def _problem(self, path: KeyPath, code: str, message: str, hint: str = "") -> None:
        if not self.document.is_suspect(path):
            self.problems.append(self.document.problem(path, code, message, hint=hint))
            self._n_errors += 1
