"""What `import paishan` gives: the names that stay, at no cost until they are used."""

from __future__ import annotations

import ast
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from importlib import import_module
from inspect import isclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import paishan.envs
from paishan import chuopai, connect

ROOT = Path(__file__).parents[1]
NAMES = ROOT / "docs" / "library" / "stable-names.md"
PACKAGES = ("paishan", "paishan.connect", "paishan.chuopai", "paishan.envs")


def written(package: str) -> list[str]:
    """The names that the document lists under the heading of a package."""
    text = NAMES.read_text("utf-8")
    section = re.search(rf"^## `{re.escape(package)}`$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert section is not None, package
    return re.findall(r"^\| `(\w+)", section[1], re.MULTILINE)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_names_that_stay_are_written_down_and_are_there(package: str) -> None:
    module = import_module(package)
    assert written(package) == sorted(module.__all__, key=str.lower)
    for name in module.__all__:
        assert getattr(module, name) is not None
    assert set(module.__all__) <= set(dir(module))


@pytest.mark.parametrize("package", ["paishan", "paishan.chuopai", "paishan.envs"])
def test_a_type_checker_sees_each_name_where_it_is_imported_from(package: str) -> None:
    """The two branches, one for type checkers and one for use, name the same things."""
    source = Path(str(import_module(package).__file__)).read_text("utf-8")
    branches = next(node for node in ast.parse(source).body if isinstance(node, ast.If))
    seen = {
        name.asname or name.name: f"{node.module}:{name.name}"
        for node in branches.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    table = next(node for node in ast.walk(ast.Module(branches.orelse, [])) if isinstance(node, ast.Dict))
    used: dict[str, str] = ast.literal_eval(table)
    assert set(seen) == set(used)
    for name, place in used.items():
        module, colon, other = place.partition(":")
        if colon and not other:
            assert seen[name] == ":".join(module.rsplit(".", 1))
        else:
            assert seen[name] == f"{module}:{other or name}"


@pytest.mark.parametrize("package", PACKAGES)
def test_each_name_that_stays_has_its_place_in_the_reference(package: str) -> None:
    pages = (page.read_text("utf-8") for page in (ROOT / "docs" / "reference").glob("*.md"))
    shown = {module for page in pages for module in re.findall(r"^::: ([\w.]+)$", page, re.MULTILINE)}
    nodes = ast.walk(ast.parse(Path(str(import_module(package).__file__)).read_text("utf-8")))
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("paishan.")]
    assert froms
    for node in froms:
        if node.module not in ("paishan.lazily", package):
            assert node.module in shown


def test_importing_the_package_loads_nothing_but_itself() -> None:
    code = "import sys; before = set(sys.modules); import paishan; print(sorted(set(sys.modules) - before))"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert ast.literal_eval(found) == ["__future__", "paishan", "paishan.lazily"]


def test_importing_the_package_takes_at_most_ten_milliseconds() -> None:
    code = "import time; start = time.process_time(); import paishan; print(time.process_time() - start)"
    spent = [
        float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)
        for _ in range(5)
    ]
    assert min(spent) < 0.010


@pytest.mark.parametrize(
    ("use", "unused"),
    [
        ("paishan.Code.parse('MJ1-L00-AAAAABL')", ("paishan.solitaire", "paishan.connect", "json")),
        ("paishan.deal('turtle', 1).board()", ("paishan.solving.search", "paishan.connect", "paishan.chuopai")),
        ("paishan.chuopai.deal(1).match()", ("paishan.chuopai.mind", "paishan.solitaire", "paishan.connect")),
        ("paishan.connect.Grid(4, 3)", ("paishan.solving.search", "paishan.solitaire", "paishan.chuopai")),
    ],
)
def test_a_name_loads_what_it_needs_and_no_other_game(use: str, unused: tuple[str, ...]) -> None:
    code = f"import sys, paishan; {use}; print([name for name in {unused!r} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "[]\n"


@pytest.mark.parametrize("module", [paishan, chuopai, paishan.envs])
def test_a_name_that_is_not_there_is_said_to_be_missing(module: ModuleType) -> None:
    with pytest.raises(AttributeError, match=f"module '{module.__name__}' has no attribute 'taipei'"):
        module.taipei  # noqa: B018


def test_what_is_typed_is_marked_as_typed() -> None:
    assert (Path(paishan.__file__).parent / "py.typed").exists()


@pytest.mark.long
def test_a_strict_type_checker_knows_what_each_name_is_and_which_there_are(tmp_path: Path) -> None:
    user = tmp_path / "user.py"
    user.write_text(
        "import paishan\n"
        "from paishan import chuopai, connect\n"
        "board: paishan.Board = paishan.deal('turtle', 1).board()\n"
        "proof: paishan.Proof = paishan.solve(board)\n"
        "grid: connect.Board = connect.deal('connect-18x8', 1).board()\n"
        "player: chuopai.Player = chuopai.Player.parse('hard')\n"
        "wrong: int = paishan.layout('turtle')\n"
        "paishan.taipei\n"
    )
    words = "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), user.name
    found = subprocess.run([sys.executable, *words], cwd=tmp_path, capture_output=True, text=True)
    told = [line.partition(": error: ")[2] for line in found.stdout.splitlines() if ": error: " in line]
    assert told == [
        'Incompatible types in assignment (expression has type "Layout", variable has type "int")  [assignment]',
        'Module has no attribute "taipei"  [attr-defined]',
    ]


class TestDeals:
    def test_one_deal_by_its_code_by_its_text_and_by_layout_and_number(self) -> None:
        by_code = paishan.deal("MJ1-L00-AAAAABL")
        assert paishan.deal(paishan.Code.parse("MJ1-L00-AAAAABL")) == by_code
        assert paishan.deal("turtle", 1) == paishan.deal(paishan.layout("turtle"), 1) == by_code
        proved = paishan.deal("MP1-L00-AAAAABZ")
        assert paishan.deal("turtle", 1, proved=True) == proved != by_code

    def test_what_names_no_deal_is_refused(self) -> None:
        with pytest.raises(ValueError, match="is a code of MC1, which is no Mahjong solitaire; MJ1 and MP1 are"):
            paishan.deal("MC1-L00-AAAAAB7")
        with pytest.raises(ValueError, match="by a code alone, or by a layout and the number of its deal"):
            paishan.deal(paishan.layout("turtle"))
        with pytest.raises(ValueError, match="by a code alone"):
            paishan.deal(paishan.Code.parse("MJ1-L00-AAAAABL"), 1)
        with pytest.raises(ValueError, match="there is no layout 'hare'"):
            paishan.deal("hare", 1)
        with pytest.raises(ValueError, match="is not a game code"):
            paishan.deal("turtle")

    def test_a_grid_is_dealt_in_each_variant(self) -> None:
        grid = connect.Grid(18, 8)
        assert connect.deal("MC1-L00-AAAAAB7") == connect.deal("connect-18x8", 1) == connect.deal(grid, 1)
        falling = connect.deal(grid, 1, variant=connect.FALLING)
        assert falling.gravity is connect.Gravity.DOWN
        assert not connect.deal(connect.Grid(14, 6), 2, variant=connect.INSIDE).grid.outside
        with pytest.raises(ValueError, match="is a code of MJ1, which is no Mahjong Connect; MC1 is"):
            connect.deal("MJ1-L00-AAAAABL")
        with pytest.raises(ValueError, match="by a code alone, or by a grid and the number of its deal"):
            connect.deal(grid)

    def test_hands_are_dealt_by_code_or_by_number(self) -> None:
        assert chuopai.deal("CP1-L00-AAAAABH") == chuopai.deal(1)
        with pytest.raises(ValueError, match="is no deal of Chuo Pai"):
            chuopai.deal("MJ1-L00-AAAAABL")


class TestProofs:
    """Two pairs, each of which locks the other in: the last tile of the row lies in the middle."""

    def crossed(self) -> paishan.Board:
        row = paishan.Layout.build("row", "Row", [(2 * x, 0, 0) for x in range(4)])
        first, second = paishan.KINDS[0], paishan.KINDS[1]
        return paishan.Board(row, (first, second, first, second))

    def test_a_dead_board_is_dead_by_a_certificate_that_can_be_checked(self) -> None:
        board = self.crossed()
        proof = paishan.solve(board, certify=True)
        assert proof.verdict is paishan.Verdict.DEAD
        paishan.verify(board, proof)
        with pytest.raises(ValueError, match="the sets leave a pairing open"):
            paishan.verify(board, paishan.Proof(proof.verdict, 0, certificate=()))

    def test_a_proof_of_another_board_is_refused(self) -> None:
        board = paishan.deal("turtle", 1).board()
        proof = paishan.solve(board)
        paishan.verify(board, proof)
        with pytest.raises(ValueError, match=r"pair \d+: the tile"):
            paishan.verify(paishan.deal("turtle", 2).board(), proof)
        with pytest.raises(ValueError, match="either a witness or a certificate"):
            paishan.verify(self.crossed(), paishan.solve(self.crossed()))

    def test_a_position_in_the_middle_of_a_game_is_proved_as_it_stands(self) -> None:
        deal = paishan.deal("turtle", 1)
        board = deal.board()
        for pair in deal.witness[:40]:
            board.push(pair)
        proof = paishan.solve(board)
        assert proof.witness is not None and len(proof.witness) == 32
        paishan.verify(board, proof)

    def test_a_grid_is_proved_and_checked_in_the_same_way(self) -> None:
        first, second = paishan.KINDS[0], paishan.KINDS[1]
        board = connect.Board(connect.Grid(2, 2), (first, second, second, first))
        proof = connect.solve(board, certify=True)
        assert proof.verdict is paishan.Verdict.DEAD
        connect.verify(board, proof)
        with pytest.raises(ValueError, match="with gravity nothing can be proved"):
            connect.solve(connect.deal("connect-18x8", 1, variant=connect.FALLING).board())


def pass_in_play() -> chuopai.Match:
    """A round with a lead and a pass in it, and one seat yet to act."""
    match = chuopai.deal(1).match()
    match.push([0])
    match.push([])
    return match


def falling() -> connect.Board:
    board = connect.deal("connect-14x6", 3, variant=connect.FALLING).board()
    for _ in range(5):
        board.push(next(board.pairs()))
    return board


class TestCopies:
    """Boards and matches, copied in each of Python's ways, are equal and have lives of their own."""

    WAYS = (lambda it: it.copy(), copy, deepcopy, lambda it: pickle.loads(pickle.dumps(it)))

    @pytest.mark.parametrize("way", WAYS, ids=["copy", "shallow", "deep", "pickle"])
    @pytest.mark.parametrize("deal", ["MJ1-L00-AAAAABL", "MC1-L00-AAAAAB7"])
    def test_a_board(self, deal: str, way: Callable[[Any], Any]) -> None:
        board: Any = paishan.deal(deal).board() if deal.startswith("MJ") else connect.deal(deal).board()
        first, second = list(board.pairs())[:2]
        board.push(first)
        other = way(board)
        assert other == board and other is not board
        other.push(second)
        assert other != board
        assert (board.taken, other.taken) == ((first,), (first, second))
        assert board.left == 142 and second in board.pairs()
        assert [other.pop(), other.pop()] == [second, first]
        assert (other.left, board.left) == (144, 142)

    @pytest.mark.parametrize("way", WAYS, ids=["copy", "shallow", "deep", "pickle"])
    def test_a_grid_whose_tiles_have_fallen(self, way: Callable[[Any], Any]) -> None:
        board, other = falling(), way(falling())
        assert other == board and list(other.pairs()) == list(board.pairs())
        for _ in range(5):
            other.pop()
            board.pop()
        assert other == board == connect.deal("connect-14x6", 3, variant=connect.FALLING).board()

    @pytest.mark.parametrize("way", WAYS, ids=["copy", "shallow", "deep", "pickle"])
    def test_a_match_with_a_pass_in_it(self, way: Callable[[Any], Any]) -> None:
        match = pass_in_play()
        other = way(match)
        assert other == match and other is not match
        assert other.to_beat is match.to_beat is chuopai.PLAYS[0]
        assert other.legal() == match.legal()
        other.push(other.legal()[0])
        assert other != match and (len(match.acts), len(other.acts)) == (2, 3)
        assert (match.rounds, other.rounds[0].winner) == ((), 2)

    def test_a_play_is_one_of_the_469_however_it_comes(self) -> None:
        for play in chuopai.PLAYS:
            assert pickle.loads(pickle.dumps(play)) is play is deepcopy(play)

    def test_what_a_view_knows_is_the_same_in_another_process(self) -> None:
        view = pass_in_play().view(1)
        again = pickle.loads(pickle.dumps(view))
        assert again == view and again.round.best == view.round.best

    def test_equal_boards_have_the_same_tiles_whatever_the_order(self) -> None:
        board = paishan.deal("turtle", 1).board()
        first, *_, last = board.pairs()
        other = board.copy()
        for pair in (first, last):
            board.push(pair)
        for pair in (last, first):
            other.push(pair)
        assert board == other and board.taken != other.taken
        assert board != paishan.deal("turtle", 2).board() and board != "Turtle, 140 of 144 tiles left"
        with pytest.raises(TypeError, match="unhashable type: 'Board'"):
            hash(board)

    def test_they_say_what_they_are(self) -> None:
        assert repr(paishan.deal("turtle", 1).board()) == "<Board: Turtle, 144 of 144 tiles left>"
        assert repr(connect.deal("connect-14x6", 1).board()) == "<Board: 14 × 6, 84 of 84 tiles left>"
        assert repr(pass_in_play()) == "<Match: Chuo Pai after 0 rounds, piles 2, 3, 3>"
        rng = paishan.Rng(7)
        rng.next()
        again = eval(repr(rng), {"Rng": paishan.Rng})
        assert [again.next() for _ in range(3)] == [rng.next() for _ in range(3)]


class TestMisuse:
    """What is wrong is refused by name, and never answered as if it were something else."""

    @pytest.mark.parametrize(
        ("wrong", "error", "reason"),
        [
            (
                lambda: paishan.solve(connect.deal("connect-14x6", 1).board()),  # type: ignore[arg-type]
                TypeError,
                "a paishan.solitaire.board.Board is needed, not a paishan.connect.board.Board",
            ),
            (
                lambda: connect.ranked(paishan.deal("turtle", 1).board()),  # type: ignore[arg-type]
                TypeError,
                "a paishan.connect.board.Board is needed, not a paishan.solitaire.board.Board",
            ),
            (lambda: paishan.deal(1), TypeError, "a paishan.codes.Code is needed, not a int"),  # type: ignore[arg-type]
            (
                lambda: connect.deal("connect-14x6", 1, variant="falling"),  # type: ignore[arg-type]
                TypeError,
                "a paishan.connect.grid.Variant is needed, not a str",
            ),
            (
                lambda: chuopai.deal(1).match("chuo-pai-one-each"),  # type: ignore[arg-type]
                TypeError,
                "a paishan.chuopai.options.Options is needed, not a str",
            ),
            (
                lambda: paishan.perft(paishan.deal("turtle", 1), 1),  # type: ignore[arg-type]
                TypeError,
                "counts begin from a board or a match, not from a Deal",
            ),
            (
                lambda: paishan.deal("turtle", 1, matching="foo"),  # type: ignore[arg-type]
                ValueError,
                "'foo' is not a valid Matching",
            ),
            (
                lambda: paishan.Code("MJ9", "L00", 1),  # type: ignore[arg-type]
                ValueError,
                "'MJ9' names no game; there are MJ1, MP1, MC1, CP1",
            ),
            (
                lambda: paishan.Layout.build("half", "Half", [(0, 0, 0), (1.5, 0, 0)]),  # type: ignore[list-item]
                TypeError,
                "'float' object cannot be interpreted as an integer",
            ),
            (
                lambda: paishan.deal("turtle", 1).board().hindrance(-1),
                ValueError,
                "there is no slot -1; Turtle has slots 0 to 143",
            ),
            (lambda: connect.Grid(18, 8).at(144), IndexError, "there is no slot 144; there are 0 to 143"),
            (lambda: connect.Grid(18, 8).slot(18, 0), IndexError, "a grid of 18 × 8 has no column 18 and row 0"),
            (
                lambda: connect.line(connect.deal("connect-18x8", 1).board(), 0, -1),
                IndexError,
                "there is no slot -1; there are 0 to 143",
            ),
            (lambda: chuopai.deal(1).match().view(-1), ValueError, "a seat is 0, 1 or 2, not -1"),
            (lambda: paishan.deal("turtle", 1).board().pop(), IndexError, "no pair has been taken"),
            (lambda: connect.deal("connect-14x6", 1).board().pop(), IndexError, "no pair has been taken"),
            (lambda: chuopai.deal(1).match().pop(), IndexError, "nothing has been played"),
        ],
    )
    def test_it_says_what_is_wrong(self, wrong: Callable[[], object], error: type[Exception], reason: str) -> None:
        with pytest.raises(error, match=re.escape(reason)):
            wrong()

    @pytest.mark.parametrize("present", [-1, 1 << 144])
    def test_a_mask_with_slots_that_are_none_is_no_position(self, present: int) -> None:
        board, grid = paishan.deal("turtle", 1).board(), connect.deal("connect-18x8", 1).board()
        for prover in paishan.Prover(board.layout, board.groups), connect.Prover(grid.grid, grid.groups):
            for ask in prover.proof, prover.pairs, prover.clearable:
                with pytest.raises(ValueError, match="slots that are none; there are 0 to 143"):
                    ask(present)

    def test_a_rule_version_by_its_name_is_that_version(self) -> None:
        for matching in paishan.Matching:
            named = paishan.deal("turtle", 1, matching=matching.value)  # type: ignore[arg-type]
            assert named == paishan.deal("turtle", 1, matching=matching)
            board = paishan.Board(named.layout, named.kinds, matching.value)  # type: ignore[arg-type]
            assert board.matching is matching and board == named.board()

    def test_a_tile_that_is_gone_is_neither_free_nor_hindered(self) -> None:
        board = paishan.deal("turtle", 1).board()
        gone, _ = board.push(next(board.pairs()))
        assert not board.is_free(gone) and not board.is_free(-1) and not board.is_free(144)
        with pytest.raises(ValueError, match=f"the tile on slot {gone} is gone"):
            board.hindrance(gone)

    def test_a_record_of_lists_is_the_record_that_is_read_back(self) -> None:
        move = paishan.Move(1, "take", [3, 4])  # type: ignore[arg-type]
        record = paishan.Record(paishan.Code.parse("MJ1-L00-AAAAABL"), "taipei", [move])  # type: ignore[arg-type]
        assert paishan.Record.parse(str(record)) == record

    def test_a_deal_is_told_in_a_line(self) -> None:
        assert len(repr(paishan.deal("turtle", 1))) < 200
        assert len(repr(connect.deal("connect-18x8", 1))) < 200


class TestReplays:
    """A record of any game, read and played again."""

    def test_a_board_a_grid_and_a_match(self) -> None:
        heap, flat = paishan.deal("turtle", 1), connect.deal("connect-18x8", 1)
        for deal, rules in ((heap, "against-the-clock"), (flat, "connect-standard")):
            moves = [paishan.Move(number, "take", pair) for number, pair in enumerate(deal.witness)]
            for taken in (10, 72):
                record = paishan.Record(deal.code, rules, tuple(moves[:taken]))
                found = paishan.replay(paishan.Record.parse(str(record)))
                board = deal.board()
                for pair in deal.witness[:taken]:
                    board.push(pair)
                assert found == board
        match = pass_in_play()
        record = chuopai.record_of(chuopai.deal(1).code, match.options, [act.play for act in match.acts])
        assert paishan.replay(record) == match

    def test_a_match_at_a_table(self) -> None:
        record = paishan.Record(chuopai.deal(1).code, "chuo-pai-vs-normal-normal", ())
        assert isinstance(paishan.replay(record), chuopai.Match)

    def test_a_game_that_is_not_here_is_refused(self) -> None:
        with pytest.raises(ValueError, match="there is no ruleset 'whist'"):
            paishan.replay(paishan.Record(paishan.Code.parse("MJ1-L00-AAAAABL"), "whist"))


def documented(body: list[ast.stmt], name_of: Callable[[ast.expr], str | None]) -> Iterator[tuple[str, bool]]:
    """The public names that statements give a value or a type, and whether a docstring stands right under each."""
    for statement, after in zip(body, [*body[1:], None], strict=True):
        match statement:
            case ast.AnnAssign(target=target) | ast.Assign(targets=[target]):
                name = name_of(target)
            case _:
                name = None
        if name is not None and not name.startswith("_"):
            yield name, isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)


def in_class(target: ast.expr) -> str | None:
    return target.id if isinstance(target, ast.Name) else None


def of_self(target: ast.expr) -> str | None:
    match target:
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            return name
    return None


@pytest.mark.parametrize("package", PACKAGES)
def test_each_attribute_of_a_class_that_stays_says_what_it_is(package: str) -> None:
    """The reference leaves out what has no docstring, so nobody would find it there."""
    module = import_module(package)
    for kind in (found for name in module.__all__ if isclass(found := getattr(module, name))):
        tree = ast.parse(Path(str(import_module(kind.__module__).__file__)).read_text("utf-8"))
        source = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == kind.__name__)
        attributes = list(documented(source.body, in_class))
        for method in (node for node in source.body if isinstance(node, ast.FunctionDef)):
            if method.name == "__init__":
                attributes += documented(method.body, of_self)
            elif not method.name.startswith("_"):
                attributes.append((method.name, ast.get_docstring(method) is not None))
        assert [name for name, told in attributes if not told] == [], kind
