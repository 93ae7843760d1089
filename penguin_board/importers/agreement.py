"""Whether rows are what an aggregate was made of; only then they take its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from penguin_board.importers.contract import ImportedAttempt, ImportedTask, LeftOut, Stated
from penguin_board.importers.experiment_files import rows_mean

_FLOAT_NOISE = 1e-9


def agreeing(
    attempts: Sequence[ImportedAttempt], stated: Stated, path: str, left_out: list[LeftOut]
) -> tuple[ImportedAttempt, ...]:
    """The attempts where their rows give the stated value; else none, and that is noted."""
    mean = rows_mean(attempts)
    if mean is not None and abs(mean - stated.value) <= _FLOAT_NOISE * max(1, abs(stated.value)):
        return tuple(attempts)
    if attempts:
        reason = f"rows whose mean is not the stated {stated.name}: the stated value is taken"
        left_out.append(LeftOut(path=path, reason=reason))
    return ()


def same_tasks(
    attempts: Iterable[Mapping[str, ImportedTask]],
    missing: float | None = None,
    n_tasks: int = 0,
) -> tuple[ImportedAttempt, ...]:
    """Attempts by task, each with every task of any, and ``n_tasks`` at least.

    ``missing`` is the score of a task that an attempt lacks; None is not scored.
    """
    listed = list(attempts)
    sources = sorted({source for tasks in listed for source in tasks})
    sources += [f"not listed {number}" for number in range(1, n_tasks - len(sources) + 1)]
    return tuple(
        ImportedAttempt(
            number=number,
            tasks=tuple(
                tasks.get(source) or ImportedTask(source=source, score=missing)
                for source in sources
            ),
        )
        for number, tasks in enumerate(listed, start=1)
    )
