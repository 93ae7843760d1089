"""Attempt files and small files as tools write them, and the same with something changed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

HEAD = "attempt: 1\nscore: 0.5\ncost: 0.75\nduration_ms: 1800\ntokens: 900\n"
_TASKS = [(f"bench/task-{n:03d}", n % 2, n / 4, 700 + n, 300 * n) for n in range(1, 5)]


def _block(form: str, indent: str = "") -> str:
    return "".join(
        indent + form.format(*task).replace("\n", f"\n{indent}") + "\n" for task in _TASKS
    )


_FULL = "- source: {0}\n  score: {1}.0\n  cost: {2}\n  duration_ms: {3}\n  tokens: {4}"
_SORTED = "- cost: {2}\n  duration_ms: {3}\n  score: {1}\n  source: {0}\n  tokens: {4}"
_NEGATIVE = '- source: "{0} ü"\n  score: -{1}e-1\n  cost: null\n  tokens: {4}'
_FLOW = '- {{ source: "{0}", score: {1}, cost: {2}, duration_ms: {3} }}'
_UNSCORED = '- {{ cost: {2}, source: "{0} score: null", score: null, tokens: {4} }}'
_ODD = "- source: '{0}'\n  score: {1}.0 # of 1\n  cost: {2}\n  duration_ms: {3}\n  tokens: {4}"
_MORE = (
    '- status: "it\'s {0}: ok"\n  source:   {0}\n  score: null\n  steps: {4}\n  cost: ~\n  tokens:'
)
_FOLDED = "-  source: >-\n     {0}\n     again\n   score:\n     {1}\n   token: null"
_LIST = ", ".join(f"{{source: {task[0]}, 'score': {task[2]}}}" for task in _TASKS)

ATTEMPTS = tuple(
    text.encode()
    for text in (
        f"{HEAD}results:\n{_block(_FULL)}",
        f"{HEAD}results:\n{_block(_FULL, '    ')}",
        f"# $schema=attempt.json\n{HEAD}results:\n{_block(_FLOW, '  ')}",
        f"{HEAD}results:\n{_block('- {{source: {0}, score: {1}, token: {4}}}')}",
        f"attempt: 1\ncost: 1.5e-05\nresults:\n{_block(_SORTED)}score: 2\ntokens: null\n",
        f'score: null\nlatency: 3.5\nnote: "Größe: 模型 #1"\nresults:\n{_block(_NEGATIVE)}',
        f"results:\n{_block(_SORTED)}",
        f"token: null\nresults:\n{_block('- {{source: {0}, score: {1}, token: {4}}}')}",
        f"{HEAD}results:\n{_block(_UNSCORED)}",
        f"attempt: 1\n# none\nresults:\n{_block(_FULL.replace('{1}.0', 'null'), '  ')}score: 1\n",
    )
)
# Of no shape that a tool is known to write; only their events are alike from task to task.
ODD = tuple(
    text.encode()
    for text in (
        f"{HEAD}results:\n{_block(_ODD)}",
        f"---\n{HEAD}results:\n\n{_block(_MORE)}# done\n",
        f"\ufeff# odd\n{HEAD}results: # all\n{_block(_MORE, '   ')}".replace("\n", "\r\n"),
        f"'score': null\nnote: |\n  two\n  lines\nresults: [{_LIST}]\n",
        f"score : 2\nresults:\n{_block(_FOLDED)}tokens: ~\n",
    )
)
FLAT = tuple(
    text.encode()
    for text in (
        "n_attempt: 3\nscore_mean: 0.5\nscore_std: 1.5e-05\ncost_total: null\ntokens: 0\n",
        'experiment_id: "exp-a"\nmodel_name: 4.10\nalgorithm: no\ndate: 20261130\nnote: a - b c\n',
        '# first\nharness_name: "a: b # c"\n# second\nmodel_name: "模型 ü"\nno: ""\nurl: a/b+c\n',
    )
)

_KEYS = (
    *("attempt", "score", "cost", "duration_ms", "tokens", "token", "results", "source"),
    *("xcore", "Score", "tokns", "note", "x-note", "<<", "null", "1", '"score"', "'score'", "? a"),
    *("model_config", "copy", "__class__", "a b", "k" * 100, "k" * 101, "ключ", ""),
)
_VALUES = (
    *("1e3", "0x1F", "1_000", ".5", "1.", "+1", "-0", "-0.0", "-1", "-1e-3", "1E5", "1e400"),
    *(
        "nan",
        ".nan",
        "inf",
        "-.inf",
        "true",
        "no",
        "null",
        "Null",
        "~",
        "",
        " ",
        "01",
        "0.10",
        "1:30",
    ),
    *("0,7", "13,000", "1,234,567", "{a: 0,7}", "0.5, 7", "70%", "$1"),
    *("9" * 17, "9" * 18, "9" * 101, f"0.{'0' * 24}1", f"0.{'0' * 101}1", "1e69", "1e70", "1e-70"),
    *("1e101", "1e-101", "0e5", "0.0e-00", "1e007", "2026-11-30", "a b", "a  b", "a - b", "a -b"),
    *("- a", "-", "--- a", "...", "...a", "? a", ": a", "a: b", "a:b", "a :b", "a #b", "a#b", "#a"),
    *(
        "[1]",
        "{a: 1}",
        "{input: 1, output: 2}",
        "[",
        "]",
        "{",
        "}",
        "a,b",
        "a]b",
        "&a b",
        "*a",
        "!a b",
    ),
    *("!!str 1", "|", ">", "|-", "%a", "@a", "`a", "'a'", "'a", '"a"', '"a', 'a"', '"a" b', '""'),
    *('" a"', '"a "', '"a\\n"', '"\\x41"', '"\\"', '"a\tb"', '"a\u00a0"', '"\u3000a"', '"\u200e"'),
    *(
        "é",
        "模型",
        '"é"',
        '"模型"',
        '"\u2028"',
        '"\u2029"',
        '"\x85"',
        '"\ufeff"',
        '"\u00ad"',
        '"\u202e"',
    ),
    *('"\U0001f427"', '"\x7f"', '"\x80"', '"\x01"', "\ufeff", "bench/task-001", '"bench/task-001"'),
)
_CHARACTERS = (
    *" \t\n\r,:#-?[]{}&*!|>'\"%@`.+_/\\=<~0189eEaZn\x00\x01\x0b\x0c\x1b\x7f",
    *("\x80", "\x85", "\xa0", "é", "\u2028", "\u2029", "\u3000", "\ufeff", "\U0001f427"),
    *("\r\n", "---\n", "...\n", "%YAML 1.1\n", "# c\n", " # c", "\n\n", "\n ", "\n- ", ": ", "  "),
)


def any_attempt(rng: random.Random) -> bytes:
    """An attempt file with any keys in any order, in any layout that tools use."""
    keys = ["cost", "duration_ms", "tokens", "token"]
    head = ["attempt", "score", "latency", *keys]
    lines = [f"{key}: {_head_value(rng, key)}\n" for key in rng.sample(head, rng.randrange(6))]
    columns = ["source", "score", *rng.sample(keys, rng.randrange(4))]
    rng.shuffle(columns)
    quote, indent = rng.choice(("", '"')), " " * rng.choice((0, 2, 4))
    rows = []
    for number in range(rng.randrange(1, 4)):
        values = {key: rng.choice(("0", "1", "0.25", "1e-05", "null")) for key in columns}
        score = rng.choice(("0", "1", "0.5", "null"))
        values |= {"source": f"{quote}task-{number}{quote}", "score": score}
        rows.append([f"{key}: {values[key]}" for key in columns])
    if rng.random() < 0.5:
        tasks = [f"{indent}- " + f"\n{indent}  ".join(row) + "\n" for row in rows]
    else:
        space = rng.choice(("", " "))
        tasks = [f"{indent}- {{{space}{', '.join(row)}{space}}}\n" for row in rows]
    cut = rng.choice((len(lines), len(lines), rng.randrange(len(lines) + 1)))
    return "".join([*lines[:cut], "results:\n", *tasks, *lines[cut:]]).encode()


def _head_value(rng: random.Random, key: str) -> str:
    if key == "attempt":
        return "1"
    return rng.choice(("null", "0", "2", "0.5", "1.5e-05", "900"))


def mutants(seeds: tuple[bytes, ...], count: int, seed: int) -> Iterator[bytes]:
    """``count`` mutants, the same for the same ``seed``; most have one thing changed."""
    rng = random.Random(seed)
    for _ in range(count):
        data = (
            rng.choice(seeds) if seeds is not ATTEMPTS or rng.random() < 0.5 else any_attempt(rng)
        )
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            data = rng.choice(_MUTATIONS)(rng, data)
        yield data


def _cut(rng: random.Random, data: bytes) -> tuple[bytes, bytes]:
    place = rng.randrange(len(data) + 1)
    return data[:place], data[place:]


def _delete(rng: random.Random, data: bytes) -> bytes:
    before, after = _cut(rng, data)
    return before + after[rng.choice((1, 1, 1, 2, 8)) :]


def _insert(rng: random.Random, data: bytes) -> bytes:
    before, after = _cut(rng, data)
    return before + rng.choice(_CHARACTERS).encode() + after


def _replace(rng: random.Random, data: bytes) -> bytes:
    before, after = _cut(rng, data)
    return before + rng.choice(_CHARACTERS).encode() + after[1:]


def _byte(rng: random.Random, data: bytes) -> bytes:
    before, after = _cut(rng, data)
    return before + bytes([rng.randrange(256)]) + after[rng.randrange(2) :]


def _digit(rng: random.Random, data: bytes) -> bytes:
    """Most often a change that leaves the file as valid as it was."""
    places = [place for place, byte in enumerate(data) if chr(byte).isdigit()]
    place = rng.choice(places) if places else 0
    return data[:place] + rng.choice("0123456789").encode() + data[place + 1 :]


def _truncate(rng: random.Random, data: bytes) -> bytes:
    return _cut(rng, data)[0] if rng.random() < 0.3 else data.rstrip(b"\n")


def _whole(rng: random.Random, data: bytes) -> bytes:
    changes: tuple[Callable[[bytes], bytes], ...] = (
        lambda text: b"\xef\xbb\xbf" + text,
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: text.replace(b"\n", b"\r"),
        lambda text: text.decode("utf-8", "replace").encode("utf-16"),
        lambda text: b"---\n" + text,
        lambda text: text + b"...\n",
        lambda text: text + text,
        lambda text: text.replace(b"- ", b"-  "),
        lambda text: text.replace(b": ", b":  "),
        lambda text: text.replace(b", ", b","),
        lambda text: text.replace(b"results:\n", b"results: []\n"),
        lambda text: text.partition(b"results:\n")[2],
        lambda text: text.partition(b"results:\n")[0],
    )
    return rng.choice(changes)(data)


def _lines(rng: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    here, there = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(6)
    if kind == 0:
        del lines[here]
    elif kind == 1:
        lines.insert(there, lines[here])
    elif kind == 2:
        lines[here], lines[there] = lines[there], lines[here]
    elif kind == 3:
        lines[here] = b" " * rng.choice((1, 2, 4)) + lines[here]
    elif kind == 4:
        lines[here] = lines[here].removeprefix(b" " * rng.choice((1, 2)))
    else:
        lines[here] += rng.choice((b" ", b"  ", b"\t", b" # c", b"#c", b",", b":", b" x", b"\r"))
    return b"\n".join(lines)


def _part(rng: random.Random, data: bytes, mark: bytes, texts: tuple[str, ...], side: int) -> bytes:
    """One of the keys (before a colon) or of the values (after it) is another."""
    lines = data.split(b"\n")
    having = [number for number, line in enumerate(lines) if mark in line]
    if not having:
        return data
    number = rng.choice(having)
    pairs = lines[number].split(b", ")
    index = rng.randrange(len(pairs))
    halves = pairs[index].split(mark, 1)
    if len(halves) < 2:
        return data
    old, new = halves[side], rng.choice(texts).encode()
    if side == 0:  # what stands before a key stays: its indentation, its dash or brace
        halves[0] = old[: len(old) - len(old.lstrip(b" -{"))] + new
    else:
        halves[1] = new + old[len(old.rstrip(b" }")) :]
    pairs[index] = mark.join(halves)
    lines[number] = b", ".join(pairs)
    return b"\n".join(lines)


def _key(rng: random.Random, data: bytes) -> bytes:
    return _part(rng, data, b": ", _KEYS, 0)


def _value(rng: random.Random, data: bytes) -> bytes:
    return _part(rng, data, b": ", _VALUES, 1)


_MUTATIONS = (
    *(_delete, _insert, _insert, _replace, _byte, _digit, _truncate),
    *(_whole, _lines, _lines, _key, _value, _value, _value),
)
