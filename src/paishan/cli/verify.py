"""`paishan verify`: records of games and proofs of verdicts, judged without the search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO, Annotated

import typer

from paishan.cli.output import AsJson, Misuse, print_json, printable, reading

__all__ = ["add_to"]

_LONGEST = 10_000_000


def add_to(app: typer.Typer) -> None:
    """Give `app` this command."""
    app.command()(verify)


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, or certificates as 'solve' writes them.")],
    as_json: AsJson = False,
) -> None:
    """Judge a record, or check certificates.

    A record is played move by move; certificates are checked independently of the search that found them. The status
    is 1 if something does not hold.
    """
    with reading(file), file.open("rb") as opened:
        first = opened.readline(_LONGEST + 1)
        if first.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
            reason = _wrong_with_proofs(_texts(first, opened))
        else:
            reason = _wrong_with_record((first + opened.read(_LONGEST)).decode("utf-8-sig"))
    if as_json:
        print_json({"ok": reason is None, "reason": reason})
    else:
        print(printable(f"{file}: {'ok' if reason is None else f'no: {reason}'}"))
    if reason is not None:
        raise typer.Exit(1)


def _wrong_with_record(text: str) -> str | None:
    """Why the rules do not allow the game of a record. Raises `ValueError` for what is no record."""
    from paishan.cli.library import by_tag
    from paishan.play import families
    from paishan.records import Record, RecordError

    try:
        record = Record.parse(text)
    except RecordError as error:
        if error.line != 1:
            raise
        raise ValueError(
            "this is neither a record, which begins with the line 'paishan record 1', nor a certificate, which is JSON"
        ) from None
    try:
        families.judge(record, by_tag)
    except ValueError as error:
        return str(error)
    return None


def _texts(first: bytes, file: IO[bytes]) -> Iterator[tuple[str, str]]:
    """The proofs of a file, each with where it stands: one on every line, or a single one on many lines."""
    if not first.rstrip().endswith(b"}"):
        data = first + file.read(_LONGEST)
        if len(data) > _LONGEST:
            raise ValueError(f"a certificate has at most {_LONGEST:,} bytes; this has more")
        yield "", data.decode("utf-8-sig")
        return
    number, line = 1, first
    while line:
        if len(line) > _LONGEST:
            raise ValueError(f"line {number}: a certificate has at most {_LONGEST:,} bytes; this has more")
        if line.strip():
            yield f"line {number}: ", line.decode("utf-8-sig")
        number, line = number + 1, file.readline(_LONGEST + 1)


def _wrong_with_proofs(texts: Iterator[tuple[str, str]]) -> str | None:
    """Why the first proof that proves nothing does not. Raises `ValueError` for what is no proof."""
    from paishan.solving import verify as checker

    for where, text in texts:
        try:
            claim = checker.read_proof(text)
        except ValueError as error:
            raise ValueError(f"{where}{error}") from None
        try:
            checker.verify(claim)
        except checker.Refuted as error:
            return f"{where}{error}"
        except ImportError as error:
            raise Misuse(str(error)) from None
    return None
