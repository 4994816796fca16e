"""The grain of the table: a small square of noise that repeats, as a PNG of grey levels with transparency."""

from __future__ import annotations

import struct
import zlib
from random import Random

SIDE = 96
SEED = 1


def grain() -> bytes:
    """A PNG of 96 x 96 pixels, black or white, each with one of four weak opacities.

    Few levels keep it small: noise does not compress, only its alphabet does.
    """
    noise = Random(SEED)
    rows = b""
    for _ in range(SIDE):
        pixels = noise.choices(range(4), weights=(5, 3, 3, 2), k=SIDE)
        packed = bytes(
            pixels[x] << 6 | pixels[x + 1] << 4 | pixels[x + 2] << 2 | pixels[x + 3] for x in range(0, SIDE, 4)
        )
        rows += b"\0" + packed
    palette = bytes((0, 0, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0))
    opacity = bytes((0, 60, 38, 104))
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 2, 3, 0, 0, 0)
    chunks = (
        (b"IHDR", header),
        (b"PLTE", palette),
        (b"tRNS", opacity),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
