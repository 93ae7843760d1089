"""``schema``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from penguin_board.cli.shared import fail, plural


@click.command()
@click.argument("name", required=False)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write all schemas into this folder instead of printing one.",
)
def schema(name: str | None, out: Path | None) -> None:
    """Print the JSON Schema of a kind of file, for editors.

    NAME is leaderboard, meta_info, summary, attempt, leaderboard-json for the data file of a
    built site, or diff-json for what diff prints.

    Example: penguin-board schema leaderboard > leaderboard.schema.json
    """
    from penguin_board.json_model import leaderboard_json_schema
    from penguin_board.review.change_json import change_json_schema
    from penguin_board.schema import FILE_SCHEMAS, json_schema

    schemas = {kind: json_schema(kind) for kind in FILE_SCHEMAS}
    schemas["leaderboard-json"] = leaderboard_json_schema()
    schemas["diff-json"] = change_json_schema()
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        for kind, content in schemas.items():
            (out / f"{kind}.schema.json").write_text(_schema_text(content), "utf-8")
        click.echo(f"{plural(len(schemas), 'schema')}: {out}", err=True)
    elif name in schemas:
        click.echo(_schema_text(schemas[name]), nl=False)
    else:
        found = f'unknown name "{name}"' if name else "a NAME or --out is needed"
        fail(f"{found}; the names are {', '.join(schemas)}", code=2)


def _schema_text(content: dict[str, Any]) -> str:
    import json

    return json.dumps(content, indent=2, sort_keys=True) + "\n"
