"""Records and boards for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from penguin_board.stats import EvalRun

MODELS = ("m0", "m1", "m2", "m3")

# Few distinct values make ties and constant scores frequent; the others fill every digit.
scores = st.one_of(st.sampled_from([0.0, 0.1, 0.25, 0.7, 1.0]), st.floats(0, 1))


@st.composite
def full_boards(draw: st.DrawFn, most_models: int = 4) -> list[EvalRun]:
    """Two or more models, all with the same tasks."""
    models = draw(st.integers(2, most_models))
    tasks = draw(st.integers(1, 12))
    return [
        EvalRun(MODELS[m], f"t{t}", "score", draw(scores), f"c{t % 2}", family=f"f{t % 3}")
        for m in range(models)
        for t in range(tasks)
    ]


@st.composite
def gapped_boards(draw: st.DrawFn) -> list[EvalRun]:
    """Models with gaps, each with a task at least."""
    runs = draw(full_boards())
    return [run for run in runs if run.task_id == "t0" or draw(st.booleans())]


boards = st.one_of(full_boards(), gapped_boards())
