"""Players for the environments: scripted ones, the engine's own, and one that is trained here.

`python -m bench.train_baseline GAME` lets them play deals of their own and prints how they do, with 95 % intervals;
GAME is solitaire, hidden, connect or chuo-pai. With `--train` the trained player learns anew first, from the seed in
this file, and is written to `bench/baselines.json`; that takes one to four minutes of one processor.

What is trained is a linear player: of the actions that the mask allows it takes the one whose features, weighed, sum up
to most. The weights are found by the cross-entropy method (R. Rubinstein, *The cross-entropy method for combinatorial
and continuous optimization*, Methodology and Computing in Applied Probability 1999): draw candidates around a mean,
let all play the same deals, move mean and spread to the best quarter. It decides from observations and masks alone; in
Connect, where all is open, it tries its pairs on the board itself.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from paishan.chuopai.deal import deal_of
from paishan.chuopai.domino import HIGHER
from paishan.chuopai.known import Knowledge
from paishan.chuopai.match import SEATS
from paishan.chuopai.play import PLAYS, Play
from paishan.chuopai.players import Player, seed_of
from paishan.connect import prover as lines
from paishan.envs import Connect, Solitaire, chuopai_v1
from paishan.lab import players as scripted
from paishan.pairs import bits
from paishan.rng import Rng
from paishan.solitaire.sample import interval

SEED = 20
FILE = Path(__file__).with_name("baselines.json")
TEST_DEALS = 500_000_000
"""Deals from this number on are for testing; training uses those below."""

Weights: TypeAlias = NDArray[np.float64]
Chooser: TypeAlias = Callable[[Any, NDArray[np.int8], NDArray[np.int8], Rng], int]
"""Chooses an action, given the environment (for what never changes in it), observation and mask."""


class Turtle:
    """What a linear player of solitaire knows of a layout, and the features of a pair."""

    NAMES = ("opens", "stands in the way", "depth", "last two", "all of the group free", "of the group free")

    def __init__(self, env: Solitaire) -> None:
        self.layout = env.layout
        self.size = [mask.bit_count() for mask in env.layout.touches]

    def features(self, env: Solitaire, seen: NDArray[np.int8], actions: Sequence[int]) -> NDArray[np.float64]:
        layout = self.layout
        present = mask_of(seen[:, 1] > 0)
        free = mask_of(seen[:, 1] == 2)
        group = seen[:, 0].tolist()
        alive = np.bincount(seen[seen[:, 0] >= 0, 0], minlength=42).tolist()
        open_ = np.bincount(seen[seen[:, 1] == 2, 0], minlength=42).tolist()
        hidden = bool((seen[:, 0] == -2).any())
        rows = []
        for action in actions:
            a, b = env.pair(action)
            rest = present & ~(1 << a | 1 << b)
            waiting = (layout.touches[a] | layout.touches[b]) & rest & ~free
            opens = sum(layout.is_free(slot, rest) for slot in bits(waiting))
            left, ready = alive[group[a]], open_[group[a]]
            last = not hidden and left == 2
            rows.append(
                (
                    opens / 4,
                    waiting.bit_count() / 8,
                    (layout.depths[a] + layout.depths[b]) / 8,
                    float(last),
                    float(not hidden and left == ready),
                    ready / 4,
                )
            )
        return np.array(rows)


class Lines:
    """The features of a pair of Mahjong Connect; all is open, so what follows is tried on the board itself."""

    NAMES = ("pairs more", "neighbours", "last two", "pairs of the group", "at the rim")

    def features(self, env: Connect, seen: NDArray[np.int8], actions: Sequence[int]) -> NDArray[np.float64]:
        grid, board = env.grid, env.board
        group = seen.reshape(-1).tolist()
        alive = np.bincount(seen[seen >= 0], minlength=36).tolist()
        pairs = [env.pair(action) for action in actions]
        per_group = np.bincount([group[a] for a, _ in pairs], minlength=36).tolist()
        rows = []
        for pair in pairs:
            around = rim = 0
            for slot in pair:
                x, y = grid.at(slot)
                for u, v in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                    if 0 <= u < grid.width and 0 <= v < grid.height:
                        around += seen[v, u] >= 0
                    else:
                        rim += 1
            kind = group[pair.a]
            more = lines.opened_by(board, pair)
            rows.append((more / 8, around / 8, float(alive[kind] == 2), per_group[kind] / 6, rim / 4))
        return np.array(rows)


class Hands:
    """The features of a play of Chuo Pai: what it costs, and who may beat it."""

    NAMES = (
        "cards",
        "a lead of one",
        "sure",
        "sure cards",
        "cards that beat it",
        "left of the figure",
        "rank",
        "combination",
        "breaks a whole group",
    )

    def features(self, env: Any, seen: NDArray[np.int8], actions: Sequence[int]) -> NDArray[np.float64]:
        hand, unseen = seen[:21].tolist(), seen[21:42].tolist()
        row = (chuopai_v1.WIDTH - 42) // 3
        most = max(int(seen[42 + row]), int(seen[42 + 2 * row]))
        lead = not any(int(seen[42 + at * row + 5]) for at in SEATS)
        rows = []
        for action in actions:
            play = PLAYS[action]
            if not play.cards:
                rows.append((0.0,) * len(self.NAMES))
                continue
            higher, sure = threats(play, unseen, most)
            figure = play.cards[0]
            left = hand[figure] - play.cards.count(figure)
            combined = play.number > 1 and play.cards[-1] != figure
            rows.append(
                (
                    play.number / 4,
                    float(lead and play.number == 1),
                    float(sure),
                    play.number / 4 if sure else 0.0,
                    higher / 8,
                    left / 4,
                    play.rank / 7,
                    float(combined),
                    float(left > 0 and play.number > 1),
                )
            )
        return np.array(rows)


def threats(play: Play, unseen: list[int], most: int) -> tuple[int, bool]:
    """How many unseen cards beat a play, and whether surely nobody can; combinations are judged by their heads."""
    if play.number > 1 and play.cards[-1] != play.cards[0]:
        higher = sum(unseen[head] for head in range(play.cards[0]))
        return higher, higher == 0 or play.number > most
    counts = [unseen[figure] for figure in HIGHER[play.cards[0]]]
    return sum(counts), max(counts, default=0) < play.number or play.number > most


def mask_of(truths: NDArray[np.bool_]) -> int:
    """The slots for which something is true, as a mask."""
    return int.from_bytes(np.packbits(truths, bitorder="little").tobytes(), "little")


def linear(model: Any, weights: Weights) -> Chooser:
    """The player with these weights."""

    def choose(env: Any, seen: NDArray[np.int8], mask: NDArray[np.int8], rng: Rng) -> int:
        actions = mask.nonzero()[0].tolist()
        if len(actions) == 1:
            return int(actions[0])
        return int(actions[int((model.features(env, seen, actions) @ weights).argmax())])

    return choose


def random(env: Any, seen: NDArray[np.int8], mask: NDArray[np.int8], rng: Rng) -> int:
    """Any action."""
    return rng.choice(mask.nonzero()[0].tolist())


def greedy(env: Solitaire, seen: NDArray[np.int8], mask: NDArray[np.int8], rng: Rng) -> int:
    """A pair that makes the most tiles free; it asks for no face."""
    return _scripted(scripted.greedy, env, seen, mask, rng)


def looking_ahead(env: Solitaire, seen: NDArray[np.int8], mask: NDArray[np.int8], rng: Rng) -> int:
    """The laboratory's player of this name."""
    return _scripted(scripted.looking_ahead, env, seen, mask, rng)


def _scripted(player: Any, env: Solitaire, seen: NDArray[np.int8], mask: NDArray[np.int8], rng: Rng) -> int:
    position = scripted.Position(env.layout, [max(0, group) for group in seen[:, 0].tolist()])
    position.present, position.free = mask_of(seen[:, 1] > 0), mask_of(seen[:, 1] == 2)
    pairs = [tuple(env.pair(action)) for action in mask.nonzero()[0].tolist()]
    a, b = player(position, pairs, rng)
    return env.action((a, b))


def opening(env: Connect, seen: NDArray[np.int8], mask: NDArray[np.int8], rng: Rng) -> int:
    """A pair after which the most others can be taken."""
    return env.action(lines.ranked(env.board)[0])


class Proving:
    """The engine's own player: it takes the first pair that is proved to keep the board clearable."""

    def __init__(self) -> None:
        self._prover: Any = None
        self._groups: Any = None

    def __call__(self, env: Any, seen: NDArray[np.int8], mask: NDArray[np.int8], rng: Rng) -> int:
        from paishan.connect.prover import Prover as Lined
        from paishan.solitaire.prover import Prover as Stacked

        board = env.board
        if self._groups is not board.groups:
            self._groups = board.groups
            place = getattr(board, "layout", None)
            self._prover = Lined(board.grid, board.groups) if place is None else Stacked(place, board.groups)
        verdicts = self._prover.pairs(board.present)
        return int(env.action(next(pair for pair, verdict in verdicts.items() if verdict == "clearable")))


def played(env: Solitaire | Connect, choose: Chooser, numbers: Sequence[int]) -> list[float]:
    """The share of the tiles that a player takes in each of these deals."""
    shares = []
    for number in numbers:
        rng = Rng(number)
        seen, info = env.reset(options={"number": number})
        tiles = len(env.board.kinds)
        ended, steps = not info["action_mask"].any(), 0
        while not ended:
            seen, _, ended, _, info = env.step(choose(env, seen, info["action_mask"], rng))
            steps += 1
        shares.append(2 * steps / tiles)
    return shares


def matched(env: Any, choose: Chooser | str, numbers: Sequence[int], rivals: str) -> tuple[list[float], list[float]]:
    """For each deal a player's share of the win and its lead over the larger other pile, the mean over three seats.

    `choose` is a player here, or the name of one of the engine's own; the other seats are played by `rivals`.
    """
    rival = Player.parse(rivals)
    own = Player.parse(choose) if isinstance(choose, str) else None
    won, ahead = [], []
    for number in numbers:
        match = deal_of(number).match()
        total = margin = 0.0
        for mine in SEATS:
            env.reset(options={"number": number})
            known = [Knowledge(match.view(seat)) for seat in SEATS]
            rng, ply = Rng(number), 0
            while not env.terminations[env.agent_selection]:
                seat = chuopai_v1.AGENTS.index(env.agent_selection)
                if seat == mine and own is None:
                    assert not isinstance(choose, str)
                    seen = env.observe(env.agent_selection)
                    move = choose(env, seen["observation"], seen["action_mask"], rng)
                else:
                    moves = env.action_masks().nonzero()[0]
                    player = own if seat == mine and own is not None else rival
                    move = int(moves[0]) if len(moves) == 1 else player.decide(known[seat], seed_of(number, ply))
                env.step(move)
                for knowledge in known:
                    knowledge.learn(move)
                ply += 1
            row = (chuopai_v1.WIDTH - 42) // 3
            points = [int(env.observe(chuopai_v1.AGENTS[mine])["observation"][43 + at * row]) for at in SEATS]
            total += env.rewards[chuopai_v1.AGENTS[mine]] + 1 / 3
            margin += points[0] - max(points[1:])
        won.append(total / 3)
        ahead.append(margin / 3)
    return won, ahead


def trained(score: Callable[[Weights, Sequence[int]], float], size: int, rounds: int, deals: int) -> Weights:
    """The weights that the cross-entropy method finds: `rounds` of 24 candidates on `deals` deals each."""
    rng = np.random.default_rng(SEED)
    mean, spread = np.zeros(size), np.ones(size)
    for round_ in range(rounds):
        numbers = range(1_000_000 + round_ * deals, 1_000_000 + (round_ + 1) * deals)
        candidates = mean + spread * rng.standard_normal((24, size))
        scores = np.array([score(weights, numbers) for weights in candidates])
        best = candidates[np.argsort(-scores, kind="stable")[:6]]
        mean = best.mean(axis=0)
        spread = best.std(axis=0) + 0.3 * 0.8**round_
        print(f"  round {round_ + 1} of {rounds}: best {scores.max():.3f}, mean {scores.mean():.3f}", flush=True)
    return mean


def of_mean(values: Sequence[float]) -> str:
    """A mean with its 95 % interval, in percent."""
    mean = sum(values) / len(values)
    error = 1.96 * sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1) / len(values))
    return f"{100 * mean:5.1f} % ({100 * (mean - error):.1f} to {100 * (mean + error):.1f})"


def pairs_game(game: str, train: bool, deals: int) -> None:
    """Train and test a game of pairs."""
    env: Solitaire | Connect
    choosers: dict[str, Chooser]
    model: Any
    if game == "connect":
        env = Connect()
        model = Lines()
        choosers = {"random": random, "greedy (opens most pairs)": opening, "proved (knows a solution)": Proving()}
    else:
        env = Solitaire("lantern", hidden=game == "hidden")
        model = Turtle(env)
        choosers = {"random": random, "greedy (frees most tiles)": greedy}
        if game == "solitaire":
            choosers |= {"looking ahead": looking_ahead, "proved (knows a solution)": Proving()}
    if train:
        began = time.process_time()

        def score(weights: Weights, numbers: Sequence[int]) -> float:
            shares = played(env, linear(model, weights), numbers)
            return sum(share == 1 for share in shares) / len(shares) + 0.2 * sum(shares) / len(shares)

        keep(game, model, trained(score, len(model.NAMES), 8, 60), began)
    choosers["trained"] = linear(model, kept(game))
    print(f"{game}: {deals:,} deals from number {TEST_DEALS:,} on; cleared, and share of the tiles taken")
    for name, choose in choosers.items():
        shares = played(env, choose, range(TEST_DEALS, TEST_DEALS + deals))
        cleared = sum(share == 1 for share in shares)
        low, high = interval(cleared, deals)
        text = f"{100 * cleared / deals:5.1f} % ({100 * low:.1f} to {100 * high:.1f})"
        print(f"  {name:<28} {text:<26} {of_mean(shares)}", flush=True)


def chuo_pai(train: bool, deals: int) -> None:
    """Train and test Chuo Pai, against two players who hold back."""
    env, model = chuopai_v1.raw_env(), Hands()
    if train:
        began = time.process_time()

        def score(weights: Weights, numbers: Sequence[int]) -> float:
            won, ahead = matched(env, linear(model, weights), numbers, "normal")
            return sum(won) / len(won) + 0.02 * sum(ahead) / len(ahead)

        keep("chuo-pai", model, trained(score, len(model.NAMES), 8, 24), began)
    players: dict[str, Chooser | str] = {"random": random, "beginner": "beginner", "easy": "easy", "normal": "normal"}
    players |= {"hard": "hard", "trained": linear(model, kept("chuo-pai"))}
    print(
        f"chuo-pai: {deals:,} deals from number {TEST_DEALS:,} on, in all three seats, against two 'normal'; share won"
    )
    for name, choose in players.items():
        won, _ = matched(env, choose, range(TEST_DEALS, TEST_DEALS + deals), "normal")
        print(f"  {name:<28} {of_mean(won)}", flush=True)


def keep(game: str, model: Any, weights: Weights, began: float) -> None:
    """Write what was learned to the file, beside the other games'."""
    found = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    found[game] = {name: round(weight, 4) for name, weight in zip(model.NAMES, weights.tolist(), strict=True)}
    FILE.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    print(f"  learned in {time.process_time() - began:.0f} s of the processor")


def kept(game: str) -> Weights:
    """The weights in the file."""
    return np.array(list(json.loads(FILE.read_text("utf-8"))[game].values()))


def main() -> None:
    """Train if asked to, and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("solitaire", "hidden", "connect", "chuo-pai"))
    parser.add_argument("--train", action="store_true", help="let the trained player learn anew first")
    parser.add_argument("--deals", type=int, default=1000, help="how many deals each player is tested on")
    given = parser.parse_args()
    if given.game == "chuo-pai":
        chuo_pai(given.train, given.deals)
    else:
        pairs_game(given.game, given.train, given.deals)


if __name__ == "__main__":
    main()
