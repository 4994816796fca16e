"""Wrong use: status 2, nothing on standard output, and one line that says what, where and what would be right."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run, shell


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("shuffle", "paishan: No such command 'shuffle'; 'paishan --help' tells what there is"),
        ("layouts paint", "paishan layouts: No such command 'paint'; 'paishan layouts --help' tells what there is"),
        ("deal --zzz", "paishan deal: No such option: --zzz; 'paishan deal --help' tells what there is"),
        (
            "layouts show",
            "paishan layouts show: Missing argument 'ID'; 'paishan layouts show --help' tells what there is",
        ),
        (
            "layouts show atlantis",
            "paishan: there is no layout 'atlantis'; there are turtle, lantern, first-steps, twin-hills",
        ),
        ("deal MJ1", "paishan: 'MJ1' is not a game code; one looks like MJ1-L00-AAAAABL"),
        (
            "deal MJ1-L00-AAAAABM",
            "paishan: 'MJ1-L00-AAAAABM' has a slip in it: the last character does not fit the others",
        ),
        ("deal MJ1-L00-AAAAABL --seed 2", "paishan: deal: MJ1-L00-AAAAABL says it all; leave out --seed or the code"),
        ("deal --game connect", "paishan: deal: connect cannot be dealt here yet; --game solitaire can"),
    ],
)
def test_wrong_use_is_one_line(run: Run, words: str, complaint: str) -> None:
    assert run(*words.split()) == (2, "", complaint + "\n")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("deal --seed -1", "--seed"),
        ("deal --seed 1073741824", "--seed"),
        ("deal --seed many", "--seed"),
        ("deal --game chess", "--game"),
        ("deal --dealer honest", "--dealer"),
        ("deal --layout", "--layout"),
        ("play --port 0", "--port"),
        ("play --port 65536", "--port"),
        ("serve --workers 0", "--workers"),
        ("layouts list turtle", "turtle"),
    ],
)
def test_a_wrong_value_is_one_line_that_names_it(run: Run, words: str, named: str) -> None:
    status, out, err = run(*words.split())
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert named in err
    assert "Traceback" not in err


def test_a_hostile_word_does_not_reach_the_terminal_as_more_lines(run: Run) -> None:
    status, out, err = run("layouts", "show", "a\nb\x1b[2Jc\r\nd")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "\x1b" not in err


def test_a_shell_sees_the_same() -> None:
    assert shell("deal", "x") == (2, "", "paishan: 'x' is not a game code; one looks like MJ1-L00-AAAAABL\n")
