"""How many steps a CPU-second the environments make, one thread: `python -m bench.envs [--quick]`.

A step is a random choice from the mask and `step` itself, dealing anew included. Solitaire is to make 20,000 at least,
and Chuo Pai 5,000.
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

import numpy as np

from bench.board import rate
from paishan.envs import Connect, Solitaire, chuopai_v1
from paishan.rng import Rng


def choice(mask: Any, rng: Rng) -> int:
    """One of the actions that a mask allows."""
    actions = np.flatnonzero(mask.view(np.bool_))
    return int(actions[rng.next() % len(actions)])


def games_of_pairs(env: Solitaire | Connect, games: int) -> int:
    """Play so many games; the number of steps."""
    rng, steps = Rng(1), 0
    for seed in range(games):
        _, info = env.reset(seed=seed)
        ended = False
        while not ended:
            _, _, ended, _, info = env.step(choice(info["action_mask"], rng))
            steps += 1
    return steps


def matches(env: Any, games: int) -> int:
    """Play so many matches of Chuo Pai; the number of steps."""
    rng, steps = Rng(1), 0
    for seed in range(games):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, ended, _, _ = env.last()
            if ended:
                env.step(None)
                continue
            env.step(choice(seen["action_mask"], rng))
            steps += 1
    return steps


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, for a first look")
    quick = parser.parse_args().quick
    games, rounds = (30, 3) if quick else (200, 5)
    print("steps a CPU-second of the environments, chosen at random from the mask")
    for name, pairs in (
        ("Solitaire, turtle", Solitaire()),
        ("SolitaireHidden, turtle", Solitaire(hidden=True)),
        ("Solitaire, lantern", Solitaire("lantern")),
        ("Connect, 18 × 8", Connect()),
        ("Connect, 18 × 8, falling", Connect(variant="falling")),
    ):
        print(f"  {name:<28} {rate(partial(games_of_pairs, pairs, games), rounds):>10,.0f}")
    for name, match in (("chuopai_v1.raw_env", chuopai_v1.raw_env()), ("chuopai_v1.env", chuopai_v1.env())):
        print(f"  {name:<28} {rate(partial(matches, match, games), rounds):>10,.0f}")


if __name__ == "__main__":
    main()
