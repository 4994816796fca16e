"""How the judge learns: the same network in floating point, samples of games, and the command."""

from __future__ import annotations

import json
from importlib.resources import files
from math import exp
from pathlib import Path

import pytest

from paishan.chuopai.deal import deal_of
from paishan.chuopai.judge import Judge, layers_of, text_of
from paishan.chuopai.known import Knowledge
from paishan.chuopai.mind import Mind
from paishan.cli import main
from paishan.lab.learning import play_game
from paishan.lab.pupil import Pupil
from paishan.rng import Rng

JUDGE = files("paishan.chuopai").joinpath("judge.json").read_text("utf-8")


class TestWeights:
    def test_they_are_written_as_they_were_read(self) -> None:
        assert text_of(layers_of(JUDGE), json.loads(JUDGE)["games"]) == JUDGE

    def test_a_pupil_that_learned_nothing_gives_back_what_it_got(self) -> None:
        layers = layers_of(JUDGE)
        assert Pupil(1, layers).layers() == [list(layer) for layer in layers]

    @pytest.mark.parametrize("text", ["", "[]", "{}", '{"layers": []}', '{"layers": [["h", "abc"]]}'])
    def test_what_is_none_is_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match="these are no weights of the judge"):
            layers_of(text)

    def test_layers_of_another_size_are_refused(self) -> None:
        layers = layers_of(JUDGE)
        with pytest.raises(ValueError, match="the layers of the judge have 115328, 64, 2048, 32, 32, 1 weights"):
            layers_of(text_of([*layers[:5], [1, 2]], 1))


def test_whole_numbers_and_floating_point_judge_alike() -> None:
    judge, pupil = Judge(), Pupil(1, layers_of(JUDGE))
    for number in range(5):
        match = deal_of(number).match()
        rng = Rng(number)
        while (turn := match.turn) is not None:
            knowledge = Knowledge(match.view(turn))
            for move, value in judge.values(knowledge)[:4]:
                pupil.put(0, judge.inputs(knowledge, move), 0.0)
                assert pupil.share(0) == pytest.approx(1 / (1 + exp(-value / 131_072)), abs=1e-3)
            match.push(rng.choice(match.legal()))


class TestPupil:
    def test_what_is_shown_again_and_again_is_learned(self) -> None:
        pupil = Pupil(32)
        samples = play_game(Judge(pupil.layers()), Mind(), Rng(1), True)[:32]
        for place, sample in enumerate(samples):
            pupil.put(place, *sample)
        errors = [pupil.learn(len(samples), 1e-3) for _ in range(40)]
        assert pupil.steps == 40
        assert errors[-1] < errors[0] / 4

    def test_a_first_step_is_as_long_as_the_rate(self) -> None:
        """Adam's first step moves a weight by the rate, whatever its slope is, if it has one: here every weight of a
        row that is there and leads to an open unit."""
        pupil = Pupil(1)
        before = pupil.layers()
        pupil.put(0, [5, 700], 0.0)
        pupil.learn(1, 1 / 128)
        after = pupil.layers()
        moved = {(at // 64, b - a) for at, (a, b) in enumerate(zip(before[0], after[0], strict=True)) if a != b}
        assert {row for row, _ in moved} == {5, 700}
        assert {abs(by) for _, by in moved} == {1}

    def test_a_row_that_is_taken_away_again_says_nothing(self) -> None:
        pupil = Pupil(2)
        pupil.put(0, [5, 700], 0.0)
        pupil.put(1, [5, 9, 700, -10], 0.0)
        assert pupil.share(0) == pytest.approx(pupil.share(1), abs=1e-12)

    def test_a_batch_has_so_much_room(self) -> None:
        pupil = Pupil(2)
        for place, inputs in ((2, [1]), (-1, [1]), (0, [1] * 193)):
            with pytest.raises(ValueError, match="a batch has 2 samples, and a sample at most 192 inputs"):
                pupil.put(place, inputs, 0.5)


@pytest.mark.parametrize("by_habit", [True, False])
def test_the_samples_of_a_game_are_its_choices(by_habit: bool) -> None:
    samples = play_game(Judge(), Mind(), Rng(4), by_habit)
    assert 15 < len(samples) < 90
    assert all(0 <= sample.target <= 1 for sample in samples)
    # By habit the target is the end alone, so each seat has one.
    assert (len({sample.target for sample in samples}) <= 3) is by_habit
    assert play_game(Judge(), Mind(), Rng(4), by_habit) == samples


class TestCommand:
    def test_it_writes_weights_that_a_judge_takes(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        first, second = tmp_path / "first.json", tmp_path / "second.json"
        assert main(["lab", "learn", "--games", "3", "--out", str(first)]) == 0
        assert capsys.readouterr().out == f"{first}: the weights after 3 games\n"
        assert main(["lab", "learn", "--games", "2", "--from", str(first), "--out", str(second)]) == 0
        Judge(layers_of(second.read_text("utf-8")))
        assert json.loads(first.read_text("utf-8"))["games"] == 3
        assert layers_of(first.read_text("utf-8")) != layers_of(second.read_text("utf-8"))

    def test_what_is_there_is_not_written_over(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        out = tmp_path / "there.json"
        out.write_text("mine")
        assert main(["lab", "learn", "--games", "1", "--out", str(out)]) == 2
        complaint = f"paishan: {out}: this is there already; name another file for the weights\n"
        assert capsys.readouterr().err == complaint
        assert out.read_text() == "mine"

    def test_weights_to_go_on_with_are_judged(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        poor, out = tmp_path / "poor.json", tmp_path / "out.json"
        poor.write_text("{}")
        assert main(["lab", "learn", "--games", "1", "--from", str(poor), "--out", str(out)]) == 2
        assert "poor.json: these are no weights of the judge" in capsys.readouterr().err
        assert not out.exists()
