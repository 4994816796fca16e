from __future__ import annotations

import pytest

from paishan.solitaire.formats import FORMATS, read
from paishan.solitaire.formats.found import identifier
from paishan.solitaire.formats.text import clean, decode

TEXT = "0 0 0\n0 2 0\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_encoding_and_line_end_of_the_wild_reads_alike(encoding: str, end: str) -> None:
    text = "# Fjærøy\n" + TEXT
    assert decode(text.replace("\n", end).encode(encoding)) == text
    assert read(text.replace("\n", end).encode(encoding))[0].tiles == 2


def test_bytes_that_windows_1252_leaves_free_are_latin_1() -> None:
    assert decode(b"\x81\xe9") == "\x81é"
    assert decode(b"\xef\xbb\xbfKyodai \xe9") == "Kyodai é"


def test_a_damaged_file_with_a_byte_order_mark_says_so() -> None:
    (found,) = read(b"\xff\xfe0\x00 ")
    assert found.error == "this begins as UTF-16 text but is damaged at byte 4; save it as UTF-8"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "the file is empty"),
        (b" \r\n\t\n", "the file is empty"),
        (b"Dear reader,\n", "which begins with 'Dear reader,'"),
        (b"PK\x03\x04....", "a zip archive; unpack it"),
        (b"\x1f\x8b....", "a gzip archive; unpack it"),
        (bytes(range(256)) * 4, "no layout of a known kind"),
        (b"0" * 10_000_001, "at most 10 MB"),
    ],
)
def test_what_is_no_layout_file_is_told_of(data: bytes, reason: str) -> None:
    (found,) = read(data, "some_file.txt")
    assert (found.format, found.name, found.layout) == ("unknown", "some file", None)
    assert found.error is not None and reason in found.error


def test_an_unknown_file_learns_which_formats_are_known() -> None:
    (found,) = read(b"Dear reader,\n")
    assert found.error is not None and all(program in found.error for program in FORMATS.values())


def test_a_name_is_one_line_of_what_can_be_printed() -> None:
    assert clean(" A\u2028name\x07 \t of\nlines ") == "A name of lines"
    assert len(clean("x" * 5000)) == 200


@pytest.mark.parametrize(
    ("name", "id"),
    [("4 Winds", "4-winds"), ("Pyramid's Walls", "pyramids-walls"), ("Étoile ", "etoile"), ("龍", "-"), ("--a--", "a")],
)
def test_an_id_is_plain_and_stable(name: str, id: str) -> None:
    assert identifier(name) == id


def test_a_name_without_latin_letters_gives_an_id_from_the_hash() -> None:
    (found,) = read(TEXT.encode(), "龍")
    assert found.layout is not None
    assert (found.name, found.layout.id) == ("龍", f"layout-{found.layout.sha1[:8]}")
