"""Random damage to all that comes from outside as text: codes, records, proofs, forms, bodies and headers of requests.

    python -m tests.fuzz.decoders_fuzz [--seconds 60] [--seed 1] [--only record]

A decoder gives a value or a sentence that says what is wrong, never anything else; a value that can be written again is
read back as the same. Runs under atheris where it is installed, else with a mutator of its own whose inputs follow from
the seed. An input that shows a fault is written to `tests/fuzz/faults`, and the run ends with status 1. Layout files
have a run of their own besides, `formats_fuzz`.
"""

from __future__ import annotations

import hashlib
import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import msgspec
from tests.fuzz.running import SLOW, asked, keep, under_atheris

atheris: Any = import_module("atheris") if __name__ == "__main__" and find_spec("atheris") else None
# Only Paishan's own modules are watched: what they stand on would take minutes to prepare.
with atheris.instrument_imports(include=["paishan"]) if atheris else nullcontext():
    from tests.fuzz import formats_fuzz

    from paishan.codes import Code, Dealer
    from paishan.play import families
    from paishan.play.opening import deal_of
    from paishan.play.ruleset import TAIPEI
    from paishan.records import Move, Record
    from paishan.solving.verify import Claim, read_proof, verify, write_proof
    from paishan.web import account, layouts, progress
    from paishan.web.answers import Problem
    from paishan.web.languages import LANGUAGES, wanted
    from paishan.web.opening import read_wish
    from paishan.web.peer import network_of, settle
    from paishan.web.site import cookie_of
    from paishan.web.wire import Open, Say, reader

_BODIES: tuple[Any, ...] = (
    *(Open, Say, layouts.Drawn, layouts.Export, progress.Named),
    *(account.Named, account.Recovery, account.Proof, account.NewPassword, account.NewName),
    *(account.Ending, account.Signed, account.Removed),
)
_READERS = [(type, reader(type)) for type in _BODIES]
_encode = msgspec.json.Encoder().encode


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def code(data: bytes) -> None:
    """A game code."""
    try:
        read = Code.parse(_text(data))
    except ValueError as error:
        assert str(error), "the reason is said"
        return
    assert Code.parse(str(read)) == read
    assert 0 <= read.number < 2**30


def record(data: bytes) -> None:
    """A game record, and what it comes to when it is played."""
    try:
        read = Record.parse(_text(data))
    except ValueError as error:
        assert str(error)
        return
    assert Record.parse(str(read)) == read
    if len(read.moves) <= 40 and read.code.dealer is Dealer.MJ1:
        try:
            families.judge(read)
        except ValueError as error:
            assert str(error)


def proof(data: bytes) -> None:
    """A witness or a certificate."""
    try:
        read = read_proof(_text(data))
    except ValueError as error:
        assert str(error)
        return
    assert read_proof(write_proof(read)) == read
    if read.count <= 60:
        try:
            verify(read)
        except ValueError as error:
            assert str(error)


def body(data: bytes) -> None:
    """The body of a request, as each of those that there are."""
    for type, read in _READERS:
        try:
            value = read(data)
        except Problem as problem:
            assert problem.status == 400
            assert str(problem.said)
            continue
        assert read(_encode(value)) == value, type


def form(data: bytes) -> None:
    """A form that wants a game."""
    try:
        fields = parse_qs(data.decode("utf-8", "replace"), max_num_fields=40)
    except ValueError:
        return
    try:
        read_wish(fields)
    except Problem as problem:
        assert problem.status == 400


def ruleset(data: bytes) -> None:
    """The id of a ruleset."""
    text = _text(data)
    try:
        rules = families.ruleset(text)
    except ValueError as error:
        assert str(error)
        return
    assert rules.id == text


def head(data: bytes) -> None:
    """The headers of a request."""
    lines = [line.partition(b":") for line in data.split(b"\n")]
    scope: Any = {
        "client": ("10.0.0.1", 1),
        "scheme": "http",
        "headers": [(name.strip().lower(), value.strip()) for name, _, value in lines],
    }
    settle(scope, frozenset({"10.0.0.1"}), None)
    assert scope["scheme"] in ("http", "https")
    assert network_of(scope["client"][0])
    assert wanted(_text(data)) in LANGUAGES
    found = cookie_of(scope, "paishan")
    assert found is None or (found and ";" not in found)


def layout(data: bytes) -> None:
    """A layout file of whatever program."""
    formats_fuzz.TARGETS["any"](data)


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target for target in (code, record, proof, body, form, ruleset, head, layout)
}
_CODE = "MJ1-L02-AAAAABW"
_WITNESS = deal_of(Code.parse(_CODE), TAIPEI).witness
_MOVES = tuple(Move(1_000 * number, "take", (pair.a, pair.b)) for number, pair in enumerate(_WITNESS))
_PLAIN = Claim(((0, 0, 0), (2, 0, 0), (4, 0, 0), (6, 0, 0)), (0, 1, 0, 1), (), ((0, 2), (1, 3)))
_DEAD = Claim(((0, 0, 0), (0, 0, 1), (2, 0, 0), (2, 0, 1)), (0, 1, 1, 0), (), None, ((), (1,), (3,)))
_FLAT = Claim((), (0, 0, 1, 1), (), ((0, 1), (2, 3)), None, (2, 2, True))
SEEDS: dict[str, list[bytes]] = {
    "code": [text.encode() for text in (_CODE, "MP1-L00-AAAAABL", "MC1-L07-ZZZZZZZ", "CP1-L00-ABCDEFG", "mj1 h234")],
    "record": [str(Record(Code.parse(_CODE), "taipei", _MOVES[:number])).encode() for number in (0, 3, len(_MOVES))],
    "proof": [write_proof(claim).encode() for claim in (_PLAIN, _DEAD, _FLAT)],
    "body": [
        b'{"layout":"turtle","ruleset":"taipei","dealer":"proved","previous":null}',
        b'{"seq":0,"key":"k","commands":[{"type":"take","a":1,"b":2},{"type":"pick","slot":3}],"ago":[5,0]}',
        b'{"seq":3,"key":"k","commands":[{"type":"play","cards":[1,2,3]},{"type":"begin"}]}',
        b'{"slots":[[0,0,0],[2,0,0]],"name":"Two","format":"kyodai"}',
        b'{"name":"Ada","password":"four tiles on a table","code":"AAAA-BBBB","listed":true}',
        b'{"passkey":{"id":"x","response":{"clientDataJSON":"e30"}},"others":true,"session":"abc"}',
        b'{"series":"new","ruleset":"chuo-pai-vs-normal-normal","offset":-480,"level":17,"daily":"connect"}',
    ],
    "form": [
        b"ruleset=taipei&layout=turtle&dealer=proved",
        b"daily=solitaire&offset=60",
        b"series=new&level=3&code=CP1",
    ],
    "ruleset": [b"taipei", b"against-the-clock", b"chuo-pai-undo-vs-beginner-beginner", b"connect-gravity-down"],
    "head": [
        b"x-forwarded-for: 10.0.0.2, [2001:db8::1]:443, 192.0.2.7:80\nx-forwarded-proto: http, https\n"
        b"cookie: a=b; paishan=token; c\naccept-language: sv;q=0.5, nb, fi-FI;q=0.8"
    ],
}
SEEDS["layout"] = [path.read_bytes() for path in sorted(formats_fuzz.CORPUS.iterdir())]
_WORDS = [
    *(b'0 1 9 -1 1e999 NaN true null {} [] [[ { } , : " \\ \\u0000 \\ud800 & = %00 %u ; - ::1 MJ1 H L00 take'.split()),
    *(b"\n", b"\r", b"\0", b" ", b"\xff", b"\xe2\x80\xa8", "\u2010".encode(), "\U0001f600".encode(), b"9" * 30),
]


def mutated(chance: random.Random, seeds: list[bytes]) -> bytes:
    """One input: a seed with bytes changed, cut, doubled, words put in."""
    data = bytearray(chance.choice(seeds))
    for _ in range(1 << chance.randrange(5)):
        at = chance.randrange(len(data) + 1)
        to = min(len(data), at + chance.choice((1, 2, 8, 40)))
        match chance.randrange(6):
            case 0:
                data[at:to] = b""
            case 1:
                data[at:at] = chance.choice(_WORDS)
            case 2:
                data[at:to] = chance.choice(_WORDS)
            case 3:
                data[at:at] = data[at:to] * chance.choice((1, 2, 300))
            case 4 if at < len(data):
                data[at] ^= 1 << chance.randrange(8)
            case _:
                other = chance.choice(seeds)
                start = chance.randrange(len(other) + 1)
                data[at:to] = other[start : start + chance.choice((4, 40))]
    return bytes(data[:100_000])


def tried(name: str, data: bytes) -> bool:
    """Try an input on a target; False, and the input kept, where it shows a fault."""
    began = time.process_time()
    try:
        TARGETS[name](data)
    except Exception as error:
        keep(name, data, error)
        return False
    took = time.process_time() - began
    if took > SLOW:
        print(f"{name}: {took:.1f} s for {len(data):,} bytes", flush=True)
    return True


def run(names: list[str], seconds: float, seed: int) -> int:
    """Try damaged inputs on every target in turn for so many seconds; the number of faults found."""
    chance = random.Random(seed)
    count, faults = 0, 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for name in names:
            faults += not tried(name, mutated(chance, SEEDS[name]))
            count += 1
    print(f"{count:,} inputs, {faults} faults")
    return faults


def main() -> int:
    """Run the targets; 1 where a fault was found."""
    given = asked(__doc__, TARGETS)
    names = [given.only] if given.only else list(TARGETS)
    if atheris is None:
        return 1 if run(names, given.seconds, given.seed) else 0

    corpus = Path(tempfile.mkdtemp(prefix="decoders-"))
    for number, name in enumerate(names):
        for seed in SEEDS[name]:
            (corpus / f"{name}-{hashlib.sha1(seed).hexdigest()[:12]}").write_bytes(bytes([number]) + seed)

    def one(data: bytes) -> None:
        # The first byte says whose input it is.
        if data:
            TARGETS[names[data[0] % len(names)]](data[1:])

    under_atheris(atheris, "decoders", given, one, "-max_len=4096", "-timeout=20", str(corpus))
    return 0


if __name__ == "__main__":
    sys.exit(main())
