"""The statistics of a board as bytes, and the key of everything that they rest on.

So that an earlier build's can be used again: the key is the same as long as no number can have
changed. The bytes are plain data: a line of JSON and columns of numbers, with a checksum.
"""

from __future__ import annotations

import hashlib
import json
import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, Final, get_args

import numpy as np
import numpy.typing as npt

from penguin_board.board_scores import NO_TASK_SCORES, NOT_THE_SCORE, EntryScores, board_scores
from penguin_board.board_statistics import (
    NO_INTERVAL,
    SETTINGS,
    BoardStatistics,
    few_tasks_note,
)
from penguin_board.boards import Board
from penguin_board.entry_statistics import EntryStatistics
from penguin_board.stats import (
    FEW_TASKS,
    CompositePair,
    CompositeVerdict,
    NoInterval,
    Remark,
    Settings,
)
from penguin_board.stats.composite import known_values

# To be raised with every change of the statistics that can change a number, or their bytes.
METHOD: Final = 1

_MAGIC = f"penguin-board statistics {METHOD}\n".encode()
_CHECK_BYTES = hashlib.sha256().digest_size

_NOTES: tuple[str, ...] = (
    "",
    NO_TASK_SCORES,
    NOT_THE_SCORE,
    *NO_INTERVAL.values(),
    *map(few_tasks_note, range(1, FEW_TASKS)),
)
_REASONS: tuple[NoInterval | None, ...] = (None, *get_args(NoInterval))
_VERDICTS: tuple[CompositeVerdict, ...] = (
    "better",
    "worse",
    "tie",
    "insufficient",
    "not-comparable",
)
_REMARKS: tuple[tuple[Remark, ...], ...] = (
    (),
    ("few-tasks",),
    ("shared-tasks",),
    ("few-tasks", "shared-tasks"),
)
_NUMBERS = ("difference", "ci_lo", "ci_hi", "p", "p_adjusted", "standard_error")
_COUNTS = ("n_tasks", "wins", "ties", "losses")
_CODES = ("reason", "remarks", "verdict")
# A pair in the bytes: places in the lists above, NaN for a number that there is not.
_PAIR = np.dtype(
    [
        *((name, "<u4") for name in ("entry_a", "entry_b", *_COUNTS)),
        *((name, "<f8") for name in _NUMBERS),
        *((name, "u1") for name in _CODES),
    ]
)


def statistics_key(board: Board) -> str:
    """A sha256 over all that :func:`board_statistics` takes from a board, and over the method.

    The order of the tasks and benchmarks in their files does not matter.
    """
    digest = hashlib.sha256(_MAGIC)
    for part in _parts(board_scores(board), ascending=board.ascending):
        digest.update(part)
    return digest.hexdigest()


def _parts(entries: Sequence[EntryScores], *, ascending: bool) -> Iterable[bytes]:
    """The inputs, so that no two different ones give the same bytes."""
    yield _texts([repr(SETTINGS), repr(ascending)])
    # Most entries have the same tasks in the same order.
    known: dict[tuple[str, ...], tuple[bytes, list[str]]] = {}
    for entry in entries:
        coefficients = sorted(entry.coefficients.items())
        names = [name for name, _ in coefficients]
        columns = sorted(entry.scores.items())
        yield _texts([entry.entry_id, repr(entry.is_score), entry.why_not, str(len(columns))])
        yield _texts(names) + array("d", [slope for _, slope in coefficients]).tobytes()
        for benchmark, scores in columns:
            given = tuple(scores)
            if given not in known:
                known[given] = _texts(sorted(given)), sorted(given)
            texts, tasks = known[given]
            yield _texts([benchmark]) + texts + array("d", map(scores.__getitem__, tasks)).tobytes()


def _texts(texts: Sequence[str]) -> bytes:
    lengths = array("q", [len(texts), *map(len, texts)]).tobytes()
    return lengths + "".join(texts).encode("utf-8", "surrogatepass")


def statistics_bytes(statistics: BoardStatistics) -> bytes:
    """The statistics with every digit, for :func:`statistics_from_bytes`."""
    place = {entry_id: index for index, entry_id in enumerate(statistics.entries)}
    head = {
        "settings": asdict(statistics.settings),
        "n_comparisons": statistics.n_comparisons,
        "entries": [
            [entry_id, _NOTES.index(entry.note), *_entry_fields(entry)]
            for entry_id, entry in statistics.entries.items()
        ],
    }
    pairs = statistics.pairs
    table = np.zeros(len(pairs), dtype=_PAIR)
    table["entry_a"] = [place[pair.entry_a] for pair in pairs]
    table["entry_b"] = [place[pair.entry_b] for pair in pairs]
    table["reason"] = [_REASONS.index(pair.reason) for pair in pairs]
    table["remarks"] = [_REMARKS.index(pair.remarks) for pair in pairs]
    table["verdict"] = [_VERDICTS.index(pair.verdict) for pair in pairs]
    for name in _COUNTS:
        table[name] = [getattr(pair, name) for pair in pairs]
    for name in _NUMBERS:
        values = [getattr(pair, name) for pair in pairs]
        table[name] = [math.nan if value is None else value for value in values]
    line = json.dumps(head, allow_nan=False).encode("ascii")
    content = b"\n".join((line, table.tobytes()))
    return _MAGIC + hashlib.sha256(content).digest() + content


def _entry_fields(entry: EntryStatistics) -> list[Any]:
    return [entry.interval, entry.win_rate, entry.coverage, entry.rank_range]


def statistics_from_bytes(data: bytes) -> BoardStatistics | None:
    """What :func:`statistics_bytes` was given; None for bytes that are not whole or not of now."""
    begin = len(_MAGIC) + _CHECK_BYTES
    check, content = data[len(_MAGIC) : begin], data[begin:]
    if not data.startswith(_MAGIC) or hashlib.sha256(content).digest() != check:
        return None
    line, _, columns = content.partition(b"\n")
    try:
        head = json.loads(line)
        entries = {entry_id: _entry(note, *fields) for entry_id, note, *fields in head["entries"]}
        return BoardStatistics(
            entries=entries,
            pairs=_pairs(list(entries), np.frombuffer(columns, dtype=_PAIR)),
            settings=Settings(**head["settings"]),
            n_comparisons=head["n_comparisons"],
        )
    except (ValueError, TypeError, LookupError, RecursionError):
        return None


def _entry(
    note: int,
    interval: list[float] | None,
    win_rate: float | None,
    coverage: float | None,
    rank_range: list[int] | None,
) -> EntryStatistics:
    return EntryStatistics(
        interval=None if interval is None else (interval[0], interval[1]),
        note=_NOTES[note],
        win_rate=win_rate,
        coverage=coverage,
        rank_range=None if rank_range is None else (rank_range[0], rank_range[1]),
    )


def _pairs(ids: Sequence[str], table: npt.NDArray[np.void]) -> tuple[CompositePair, ...]:
    if len(table) != math.comb(len(ids), 2):
        raise ValueError("a pair is missing")
    rows = zip(
        *(table[name].tolist() for name in ("entry_a", "entry_b", *_CODES, *_COUNTS)),
        *(known_values(table[name]) for name in _NUMBERS),
        strict=True,
    )
    return tuple(
        CompositePair(
            entry_a=ids[first],
            entry_b=ids[second],
            difference=difference,
            ci_lo=low,
            ci_hi=high,
            reason=_REASONS[reason],
            remarks=_REMARKS[remarks],
            verdict=_VERDICTS[verdict],
            p=p,
            p_adjusted=p_adjusted,
            n_tasks=n_tasks,
            wins=wins,
            ties=ties,
            losses=losses,
            standard_error=error,
        )
        for first, second, reason, remarks, verdict, n_tasks, wins, ties, losses,
            difference, low, high, p, p_adjusted, error in rows
    )  # fmt: skip
