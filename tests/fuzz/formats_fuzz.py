"""Random damage to layout files: whatever the bytes, a reader gives boards or reasons, and boards can be written.

    python -m tests.fuzz.formats_fuzz [--seconds 60] [--seed 1] [--only gnome]

Runs under atheris where it is installed, else with a mutator of its own whose inputs follow from the seed. An input
that shows a fault is written to `tests/fuzz/faults`, and the run ends with status 1.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tests.fuzz.running import HERE, SLOW, asked, keep, under_atheris

atheris: Any = import_module("atheris") if __name__ == "__main__" and find_spec("atheris") else None
# Only Paishan's own modules are watched: what they stand on would take minutes to prepare.
with atheris.instrument_imports(include=["paishan"]) if atheris else nullcontext():
    from paishan.solitaire.files import LayoutError
    from paishan.solitaire.formats import (
        WRITABLE,
        gnome,
        json_boards,
        json_files,
        kmahjongg,
        kyodai,
        own,
        pysol,
        read,
        write,
        xmahjongg,
    )
    from paishan.solitaire.formats.check import check_line
    from paishan.solitaire.formats.found import Found, gather
    from paishan.solitaire.formats.text import decode

CORPUS = HERE / "corpus" / "formats"


def judge(boards: list[Found]) -> None:
    """What must hold of everything that a reader gives."""
    assert boards, "a file gives at least one board or a reason"
    for board in boards:
        line = check_line("file", board)
        assert (board.layout is None) != (board.error is None), board
        assert board.name and board.name.isprintable(), board
        assert line["ok"] is (board.layout is not None)
        if board.layout is not None:
            assert line["tiles"] == len(board.layout) and line["sha1"] == board.layout.sha1
            for format in WRITABLE:
                try:
                    data = write(board.layout, format, name=board.name, by=board.by, category=board.category)
                except LayoutError:
                    assert format == "kyodai", f"{format} holds every layout"
                    continue
                (again,) = read(data)
                assert again.format == format, (format, again)
                assert again.layout == board.layout, (format, again)
                assert (again.name, again.by, again.category) == (board.name, board.by, board.category), (format, again)


def _of(format: str, reader: Callable[[str, str], Iterable[Found]]) -> Callable[[bytes], None]:
    """A target that gives the text to one reader, whatever it looks like."""

    def boards(text: str) -> Iterator[Found]:
        yield from reader(text, "file")

    def target(data: bytes) -> None:
        try:
            text = decode(data)
        except LayoutError:
            return
        if format != "mah" or json_boards.starts(text):
            judge(gather(format, "file", boards(text)))

    return target


TARGETS: dict[str, Callable[[bytes], None]] = {
    "any": lambda data: judge(read(data, "file.layout", data[:200] if len(data) % 7 == 0 else None)),
    "paishan": _of("paishan", own.read),
    "kmahjongg": _of("kmahjongg", kmahjongg.read),
    "gnome": _of("gnome", gnome.read),
    "pysol": _of("pysol", pysol.read),
    "mah": _of("mah", json_files.read),
    "kyodai": _of("kyodai", kyodai.read),
    "xmahjongg": _of("xmahjongg", xmahjongg.read),
}

_WORDS = """
< > </ /> <!-- --> " ' [ ] { } , : . # 0 1 9 -1 1e999 NaN 1e9 99999999999999999999 <map> </map> <layer> <tile z="2"
left="0" right="1e9" top= w h d k kmahjongg-layout-v1.1 Kyodai by :: [[0,[[0,[[0,2]]]]]] "map": "layout": "boards":
0aaaaca paishan layout stacks at ø é \U0001f600 \u200b \ufeff \u0301
"""
WORDS = [
    *(word.encode() for word in _WORDS.split()),
    *(b"\r", b"\n", b"\r\n", b"\t", b" ", b"\0", b"\x1a", b"\x81", b"\xe9", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf"),
    *(b" by ", b" :: ", b"Kyodai 6.0\n", b"paishan layout 1\n", "\u2028".encode(), "\x85".encode()),
]


def mutated(chance: random.Random, seeds: list[bytes]) -> bytes:
    """One damaged file: bytes changed, cut, doubled, moved between files, words of the formats put in."""
    data = bytearray(chance.choice(seeds))
    for _ in range(1 << chance.randrange(5)):
        at = chance.randrange(len(data) + 1)
        to = min(len(data), at + chance.choice((1, 2, 8, 40, 400)))
        match chance.randrange(8):
            case 0:
                data[at:to] = b""
            case 1:
                data[at:at] = chance.choice(WORDS)
            case 2:
                data[at:to] = chance.choice(WORDS)
            case 3:
                data[at:at] = data[at:to] * chance.choice((1, 1, 2, 30))
            case 4:
                other = chance.choice(seeds)
                start = chance.randrange(len(other) + 1)
                data[at:to] = other[start : start + chance.choice((4, 40, 400))]
            case 5 if at < len(data):
                data[at] = chance.randrange(256)
            case 6 if at < len(data):
                data[at] ^= 1 << chance.randrange(8)
            case _:
                numbers = [index for index, byte in enumerate(data) if 48 <= byte <= 57]
                if numbers:
                    data[chance.choice(numbers)] = 48 + chance.randrange(10)
    if chance.random() < 0.03:
        data = bytearray(data.decode("latin-1").encode(chance.choice(("utf-16", "utf-32", "utf-8-sig"))))
    return bytes(data[:200_000])


def run(names: list[str], seconds: float, seed: int) -> int:
    """Try damaged files on every target in turn for so many seconds; the number of faults found."""
    chance = random.Random(seed)
    seeds = [path.read_bytes() for path in sorted(CORPUS.iterdir())]
    tried, faults, slowest = 0, 0, 0.0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        data = mutated(chance, seeds)
        for name in names:
            began = time.process_time()
            try:
                TARGETS[name](data)
            except Exception as error:
                faults += 1
                keep(name, data, error)
            took = time.process_time() - began
            slowest = max(slowest, took)
            if took > SLOW:
                print(f"{name}: {took:.1f} s for {len(data):,} bytes", flush=True)
            tried += 1
        if len(seeds) < 400 and chance.random() < 0.002:
            seeds.append(data)
    print(f"{tried:,} inputs, {faults} faults, the slowest took {slowest:.2f} s")
    return faults


def main() -> int:
    """Run the targets; 1 where a fault was found."""
    given = asked(__doc__, TARGETS)
    names = [given.only] if given.only else list(TARGETS)
    if atheris is None:
        return 1 if run(names, given.seconds, given.seed) else 0

    def every(data: bytes) -> None:
        for name in names:
            TARGETS[name](data)

    # What is found goes into the first directory; the corpus is read.
    under_atheris(atheris, "formats", given, every, tempfile.mkdtemp(prefix="formats-"), str(CORPUS))
    return 0


if __name__ == "__main__":
    sys.exit(main())
