"""How long a hint takes when twenty games ask at once, as a browser sees it: `python -m bench.hints [--quick]`.

Twenty players take random pairs, so that plans break and proofs are needed. After every pair all twenty press the hint
button at the same moment. The answer of the press is what the browser draws from; drawing it is measured in
`bench.browser`. A pair that leaves the plan is proved too, and its time is told beside.
"""

from __future__ import annotations

import argparse
import json
import random
import threading
import time

from bench.http import Player, serving, unpacked
from paishan.play.opening import deal_of
from paishan.play.ruleset import AGAINST_THE_CLOCK

_PLAYERS = 20
_TARGET = 100


def _say(player: Player, path: str, seq: int, command: dict[str, object]) -> tuple[float, dict[str, object]]:
    body = {"seq": seq, "key": f"k{seq}", "commands": [command]}
    begun = time.perf_counter()
    status, headers, content = player.ask("POST", path, body)
    taken = time.perf_counter() - begun
    assert status == 200, content
    return taken, json.loads(unpacked(headers, content))["state"]


def _play(
    player: Player, seed: int, rounds: int, together: threading.Barrier, hints: list[float], pairs: list[float]
) -> None:
    rng = random.Random(seed)
    for _ in range(rounds):
        game = player.open()
        board = deal_of(player.server.code_of(game["id"]), AGAINST_THE_CLOCK).board()
        path, seq = f"/api/games/{game['id']}/commands", 0
        # Half a Turtle: as long as random play hardly ever locks. Who is locked waits with the others.
        for _ in range(36):
            choices = list(board.pairs())
            if choices:
                pair = board.push(rng.choice(choices))
                pairs.append(_say(player, path, seq, {"type": "take", "a": pair.a, "b": pair.b})[0])
                seq += 1
            together.wait()
            if not board.locked:
                hints.append(_say(player, path, seq, {"type": "hint"})[0])
                seq += 1
            together.wait()


def _figures(seconds: list[float]) -> str:
    each = sorted(1000 * second for second in seconds)
    middle, late = each[len(each) // 2], each[len(each) * 99 // 100]
    return f"{middle:.1f} ms in the middle, {late:.1f} at 99 %, {each[-1]:.1f} at most"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one game a player instead of four")
    rounds = 1 if parser.parse_args().quick else 4
    hints: list[float] = []
    pairs: list[float] = []
    with serving() as server:
        together = threading.Barrier(_PLAYERS)
        players = [
            threading.Thread(target=_play, args=(Player(server), seed, rounds, together, hints, pairs))
            for seed in range(_PLAYERS)
        ]
        for player in players:
            player.start()
        for player in players:
            player.join()
    print(f"hints: {len(hints)} presses, {_PLAYERS} at once: {_figures(hints)} (target {_TARGET} at 99 %)")
    print(f"pairs: {len(pairs)} taken, proved where they left the plan: {_figures(pairs)}")


if __name__ == "__main__":
    main()
