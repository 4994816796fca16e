from __future__ import annotations

from paishan.solitaire.formats import read, write
from paishan.solitaire.gallery import by_id, layouts


def test_every_built_in_layout_reads_back_without_its_number() -> None:
    for layout in layouts():
        (found,) = read(write(layout, "paishan", by="Nobody", category="Trials"))
        assert (found.format, found.name, found.by, found.category) == ("paishan", layout.name, "Nobody", "Trials")
        assert found.layout == layout
        assert found.layout is not None and found.layout.id == layout.id and found.layout.number is None


def test_a_file_cannot_pass_for_a_built_in_layout() -> None:
    text = "paishan layout 1\nid: turtle\nname: Turtle\nnumber: 0\n\nlayer 0 at 0,0\n##\n"
    (found,) = read(text.encode())
    assert found.layout is not None
    assert found.layout.tag.startswith("H")
    assert by_id("turtle").tag == "L00"


def test_faults_are_shown_with_line_and_column() -> None:
    (found,) = read(b"paishan layout 1\nid: a\nname: A\n\nlayer 0 at 0,0\n#x\n")
    assert (found.line, found.column) == (6, 2)
    assert found.error is not None and found.error.startswith("line 6, column 2: 'x' means nothing here")


def test_far_too_many_tiles_are_counted_and_not_laid() -> None:
    (found,) = read(b"paishan layout 1\nid: a\nname: A\n\nstacks at 0,0\n" + b"9" * 900_000)
    assert found.error == "a layout holds at most 288 tiles; this one has 8,100,000"
